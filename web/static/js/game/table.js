// The page's mind: it takes in what the server says and what the player does, and tells what to draw. No DOM.

/** @import { AskedStep, Explanation, Position, Seat, Step } from "../types.js" */
/** @import { Hand } from "./turn.js" */
/** @import { Message, State, Turn } from "./state.js" */
/** @import { Shelf } from "./keep.js" */
/** @import { GameSocket } from "./socket.js" */
/** @import { Route } from "./legal.js" */

import { keepSteps, keptSteps } from "./keep.js";
import { momentsOf, stepThrough } from "./history.js";
import { BAR, OFF, afterPlay, countOn, samePosition } from "./position.js";
import { usedDice } from "./legal.js";
import { Seating } from "./seating.js";
import { Stage } from "./stage.js";
import { beginning, hitGoesTo, legalNow, myTurn, mySeat, reduce, runningTurn } from "./state.js";
import * as turns from "./turn.js";
import { news } from "./words.js";

/** @typedef {{ text: string, tone: "plain" | "refusal" | "good" }} Notice */

/**
 * @typedef {{
 *   game: string, shelf: Shelf, socket: (table: Table) => GameSocket,
 *   explain: () => Promise<Explanation>,
 *   changed: () => void, still: () => boolean, now: () => number,
 *   session: () => Promise<unknown>,
 *   lookAt: (invitation: string) => Promise<{ seat: Seat, free: boolean, from: { name: string } }>,
 *   newId: () => string, newSeed: () => string,
 * }} Means
 */

/** More new plays than this at once are not shown one by one: the reader is catching up. */
const showAtOnce = 2;

export class Table {
  /** @type {State} */ state;
  /** @type {Hand | null} */ hand = null;
  /** @type {number | null} the moment looked at; null goes along with the game */ at = null;
  /** @type {Notice | null} */ notice = null;
  /** What was last said to those who listen. */ heard = "";
  /** Whether a confirmed play is on its way. */ sending = false;
  /** @type {Explanation | null} */ explanation = null;
  /** The chapter of the falla's story: 0 the partial play, then each die. */ chapter = 0;
  /** @type {"resign" | "abort" | null} */ dialog = null;
  /** The last roll known when the page began to follow: newer dice tumble. */ oldRoll = 0;
  /** How far the server's clock is ahead of ours, in milliseconds. */ ahead = 0;
  /** @type {Seat} whose side is at the bottom for those who only watch */ side = "white";
  /** The spot that Tab leads to; arrows move it. */ focus = 6;
  /** Whether the line has been down long enough to be spoken of. */ late = false;
  #caughtUp = false;
  #asking = 0;
  #lostAt = 0;

  /** @param {Means} means */
  constructor(means) {
    this.means = means;
    this.state = beginning(means.game);
    this.stage = new Stage(() => this.changed(), means.still);
    this.socket = means.socket(this);
    this.seating = new Seating(this);
  }

  changed() {
    this.means.changed();
  }

  /** Whose side is nearest. @returns {Seat} */
  get viewer() {
    return mySeat(this.state) || this.side;
  }

  /** Whether the player can move checkers now. */
  get acting() {
    return this.hand !== null && this.at === null && !this.sending && this.state.connection !== "closed";
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
    if (message.type === "pong") this.ahead = Date.parse(message.at) - this.means.now();
    const following = this.#caughtUp;
    if (!following) this.#catchUp();
    this.#minds(before);
    if (message.type === "events") this.#tell(following, before.seq);
    this.#draw(before, following);
    if (this.#caughtUp) this.seating.look();
    this.changed();
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
    this.late = late;
    this.changed();
  }

  #catchUp() {
    const { summary, seq, turns: all } = this.state;
    if (!summary || seq < summary.seq) return;
    this.#caughtUp = true;
    this.oldRoll = all.length ? all[all.length - 1].n : 0;
  }

