// Resigning (S4): the worth that is named, what naming it would do, and the offers that stand.

/** @import { Seat } from "../types.js" */
/** @import { Table } from "./table.js" */

import { opponentOf, seats } from "./position.js";

export class Resigning {
  /** The worth named in the dialog. */ worth = 1;
  /** What the opponent's win counts now (S2): that much ends the game at once, less is an offer. 0: not known. */ enough = 0;

  #asked = 0;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** The worths that can be named. */
  get worths() {
    return this.table.state.ruleset?.worth === "up_to_three" ? [1, 2, 3] : [1];
  }

  /** Begins anew: the dialog has just opened. */
  begin() {
    this.worth = 1;
    this.#asked = 0;
    this.enough = this.worths.length === 1 ? 1 : 0;
    this.follow();
  }

  /** Asks what the opponent's win counts, as long as the dialog is open and a worth has to be named. */
  async follow() {
    const { table } = this;
    const { seat, seq } = table.state;
    if (table.dialog !== "resign" || !seat || this.worths.length === 1 || this.#asked === seq) return;
    this.#asked = seq;
    const answer = await table.socket.ask({ ask: "position" });
    if (!answer) return;
    this.enough = answer.position.worth[opponentOf(seat)];
    table.changed();
  }

  /** @param {number} worth */
  name(worth) {
    this.worth = worth;
    this.table.changed();
  }

  /** Whether naming that worth only offers to resign. */
  get isOffer() {
    return this.worth < this.enough;
  }

  /** Resigns for the worth named, or offers to. It is done as it was said, or not at all: a game that has moved on refuses. */
  resign() {
    const { worth } = this;
    return this.table.end({ command: "resign", worth, ...(this.#asked && { expect: this.#asked }) });
  }

  withdraw() {
    return this.table.end({ command: "withdraw_resignation" });
  }

  /** @param {boolean} accept */
  answer(accept) {
    return this.table.end({ command: "answer_resignation", accept });
  }

  /** The offers that stand: whose, and for how much. @returns {{ seat: Seat, worth: number }[]} */
  get offers() {
    const { offers } = this.table.state;
    return seats.map((seat) => ({ seat, worth: offers[seat] })).filter(({ worth }) => worth > 0);
  }
}
