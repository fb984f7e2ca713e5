// The real server as a child process, on a free loopback port, with a database of its own.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** How long a start or a stop may take before the test fails, in milliseconds. */
const patience = 20_000;

/** A port nobody listens on now. @returns {Promise<number>} */
async function freePort() {
  const probe = createServer();
  probe.listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/**
 * The server's binary: FALLAS_SERVER if it names one, else built into `folder`.
 * @param {string} folder
 */
async function binary(folder) {
  if (process.env.FALLAS_SERVER) return process.env.FALLAS_SERVER;
  const path = join(folder, "server");
  await promisify(execFile)("go", ["build", "-o", path, "./cmd/server"], { cwd: root });
  return path;
}

/** One server, that can be stopped, killed and started again on the same port and database. */
export class TestServer {
  /** @type {import("node:child_process").ChildProcess | null} */
  #child = null;
  #log = "";

  /** @param {string} folder @param {string} path @param {number} port @param {string[]} flags */
  constructor(folder, path, port, flags) {
    this.folder = folder;
    this.path = path;
    this.port = port;
    this.flags = flags;
  }

  /** Where it is, on this device. */
  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** What it has logged so far. */
  get log() {
    return this.#log;
  }

  /** Starts and waits until the server is ready. */
  async start() {
    const database = join(this.folder, "fallas.db");
    const child = spawn(this.path, ["--addr", `127.0.0.1:${this.port}`, "--database", database, ...this.flags], {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
    });
    this.#child = child;
    const keep = (/** @type {Buffer} */ text) => (this.#log += text);
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const deadline = Date.now() + patience;
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the server ended at once:\n${this.#log}`);
      if (Date.now() > deadline) throw new Error(`the server does not get ready:\n${this.#log}`);
      const ready = await fetch(`${this.url}/readyz`).catch(() => null);
      if (ready?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /**
   * Ends the process and waits until it is gone.
   * @param {"SIGTERM" | "SIGKILL"} [signal] SIGTERM asks; SIGKILL is the power cut
   */
  async stop(signal = "SIGTERM") {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), patience);
    const [code] = await gone;
    clearTimeout(timer);
    if (signal === "SIGTERM" && code !== 0) throw new Error(`the server did not stop cleanly:\n${this.#log}`);
  }

  /** Stops and starts again, on the same port and database. @param {"SIGTERM" | "SIGKILL"} [signal] */
  async restart(signal) {
    await this.stop(signal);
    await this.start();
  }

  /** Stops and leaves nothing behind. */
  async close() {
    try {
      await this.stop();
    } finally {
      await rm(this.folder, { recursive: true, force: true });
    }
  }
}

/**
 * Builds the server if need be and starts it.
 * @param {string[]} [flags] further flags of the command line
 */
export async function startServer(flags = []) {
  const folder = await mkdtemp(join(tmpdir(), "fallas-e2e-"));
  try {
    const server = new TestServer(folder, await binary(folder), await freePort(), flags);
    await server.start();
    return server;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
