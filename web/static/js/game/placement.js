// Thirty checkers, each with a name of its own, so that a drawn checker can glide from spot to spot. A position
// says only how many lie where; a placement says which.

/** @import { Position, Seat, Step } from "../types.js" */

import { BAR, countOn, opponentOf, seats } from "./position.js";

/**
 * `spot` is in the owner's numbering; `level` counts from 0 at the foot of the stack.
 * @typedef {{ id: string, seat: Seat, spot: number, level: number }} Checker
 */

const spots = Array.from({ length: 26 }, (_, spot) => spot);

/** @param {Position} position @returns {Checker[]} */
export function place(position) {
  return seats.flatMap((seat) =>
    spots
      .flatMap((spot) => Array.from({ length: countOn(position[seat], spot) }, (_, level) => ({ seat, spot, level })))
      .map((checker, at) => ({ id: `${seat}-${at}`, ...checker })),
  );
}

/** @param {readonly Checker[]} checkers @param {Seat} seat @param {number} spot */
export function stackHeight(checkers, seat, spot) {
  return checkers.filter((checker) => checker.seat === seat && checker.spot === spot).length;
}

/**
 * Moves the uppermost checker of one stack onto another.
 * @param {readonly Checker[]} checkers @param {Seat} seat @param {number} from @param {number} to
 * @returns {Checker[]}
 */
export function carry(checkers, seat, from, to) {
  const level = stackHeight(checkers, seat, to);
  const top = stackHeight(checkers, seat, from) - 1;
  return checkers.map((checker) =>
    checker.seat === seat && checker.spot === from && checker.level === top ? { ...checker, spot: to, level } : checker,
  );
}

/**
 * Makes one step, and sends away what it hits.
 * @param {readonly Checker[]} checkers @param {Seat} seat @param {Readonly<Step>} step @param {number} [hitGoesTo]
 */
export function makeStep(checkers, seat, [from, to, , hit], hitGoesTo = BAR) {
  const away = hit ? carry(checkers, opponentOf(seat), 25 - to, hitGoesTo) : checkers;
  return carry(away, seat, from, to);
}

/**
 * Moves as few checkers as possible so that they lie as the position says.
 * @param {readonly Checker[]} checkers @param {Position} position @returns {Checker[]}
 */
export function rearrange(checkers, position) {
  if (checkers.length === 0) return place(position);
  /** @type {Checker[]} */
  let now = [...checkers];
  for (const seat of seats) {
    const surplus = spots.flatMap((spot) => times(stackHeight(now, seat, spot) - countOn(position[seat], spot), spot));
    const wanting = spots.flatMap((spot) => times(countOn(position[seat], spot) - stackHeight(now, seat, spot), spot));
    surplus.forEach((from, at) => {
      now = carry(now, seat, from, wanting[at]);
    });
  }
  return now;
}

/** @param {number} count @param {number} spot @returns {number[]} */
function times(count, spot) {
  return Array.from({ length: Math.max(0, count) }, () => spot);
}
