import assert from "node:assert/strict";
import { test } from "node:test";
import { momentsOf, stepThrough } from "../static/js/game/history.js";
import { keepInvitation, keepSeed, keepSteps, keptInvitation, keptSeed, keptSteps } from "../static/js/game/keep.js";
import { beginning, legalNow, mayAbort, myTurn, mySeat, reduce, runningTurn } from "../static/js/game/state.js";

/** @import { GameEvent, Ruleset, ServerMessage, Summary } from "../static/js/types.js" */

const at = "2026-01-01T00:00:00.000000Z";
const ruleset = /** @type {Ruleset} */ ({
  id: "fallas",
  name: "Fallas",
  source: "",
  dice: 3,
  start: Array.from({ length: 24 }, (_, index) => ({ 5: 13, 23: 2 })[index] ?? 0),
  hit_goes_to: 25,
});
const alice = { id: "a", name: "Alice", guest: true };
const bela = { id: "b", name: "Bela", guest: true };
const summary = /** @type {Summary} */ ({
  id: "g", ruleset: "fallas", visibility: "unlisted", phase: "waiting", turn: "", seq: 3, created_at: at, last_at: at,
  creator: alice, players: { white: alice, black: bela }, result: null,
});

/** @type {any[]} */
const log = [
  { type: "created", game: "g", ruleset: "fallas", visibility: "unlisted", creator: "a", creator_seat: "white", scheme: 1, commitment: "c0", away_limit: 120 },
  { type: "seated", seat: "white", player: "a", seed: "", commitment: "c0" },
  { type: "seated", seat: "black", player: "b", seed: "", commitment: "c0" },
  { type: "opened", n: 1, dice: [4, 4] },
  { type: "opened", n: 2, dice: [5, 2] },
  { type: "rolled", n: 3, seat: "white", dice: [6, 4, 3] },
  { type: "played", seat: "white", steps: [[24, 18, 6, 0], [18, 14, 4, 0], [14, 11, 3, 0]] },
  { type: "rolled", n: 4, seat: "black", dice: [5, 5, 6] },
  { type: "left", seat: "white" },
  { type: "returned", seat: "white" },
  { type: "ended", reason: "falla", winner: "white", worth: 1 },
  { type: "revealed", secret: "5e" },
].map((event, index) => ({ seq: index + 1, at, v: 1, ...event }));

/** @param {"white" | "black" | ""} [seat] */
function snapshot(seat = "") {
  const player = seat === "white" ? alice : seat === "black" ? bela : null;
  return /** @type {Extract<ServerMessage, { type: "snapshot" }>} */ ({
    type: "snapshot", seq: log.length, game: summary, ruleset, seat, player, commitment: "c0",
    presence: { white: true, black: true, spectators: 0 },
  });
}

/** @param {number} count @param {"white" | "black" | ""} [seat] */
function after(count, seat) {
  const events = /** @type {GameEvent[]} */ (log.slice(0, count));
  return reduce(reduce(beginning("g"), snapshot(seat)), { type: "events", events });
}

test("the events fold into one state, however they are cut", () => {
  let bit = reduce(beginning("g"), snapshot("white"));
  for (const event of log) bit = reduce(bit, { type: "events", events: [event] });
  assert.deepEqual(bit, after(log.length, "white"));
});

test("events seen twice change nothing; a gap is not taken and is told", () => {
  const state = after(7);
  assert.equal(reduce(state, { type: "events", events: log.slice(2, 7) }).events.length, 7);
  const gap = reduce(state, { type: "events", events: [log[9]] });
  assert.equal(gap.gap, true);
  assert.equal(gap.seq, 7);
});

test("turns keep the positions before and after, and the running one is the last", () => {
  const state = after(8);
  assert.equal(state.turns.length, 2);
  assert.equal(state.turns[0].after?.white.points[10], 1);
  assert.equal(runningTurn(state)?.seat, "black");
  assert.deepEqual(state.dice, [5, 5, 6]);
  assert.deepEqual(state.openings.map((opening) => opening.n), [1, 2]);
  assert.equal(momentsOf(state).length, 3);
  assert.equal(momentsOf(state)[0].position.white.points[23], 2);
});

test("whose turn it is, and for whom", () => {
  assert.equal(myTurn(after(6, "white")), true);
  assert.equal(myTurn(after(8, "white")), false);
  assert.equal(myTurn(after(8, "black")), true);
  assert.equal(myTurn(after(6)), false);
});

test("legal steps count for the turn they were sent in, also after somebody left, and not for another", () => {
  const legal = /** @type {Extract<ServerMessage, { type: "legal" }>} */ ({ type: "legal", seq: 8, seat: "black", nodes: [[[24, 18, 6, 0, 1]], []] });
  const state = reduce(after(8, "black"), legal);
  assert.ok(legalNow(state));
  assert.ok(legalNow(reduce(state, { type: "events", events: [log[8]] })));
  assert.equal(legalNow(reduce(after(6, "white"), { ...legal, seq: 5 })), null);
});

test("S3: who may still call the game off", () => {
  assert.equal(mayAbort(after(3, "white")), true);
  assert.equal(mayAbort(after(6, "white")), false);
  assert.equal(mayAbort(after(6, "black")), true);
  assert.equal(mayAbort(after(8, "black")), false);
  assert.equal(mayAbort(after(8)), false);
});

