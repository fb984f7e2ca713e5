// What a roll is played as: the row "dice played" of a ruleset; and what of it a play left over.

/** @import { Ruleset } from "../types.js" */
/** @import { Turn } from "./state.js" */

import { usedDice } from "./legal.js";
import { OFF, countOn } from "./position.js";

/**
 * The faces to be played, those thrown first, then those that are only counted.
 * @param {Ruleset["dice_played"]} dicePlayed the ruleset's word for it @param {readonly number[]} thrown
 * @returns {number[]}
 */
export function facesPlayed(dicePlayed, thrown) {
  if (thrown.length !== 2) return [...thrown];
  const [a, b] = thrown;
  switch (dicePlayed) {
    case "larger_once_smaller_twice":
      return [a, b, Math.min(a, b)];
    case "as_rolled_doubles_four_times":
      return a === b ? [a, a, a, a] : [a, b];
    default:
      return [a, b];
  }
}

/**
 * The dice that a play left over because they could not be played (R11, R14); none when it bore off the last
 * checker (R10).
 * @param {Ruleset | null} ruleset @param {Pick<Turn, "seat" | "dice" | "steps" | "after">} turn
 * @returns {number[]}
 */
export function diceLeft(ruleset, { seat, dice, steps, after }) {
  if (!steps || !after || countOn(after[seat], OFF) === 15) return [];
  const faces = facesPlayed(ruleset?.dice_played, dice);
  const used = usedDice(faces, steps);
  return faces.filter((_, at) => !used[at]);
}
