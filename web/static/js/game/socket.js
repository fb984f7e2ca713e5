// One game's socket. It comes back by itself with after=SEQ, sends again what was not answered, with the same
// id, and tells apart the ends that mean "come again" from the final ones.

/** @import { Command, AskedStep, ServerMessage } from "../types.js" */

/**
 * @typedef {{
 *   url: (after: number) => string,
 *   after: () => number,
 *   onMessage: (message: ServerMessage) => void,
 *   onState: (connection: "connecting" | "open" | "lost" | "closed", code: number) => void,
 *   connect?: (url: string) => WebSocket,
 *   random?: () => number,
 *   later?: (act: () => void, milliseconds: number) => () => void,
 *   newId: () => string,
 * }} Ways
 */

/**
 * What came of a command: acknowledged or refused.
 * @typedef {{ ok: true, first: number, last: number }
 *   | { ok: false, code: string, clause: string, detail: string, seq: number }} Outcome
 */

/** @typedef {Command extends infer C ? C extends { id: string } ? Omit<C, "id"> & { id?: string } : never : never} Wish */

/**
 * `seq` is the event after which; left out: as the game is now.
 * @typedef {{ ask: "why", steps: AskedStep[], step: AskedStep } | { ask: "complete", steps: AskedStep[] }
 *   | { ask: "explain" | "position" | "odds", seq?: number }} Question
 */

const firstPause = 300;
const longestPause = 10_000;
const restartSpread = 2_000;
const openWithin = 12_000;
const pingEvery = 15_000;
const pongWithin = 8_000;
const questionLasts = 10_000;
const sendAgainAfter = 700;

/** Closed for good: coming again would end the same way. @param {number} code */
export function isFinal(code) {
  return code >= 4100 && code < 4200;
}

/**
 * How long to wait before attempt n (0, 1, 2 …) after a close with this code, in milliseconds. A server that restarts
 * closes all its sockets at once: they spread over a longer time.
 * @param {number} attempt @param {number} code @param {number} random from 0 to 1
 */
export function pauseBefore(attempt, code, random) {
  if (code === 4000 && attempt === 0) return 0;
  if (code === 1012 && attempt === 0) return Math.round(restartSpread * random);
  const base = Math.min(longestPause, firstPause * 2 ** attempt);
  const pause = code === 4001 ? Math.max(base, 2_000) : base;
  return Math.round(pause * (0.5 + random));
}

/** @param {() => void} act @param {number} milliseconds @returns {() => void} calls it off */
function later(act, milliseconds) {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
}

export class GameSocket {
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {Map<string, { message: Record<string, unknown>, settle: (outcome: Outcome) => void }>} */ #commands = new Map();
  /** @type {Map<string, (answer: any) => void>} */ #questions = new Map();
  /** Calls off the next attempt, the wait for the line to open, or the next ping. */ #callOff = () => {};
  /** Calls off the wait for a pong. */ #callOffPong = () => {};
  #attempt = 0;
  #stopped = true;
  #open = false;

  /** @param {Ways} ways */
  constructor(ways) {
    this.ways = ways;
    this.later = ways.later ?? later;
  }

  /** Whether the server is listening now. */
  get isOpen() {
    return this.#open;
  }