test("S4: an offer to resign stands until it is answered, withdrawn, or overtaken by the next play of who made it", () => {
  /** @param {...object} more */
  const then = (...more) => reduce(after(6), { type: "events", events: /** @type {any[]} */ (more.map((event, index) => ({ seq: 7 + index, at, v: 1, ...event }))) });
  const offer = { type: "resignation_offered", seat: "black", worth: 2 };
  const { seq: _, ...play } = log[6];
  assert.deepEqual(then(offer).offers, { white: 0, black: 2 });
  assert.deepEqual(then(offer, { ...offer, seat: "white", worth: 1 }).offers, { white: 1, black: 2 });
  assert.deepEqual(then(offer, { type: "resignation_declined", seat: "white" }).offers, { white: 0, black: 0 });
  assert.deepEqual(then(offer, { type: "resignation_withdrawn", seat: "black" }).offers, { white: 0, black: 0 });
  assert.equal(then(offer, play).offers.black, 2, "the other side's play leaves it");
  assert.equal(then({ ...offer, seat: "white" }, play).offers.white, 0);
  assert.equal(then(offer, { type: "ended", reason: "resigned", winner: "white", worth: 2 }).offers.black, 0);
  assert.deepEqual(then(offer, { type: "resignation_declined", seat: "white" }).asides.map(({ seq }) => seq), [7, 8]);
});

test("absence is counted from Left to Returned", () => {
  assert.equal(after(9).awaySince.white, at);
  assert.equal(after(10).awaySince.white, "");
});

test("S3: time in which the server was away is nobody's absence", () => {
  /** @param {string} left @param {string} from @param {string} to */
  const away = (left, from, to) => {
    const moments = [left, from, to].map((clock) => `2026-11-30T${clock}Z`);
    const events = [
      { seq: 7, at: moments[0], v: 1, type: "left", seat: "white" },
      { seq: 8, at: moments[2], v: 1, type: "outage", from: moments[1], to: moments[2] },
    ];
    return reduce(after(6), { type: "events", events: /** @type {any[]} */ (events) });
  };
  const cases = {
    "away before it": ["07:00:00.000000", "07:00:10.000000", "07:00:40.000000", "07:00:30.000"],
    "left during it": ["07:00:20.000000", "07:00:10.000000", "07:00:40.000000", "07:00:40.000"],
    "left after it": ["07:00:50.000000", "07:00:10.000000", "07:00:40.000000", "07:00:50.000"],
  };
  for (const [name, [left, from, to, since]] of Object.entries(cases)) {
    const state = away(left, from, to);
    assert.equal(Date.parse(state.awaySince.white), Date.parse(`2026-11-30T${since}Z`), name);
    assert.equal(state.awaySince.black, "");
    assert.deepEqual([state.seq, state.gap, state.asides.length, state.turn, state.turns.length], [8, false, 1, after(6).turn, after(6).turns.length]);
  }
});

test("S3: the wait for an opponent is nobody's absence", () => {
  const left = { seq: 3, at, v: 1, type: "left", seat: "white" };
  const sat = { ...log[2], seq: 4, at: "2026-01-01T00:01:00.000000Z" };
  assert.equal(reduce(after(2), { type: "events", events: /** @type {any[]} */ ([left, sat]) }).awaySince.white, sat.at);
});

test("the end: result, nobody's turn", () => {
  const state = after(12);
  assert.equal(state.phase, "over");
  assert.equal(state.turn, "");
  assert.equal(state.result?.reason, "falla");
  assert.equal(runningTurn(state), null);
});

test("the maker's seat is theirs before they sit", () => {
  const state = reduce(reduce(beginning("g"), { ...snapshot(""), player: alice }), { type: "events", events: [log[0]] });
  assert.equal(mySeat(state), "white");
});

test("stepping through the game never throws the reader forward", () => {
  assert.equal(stepThrough(null, 4, -1), 3);
  assert.equal(stepThrough(3, 9, -1), 2);
  assert.equal(stepThrough(3, 4, 1), null);
  assert.equal(stepThrough(0, 4, -1), 0);
  assert.equal(stepThrough(null, 4, 1), null);
});

/** @returns {import("../static/js/game/keep.js").Shelf & { size: () => number }} */
function shelf() {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    size: () => kept.size,
  };
}

test("kept steps belong to one player, game and turn, and go when the turn does", () => {
  const box = shelf();
  keepSteps(box, "a", "g", 6, [[[24, 18, 6, 0]]]);
  assert.deepEqual(keptSteps(box, "a", "g", 6), [[[24, 18, 6, 0]]]);
  assert.deepEqual(keptSteps(box, "a", "g", 8), []);
  assert.deepEqual(keptSteps(box, "b", "g", 6), []);
  assert.deepEqual(keptSteps(box, "a", "h", 6), []);
  keepSteps(box, "a", "g", 8, [[[6, 5, 1, 0]]]);
  assert.equal(box.size(), 1);
  keepSteps(box, "a", "g", 8, []);
  assert.equal(box.size(), 0);
});

test("what is kept but unreadable is nothing", () => {
  const box = shelf();
  for (const text of ["", "{", "null", "7", '{"seq":6,"gestures":[[["x"]]]}', '{"seq":6,"gestures":[[]]}']) {
    box.setItem("fallas.steps.a.g", text);
    assert.deepEqual(keptSteps(box, "a", "g", 6), []);
    box.setItem("fallas.seed.g", text);
    assert.equal(keptSeed(box, "g"), null);
  }
});

test("a shelf that is full or closed does not stop the game", () => {
  const box = shelf();
  box.setItem = () => {
    throw new Error("full");
  };
  keepSteps(box, "a", "g", 6, [[[24, 18, 6, 0]]]);
  keepSeed(box, "g", { seed: "s", commitment: "c", id: "i" });
  keepInvitation(box, "g", "token");
  assert.equal(keptInvitation(box, "g"), null);
});

test("the seed is kept with the commitment it was made for", () => {
  const box = shelf();
  keepSeed(box, "g", { seed: "s", commitment: "c", id: "i" });
  assert.deepEqual(keptSeed(box, "g"), { seed: "s", commitment: "c", id: "i" });
});
