import assert from "node:assert/strict";
import { test } from "node:test";
import { isComplete, onlyPlay, sources, targets, usedDice, walk } from "../static/js/game/legal.js";
import { writePlay } from "../static/js/game/notation.js";
import { chooseDie, hold, isDone, layOut, letGo, made, mayLeave, mayReach, onlyWay, stepsOf, takeBack, takeUp, waysThere } from "../static/js/game/turn.js";

/** @import { LegalNodes } from "../static/js/types.js" */

// A checker on 24 with a 4 and a 2; on the 20 stands a blot, on the 22 none. 24/18 can be made two ways. Another
// checker on 6 can take either die.
/** @type {LegalNodes} */
const twoWays = [
  [[24, 20, 4, 1, 1], [24, 22, 2, 0, 2], [6, 2, 4, 0, 3], [6, 4, 2, 0, 4]],
  [[20, 18, 2, 0, 5], [24, 22, 2, 0, 6], [6, 4, 2, 0, 7]],
  [[22, 18, 4, 0, 8], [24, 20, 4, 1, 6], [6, 2, 4, 0, 9]],
  [[24, 22, 2, 0, 9], [2, 0, 2, 0, 10]],
  [[24, 20, 4, 1, 7], [4, 0, 4, 0, 10]],
  [], [], [], [], [], [],
];

test("a walk fills in die and hit, and takes steps in any legal order", () => {
  assert.deepEqual(walk(twoWays, [[24, 20], [20, 18]]), { steps: [[24, 20, 4, 1], [20, 18, 2, 0]], node: 5 });
  assert.deepEqual(walk(twoWays, [[6, 4, 2], [24, 20, 4]])?.node, 7);
  assert.deepEqual(walk(twoWays, [[24, 20, 4], [6, 4, 2]])?.node, 7);
});

test("a walk tries another die when the first leads nowhere", () => {
  /** @type {LegalNodes} */
  const nodes = [[[3, 0, 6, 0, 1], [3, 0, 3, 0, 2]], [[2, 0, 3, 0, 3]], [[4, 0, 6, 0, 3]], []];
  assert.deepEqual(walk(nodes, [[3, 0], [4, 0]])?.steps, [[3, 0, 3, 0], [4, 0, 6, 0]]);
});

test("a walk along illegal steps is none", () => {
  assert.equal(walk(twoWays, [[24, 18]]), null);
  assert.equal(walk(twoWays, [[24, 20], [20, 16]]), null);
  assert.deepEqual(walk(twoWays, []), { steps: [], node: 0 });
});

test("sources are where a checker may leave, all or with one die", () => {
  assert.deepEqual([...sources(twoWays, 0)].sort(), [24, 6].sort());
  assert.deepEqual([...sources(twoWays, 1, 4)], []);
  assert.equal(isComplete(twoWays, 5), true);
  assert.equal(isComplete(twoWays, 0), false);
});

test("a checker's final points are found through several dice, and routes that differ are both kept", () => {
  const reach = targets(twoWays, 0, 24);
  assert.deepEqual([...reach.keys()].sort((a, b) => a - b), [18, 20, 22]);
  const ways = reach.get(18) ?? [];
  assert.deepEqual(ways.map((way) => writePlay(way.steps)), ["24/20* 20/18", "24/22 22/18"]);
  assert.deepEqual(ways.map((way) => way.node), [5, 8]);
});

test("routes that hit the same are one route, the one with the fewest dice", () => {
  /** @type {LegalNodes} */
  const nodes = [
    [[8, 6, 2, 0, 1], [8, 7, 1, 0, 2]],
    [[8, 7, 1, 0, 3]],
    [[7, 6, 1, 0, 4], [8, 6, 2, 0, 3]],
    [], [[8, 6, 2, 0, 5]], [],
  ];
  assert.deepEqual(targets(nodes, 0, 8).get(6), [{ steps: [[8, 6, 2, 0]], node: 1 }]);
});

