// Why a roll could not be played, or not whole: the falla that ended the game, a turn that passed, dice that a play left
// over. The server explains it when it is looked at.

/** @import { Explanation } from "../types.js" */
/** @import { Turn } from "./state.js" */
/** @import { Table } from "./table.js" */

import { Problem } from "../api.js";
import { momentsOf } from "./history.js";
import { diceLeft } from "./roll.js";
import { lostBy } from "./state.js";

/** How long to wait after a question that failed, in milliseconds. */
const askAgainAfter = 3_000;

export class Telling {
  /** The chapter that is open: 0 how far one gets, then each die that is left. */ chapter = 0;
  /** @type {Map<number, Explanation | null>} by the event asked about; null while it is asked for */ #known = new Map();

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** The turn looked at, if its roll could not be played, or not whole. @returns {Turn | null} */
  get turn() {
    const { at, state } = this.table;
    const moments = momentsOf(state);
    const turn = moments[at ?? moments.length - 1]?.turn;
    return turn && (turn.passed || lostBy(state) === turn || diceLeft(state.ruleset, turn).length) ? turn : null;
  }

  /** @returns {Explanation | null} */
  get explanation() {
    const { turn } = this;
    return (turn && this.#known.get(askedAbout(turn))) || null;
  }

  /** The die that is told of, and what stands in its way. */
  get die() {
    return (this.chapter > 0 && this.explanation?.left[this.chapter - 1]) || null;
  }

  /** @param {number} chapter */
  read(chapter) {
    this.table.stage.skip();
    this.chapter = chapter;
    this.table.drawNow();
    this.table.changed();
  }

  /** Called whenever another turn may be looked at. */
  async follow() {
    const { table, turn } = this;
    if (!turn) return;
    const seq = askedAbout(turn);
    if (this.#known.has(seq)) return;
    this.#known.set(seq, null);
    try {
      this.#known.set(seq, await table.means.explain(seq));
      table.drawNews();
    } catch (problem) {
      this.#known.delete(seq);
      // In a game that is over nothing else may happen that would have it asked again.
      if (!(problem instanceof Problem) || problem.again) table.means.later(() => this.follow(), askAgainAfter);
    }
    table.changed();
  }
}

/** The event the server is asked about: the roll, or the play that left dice over. @param {Turn} turn */
function askedAbout({ steps, ended, seq }) {
  return steps ? ended : seq;
}
