// A ruleset in words: each row of the table of rules, what it is set to, and the clauses that tell more. Pure.

/** @import { Ruleset } from "../types.js" */

/**
 * One row of the table of rulesets.
 * @typedef {{ row: string, name: string, words: string, clauses: string[] }} Switch
 */

/** What a row can be set to: the word that travels, how it is said, and the clauses that say it. @typedef {Record<string, [words: string, ...clauses: string[]]>} Settings */

/** @type {[row: string, name: string, settings: Settings][]} */
const rows = [
  ["dice", "Roll", { 2: ["2 dice"], 3: ["3 dice"] }],
  [
    "dice_played",
    "Dice played",
    {
      as_rolled: ["as rolled", "R7"],
      larger_once_smaller_twice: ["the larger once, the smaller twice: 5-2 is played 5, 2, 2"],
      as_rolled_doubles_four_times: ["as rolled; doubles four times", "R7"],
    },
  ],
  ["opening", "Opening dice", { fresh_roll: ["a fresh roll follows", "R2"], first_roll: ["are the first roll", "R2"] }],
  ["must_play", "Must play", { all_dice: ["all dice", "R8"], most_dice: ["as many dice as can be", "R14"] }],
  ["unplayable", "A die cannot be played", { falla: ["falla: the game is lost", "R9"], die_is_lost: ["that die is lost", "R14"] }],
  ["hit_goes_to", "Hit checker", { 25: ["waits on the bar", "R6"], 24: ["is put at once on its owner’s 24", "R13"] }],
  [
    "cannot_enter",
    "Cannot enter",
    {
      falla: ["falla: the game is lost", "R9"],
      turn_passes: ["the turn passes", "R11"],
      cannot_happen: ["cannot happen", "R13"],
      rest_is_lost: ["what can be entered is entered, the rest is lost", "R14"],
    },
  ],
  [
    "too_high",
    "Bearing off with a higher die",
    {
      highest_below_if_nothing_else: ["if it can do nothing else: from the highest point below it", "B3"],
      highest_if_nothing_else: ["if it can do nothing else: from the highest point of all", "B4"],
      any_below: ["from any point up to it, always", "B5"],
      highest_if_above_all: ["if no checker stands as high: from the highest point", "B6"],
    },
  ],
  ["worth", "A win is worth", { one: ["1", "S1"], up_to_three: ["1, a gammon 2, a backgammon 3", "S1"] }],
  ["doubling_cube", "Doubling cube", { none: ["none", "S5"] }],
];

/** The words of the parameters that travel, row by row, for the test that holds them complete. */
export const settingsKnown = new Map(rows.map(([row, , settings]) => [row, Object.keys(settings)]));

/**
 * The rows of the table for this ruleset. A setting this page does not know is shown as it travels.
 * @param {Ruleset} ruleset @returns {Switch[]}
 */
export function switchesOf(ruleset) {
  /** @type {Switch} */
  const start = { row: "start", name: "Start, each side", words: startInWords(ruleset.start), clauses: ["R1"] };
  return [start, ...rows.map(([row, name, settings]) => told(ruleset, row, name, settings))];
}

/** @param {Ruleset} ruleset @param {string} row @param {string} name @param {Settings} settings @returns {Switch} */
function told(ruleset, row, name, settings) {
  const value = String(ruleset[row] ?? "");
  const [words, ...clauses] = settings[value] ?? [value.replaceAll("_", " ")];
  // A falla comes only where the bar does not let the turn pass.
  if (row === "unplayable" && ruleset.cannot_enter === "turn_passes") clauses.push("R11");
  return { row, name, words, clauses };
}

/** @param {readonly number[]} start how many stand on 1, 2, 3 … */
function startInWords(start) {
  return start.flatMap((count, at) => (count ? [`${count} on ${at + 1}`] : [])).join(", ");
}

/**
 * The rows in which two rulesets differ.
 * @param {Ruleset} one @param {Ruleset} other @returns {Set<string>}
 */
export function differences(one, other) {
  const rest = switchesOf(other);
  return new Set(switchesOf(one).flatMap(({ row, words }, at) => (words === rest[at].words ? [] : [row])));
}

/** Whether a game can be lost by falla under these rules. @param {Ruleset} ruleset */
export function hasFalla(ruleset) {
  return ruleset.unplayable === "falla";
}

/** Where the page of the rules tells of this ruleset. @param {Ruleset} ruleset */
export function rulesAddress(ruleset) {
  return `/rules#${encodeURIComponent(ruleset.id)}`;
}