test("bearing off spends the exact die before one that is too high", () => {
  /** @type {LegalNodes} */
  const nodes = [[[3, 0, 6, 0, 1], [3, 0, 3, 0, 2]], [], []];
  assert.deepEqual(targets(nodes, 0, 3).get(0), [{ steps: [[3, 0, 3, 0]], node: 2 }]);
  assert.deepEqual(targets(nodes, 0, 3, 6).get(0), [{ steps: [[3, 0, 6, 0]], node: 1 }]);
});

test("the only play is found whatever the order of its steps", () => {
  /** @type {LegalNodes} */
  const one = [[[24, 18, 6, 0, 1], [6, 5, 1, 0, 2]], [[6, 5, 1, 0, 3]], [[24, 18, 6, 0, 3]], []];
  assert.deepEqual(onlyPlay(one), [[24, 18, 6, 0], [6, 5, 1, 0]]);
  assert.equal(onlyPlay(twoWays), null);
  assert.deepEqual(onlyPlay(twoWays, 5), []);
});

test("used dice are counted one by one", () => {
  assert.deepEqual(usedDice([3, 3, 5], [[6, 3, 3, 0]]), [true, false, false]);
  assert.deepEqual(usedDice([3, 3, 5], [[6, 3, 3, 0], [8, 3, 5, 0], [6, 3, 3, 0]]), [true, true, true]);
});

test("a turn in hand: hold, go, take back gesture by gesture", () => {
  let hand = takeUp(7, twoWays);
  assert.deepEqual([...mayLeave(hand)].sort(), [24, 6].sort());
  hand = hold(hand, 24);
  const [way] = mayReach(hand).get(18) ?? [];
  hand = made(hand, way);
  assert.equal(isDone(hand), true);
  assert.equal(hand.held, null);
  assert.deepEqual(stepsOf(hand), [[24, 20, 4, 1], [20, 18, 2, 0]]);
  hand = takeBack(hand);
  assert.deepEqual(stepsOf(hand), []);
  assert.equal(hand.node, 0);
});

test("what was kept is made again only as far as it is legal", () => {
  assert.deepEqual(stepsOf(takeUp(7, twoWays, [[[6, 2, 4, 0]], [[24, 22, 2, 0]]])), [[6, 2, 4, 0], [24, 22, 2, 0]]);
  assert.deepEqual(stepsOf(takeUp(7, twoWays, [[[6, 2, 4, 0]], [[13, 11, 2, 0]]])), [[6, 2, 4, 0]]);
});

test("a die can be chosen, and lets a checker go that cannot take it", () => {
  let hand = hold(takeUp(7, twoWays), 24);
  hand = chooseDie(hand, 2);
  assert.equal(hand.held, 24);
  assert.deepEqual([...mayReach(hand).keys()], [22, 18]);
  assert.equal(chooseDie(hand, 2).die, null);
  assert.equal(letGo(letGo(hand)).die, null);
});

test("the only way is laid out, and can be taken back", () => {
  /** @type {LegalNodes} */
  const one = [[[24, 18, 6, 0, 1]], [[18, 13, 5, 0, 2]], []];
  const hand = takeUp(7, one);
  const laid = layOut(hand, onlyWay(hand) ?? []);
  assert.equal(laid.laidOut, true);
  assert.equal(isDone(laid), true);
  assert.deepEqual(stepsOf(takeBack(laid)), []);
});

test("the ways that are asked about go there with the dice left, in every order", () => {
  assert.deepEqual(waysThere(24, 18, [6, 4, 2]), [[[24, 18, 6]], [[24, 20, 4], [20, 18, 2]], [[24, 22, 2], [22, 18, 4]]]);
  assert.deepEqual(waysThere(24, 23, [6, 4]), []);
  assert.deepEqual(waysThere(25, 19, [3, 3]), [[[25, 22, 3], [22, 19, 3]]]);
});
