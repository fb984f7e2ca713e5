// The page's mind: it takes in what the server says and what the player does, and tells what to draw. No DOM.

/** @import { Explanation, Position, Seat, Step } from "../types.js" */
/** @import { Message, State, Turn } from "./state.js" */
/** @import { Shelf } from "./keep.js" */
/** @import { GameSocket, Wish } from "./socket.js" */
/** @import { Onward } from "./again.js" */
/** @import { Voice } from "./talk.js" */

import { Again } from "./again.js";
import { momentsOf, stepThrough } from "./history.js";
import { usedDice } from "./legal.js";
import { Meter } from "./meter.js";
import { Moving } from "./moving.js";
import { samePosition } from "./position.js";
import { Resigning } from "./resigning.js";
import { facesPlayed } from "./roll.js";
import { Seating } from "./seating.js";
import { Stage } from "./stage.js";
import { beginning, hitGoesTo, lostBy, mySeat, reduce } from "./state.js";
import { Talk } from "./talk.js";
import { Telling } from "./telling.js";
import { stepsOf } from "./turn.js";
import { momentWords, news, resultWords, sentence } from "./words.js";

/** @typedef {{ text: string, tone: "plain" | "refusal" | "good", clauses: readonly string[] }} Notice  clauses: those it rests on */

/**
 * @typedef {{
 *   game: string, shelf: Shelf, socket: (table: Table) => GameSocket,
 *   explain: (seq: number) => Promise<Explanation>,
 *   later: (act: () => void, milliseconds: number) => unknown,
 *   changed: () => void, still: () => boolean, now: () => number,
 *   session: () => Promise<unknown>,
 *   lookAt: (invitation: string) => Promise<{ seat: Seat, free: boolean, from: { name: string } }>,
 *   voice: Voice, onward: Onward,
 *   newId: () => string, newSeed: () => string,
 * }} Means
 */

/** More new plays than this at once are not shown one by one: the reader is catching up. */
const showAtOnce = 2;

export class Table {
  /** @type {State} */ state;
  /** @type {number | null} the moment looked at; null goes along with the game */ at = null;
  /** @type {Notice | null} */ notice = null;
  /** What was last said to those who listen. */ heard = "";
  /** @type {"resign" | "abort" | null} */ dialog = null;
  /** Whether something that ends the game, or may, is on its way. */ ending = false;
  /** The last roll known when the page began to follow: newer dice tumble. */ oldRoll = 0;
  /** How far the server's clock is ahead of ours, in milliseconds. */ ahead = 0;
  /** @type {Seat} whose side is at the bottom for those who only watch */ side = "white";
  /** The spot that Tab leads to; arrows move it. */ focus = 6;
  /** Whether the line has been down long enough to be spoken of. */ late = false;
  #caughtUp = false;
  #lostAt = 0;

  /** @param {Means} means */
  constructor(means) {
    this.means = means;
    this.state = beginning(means.game);
    this.stage = new Stage(() => this.changed(), means.still);
    this.socket = means.socket(this);
    this.seating = new Seating(this);
    this.moving = new Moving(this);
    this.resigning = new Resigning(this);
    this.telling = new Telling(this);
    this.meter = new Meter(this);
    this.talk = new Talk(this, means.voice);
    this.again = new Again(this, means.onward);
  }

  changed() {
    this.means.changed();
  }

  /** Whose side is nearest. @returns {Seat} */
  get viewer() {
    return mySeat(this.state) || this.side;
  }

  /** My turn in hand, null when it is not mine to move. */
  get hand() {
    return this.moving.hand;
  }

  /** Whether the player can move checkers now. */
  get acting() {
    return this.hand !== null && this.at === null && !this.moving.sending && this.state.connection !== "closed";
  }

  /** Whether a play of the opponent is just being shown. */
  get showing() {
    return this.stage.turn !== null;
  }

