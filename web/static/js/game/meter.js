// What the server reckons of the position looked at: how likely the next roll is a falla, whether one is possible at all,
// whether the sides still meet. The two who play see the odds only if they agreed to; nobody asks for what would be refused.

/** @import { FallaChance, Standing } from "../types.js" */
/** @import { State } from "./state.js" */
/** @import { Table } from "./table.js" */

import { momentsOf } from "./history.js";
import { oddsAgreed } from "./state.js";

/** What is known of a moment; `falla` is null where no roll is awaited, absent where the odds are not told.
 * @typedef {Standing & { falla?: FallaChance | null }} Reckoning */

/** Between one question and the next, in milliseconds: nobody who steps through a game quickly is thrown out for it. */
const pause = 100;

/**
 * The event after which the board stood as at a moment of the game: the end of the turn that led there, or its roll while it
 * is not played.
 * @param {State} state @param {number | null} at @returns {number} 0 before the first roll
 */
export function seqOf(state, at) {
  const { turns } = state;
  const turn = at === null ? turns[turns.length - 1] : momentsOf(state)[at]?.turn;
  return turn ? turn.ended || turn.seq : (turns[0]?.seq ?? 0);
}

/** Whether the odds are told to this page's player. @param {State} state */
export function maySeeOdds(state) {
  return !state.seat || state.phase === "over" || oddsAgreed(state);
}

export class Meter {
  /** Whether the rolls that fail are listed. */ listed = false;
  /** @type {Map<string, Reckoning>} */ #known = new Map();
  #asking = false;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  get #question() {
    const { state, at } = this.table;
    const ask = /** @type {"odds" | "position"} */ (maySeeOdds(state) ? "odds" : "position");
    return { ask, seq: seqOf(state, at) };
  }

  /** What is known of the moment looked at. @returns {Reckoning | null} */
  get reckoning() {
    const { ask, seq } = this.#question;
    return this.#known.get(`${ask} ${seq}`) ?? null;
  }

  /** Called whenever another moment may be looked at: one question at a time, the last one wins. */
  async follow() {
    const { table } = this;
    const { ask, seq } = this.#question;
    const key = `${ask} ${seq}`;
    if (!seq || this.#asking || this.#known.has(key)) return;
    this.#asking = true;
    const answer = await table.socket.ask({ ask, seq });
    if (answer) {
      this.#known.set(key, answer[ask]);
      table.changed();
    }
    table.means.later(() => {
      this.#asking = false;
      if (answer) this.follow();
    }, pause);
  }

  toggle() {
    this.listed = !this.listed;
    this.table.changed();
  }
}
