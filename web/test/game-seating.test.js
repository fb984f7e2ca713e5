import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../static/js/api.js";
import { keepInvitation, keptInvitation } from "../static/js/game/keep.js";
import { Seating } from "../static/js/game/seating.js";
import { beginning } from "../static/js/game/state.js";

/** @import { Shelf } from "../static/js/game/keep.js" */

/** Somebody who came with an invitation. @param {object} [state] @param {object} [means] @param {object} [outcome] */
function arriving(state = {}, means = {}, outcome = { ok: true }) {
  const kept = new Map();
  const shelf = /** @type {Shelf} */ ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  const table = /** @type {any} */ ({
    state: { ...beginning("g"), ...state },
    means: {
      shelf, newId: () => "an id", newSeed: () => "a seed", session: async () => {},
      lookAt: async () => ({ seat: "black", free: true, from: { name: "Ann" } }),
      ...means,
    },
    socket: { restart() {}, command: async () => outcome },
    changed() {},
  });
  const seating = new Seating(table);
  keepInvitation(shelf, "g", "token");
  return { seating, table, kept: () => keptInvitation(shelf, "g") };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
/** @param {ConstructorParameters<typeof Problem>[0]} told */
const refusing = (told) => ({
  lookAt: async () => {
    throw new Problem(told);
  },
});

test("an invitation that fits is offered", async () => {
  const { seating } = arriving();
  seating.look();
  await settled();
  assert.deepEqual([seating.standing, seating.from, seating.seat], ["offered", "Ann", "black"]);
});

test("an invitation that could not be looked at now is kept, to be tried again", async () => {
  for (const told of [{ code: "rate", status: 429, again: true }, { code: "offline", again: true }, { code: "internal", status: 500 }]) {
    const { seating, table, kept } = arriving({}, refusing(told));
    seating.look();
    await settled();
    assert.deepEqual([seating.standing, kept()], ["failed", "token"], told.code);
    table.means.lookAt = async () => ({ seat: "black", free: true, from: { name: "Ann" } });
    seating.again();
    await settled();
    assert.equal(seating.standing, "offered");
  }
});

test("an invitation to no such seat is forgotten", async () => {
  const { seating, kept } = arriving({}, refusing({ code: "no_invitation", status: 404 }));
  seating.look();
  await settled();
  assert.deepEqual([seating.standing, kept()], ["unknown", null]);
  assert.match(seating.problem, /not known here/);
});

test("where no session can be made just now the invitation stays good", async () => {
  const { seating, kept } = arriving({}, {
    session: async () => {
      throw new Problem({ code: "rate", status: 429, again: true });
    },
  });
  await seating.accept();
  assert.deepEqual([seating.standing, kept()], ["failed", "token"]);
});

test("why one cannot sit is told in a sentence", async () => {
  const player = { id: "b", name: "Ben", guest: true };
  const { seating } = arriving({ player }, {}, { ok: false, code: "seat_kept", detail: "the seat is kept for the maker" });
  await seating.accept();
  assert.deepEqual([seating.standing, seating.problem], ["failed", "The seat is kept for the maker."]);
});

test("whoever has a seat, or one kept for them, is offered none", async () => {
  const player = { id: "a", name: "Ann", guest: true };
  for (const state of [{ seat: "white", player }, { player, creator: "a", creatorSeat: "white" }]) {
    const { seating, kept } = arriving(state);
    seating.again();
    await settled();
    assert.deepEqual([seating.standing, kept()], ["none", "token"]);
  }
});
