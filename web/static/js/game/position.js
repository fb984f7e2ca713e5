// Positions as plain values: what is where after a step. Arithmetic for drawing; nothing here knows what
// is legal. Numbers are always the owner's own: 25 = bar, 0 = off; my point n is the opponent's 25 − n.

/** @import { Position, Seat, Side, Step } from "../types.js" */

export const BAR = 25;
export const OFF = 0;

/** @type {readonly Seat[]} */
export const seats = ["white", "black"];

/** @param {Seat} seat @returns {Seat} */
export function opponentOf(seat) {
  return seat === "white" ? "black" : "white";
}

/**
 * The position both sides start from.
 * @param {readonly number[]} points how many checkers a side has on each of its own points; index 0 is point 1
 * @returns {Position}
 */
export function startPosition(points) {
  return { white: { points: [...points], bar: 0, off: 0 }, black: { points: [...points], bar: 0, off: 0 } };
}

/** @param {Side} side @returns {Side} */
function copySide(side) {
  return { points: [...side.points], bar: side.bar, off: side.off };
}

/**
 * How many checkers a side has on a spot.
 * @param {Side} side @param {number} spot
 */
export function countOn(side, spot) {
  if (spot === BAR) return side.bar;
  if (spot === OFF) return side.off;
  return side.points[spot - 1];
}

/** @param {Side} side @param {number} spot @param {number} change */
function add(side, spot, change) {
  if (spot === BAR) side.bar += change;
  else if (spot === OFF) side.off += change;
  else side.points[spot - 1] += change;
}

/**
 * The position after one step.
 * @param {Position} position @param {Seat} seat the mover
 * @param {Readonly<Step>} step
 * @param {number} [hitGoesTo] where a hit checker is put, in its owner's numbering
 * @returns {Position}
 */
export function afterStep(position, seat, [from, to, , hit], hitGoesTo = BAR) {
  const next = { white: copySide(position.white), black: copySide(position.black) };
  add(next[seat], from, -1);
  add(next[seat], to, 1);
  if (hit) {
    const other = next[opponentOf(seat)];
    add(other, 25 - to, -1);
    add(other, hitGoesTo, 1);
  }
  return next;
}

/**
 * The position after several steps of one side.
 * @param {Position} position @param {Seat} seat @param {readonly Step[]} steps @param {number} [hitGoesTo]
 */
export function afterPlay(position, seat, steps, hitGoesTo = BAR) {
  return steps.reduce((now, step) => afterStep(now, seat, step, hitGoesTo), position);
}

/**
 * The pip count: over all checkers, the points still to go; 25 for one on the bar.
 * @param {Side} side
 */
export function pips(side) {
  return side.points.reduce((sum, count, at) => sum + count * (at + 1), BAR * side.bar);
}

/** @param {Position} a @param {Position} b */
export function samePosition(a, b) {
  return seats.every(
    (seat) =>
      a[seat].bar === b[seat].bar &&
      a[seat].off === b[seat].off &&
      a[seat].points.every((count, at) => count === b[seat].points[at]),
  );
}
