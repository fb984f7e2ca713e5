import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyHall, othersSeeks, ownSeeks, reduceHall, waitsFor } from "../static/js/home/hall.js";
import { boardText } from "../static/js/home/views/board.js";

const ann = { id: "ann", name: "Ann", guest: true };
const ben = { id: "ben", name: "Ben", guest: true };

/** @param {string} id @param {typeof ann} owner @param {string} at @returns {any} */
const seek = (id, owner, at) => ({ id, owner, ruleset: "fallas", seat: "", odds: false, created_at: at, state: "open" });
/** @param {string} id @param {number} spectators @param {string} [at] @returns {any} */
const live = (id, spectators, at = "1") => ({ id, ruleset: "fallas", players: { white: ann, black: ben }, turn: "white", created_at: at, spectators });
/** @param {object} [more] @returns {any} */
const snapshot = (more = {}) => ({ type: "snapshot", player: ann, seeks: [], live: [], featured: null, recent: [], paired: [], ...more });

/** @param {any[]} messages @returns {import("../static/js/home/hall.js").Hall} */
const after = (...messages) => messages.reduce(reduceHall, emptyHall());

test("a snapshot is the whole: who waited longest first, the most watched first", () => {
  const hall = after(snapshot({ seeks: [seek("b", ben, "2"), seek("a", ann, "1")], live: [live("x", 1), live("y", 3), live("z", 1, "2")] }));
  assert.deepEqual(hall.seeks.map(({ id }) => id), ["a", "b"]);
  assert.deepEqual(ownSeeks(hall).map(({ id }) => id), ["a"]);
  assert.deepEqual(othersSeeks(hall).map(({ id }) => id), ["b"]);
  assert.deepEqual(hall.live.map(({ id }) => id), ["y", "z", "x"]);
  assert.equal(after(snapshot({ seeks: [seek("a", ann, "1")] }), snapshot()).seeks.length, 0);
});

test("changes set and take away; what they do not speak of stays", () => {
  const before = snapshot({ seeks: [seek("a", ben, "1"), seek("b", ben, "2")], live: [live("x", 1)] });
  const hall = after(before, { type: "changes", seeks: { set: [seek("c", ben, "3")], gone: [{ id: "a", state: "withdrawn" }] } }, { type: "changes", live: { set: [live("x", 5)], gone: [] } });
  assert.deepEqual(hall.seeks.map(({ id }) => id), ["b", "c"]);
  assert.equal(hall.live[0].spectators, 5);
  assert.equal(hall.featured, null);
  const board = { type: "changes", featured: { game: "x", seq: 3, position: null, turn: "white", roll: [1, 2, 3] } };
  assert.equal(after(before, board).featured?.game, "x");
  assert.equal(after(before, board, { type: "changes", featured: null }).featured, null);
});

test("one's own seek that is taken is news; another's, or a withdrawn one, is not", () => {
  const mine = snapshot({ seeks: [seek("a", ann, "1"), seek("b", ben, "2")] });
  const gone = (/** @type {string} */ id, /** @type {object} */ how) => ({ type: "changes", seeks: { set: [], gone: [{ id, ...how }] } });
  assert.equal(after(mine, gone("a", { state: "taken", game: "g" })).news, "g");
  assert.equal(after(mine, gone("b", { state: "taken", game: "g" })).news, null);
  assert.equal(after(mine, gone("a", { state: "withdrawn" })).news, null);
});

test("a seek taken while the line was down is news when the line is back; one from another day is a game that waits", () => {
  const paired = [{ seek: "a", game: "g" }];
  assert.equal(after(snapshot({ seeks: [seek("a", ann, "1")] }), snapshot({ paired })).news, "g");
  const later = after(snapshot({ paired }));
  assert.equal(later.news, null);
  assert.deepEqual(later.waiting, ["g"]);
});

test("who waits for a game need not wait for it twice, but may for another", () => {
  const hall = after(snapshot({ seeks: [seek("a", ann, "1"), { ...seek("b", ben, "2"), ruleset: "faille" }] }));
  assert.equal(waitsFor(hall, { ruleset: "fallas", seat: "random" }), true);
  assert.equal(waitsFor(hall, { ruleset: "fallas", seat: "white" }), false);
  assert.equal(waitsFor(hall, { ruleset: "fallas", seat: "random", odds: true }), false);
  assert.equal(waitsFor(hall, { ruleset: "faille", seat: "random" }), false, "that is Ben's");
});

test("a position is written as a figure carries it", () => {
  /** @param {Record<number, number>} counts by point */
  const points = (counts) => Array.from({ length: 24 }, (_, at) => counts[at + 1] ?? 0);
  const white = { points: points({ 6: 13, 24: 1 }), bar: 1, off: 0 };
  const black = { points: points({ 6: 13 }), bar: 0, off: 2 };
  assert.equal(boardText({ white, black }), "white 6:13 24:1 bar:1; black 6:13");
});
