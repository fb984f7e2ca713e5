// A game as moments one can step through: the start, then what each turn left on the board.

/** @import { Position } from "../types.js" */
/** @import { State, Turn } from "./state.js" */

/**
 * The board at one moment. `turn` is the turn that led here; null at the start. A turn that was rolled but not
 * played yet, or never could be, has no `after`: its moment shows the position it found.
 * @typedef {{ position: Position, turn: Turn | null }} Moment
 */

/** @param {State} state @returns {Moment[]} */
export function momentsOf(state) {
  if (!state.position) return [];
  const start = state.turns.length ? state.turns[0].before : state.position;
  return [
    { position: start, turn: null },
    ...state.turns.map((turn) => ({ position: turn.after ?? turn.before, turn })),
  ];
}

/**
 * Where the reader is after a step back or forward. null is "now": the reader goes along with the game.
 * @param {number | null} at @param {number} last the newest moment's number @param {number} change
 * @returns {number | null}
 */
export function stepThrough(at, last, change) {
  const next = Math.max(0, Math.min(last, (at ?? last) + change));
  return next === last && change > 0 ? null : next;
}
