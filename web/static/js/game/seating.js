// How one comes to sit: a seat kept for the maker, or for the opponent agreed on, is taken at once, a friend's after accepting the invitation. The seed of
// one's dice is made here, after the commitment was seen, and kept before it is sent.

/** @import { Table } from "./table.js" */

import { keepInvitation, keepSeed, keptInvitation, keptSeed } from "./keep.js";
import { Problem, problemWords } from "../api.js";
import { mySeat, seatTaken } from "./state.js";
import { lateWords, sentence } from "./words.js";

/**
 * What the page knows of the invitation it was opened with. "offered": to sit or to watch; "late": somebody else sits, or
 * the game is over; "unknown": not an invitation to this game; "watching": looked at and put aside, still good.
 * @typedef {"none" | "looking" | "offered" | "sitting" | "watching" | "late" | "unknown" | "failed"} Standing
 */

export class Seating {
  /** @type {Standing} */ standing = "none";
  /** Who invites. */ from = "";
  /** @type {import("../types.js").MaybeSeat} */ seat = "";
  /** What went wrong, in words. */ problem = "";
  /** @type {import("./keep.js").KeptSeed | null} made by this page */ made = null;
  #sent = false;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** The invitation in the address was read and taken out of it. @param {string} invitation */
  arrive(invitation) {
    keepInvitation(this.#shelf, this.#game, invitation);
  }

  get #shelf() {
    return this.table.means.shelf;
  }

  get #game() {
    return this.table.state.game;
  }

  /** Called whenever the log is known: sits, offers, or leaves it. */
  look() {
    const { state } = this.table;
    if (state.seat) {
      this.standing = "none";
      this.#keepMine();
      return;
    }
    if (state.phase === "waiting" && mySeat(state)) {
      this.#sit();
      return;
    }
    if (this.standing === "watching" && state.phase !== "waiting") keepInvitation(this.#shelf, this.#game, null);
    const fresh = this.standing === "none" && !mySeat(state) && keptInvitation(this.#shelf, this.#game) !== null;
    if (!fresh && this.standing !== "offered" && this.standing !== "sitting") return;
    // Of a seat one is just sitting down on, the answer says whether it is one's own.
    if (state.phase !== "waiting" || (seatTaken(state) && this.standing !== "sitting")) this.#late();
    else if (fresh) this.#lookAt();
  }

  async #lookAt() {
    const invitation = keptInvitation(this.#shelf, this.#game);
    if (!invitation) return;
    this.standing = "looking";
    try {
      const { seat, free, from } = await this.table.means.lookAt(invitation);
      this.from = from.name;
      this.seat = seat;
      if (free) {
        this.standing = "offered";
        this.table.tell(`${from.name} invites you to this game.`);
      } else this.#late();
    } catch (problem) {
      this.#failed(problem);
      // It is the invitation itself that is wrong, and not the moment or the line.
      if (problem instanceof Problem && problem.status >= 400 && problem.status < 500 && !problem.again) this.#unknown();
    }
    this.table.changed();
  }

  /** The invitation is accepted. */
  async accept() {
    if (this.standing === "sitting") return;
    const { table } = this;
    this.standing = "sitting";
    table.changed();
    try {
      if (!table.state.player) {
        await table.means.session();
        table.socket.restart();
      }
      await this.#sit(keptInvitation(this.#shelf, this.#game) ?? undefined);
    } catch (problem) {
      this.#failed(problem);
      table.changed();
    }
  }

  /** Watches instead; an invitation that is good stays so until the seat is taken. */
  watch() {
    if (this.standing === "sitting") return;
    const good = this.table.state.phase === "waiting" && keptInvitation(this.#shelf, this.#game) !== null;
    this.standing = good ? "watching" : "none";
    this.table.changed();
  }

  /** Looks at the invitation once more, or at another that has come; whoever has a seat needs none. */
  again() {
    if (mySeat(this.table.state)) return;
    this.#lookAt();
    this.table.changed();
  }

  /** @param {string} [invitation] */
  async #sit(invitation) {
    if (this.#sent) return;
    this.#sent = true;
    const { table } = this;
    const { commitment } = table.state;
    const before = keptSeed(this.#shelf, this.#game);
    const kept = before?.commitment === commitment ? before : this.#makeSeed(commitment);
    const outcome = await table.socket.command({
      command: "sit",
      id: kept.id,
      seed: kept.seed,
      commitment: kept.commitment,
      ...(invitation ? { invitation } : {}),
    });
    this.#sent = false;
    if (outcome.ok || outcome.code === "already_seated") return;
    if (outcome.code === "seat_taken" || outcome.code === "game_over") this.#late();
    else {
      this.standing = "failed";
      this.problem = sentence(outcome.detail);
    }
    table.changed();
  }

  /** @param {string} commitment */
  #makeSeed(commitment) {
    const { newSeed, newId } = this.table.means;
    const kept = { seed: newSeed(), commitment, id: newId() };
    keepSeed(this.#shelf, this.#game, kept);
    this.made = kept;
    return kept;
  }

  /** Two tabs may have made a seed each: the one that sits is kept. */
  #keepMine() {
    const { made } = this;
    if (!made) return;
    const { events, seat } = this.table.state;
    const sat = events.find((event) => event.type === "seated" && event.seat === seat);
    if (sat?.type === "seated" && sat.seed === made.seed) keepSeed(this.#shelf, this.#game, made);
  }

  #late() {
    this.standing = "late";
    keepInvitation(this.#shelf, this.#game, null);
    this.table.tell(`${lateWords(this.table.state).title}.`);
  }

  /** It can be tried again. @param {unknown} problem */
  #failed(problem) {
    this.standing = "failed";
    this.problem = problemWords(problem);
  }

  #unknown() {
    this.standing = "unknown";
    this.table.tell(this.problem);
    keepInvitation(this.#shelf, this.#game, null);
  }
}
