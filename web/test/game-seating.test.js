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
  /** @type {string[]} */
  const said = [];
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
    /** @param {string} text */
    tell: (text) => said.push(text),
  });
  const seating = new Seating(table);
  keepInvitation(shelf, "g", "token");
  return { seating, table, said, kept: () => keptInvitation(shelf, "g") };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
/** @param {ConstructorParameters<typeof Problem>[0]} told */
const refusing = (told) => ({
  lookAt: async () => {
    throw new Problem(told);
  },
});

test("an invitation that fits is offered", async () => {
  const { seating, said } = arriving();
  seating.look();
  await settled();
  assert.deepEqual([seating.standing, seating.from, seating.seat], ["offered", "Ann", "black"]);
  assert.deepEqual(said, ["Ann invites you to this game."]);
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

const taken = { creator: "a", creatorSeat: "white", seated: { white: "", black: "c" } };

test("whoever comes too late, or is offered a seat that another takes, is told so once and may watch", async () => {
  const over = { ...taken, phase: "over", result: { reason: "resigned", winner: "white", worth: 1, at: "" } };
  for (const [state, title] of /** @type {const} */ ([
    [taken, "The seat is taken."],
    [{ ...taken, phase: "playing" }, "The seat is taken."],
    [{ ...over, turns: [{}] }, "This game is over."],
    [{ ...over, turns: [] }, "This game was called off."],
  ])) {
    const before = arriving();
    before.seating.look();
    await settled();
    for (const { seating, table, said, kept } of [arriving(state), before]) {
      table.state = { ...table.state, ...state };
      seating.look();
      seating.look();
      await settled();
      assert.deepEqual([seating.standing, kept(), said.filter((words) => words === title)], ["late", null, [title]]);
      seating.watch();
      seating.look();
      assert.equal(seating.standing, "none");
    }
  }
});

test("whoever puts the invitation aside may still sit, until the game begins", async () => {
  const { seating, table, kept } = arriving();
  seating.look();
  await settled();
  seating.watch();
  assert.deepEqual([seating.standing, kept()], ["watching", "token"]);
  table.state = { ...table.state, ...taken, phase: "playing" };
  seating.look();
  assert.deepEqual([seating.standing, kept()], ["watching", null], "they watch, and are told nothing");
});

test("whoever is just sitting down is not told that the seat is taken before the answer", async () => {
  /** @type {(outcome: object) => void} */
  let answer = () => {};
  const player = { id: "b", name: "Ben", guest: true };
  const { seating, table } = arriving({ player });
  table.socket.command = () => new Promise((resolve) => (answer = resolve));
  seating.look();
  await settled();
  const done = seating.accept();
  await settled();
  table.state = { ...table.state, ...taken };
  seating.look();
  assert.equal(seating.standing, "sitting");
  answer({ ok: false, code: "seat_taken", detail: "the seat is taken" });
  await done;
  assert.equal(seating.standing, "late");
});