  /** Takes up the turn, or lets it go when it is over. @param {State} before */
  #minds(before) {
    const { state } = this;
    const turn = runningTurn(state);
    if (this.hand && (!myTurn(state) || !turn || turn.seq !== this.hand.seq)) {
      this.hand = null;
      this.sending = false;
      this.#drop();
    }
    const nodes = legalNow(state);
    if (!this.hand && nodes && turn) this.#takeUp(turn, nodes);
    if (state.turns.length !== before.turns.length) this.notice = null;
    if (state.result && !before.result) this.#over();
  }

  /** @param {Turn} turn @param {import("../types.js").LegalNodes} nodes */
  #takeUp(turn, nodes) {
    const { player, game } = this.state;
    const kept = keptSteps(this.means.shelf, player?.id ?? "", game, turn.seq);
    this.hand = turns.takeUp(turn.seq, nodes, kept);
    const only = kept.length ? null : turns.onlyWay(this.hand);
    if (only) {
      this.hand = turns.layOut(this.hand, only);
      this.#keep();
      this.say("There is only one way to play this roll. It is laid out for you.", "good");
    }
  }

  #over() {
    this.dialog = null;
    this.chapter = 0;
    if (this.state.result?.reason !== "falla") return;
    this.means.explain().then(
      (explanation) => {
        this.explanation = explanation;
        this.#draw(this.state, true);
        this.changed();
      },
      () => {},
    );
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
    if (this.state.result?.reason === "falla" && this.explanation) return this.explanation.position;
    if (this.hand && this.at === null) return this.#inHand(this.hand);
    return moments[last].position;
  }

  /** @param {Hand} hand @returns {Position} */
  #inHand(hand) {
    const position = /** @type {Position} */ (this.state.position);
    return afterPlay(position, /** @type {Seat} */ (this.state.seat), turns.stepsOf(hand), hitGoesTo(this.state));
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
    const { explanation, stage, state } = this;
    const turn = state.turns[state.turns.length - 1];
    if (!explanation || !turn || !stage.goal || !samePosition(stage.goal, turn.before)) return;
    if (explanation.partial.length) stage.show(turn.seat, explanation.partial, turn, hitGoesTo(state));
  }

  /** @param {string} text @param {Notice["tone"]} [tone] */
  say(text, tone = "plain") {
    this.notice = text ? { text, tone } : null;
    if (text) this.heard = text;
    this.changed();
  }

  /** @param {string} text for those who listen only */
  tell(text) {
    this.heard = text;
    this.changed();
  }

  // What a player does with the turn in hand.

  /** A spot was tapped, or chosen by key. @param {number} spot in the viewer's numbering */
  tap(spot) {
    this.stage.skip();
    const { hand } = this;
    if (!hand || !this.acting) return;
    if (turns.isDone(hand)) {
      if (hand.gestures.length && this.#mine(spot)) this.say("All dice are played. Confirm, or take a step back.");
      return;
    }
    const routes = turns.mayReach(hand).get(spot);
    if (hand.held === spot && !routes) this.#handle(turns.letGo({ ...hand, choice: null }));
    else if (routes) this.#go(hand, spot, routes);
    else if (turns.mayLeave(hand).has(spot)) this.#hold(hand, spot);
    else if (hand.held !== null) this.#whyNot(hand, [[hand.held, spot]]);
    else if (this.#mine(spot)) this.#whyStuck(hand, spot);
  }

  /** A checker was dragged. @param {number} from @param {number | null} to null: beside the board */
  drop(from, to) {
    const { hand } = this;
    if (!hand || !this.acting) return;
    const held = turns.hold(hand, from);
    const routes = to === null ? undefined : turns.mayReach(held).get(to);
    if (to !== null && routes) this.#go(held, to, routes, true);
    else {
      this.#handle({ ...hand, held: null });
      if (to !== null && to !== from) this.#whyNot(hand, [[from, to]]);
    }
  }

  /** A checker is lifted. @param {number} spot */
  lift(spot) {
    this.stage.skip();
    if (this.hand && this.acting && turns.mayLeave(this.hand).has(spot)) this.#hold(this.hand, spot);
  }

  /** One of two ways was chosen. @param {Route} route */
  choose(route) {
    if (this.hand && this.acting) this.#make(this.hand, route);
  }

  /** @param {number} die to be played next */
  chooseDie(die) {
    this.stage.skip();
    if (this.hand && this.acting) this.#handle(turns.chooseDie(this.hand, die));
  }

  letGo() {
    if (this.hand && this.acting) this.#handle(turns.letGo(this.hand));
    this.notice = null;
    this.changed();
  }

  takeBack() {
    this.stage.skip();
    if (!this.hand || !this.acting || !this.hand.gestures.length) return;
    this.#handle(turns.takeBack(this.hand));
    this.tell("Taken back.");
  }

  takeAllBack() {
    this.stage.skip();
    if (this.hand && this.acting) this.#handle(turns.takeAllBack(this.hand));
  }

  get mayConfirm() {
    return this.hand !== null && this.acting && turns.isDone(this.hand);
  }

  async confirm() {
    this.stage.skip();
    const { hand } = this;
    if (!hand || !this.mayConfirm) return;
    this.sending = true;
    this.notice = null;
    this.changed();
    const steps = turns.stepsOf(hand);
    for (;;) {
      const expect = this.state.seq;
      const outcome = await this.socket.command({ command: "play", expect, steps });
      if (outcome.ok) return;
      // Somebody left or came back meanwhile: the turn is the same, only its number is stale.
      const sameTurn = this.hand?.seq === hand.seq;
      if (sameTurn && outcome.seq > expect && this.state.seq > expect) continue;
      this.sending = false;
      if (sameTurn) this.say(outcome.detail, "refusal");
      return;
    }
  }

  /** A whole legal play, on request. */
  async lay() {
    this.stage.skip();
    const { hand } = this;
    if (!hand || !this.acting) return;
    const answer = await this.socket.ask({ ask: "complete", steps: turns.stepsOf(hand) });
    if (!answer || this.hand !== hand) return;
    const steps = /** @type {Step[]} */ (answer.steps).slice(turns.stepsOf(hand).length);
    this.#handle(turns.layOut(hand, steps));
  }

  /** @param {number} spot */
  #mine(spot) {
    const { seat } = this.state;
    const { goal } = this;
    return seat !== "" && goal !== null && countOn(goal[seat], spot) > 0 && spot !== OFF;
  }

  /** @param {Hand} hand @param {number} spot */
  #hold(hand, spot) {
    this.notice = null;
    const next = turns.hold(hand, spot);
    this.#handle(next);
    const reach = Array.from(turns.mayReach(next).keys(), (to) => (to === OFF ? "off" : String(to)));
    this.tell(`${spot === BAR ? "Bar" : `Point ${spot}`} in hand; may go to ${reach.join(", ")}.`);
  }

  /** @param {Hand} hand @param {number} to @param {Route[]} routes @param {boolean} [carried] by the hand itself */
  #go(hand, to, routes, carried = false) {
    if (routes.length > 1) {
      this.#handle(turns.ask(hand, to, routes));
      this.tell("There are two ways to get there. Choose one.");
    } else this.#make(hand, routes[0], carried);
  }

  /** @param {Hand} hand @param {Route} route @param {boolean} [carried] */
  #make(hand, route, carried = false) {
    this.notice = null;
    const seat = /** @type {Seat} */ (this.state.seat);
    const next = turns.made(hand, route);
    if (!carried) this.stage.show(seat, route.steps, null, hitGoesTo(this.state));
    this.#handle(next);
    if (turns.isDone(next)) this.tell("All dice are played. Enter confirms.");
  }

  /** @param {Hand} hand */
  #handle(hand) {
    const moved = hand.gestures !== this.hand?.gestures;
    this.hand = hand;
    if (moved) {
      this.#keep();
      this.#draw(this.state, false);
    }
    this.changed();
  }

  #keep() {
    const { player, game } = this.state;
    if (this.hand) keepSteps(this.means.shelf, player?.id ?? "", game, this.hand.seq, this.hand.gestures);
  }

  #drop() {
    const { player, game } = this.state;
    keepSteps(this.means.shelf, player?.id ?? "", game, 0, []);
  }

  /** @param {Hand} hand @param {number} spot where none of my checkers may move */
  #whyStuck(hand, spot) {
    const left = this.dice.faces.filter((_, at) => !this.dice.used[at]);
    const each = [...new Set(left)].map((die) => /** @type {AskedStep} */ ([spot, spot === BAR ? BAR - die : Math.max(OFF, spot - die), die]));
    this.#whyNot(hand, each);
  }

  /** Asks the server why steps cannot be made, and says it. @param {Hand} hand @param {AskedStep[]} steps */
  async #whyNot(hand, steps) {
    const asked = ++this.#asking;
    const prefix = turns.stepsOf(hand);
    const answers = await Promise.all(steps.map((step) => this.socket.ask({ ask: "why", steps: prefix, step })));
    if (asked !== this.#asking) return;
    const words = answers.filter((answer) => answer && !answer.legal && answer.detail).map((answer) => answer.detail);
    if (words.length) this.say([...new Set(words)].join(" "), "refusal");
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
    this.at = at;
    const to = at ?? moments.length - 1;
    const { turn } = moments[to] ?? { turn: null };
    if (to === from + 1 && turn?.steps) this.#showPlay(turn);
    else if (to === from + 1) this.#showStory();
    this.#draw(this.state, false);
    this.changed();
  }

  /** @param {number} chapter of the falla's story */
  read(chapter) {
    this.stage.skip();
    this.chapter = chapter;
    this.look(null);
  }

  /** The chapter of the falla's story that is open: a die and what stands in its way. */
  get told() {
    const shown = this.at === null && this.state.result?.reason === "falla";
    return (shown && this.chapter > 0 && this.explanation?.left[this.chapter - 1]) || null;
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
    this.changed();
  }

  /** @param {"resign" | "abort" | "claim"} command */
  async end(command) {
    this.dialog = null;
    this.changed();
    const outcome = await this.socket.command(command === "resign" ? { command, worth: 1 } : { command });
    if (!outcome.ok) this.say(outcome.detail, "refusal");
  }

  /** The turn whose dice lie on the board. @returns {Turn | null} */
  get shownTurn() {
    if (this.stage.turn) return this.stage.turn;
    const { turns: all } = this.state;
    return this.at === null ? (all[all.length - 1] ?? null) : (momentsOf(this.state)[this.at]?.turn ?? null);
  }

  /** The dice on the board: whose, and which are used. */
  get dice() {
    const turn = this.shownTurn;
    if (!turn) return { turn, faces: [], used: [] };
    const steps = this.hand && turn.seq === this.hand.seq ? turns.stepsOf(this.hand) : this.#stepsShown(turn);
    return { turn, faces: turn.dice, used: usedDice(turn.dice, steps) };
  }

  /** @param {Turn} turn @returns {readonly Step[]} */
  #stepsShown(turn) {
    if (turn.steps) return turn.steps;
    const { turns: all, result } = this.state;
    const lost = result?.reason === "falla" && turn === all[all.length - 1];
    return lost ? (this.explanation?.partial ?? []) : [];
  }
}
