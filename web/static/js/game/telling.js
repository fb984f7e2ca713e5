// Why a roll could not be played: the falla that ended the game, or a turn that passed. The server explains it when it is
// looked at.

/** @import { Explanation } from "../types.js" */
/** @import { Turn } from "./state.js" */
/** @import { Table } from "./table.js" */

import { momentsOf } from "./history.js";
import { lostBy } from "./state.js";

export class Telling {
  /** The chapter that is open: 0 how far one gets, then each die that is left. */ chapter = 0;
  /** @type {Map<number, Explanation | null>} by the roll's event; null while it is asked for */ #known = new Map();

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** The turn looked at, if its roll could not be played. @returns {Turn | null} */
  get turn() {
    const { at, state } = this.table;
    const moments = momentsOf(state);
    const turn = moments[at ?? moments.length - 1]?.turn;
    return turn && (turn.passed || lostBy(state) === turn) ? turn : null;
  }

  /** @returns {Explanation | null} */
  get explanation() {
    const { turn } = this;
    return (turn && this.#known.get(turn.seq)) || null;
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
    if (!turn || this.#known.has(turn.seq)) return;
    this.#known.set(turn.seq, null);
    try {
      this.#known.set(turn.seq, await table.means.explain(turn.seq));
      table.drawNews();
    } catch {
      this.#known.delete(turn.seq);
    }
    table.changed();
  }
}
