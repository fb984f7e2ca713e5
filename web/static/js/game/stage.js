// What is drawn at this moment. The stage holds the checkers as shown and lets plays be seen stop by stop;
// whoever acts meanwhile skips to the end. It knows times, not the page.

/** @import { Position, Seat, Step } from "../types.js" */
/** @import { Checker } from "./placement.js" */
/** @import { Turn } from "./state.js" */

import { afterPlay, samePosition } from "./position.js";
import { makeStep, rearrange } from "./placement.js";

/** One step to be shown. `turn` is the turn it belongs to, null for a step of one's own not yet confirmed.
 * @typedef {{ seat: Seat, step: Readonly<Step>, turn: Turn | null, hitGoesTo: number }} Scene */

/** How long a checker takes from stop to stop, in milliseconds; the style sheet's --glide says the same. */
export const glide = 240;
const breath = 90;

export class Stage {
  /** @type {Checker[]} */ checkers = [];
  /** @type {Position | null} where it will all end */ goal = null;
  /** @type {Scene[]} */ #scenes = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  /** @type {Scene | null} */ #now = null;

  /**
   * @param {() => void} changed called whenever what is shown has changed
   * @param {() => boolean} still whether nothing should move (reduced motion, a hidden page)
   */
  constructor(changed, still) {
    this.changed = changed;
    this.still = still;
  }

  /** Whether something is being shown that happened before. */
  get busy() {
    return this.#now !== null;
  }

  /** The turn whose play is being shown; null when none is. */
  get turn() {
    return this.#now?.turn ?? null;
  }

  /** Shows a position at once. @param {Position} position */
  settle(position) {
    if (this.goal && !this.busy && samePosition(this.goal, position)) return;
    this.#stop();
    this.checkers = rearrange(this.checkers, position);
    this.goal = position;
    this.changed();
  }

  /**
   * Lets steps be seen one after the other, after whatever is being shown.
   * @param {Seat} seat @param {readonly Step[]} steps @param {Turn | null} turn @param {number} hitGoesTo
   */
  show(seat, steps, turn, hitGoesTo) {
    if (!this.goal) return;
    this.goal = afterPlay(this.goal, seat, steps, hitGoesTo);
    if (this.still()) {
      const goal = this.goal;
      this.#stop();
      this.checkers = rearrange(this.checkers, goal);
      this.changed();
      return;
    }
    this.#scenes.push(...steps.map((step) => ({ seat, step, turn, hitGoesTo })));
    if (!this.busy) this.#next();
  }

  /** Shows the end at once. */
  skip() {
    if (!this.busy || !this.goal) return;
    this.#stop();
    this.checkers = rearrange(this.checkers, this.goal);
    this.changed();
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#scenes = [];
    this.#now = null;
  }

  #next() {
    const scene = this.#scenes.shift() ?? null;
    this.#now = scene;
    if (scene) {
      this.checkers = makeStep(this.checkers, scene.seat, scene.step, scene.hitGoesTo);
      this.#timer = setTimeout(() => this.#next(), glide + breath);
    }
    this.changed();
  }
}
