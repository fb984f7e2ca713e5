// What a player does with the turn in hand: tap, drag, choose, take back, confirm; and asking why something cannot be.

/** @import { AskedStep, Position, Seat, Step } from "../types.js" */
/** @import { Hand } from "./turn.js" */
/** @import { Route } from "./legal.js" */
/** @import { Table } from "./table.js" */

import { keepSteps, keptSteps } from "./keep.js";
import { BAR, OFF, afterPlay, countOn } from "./position.js";
import { hitGoesTo, legalNow, myTurn, runningTurn } from "./state.js";
import * as turns from "./turn.js";
import { waysThere } from "./turn.js";
import { sentence } from "./words.js";

/** Said where the server was asked in vain. */
const noAnswer = "The server does not answer just now. Try again in a moment.";

export class Moving {
  /** @type {Hand | null} */ hand = null;
  /** Whether a confirmed play is on its way. */ sending = false;
  #asking = 0;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Takes up the turn, or lets it go when it is over. */
  follow() {
    const { state } = this.table;
    const turn = runningTurn(state);
    if (this.hand && (!myTurn(state) || !turn || turn.seq !== this.hand.seq)) {
      this.hand = null;
      this.sending = false;
      this.#forget();
    }
    const nodes = legalNow(state);
    if (!this.hand && nodes && turn) this.#takeUp(turn.seq, nodes);
  }

