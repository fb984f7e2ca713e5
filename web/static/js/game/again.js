// Playing again, with the sides changed: both want it, one new game, and whoever watches comes along.

/** @import { Rematch, Seat } from "../types.js" */
/** @import { Table } from "./table.js" */

import { problemWords } from "../api.js";
import { opponentOf } from "./position.js";
import { nameOf } from "./words.js";

/**
 * What it takes in the world outside.
 * @typedef {{
 *   want: (id: string) => Promise<Rematch>,
 *   withdraw: (id: string) => Promise<Rematch>,
 *   go: (game: string) => void,
 * }} Onward
 */

export class Again {
  /** Whether a wish, or its taking back, is on its way. */ sending = false;
  /** Why the last thing did not go through, "" if it did. */ trouble = "";

  /** @param {Table} table @param {Onward} onward */
  constructor(table, onward) {
    this.table = table;
    this.onward = onward;
  }

  /** Whether this page's player may want to play again. */
  get mayWant() {
    const { phase, seat, rematch, players } = this.table.state;
    return phase === "over" && seat !== "" && !rematch?.next && !players[opponentOf(seat)]?.deleted;
  }

  /** Whether a seat wants to. @param {Seat} seat */
  wants(seat) {
    return this.table.state.rematch?.[seat] ?? false;
  }

  /** The wishes have changed. @param {Rematch | null} before as they were known */
  hear(before) {
    const { table } = this;
    const { state } = table;
    const next = state.rematch?.next ?? null;
    if (next && next !== before?.next) {
      this.#follow(next);
      return;
    }
    if (!state.seat) return;
    const other = opponentOf(state.seat);
    if (this.wants(other) && !before?.[other]) table.tell(`${nameOf(state.players[other], other)} would play again.`);
  }

  /** Follows the players to the game just made, unless the reader is at something here. @param {string} next */
  #follow(next) {
    const { at, talk } = this.table;
    if (at === null && !talk.draft.trim()) this.onward.go(next);
  }

  want() {
    return this.#send((id) => this.onward.want(id));
  }

  withdraw() {
    return this.#send((id) => this.onward.withdraw(id));
  }

  /** @param {(id: string) => Promise<Rematch>} act */
  async #send(act) {
    if (this.sending) return;
    const { table } = this;
    this.sending = true;
    this.trouble = "";
    table.changed();
    try {
      table.receive({ type: "rematch", ...(await act(table.means.newId())) });
    } catch (problem) {
      this.trouble = problemWords(problem);
    }
    this.sending = false;
    table.changed();
  }
}
