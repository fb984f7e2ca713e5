// Chromium, and the people who use it. A visitor whose page complained (an error on the console, an uncaught
// exception, a breach of the content security policy, a request to anywhere but the server) fails the test when
// they leave.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** @import { Browser, BrowserContext, Page } from "playwright-core" */
/** @import { TestServer } from "./server.js" */

/** The screens that every page is looked at on. */
export const sizes = {
  phone: { width: 360, height: 740 },
  desk: { width: 1280, height: 800 },
};

/** A name that leads to this device but is not localhost: no secure context, as on a LAN. */
export const lanName = "tables.test";

/** How long anything may take on a busy machine, in milliseconds: the tests are about what happens, not how fast. */
const patience = 90_000;

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

function executable() {
  const found = process.env.CHROMIUM || places.find((place) => existsSync(place));
  if (!found) throw new Error(`no Chromium: set CHROMIUM, or install one at ${places.join(" or ")}`);
  return found;
}

/** One person: a browser context of their own, with one page open. */
export class Visitor {
  /** @type {string[]} */
  #complaints = [];
  /** @type {RegExp[]} */
  #expected = [];

  /** @param {BrowserContext} context @param {Page} page @param {string} url @param {readonly string[]} origins */
  constructor(context, page, url, origins) {
    this.context = context;
    this.page = page;
    this.url = url;
    this.origins = origins;
    context.on("page", (opened) => this.#watch(opened));
    this.#watch(page);
  }

  /** @param {Page} page */
  #watch(page) {
    const complain = (/** @type {string} */ text) => this.#complaints.push(`${page.url()}: ${text}`);
    page.on("console", (message) => {
      if (message.type() === "error" || /content security policy/i.test(message.text())) complain(message.text());
    });
    page.on("pageerror", (error) => complain(error.stack ?? error.message));
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== "data:" && protocol !== "blob:" && !this.origins.includes(origin)) {
        complain(`a request to outside: ${request.url()}`);
      }
    });
  }

  /**
   * Says that complaints of this kind belong to the test, such as a refused connection while the server restarts.
   * @param {RegExp} pattern
   */
  expect(pattern) {
    this.#expected.push(pattern);
  }

  /** Opens an address of the server. @param {string} path beginning with "/" */
  async go(path) {
    return this.page.goto(this.url + path, { waitUntil: "load" });
  }

  /** Fails if a page complained so far. */
  assertCalm() {
    const left = this.#complaints.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
    assert.deepEqual(left, [], "the page complained");
  }

  /** Closes this person's pages, and fails if one of them complained. */
  async leave() {
    await this.context.close();
    this.assertCalm();
  }
}

/** A running Chromium in front of one server. */
export class TestBrowser {
  /** @type {Set<Visitor>} */
  #visitors = new Set();

  /** @param {Browser} browser @param {TestServer} server */
  constructor(browser, server) {
    this.browser = browser;
    this.server = server;
  }

  /**
   * Somebody new, with an empty blank page.
   * @param {{
   *   size?: keyof typeof sizes,
   *   theme?: "light" | "dark",
   *   lan?: boolean,
   *   still?: boolean,
   *   touch?: boolean,
   * }} [as] lan: comes by a name that is no localhost. still: wishes reduced motion (the default, tests are
   *   not about waiting). touch: has a touch screen (the default on a phone).
   */
  async visitor({ size = "desk", theme = "light", lan = false, still = true, touch = size === "phone" } = {}) {
    const context = await this.browser.newContext({
      viewport: sizes[size],
      colorScheme: theme,
      hasTouch: touch,
      isMobile: touch,
      deviceScaleFactor: 1,
      reducedMotion: still ? "reduce" : "no-preference",
      locale: "en-GB",
      timezoneId: "UTC",
    });
    context.setDefaultTimeout(patience);
    const host = lan ? lanName : "127.0.0.1";
    const origins = [host, "127.0.0.1", "localhost"].flatMap((name) =>
      ["http", "ws"].map((scheme) => `${scheme}://${name}:${this.server.port}`),
    );
    const visitor = new Visitor(context, await context.newPage(), `http://${host}:${this.server.port}`, origins);
    this.#visitors.add(visitor);
    context.on("close", () => this.#visitors.delete(visitor));
    return visitor;
  }

  /** Closes Chromium, whoever is still there. */
  async close() {
    for (const { context } of this.#visitors) await context.close();
    await this.browser.close();
  }
}

/** Starts Chromium. @param {TestServer} server the only place it can reach */
export async function openBrowser(server) {
  const browser = await chromium.launch({
    executablePath: executable(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--host-resolver-rules=MAP ${lanName} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
    ],
  });
  return new TestBrowser(browser, server);
}