  /** @param {number} seq @param {import("../types.js").LegalNodes} nodes */
  #takeUp(seq, nodes) {
    const { player, game } = this.table.state;
    const kept = keptSteps(this.table.means.shelf, player?.id ?? "", game, seq);
    this.hand = turns.takeUp(seq, nodes, kept);
    const only = kept.length ? null : turns.onlyWay(this.hand);
    if (only) {
      this.hand = turns.layOut(this.hand, only);
      this.#keep();
      const { heard } = this.table;
      this.table.say("There is only one way to play this roll. It is laid out for you.", "good");
      // Behind what was just said, of the roll itself.
      this.table.tell(`${heard} ${this.table.heard}`.trim());
    }
  }

  /** The position with the steps in hand made. @returns {Position} */
  get position() {
    const { state } = this.table;
    const position = /** @type {Position} */ (state.position);
    if (!this.hand || !state.seat) return position;
    return afterPlay(position, state.seat, turns.stepsOf(this.hand), hitGoesTo(state));
  }

  /** A spot was tapped, or chosen by key. @param {number} spot in the viewer's numbering */
  tap(spot) {
    this.table.stage.skip();
    const { hand } = this;
    if (!hand || !this.table.acting) return;
    if (turns.isDone(hand)) {
      if (hand.gestures.length && this.#mine(spot)) this.table.say("All dice are played. Confirm, or take a step back.");
      return;
    }
    const routes = turns.mayReach(hand).get(spot);
    if (hand.held === spot && !routes) this.#handle(turns.letGo({ ...hand, choice: null }));
    else if (routes) this.#go(hand, spot, routes);
    else if (turns.mayLeave(hand).has(spot)) this.#hold(hand, spot);
    else if (hand.held !== null) this.#whyNotTo(hand, hand.held, spot);
    else if (this.#mine(spot)) this.#whyStuck(hand, spot);
  }

  /** A checker was dragged. @param {number} from @param {number | null} to null: beside the board */
  drop(from, to) {
    const { hand } = this;
    if (!hand || !this.table.acting) return;
    const held = turns.hold(hand, from);
    const routes = to === null ? undefined : turns.mayReach(held).get(to);
    if (to !== null && routes) this.#go(held, to, routes, true);
    else {
      this.#handle({ ...hand, held: null });
      if (to !== null && to !== from) this.#whyNotTo(hand, from, to);
    }
  }

  /** A checker is lifted. @param {number} spot */
  lift(spot) {
    this.table.stage.skip();
    if (this.hand && this.table.acting && turns.mayLeave(this.hand).has(spot)) this.#hold(this.hand, spot);
  }

  /** One of several ways was chosen. @param {Route} route */
  choose(route) {
    if (this.hand && this.table.acting) this.#make(this.hand, route);
  }

  /** @param {number} die to be played next */
  chooseDie(die) {
    this.table.stage.skip();
    if (this.hand && this.table.acting) this.#handle(turns.chooseDie(this.hand, die));
  }

  letGo() {
    if (this.hand && this.table.acting) this.#handle(turns.letGo(this.hand));
    this.table.notice = null;
    this.table.changed();
  }

  takeBack() {
    this.table.stage.skip();
    if (!this.hand || !this.table.acting || !this.hand.gestures.length) return;
    this.#handle(turns.takeBack(this.hand));
    this.table.tell("Taken back.");
  }

  get mayConfirm() {
    return this.hand !== null && this.table.acting && turns.isDone(this.hand);
  }

  async confirm() {
    this.table.stage.skip();
    const { hand } = this;
    if (!hand || !this.mayConfirm) return;
    this.sending = true;
    this.table.notice = null;
    this.table.changed();
    const steps = turns.stepsOf(hand);
    for (;;) {
      const expect = this.table.state.seq;
      const outcome = await this.table.socket.command({ command: "play", expect, steps });
      if (outcome.ok) return;
      // Somebody left or came back meanwhile: the turn is the same, only its number is stale.
      const sameTurn = this.hand?.seq === hand.seq;
      if (sameTurn && outcome.seq > expect && this.table.state.seq > expect) continue;
      this.sending = false;
      if (sameTurn) this.table.say(sentence(outcome.detail), "refusal", [outcome.clause]);
      return;
    }
  }

  /** A whole legal play, on request. */
  async lay() {
    this.table.stage.skip();
    const { hand } = this;
    if (!hand || !this.table.acting) return;
    const answer = await this.table.socket.ask({ ask: "complete", steps: turns.stepsOf(hand) });
    if (this.hand !== hand) return;
    if (!answer) return this.table.say(noAnswer);
    const steps = /** @type {Step[]} */ (answer.steps).slice(turns.stepsOf(hand).length);
    this.#handle(turns.layOut(hand, steps));
  }

  /** @param {number} spot */
  #mine(spot) {
    const { seat } = this.table.state;
    const { goal } = this.table;
    return seat !== "" && goal !== null && countOn(goal[seat], spot) > 0 && spot !== OFF;
  }

  /** @param {Hand} hand @param {number} spot */
  #hold(hand, spot) {
    this.table.notice = null;
    const next = turns.hold(hand, spot);
    this.#handle(next);
    const reach = Array.from(turns.mayReach(next).keys(), (to) => (to === OFF ? "off" : String(to)));
    this.table.tell(`${spot === BAR ? "Bar" : `Point ${spot}`} in hand; may go to ${reach.join(", ")}.`);
  }

  /** @param {Hand} hand @param {number} to @param {Route[]} routes @param {boolean} [carried] by the hand itself */
  #go(hand, to, routes, carried = false) {
    if (routes.length > 1) {
      this.#handle(turns.ask(hand, to, routes));
      this.table.tell("There is more than one way to get there. Choose one.");
    } else this.#make(hand, routes[0], carried);
  }

  /** @param {Hand} hand @param {Route} route @param {boolean} [carried] */
  #make(hand, route, carried = false) {
    this.table.notice = null;
    const seat = /** @type {Seat} */ (this.table.state.seat);
    const next = turns.made(hand, route);
    if (!carried) this.table.stage.show(seat, route.steps, null, hitGoesTo(this.table.state));
    this.#handle(next);
    if (turns.isDone(next)) this.table.tell("All dice are played. Enter confirms.");
  }

  /** @param {Hand} hand */
  #handle(hand) {
    const moved = hand.gestures !== this.hand?.gestures;
    this.hand = hand;
    if (moved) {
      this.#keep();
      this.table.drawNow();
    }
    this.table.changed();
  }

  #keep() {
    const { player, game } = this.table.state;
    if (this.hand) keepSteps(this.table.means.shelf, player?.id ?? "", game, this.hand.seq, this.hand.gestures);
  }

  #forget() {
    const { player, game } = this.table.state;
    keepSteps(this.table.means.shelf, player?.id ?? "", game, 0, []);
  }

  /** The dice not played yet, each as often as it was rolled. */
  get #left() {
    const { faces, used } = this.table.dice;
    return faces.filter((_, at) => !used[at]);
  }

  /** @param {Hand} hand @param {number} spot where none of my checkers may move */
  #whyStuck(hand, spot) {
    const each = [...new Set(this.#left)].map((die) => [/** @type {AskedStep} */ ([spot, Math.max(OFF, spot - die), die])]);
    this.#whyNot(hand, each);
  }

  /** @param {Hand} hand @param {number} from @param {number} to not a legal target of it */
  #whyNotTo(hand, from, to) {
    const ways = waysThere(from, to, this.#left);
    this.#whyNot(hand, ways.length ? ways : [[[from, to]]]);
  }

  /**
   * Asks the server why none of these ways can be gone, and says what stands in each.
   * @param {Hand} hand @param {AskedStep[][]} ways
   */
  async #whyNot(hand, ways) {
    const asked = ++this.#asking;
    const prefix = turns.stepsOf(hand);
    const reasons = await Promise.all(ways.map((way) => this.#firstRefusal(prefix, way)));
    // What was asked last counts, and only as long as the steps are those it was asked of.
    if (asked !== this.#asking || this.hand?.gestures !== hand.gestures) return;
    if (reasons.includes(null)) return this.table.say(noAnswer);
    const told = reasons.filter((reason) => reason !== null);
    const words = [...new Set(told.map(({ detail }) => detail).filter(Boolean).map(sentence))];
    const clauses = told.map(({ clause }) => clause);
    if (words.length) this.table.say(words.join(" "), "refusal", clauses);
  }

  /**
   * @param {Step[]} prefix @param {AskedStep[]} way
   * @returns {Promise<{ detail: string, clause: string } | null>} both "" if nothing is wrong with it; null: no answer came
   */
  async #firstRefusal(prefix, way) {
    for (const [at, step] of way.entries()) {
      const answer = await this.table.socket.ask({ ask: "why", steps: [...prefix, ...way.slice(0, at)], step });
      if (!answer) return null;
      if (!answer.legal) return { detail: answer.detail ?? "", clause: answer.clause ?? "" };
    }
    return { detail: "", clause: "" };
  }
}