  start() {
    if (!this.#stopped) return;
    this.#stopped = false;
    this.#attempt = 0;
    this.#connect();
  }

  /** Closes for good. Commands not answered stay unanswered. */
  stop() {
    this.#stopped = true;
    this.#callOff();
    this.#drop(1000);
  }

  /** Closes and comes again at once: with another session, or because a gap was seen. */
  restart() {
    if (this.#stopped) return;
    this.#drop(1000);
    this.#attempt = 0;
    this.#connect();
  }

  /** The network or the reader is back: do not wait for the next attempt. */
  wake() {
    if (this.#stopped) return;
    if (!this.#socket) {
      this.#attempt = 0;
      this.#connect();
    } else if (this.#open) {
      this.#ping();
    }
  }

  /**
   * Sends a command until it is answered, across as many sockets as that takes.
   * @param {Wish} wish @returns {Promise<Outcome>}
   */
  command(wish) {
    const id = wish.id ?? this.ways.newId();
    const message = { type: "command", ...wish, id };
    return new Promise((settle) => {
      this.#commands.set(id, { message, settle });
      this.#send(message);
    });
  }

  /**
   * Asks something that changes nothing; null if no answer came in time.
   * @param {Question} question @returns {Promise<any>}
   */
  ask(question) {
    const id = this.ways.newId();
    return new Promise((resolve) => {
      /** @param {any} answer */
      const settle = (answer) => {
        callOff();
        this.#questions.delete(id);
        resolve(answer);
      };
      const callOff = this.later(() => settle(null), questionLasts);
      this.#questions.set(id, settle);
      if (!this.#send({ type: "ask", id, ...question })) settle(null);
    });
  }

  #connect() {
    this.#callOff();
    this.ways.onState("connecting", 0);
    const connect = this.ways.connect ?? ((url) => new WebSocket(url));
    const socket = connect(this.ways.url(this.ways.after()));
    this.#socket = socket;
    socket.addEventListener("message", (event) => {
      if (socket === this.#socket) this.#receive(String(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.#socket) this.#closed(event.code);
    });
    this.#callOff = this.later(() => this.#giveUp(socket), openWithin);
  }

  /** A socket that does not answer is no socket: drop it and come again. @param {WebSocket | null} socket */
  #giveUp(socket) {
    if (socket !== this.#socket) return;
    socket?.close(4900);
    this.#closed(1006);
  }

  /** @param {string} text */
  #receive(text) {
    /** @type {ServerMessage} */
    const message = JSON.parse(text);
    this.#callOffPong();
    if (message.type === "snapshot") {
      this.#open = true;
      this.#attempt = 0;
      this.ways.onMessage(message);
      this.ways.onState("open", 0);
      for (const { message: waiting } of this.#commands.values()) this.#send(waiting);
      this.#pingLater();
      return;
    }
    if (message.type === "refused" && message.again) this.#sendAgain(message.id);
    this.ways.onMessage(message);
    if (message.type === "ack") this.#settle(message.id, { ok: true, first: message.first, last: message.last });
    if (message.type === "refused" && !message.again) {
      const { code, clause = "", detail, seq } = message;
      this.#settle(message.id, { ok: false, code, clause, detail, seq });
      this.#questions.get(message.id)?.(null);
    }
    if (message.type === "answer") this.#questions.get(message.id)?.(message);
  }

  /** @param {string} id @param {Outcome} outcome */
  #settle(id, outcome) {
    const command = this.#commands.get(id);
    this.#commands.delete(id);
    command?.settle(outcome);
  }

  /** The outcome is unknown: the same bytes once more, a little later. @param {string} id */
  #sendAgain(id) {
    const command = this.#commands.get(id);
    if (command) this.later(() => this.#commands.has(id) && this.#send(command.message), sendAgainAfter);
  }

  /** @param {number} code */
  #closed(code) {
    this.#forget();
    if (this.#stopped) return;
    if (isFinal(code)) {
      this.#stopped = true;
      this.ways.onState("closed", code);
      return;
    }
    this.ways.onState("lost", code);
    const random = (this.ways.random ?? Math.random)();
    this.#callOff = this.later(() => this.#connect(), pauseBefore(this.#attempt, code, random));
    this.#attempt += 1;
  }

  /** @param {number} code */
  #drop(code) {
    const socket = this.#socket;
    this.#forget();
    socket?.close(code);
  }

  #forget() {
    this.#socket = null;
    this.#open = false;
    this.#callOff();
    this.#callOffPong();
    for (const settle of [...this.#questions.values()]) settle(null);
  }

  /** @param {unknown} message whether it was handed to an open socket */
  #send(message) {
    if (!this.#open || !this.#socket) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #pingLater() {
    this.#callOff();
    this.#callOff = this.later(() => {
      this.#ping();
      this.#pingLater();
    }, pingEvery);
  }

  #ping() {
    if (!this.#send({ type: "ping", id: this.ways.newId() })) return;
    const socket = this.#socket;
    this.#callOffPong();
    this.#callOffPong = this.later(() => this.#giveUp(socket), pongWithin);
  }
}
