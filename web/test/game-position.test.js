import assert from "node:assert/strict";
import { test } from "node:test";
import { fileMiddle, layouts, lie, neighbour, seenAs } from "../static/js/game/layout.js";
import { makeStep, place, rearrange, stackHeight } from "../static/js/game/placement.js";
import { afterPlay, afterStep, pips, samePosition, startPosition } from "../static/js/game/position.js";
import { facesPlayed } from "../static/js/game/roll.js";
import { spotLabel } from "../static/js/game/words.js";

const start = startPosition(Array.from({ length: 24 }, (_, at) => ({ 5: 13, 23: 2 })[at] ?? 0));

test("R1: both sides start with 126 pips", () => {
  assert.equal(pips(start.white), 126);
  assert.equal(pips(start.black), 126);
});

test("a step moves one checker and leaves the position it came from alone", () => {
  const before = structuredClone(start);
  const after = afterStep(start, "white", [24, 18, 6, 0]);
  assert.deepEqual(start, before);
  assert.equal(after.white.points[23], 1);
  assert.equal(after.white.points[17], 1);
  assert.equal(pips(after.white), 120);
});

test("R4: a hit checker goes to the bar, or to its owner's 24 where the ruleset says so", () => {
  const blot = afterStep(start, "black", [24, 20, 4, 0]);
  const hit = afterStep(blot, "white", [6, 5, 1, 1]);
  assert.equal(hit.black.bar, 1);
  assert.equal(hit.black.points[19], 0);
  const placed = afterStep(blot, "white", [6, 5, 1, 1], 24);
  assert.equal(placed.black.bar, 0);
  assert.equal(placed.black.points[23], 2);
});

test("entering and bearing off", () => {
  const position = structuredClone(start);
  position.white.bar = 1;
  position.white.points[5] = 12;
  const after = afterPlay(position, "white", [[25, 21, 4, 0], [6, 0, 6, 0]]);
  assert.equal(after.white.bar, 0);
  assert.equal(after.white.off, 1);
  assert.equal(after.white.points[20], 1);
});

test("thirty checkers keep their names through a play and its taking back", () => {
  const checkers = place(start);
  assert.equal(checkers.length, 30);
  const moved = makeStep(checkers, "white", [24, 18, 6, 0]);
  assert.equal(stackHeight(moved, "white", 18), 1);
  const changed = moved.filter((checker, at) => checker.spot !== checkers[at].spot);
  assert.equal(changed.length, 1);
  const back = rearrange(moved, start);
  assert.deepEqual(new Set(back.map((checker) => checker.id)), new Set(checkers.map((checker) => checker.id)));
  assert.equal(stackHeight(back, "white", 24), 2);
});

test("rearranging moves no more checkers than it must", () => {
  const checkers = place(start);
  const after = afterPlay(start, "black", [[24, 23, 1, 0], [6, 3, 3, 0]]);
  const now = rearrange(checkers, after);
  assert.equal(now.filter((checker, at) => checker.spot !== checkers[at].spot).length, 2);
  for (const spot of [24, 23, 6, 3]) assert.equal(stackHeight(now, "black", spot), after.black.points[spot - 1]);
});

test("every stack is a gapless row of levels after a hit", () => {
  const blot = afterStep(start, "black", [24, 20, 4, 0]);
  const checkers = makeStep(place(blot), "white", [6, 5, 1, 1]);
  for (const { seat, spot } of checkers) {
    const levels = checkers.filter((other) => other.seat === seat && other.spot === spot).map((other) => other.level);
    assert.deepEqual(levels.sort((a, b) => a - b), levels.map((_, at) => at));
  }
  assert.ok(samePosition(blot, blot));
});

test("my 1 lies at the lower right, my 24 above it, and the opponent's points run the other way", () => {
  const layout = layouts.wide;
  assert.equal(seenAs("white", "black", 6), 19);
  assert.equal(fileMiddle(layout, 1), fileMiddle(layout, 24));
  assert.ok(fileMiddle(layout, 1) > fileMiddle(layout, 6));
  assert.ok(fileMiddle(layout, 6) > fileMiddle(layout, 7));
  assert.ok(lie(layout, "white", "white", 1, 0, 1).y > layout.height / 2);
  assert.ok(lie(layout, "white", "black", 1, 0, 1).y < layout.height / 2);
  assert.ok(lie(layout, "black", "black", 1, 0, 1).y > layout.height / 2);
});

test("no stack, however high, leaves its half of the board", () => {
  for (const layout of Object.values(layouts)) {
    for (const spot of [0, 1, 6, 12, 13, 24, 25]) {
      for (let level = 0; level < 15; level++) {
        const { x, y } = lie(layout, "white", "white", spot, level, 15);
        const half = layout.height / 2;
        const below = spot <= 12 || spot === 25;
        assert.ok(below ? y > half : y < half, `${layout.name} ${spot} ${level}`);
        assert.ok(x > 0 && x < 100 && y > 0 && y < layout.height);
      }
    }
  }
});

test("arrows lead over the whole board and stay on it", () => {
  assert.equal(neighbour(24, "ArrowLeft"), 23);
  assert.equal(neighbour(19, "ArrowLeft"), 25);
  assert.equal(neighbour(6, "ArrowDown"), 6);
  assert.equal(neighbour(6, "ArrowUp"), 19);
  assert.equal(neighbour(13, "ArrowLeft"), 13);
  assert.equal(neighbour(1, "ArrowRight"), 0);
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
    for (let spot = 0; spot <= 25; spot++) assert.ok(neighbour(spot, key) >= 0 && neighbour(spot, key) <= 25);
  }
});

test("a spot says what it holds and what may be done", () => {
  const shown = /** @type {const} */ ({ viewer: "white", me: "white", position: start });
  assert.equal(spotLabel({ ...shown, spot: 6, leave: true }), "point 6, your checkers: 13, may move");
  assert.equal(spotLabel({ ...shown, spot: 19 }), "point 19, black’s checkers: 13");
  assert.equal(spotLabel({ ...shown, spot: 5, reach: true }), "point 5, empty, may go here");
  assert.equal(spotLabel({ ...shown, spot: 25 }), "bar, none");
  assert.equal(spotLabel({ ...shown, spot: 1, me: "" }), "point 1, black’s checkers: 2");
});

test("a roll is played as its ruleset says", () => {
  assert.deepEqual(facesPlayed("as_rolled", [3, 1, 3]), [3, 1, 3]);
  assert.deepEqual(facesPlayed("larger_once_smaller_twice", [5, 2]), [5, 2, 2]);
  assert.deepEqual(facesPlayed("larger_once_smaller_twice", [4, 4]), [4, 4, 4]);
  assert.deepEqual(facesPlayed("as_rolled_doubles_four_times", [4, 4]), [4, 4, 4, 4]);
  assert.deepEqual(facesPlayed("as_rolled_doubles_four_times", [4, 1]), [4, 1]);
  assert.deepEqual(facesPlayed(undefined, [4, 1]), [4, 1]);
});