  /** Whether the log has been read up to what the snapshot spoke of. */
  get caughtUp() {
    return this.#caughtUp;
  }

  /** @param {Message} message */
  receive(message) {
    const before = this.state;
    this.state = reduce(before, message);
    if (this.state.gap) this.socket.restart();
    if (message.type === "chat") this.talk.hear(message);
    if (message.type === "pong") this.ahead = Date.parse(message.at) - this.means.now();
    const following = this.#caughtUp;
    if (!following) this.#catchUp();
    if (message.type === "rematch" && following) this.again.hear(before.rematch);
    this.#minds(before);
    if (message.type === "events") this.#tell(following, before.seq);
    this.#draw(before, following);
    if (this.#caughtUp) {
      this.seating.look();
      this.#follow();
    }
    this.changed();
  }

  /** What is looked at may have changed: what is told of it follows. */
  #follow() {
    this.telling.follow();
    this.meter.follow();
  }

  /** A second has passed: absences and a lost line are counted in seconds. */
  tick() {
    const { connection, awaySince } = this.state;
    const open = connection === "open" || connection === "closed";
    if (open) this.#lostAt = 0;
    else this.#lostAt ||= this.means.now();
    const late = !open && this.means.now() - this.#lostAt > 1500;
    const counting = Boolean(awaySince.white || awaySince.black);
    if (late === this.late && !counting) return;
    if (late !== this.late) this.heard = late ? "The line to the server is lost. The game waits." : "The line to the server is back.";
    this.late = late;
    this.changed();
  }

  #catchUp() {
    const { summary, seq, turns: all } = this.state;
    if (!summary || seq < summary.seq) return;
    this.#caughtUp = true;
    this.oldRoll = all.length ? all[all.length - 1].n : 0;
  }

  /** What the news mean for the turn in hand and for what was last said. @param {State} before */
  #minds(before) {
    const { state } = this;
    this.moving.follow();
    this.resigning.follow();
    if (state.turns.length !== before.turns.length) this.notice = null;
    if (state.result && !before.result) {
      this.dialog = null;
      this.telling.chapter = 0;
    }
  }

  /** @param {boolean} following @param {number} seq events up to here were known */
  #tell(following, seq) {
    if (!following) return;
    const fresh = this.state.events.filter((event) => event.seq > seq);
    const words = fresh.map((event) => news(this.state, event)).filter(Boolean);
    if (words.length) this.heard = words.join(" ");
  }

  /** Where all checkers should lie now. @returns {Position | null} */
  get goal() {
    const moments = momentsOf(this.state);
    if (!moments.length) return null;
    const last = moments.length - 1;
    const at = this.at ?? last;
    if (at < last) return moments[at].position;
    if (lostBy(this.state) && this.telling.explanation) return this.telling.explanation.position;
    if (this.hand && this.at === null) return this.moving.position;
    return moments[last].position;
  }

  /** Draws what was done here, at once. */
  drawNow() {
    this.#draw(this.state, false);
  }

  /** Draws what has just become known. */
  drawNews() {
    this.#draw(this.state, true);
  }

  /**
   * Lets the stage go where it should: along the plays if they follow on what is shown, else at once.
   * @param {State} before @param {boolean} following
   */
  #draw(before, following) {
    const { goal, stage, state } = this;
    if (!goal) return;
    if (following && this.at === null && this.#caughtUp) {
      const fresh = state.turns.filter((turn, at) => turn.steps && !before.turns[at]?.steps);
      if (fresh.length <= showAtOnce) for (const turn of fresh) this.#showPlay(turn);
      this.#showStory();
    }
    if (!stage.goal || !samePosition(stage.goal, goal)) stage.settle(goal);
  }

  /** @param {Turn} turn a turn that was played */
  #showPlay(turn) {
    const { stage } = this;
    if (!stage.goal || !turn.steps || !samePosition(stage.goal, turn.before)) return;
    stage.show(turn.seat, turn.steps, turn, hitGoesTo(this.state));
  }

  /** The partial play of a falla is laid out like a play. */
  #showStory() {
    const { stage, state } = this;
    const { explanation, turn } = this.telling;
    if (!explanation || !turn || !stage.goal || !samePosition(stage.goal, turn.before)) return;
    if (explanation.partial.length) stage.show(turn.seat, explanation.partial, turn, hitGoesTo(state));
  }

  /** @param {string} text @param {Notice["tone"]} [tone] @param {readonly string[]} [clauses] of the rules that say so */
  say(text, tone = "plain", clauses = []) {
    this.notice = text ? { text, tone, clauses } : null;
    if (text) this.heard = text;
    this.changed();
  }

  /** @param {string} text for those who listen only */
  tell(text) {
    this.heard = text;
    this.changed();
  }

  // What everybody may do.

  /** @param {number} change by how many moments */
  step(change) {
    this.stage.skip();
    const last = momentsOf(this.state).length - 1;
    this.look(stepThrough(this.at, last, change));
  }

  /** @param {number | null} at */
  look(at) {
    this.stage.skip();
    const moments = momentsOf(this.state);
    const from = this.at ?? moments.length - 1;
    const to = at ?? moments.length - 1;
    const { turn } = moments[to] ?? { turn: null };
    if (at !== this.at) {
      this.telling.chapter = 0;
      this.heard = at === null ? resultWords(this.state) || "The game as it stands." : momentWords(this.state, turn);
    }
    this.at = at;
    if (to === from + 1 && turn?.steps) this.#showPlay(turn);
    else if (to === from + 1) this.#showStory();
    this.#follow();
    this.drawNow();
    this.changed();
  }

  /** @param {number} spot in the viewer's numbering */
  focusOn(spot) {
    if (spot === this.focus) return;
    this.focus = spot;
    this.changed();
  }

  /** Roll n lies still now. @param {number} n */
  haveFallen(n) {
    this.oldRoll = Math.max(this.oldRoll, n);
  }

  turnRound() {
    this.side = this.side === "white" ? "black" : "white";
    this.changed();
  }

  /** @param {Table["dialog"]} dialog */
  openDialog(dialog) {
    this.dialog = dialog;
    if (dialog === "resign") this.resigning.begin();
    this.changed();
  }

  /** Ends the game, or may: what does so needs no more than a command, one at a time. @param {Extract<Wish, { command: "resign" | "answer_resignation" | "withdraw_resignation" | "abort" | "claim" }>} wish */
  async end(wish) {
    this.dialog = null;
    if (this.ending) return;
    this.ending = true;
    this.changed();
    const outcome = await this.socket.command(wish);
    this.ending = false;
    if (outcome.ok) this.changed();
    else this.say(sentence(outcome.detail), "refusal", [outcome.clause]);
  }

  /** The turn whose dice lie on the board. @returns {Turn | null} */
  get shownTurn() {
    if (this.stage.turn) return this.stage.turn;
    const { turns: all } = this.state;
    return this.at === null ? (all[all.length - 1] ?? null) : (momentsOf(this.state)[this.at]?.turn ?? null);
  }

  /** The dice on the board: whose, which are used, how many were thrown (the rest are only counted). */
  get dice() {
    const turn = this.shownTurn;
    if (!turn) return { turn, faces: [], used: [], thrown: 0 };
    const faces = facesPlayed(this.state.ruleset?.dice_played, turn.dice);
    const steps = this.hand && turn.seq === this.hand.seq ? stepsOf(this.hand) : this.#stepsShown(turn);
    return { turn, faces, used: usedDice(faces, steps), thrown: turn.dice.length };
  }

  /** @param {Turn} turn @returns {readonly Step[]} */
  #stepsShown(turn) {
    if (turn.steps) return turn.steps;
    return turn === this.telling.turn ? (this.telling.explanation?.partial ?? []) : [];
  }
}
