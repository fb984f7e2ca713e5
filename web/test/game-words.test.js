import assert from "node:assert/strict";
import { test } from "node:test";
import { startPosition } from "../static/js/game/position.js";
import { beginning } from "../static/js/game/state.js";
import { asideWords, dieLeftWords, leadWords, leftWords, momentWords, rollWords } from "../static/js/game/words.js";

/** @import { Turn } from "../static/js/game/state.js" */
/** @import { Ruleset, Step } from "../static/js/types.js" */

const start = startPosition(Array.from({ length: 24 }, (_, at) => ({ 5: 13, 23: 2 })[at] ?? 0));
const done = structuredClone(start);
done.white.off = 15;

/** @param {Partial<Ruleset>} rules */
const playing = (rules) => ({ ...beginning("g"), ruleset: /** @type {Ruleset} */ (rules) });

/** @param {number[]} dice @param {Step[]} steps @returns {Turn} */
const turn = (dice, steps, after = start) => ({ seat: "white", n: 3, dice, seq: 6, at: "", ended: 7, before: start, steps, after, passed: false });

test("R14: the dice that a play left over are lost", () => {
  const backgammon = playing({ dice_played: "as_rolled_doubles_four_times", must_play: "most_dice" });
  assert.equal(leftWords(backgammon, turn([6, 5], [[24, 18, 6, 0], [18, 13, 5, 0]])), "");
  assert.equal(leftWords(backgammon, turn([6, 5], [[24, 18, 6, 0]])), "5 lost");
  assert.equal(leftWords(backgammon, turn([4, 4], [[24, 20, 4, 0], [24, 20, 4, 0]])), "4 and 4 lost");
  assert.equal(leftWords(backgammon, turn([4, 4], [[24, 20, 4, 0]])), "4, 4 and 4 lost");
});

test("R11: the dice that enter nothing are void", () => {
  const faylys = playing({ dice_played: "larger_once_smaller_twice", must_play: "all_dice" });
  assert.equal(leftWords(faylys, turn([2, 5], [[25, 23, 2, 0]])), "5 and 2 void");
});

test("R10: with the last checker borne off nothing is left over", () => {
  assert.equal(leftWords(playing({}), turn([6, 5, 4], [[1, 0, 6, 0]], done)), "");
});

test("a roll is said with what is made of it", () => {
  const faylys = /** @type {Ruleset} */ ({ dice_played: "larger_once_smaller_twice" });
  const backgammon = /** @type {Ruleset} */ ({ dice_played: "as_rolled_doubles_four_times" });
  assert.equal(rollWords(faylys, [2, 5]), "2, 5 and the 2 again");
  assert.equal(rollWords(faylys, [4, 4]), "4, 4 and the 4 again");
  assert.equal(rollWords(backgammon, [5, 2]), "5, 2");
  assert.equal(rollWords(backgammon, [4, 4]), "4, 4, played four times");
  assert.equal(rollWords(null, [4, 4, 4]), "4, 4, 4");
});

test("an outage is told in a few words", () => {
  /** @param {number} seconds */
  const told = (seconds) => {
    const [from, to] = [0, seconds * 1000].map((at) => new Date(at).toISOString());
    return asideWords({ seq: 9, at: to, v: 1, type: "outage", from, to }, "white");
  };
  assert.equal(told(12.4), "The server was away for 12 s: nobody’s time");
  assert.match(told(300), /for 5 min:/);
  assert.match(told(3 * 3600), /for 3 h:/);
});

test("who is ahead is said, also where nobody is", () => {
  assert.equal(leadWords({ pips: { white: 126, black: 126 }, contact: true }), "Level, 126 pips each; the sides still meet.");
  assert.equal(leadWords({ pips: { white: 9, black: 10 }, contact: true }), "White leads by 1 pip; the sides still meet.");
  assert.equal(leadWords({ pips: { white: 30, black: 28 }, contact: false }), "Black leads by 2 pips. A race: the sides have passed each other.");
});

test("the dice of one face that are left are told together", () => {
  assert.equal(dieLeftWords({ die: 4, count: 1 }, "void"), "The 4 is void");
  assert.equal(dieLeftWords({ die: 3, count: 2 }, "lost"), "The two 3s are lost");
  assert.equal(dieLeftWords({ die: 6, count: 1 }, ""), "The 6 cannot be played");
  assert.equal(dieLeftWords({ die: 6, count: 4 }, ""), "The four 6s cannot be played");
});

test("a moment one looks back at is read out", () => {
  const state = { ...playing({ must_play: "most_dice" }), seat: /** @type {const} */ ("black") };
  assert.equal(momentWords(state, null), "The start.");
  assert.equal(momentWords(state, turn([6, 5], [[24, 18, 6, 0], [18, 13, 5, 1]])), "White rolled 6, 5 and played 24 to 18, 18 to 13 hitting.");
  assert.equal(momentWords(state, turn([6, 5], [[24, 18, 6, 0]])), "White rolled 6, 5 and played 24 to 18. 5 lost. Why is told beside the board.");
  assert.equal(momentWords(state, { ...turn([6, 5], []), seat: "black", steps: null, passed: true }), "You rolled 6, 5: the turn passed. Why is told beside the board.");
  assert.equal(momentWords(state, { ...turn([6, 5], []), steps: null, after: null }), "White rolled 6, 5.");
});
