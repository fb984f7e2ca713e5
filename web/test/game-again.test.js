import assert from "node:assert/strict";
import { test } from "node:test";
import { Again } from "../static/js/game/again.js";

/** @param {object} [state] @param {object} [more] */
function ending(state = {}, more = {}) {
  /** @type {string[]} */
  const done = [];
  const table = /** @type {any} */ ({
    state: { phase: "over", seat: "white", players: { white: null, black: { name: "Ben" } }, rematch: null, ...state },
    at: null,
    talk: { draft: "" },
    means: { newId: () => "an id" },
    changed() {},
    /** @param {string} text */
    tell: (text) => done.push(text),
    /** @param {any} message */
    receive: (message) => done.push(`received ${message.type}`),
    ...more,
  });
  const again = new Again(table, {
    want: async (id) => /** @type {any} */ (done.push(`want ${id}`)),
    withdraw: async (id) => /** @type {any} */ (done.push(`withdraw ${id}`)),
    go: (game) => done.push(`go ${game}`),
  });
  return { again, table, done };
}

const wishes = { white: false, black: true, next: null, series: { games: 1, white: 1, black: 0 } };

test("a player may want another game until there is one; a spectator has no say", () => {
  assert.equal(ending().again.mayWant, true);
  assert.equal(ending({ rematch: { ...wishes, next: "g" } }).again.mayWant, false);
  assert.equal(ending({ seat: "" }).again.mayWant, false);
  assert.equal(ending({ phase: "playing" }).again.mayWant, false);
  assert.equal(ending({ players: { white: null, black: { name: "deleted player", deleted: true } } }).again.mayWant, false);
});

test("the opponent's wish is told once", () => {
  const { again, done } = ending({ rematch: wishes });
  again.hear({ ...wishes, black: false });
  again.hear(wishes);
  assert.deepEqual(done, ["Ben would play again."]);
});

test("the new game is followed once, unless the reader is at something here", () => {
  const made = { ...wishes, next: "g" };
  const follows = ending({ rematch: made, seat: "" });
  follows.again.hear(wishes);
  follows.again.hear(made);
  assert.deepEqual(follows.done, ["go g"]);
  for (const busy of [{ at: 3 }, { talk: { draft: "well" } }]) {
    const { again, done } = ending({ rematch: made }, busy);
    again.hear(wishes);
    assert.deepEqual(done, []);
  }
});

test("a wish and its taking back are sent once at a time, and their answers are taken in", async () => {
  const { again, done } = ending();
  await Promise.all([again.want(), again.want()]);
  await again.withdraw();
  assert.deepEqual(done, ["want an id", "received rematch", "withdraw an id", "received rematch"]);
});
