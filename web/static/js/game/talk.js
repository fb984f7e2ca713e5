// What is said beside the game, in this page's own circle. The server keeps it; here it is put together, and whoever
// is muted is left out.

/** @import { Chat, ChatLine, Seat } from "../types.js" */
/** @import { Table } from "./table.js" */

import { problemWords } from "../api.js";
import { Acts } from "../once.js";

/**
 * What the talk needs of the world outside.
 * @typedef {{
 *   say: (line: { id: string, text: string }) => Promise<unknown>,
 *   close: (circle: Chat["circle"], closed: boolean) => Promise<unknown>,
 *   muted: () => Promise<string[]>,
 *   mute: (player: string, muted: boolean) => Promise<unknown>,
 * }} Voice
 */

/** As many characters as a line may have. */
export const longestLine = 300;

export class Talk {
  /** @type {Chat["circle"]} */ circle = "spectators";
  /** @type {ChatLine[]} in the order of their numbers */ lines = [];
  /** @type {Chat["closed"]} */ closed = { white: false, black: false };
  /** @type {Set<string>} ids of those who are not read */ muted = new Set();
  /** How many lines came while nobody looked. */ unread = 0;
  /** Whether the talk is being looked at. */ open = false;
  /** What is written and not said yet. */ draft = "";
  /** Whether a line is on its way. */ saying = false;
  /** Why the last thing did not go through, "" if it did. */ trouble = "";
  #heard = false;
  #askedMuted = false;
  /** @type {Acts} */ #acts;

  /** @param {Table} table @param {Voice} voice */
  constructor(table, voice) {
    this.table = table;
    this.voice = voice;
    this.#acts = new Acts(table.means.newId);
  }

  /** The lines that are read: those who are muted left out. */
  get read() {
    return this.lines.filter((line) => !this.muted.has(line.player?.id ?? ""));
  }

  /** How many lines are left out. */
  get silenced() {
    return this.lines.length - this.read.length;
  }

  /** Which seats have closed the talk. @returns {Seat[]} */
  get closers() {
    return /** @type {Seat[]} */ (["white", "black"]).filter((seat) => this.closed[seat]);
  }

  /** The first that is heard of a circle is no news. @param {Chat} chat as far as it has changed */
  hear(chat) {
    if (chat.circle !== this.circle) this.lines = [];
    const following = this.#heard && chat.circle === this.circle;
    this.circle = chat.circle;
    this.#heard = true;
    const known = new Map(this.lines.map((line) => [line.n, line]));
    const mine = this.table.state.player?.id;
    const fresh = chat.lines.filter((line) => !known.has(line.n) && !line.deleted && line.player?.id !== mine);
    for (const line of chat.lines) known.set(line.n, line);
    this.lines = [...known.values()].sort((a, b) => a.n - b.n);
    this.closed = chat.closed;
    if (following && !this.open) this.unread += fresh.filter((line) => !this.muted.has(line.player?.id ?? "")).length;
    this.#askMuted();
  }

  /** Whom one does not want to read is known once somebody is somebody. */
  #askMuted() {
    if (this.#askedMuted || !this.table.state.player) return;
    this.#askedMuted = true;
    this.voice.muted().then(
      (ids) => {
        this.muted = new Set([...this.muted, ...ids]);
        this.table.changed();
      },
      () => {
        this.#askedMuted = false;
      },
    );
  }

  /** @param {boolean} open */
  look(open) {
    if (this.open === open) return;
    this.open = open;
    if (open) this.unread = 0;
    this.table.changed();
  }

  /** @param {string} text */
  write(text) {
    this.draft = text;
    this.trouble = "";
    this.table.changed();
  }

  /** Says what is written. It stays written until it is known to be said. */
  async say() {
    const text = this.draft.trim();
    if (!text || this.saying) return;
    this.saying = true;
    await this.#try(() => this.#acts.once(text, (id) => this.voice.say({ id, text })), () => {
      if (this.draft.trim() === text) this.draft = "";
      if (!this.table.state.player) this.table.socket.restart(); // now one is somebody
    });
    this.saying = false;
    this.table.changed();
  }

  /** @param {boolean} closed */
  close(closed) {
    return this.#try(() => this.voice.close(this.circle, closed));
  }

  /** @param {string} player @param {boolean} muted */
  mute(player, muted) {
    return this.#try(() => this.voice.mute(player, muted), () => {
      if (muted) this.muted.add(player);
      else this.muted.delete(player);
    });
  }

  /** Reads everybody again. */
  async unmuteAll() {
    for (const player of new Set(this.lines.map((line) => line.player?.id ?? "").filter((id) => this.muted.has(id)))) await this.mute(player, false);
  }

  /** @param {() => Promise<unknown>} act @param {() => void} [done] */
  async #try(act, done = () => {}) {
    this.trouble = "";
    this.table.changed();
    try {
      await act();
      done();
    } catch (problem) {
      this.trouble = problemWords(problem);
    }
    this.table.changed();
  }
}
