import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../static/js/api.js";
import { Meter, maySeeOdds, seqOf } from "../static/js/game/meter.js";
import { Telling } from "../static/js/game/telling.js";
import { startPosition } from "../static/js/game/position.js";
import { beginning } from "../static/js/game/state.js";

/** @import { State, Turn } from "../static/js/game/state.js" */
/** @import { GameEvent } from "../static/js/types.js" */

const start = startPosition(Array.from({ length: 24 }, (_, at) => ({ 5: 13, 23: 2 })[at] ?? 0));

/** @param {Partial<Turn>} turn @returns {Turn} */
const turnOf = (turn) => ({ seat: "white", n: 2, dice: [6, 6], seq: 5, at: "", ended: 0, before: start, steps: null, after: null, passed: false, ...turn });

const played = turnOf({ seq: 5, ended: 6, after: start, steps: [[24, 18, 6, 0], [24, 18, 6, 0]] });
const passed = turnOf({ seq: 7, ended: 8, after: start, passed: true, seat: "black" });
const running = turnOf({ seq: 9 });

/** @param {Partial<State>} more @returns {State} */
const stateOf = (more) => ({ ...beginning("g"), phase: "playing", position: start, turns: [played, passed, running], ...more });

test("each moment is asked about by the event after which the board stood so", () => {
  assert.deepEqual([0, 1, 2, 3, null].map((at) => seqOf(stateOf({}), at)), [5, 6, 8, 9, 9]);
  assert.equal(seqOf(stateOf({ turns: [] }), null), 0);
});

test("the odds are for whoever watches, for both once it is over, and for players who agreed", () => {
  const agreed = /** @type {GameEvent[]} */ ([{ type: "created", odds: true }]);
  assert.equal(maySeeOdds(stateOf({})), true);
  assert.equal(maySeeOdds(stateOf({ seat: "white" })), false);
  assert.equal(maySeeOdds(stateOf({ seat: "white", events: agreed })), true);
  assert.equal(maySeeOdds(stateOf({ seat: "white", phase: "over" })), true);
});

/** A table of which the meter and the telling see as much as they need. @param {State} state */
function tableOf(state) {
  /** @type {any[]} */ const asked = [];
  /** @type {((answer: any) => void)[]} */ const waiting = [];
  /** @type {(() => void)[]} */ const later = [];
  const table = {
    state,
    at: /** @type {number | null} */ (null),
    stage: { skip() {} },
    socket: { ask: (/** @type {any} */ question) => new Promise((answer) => (asked.push(question), waiting.push(answer))) },
    means: {
      later: (/** @type {() => void} */ act) => later.push(act),
      explain: async (/** @type {number} */ seq) => (asked.push(seq), { partial: [], position: start, left: [{ die: 6, count: 2, checkers: [] }], each_alone: false }),
    },
    changed() {},
    drawNow() {},
    drawNews() {},
  };
  return { table, asked, waiting, later };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("the meter asks one question at a time, and each moment once", async () => {
  const { table, asked, waiting, later } = tableOf(stateOf({}));
  const meter = new Meter(/** @type {any} */ (table));
  meter.follow();
  for (const at of [2, 1, 0]) {
    table.at = at;
    meter.follow();
  }
  assert.deepEqual(asked, [{ ask: "odds", seq: 9 }]);
  waiting[0]({ odds: { seq: 9 } });
  await settled();
  assert.equal(meter.reckoning, null, "that answer is of another moment");
  later[0]();
  assert.deepEqual(asked[1], { ask: "odds", seq: 5 });
  waiting[1]({ odds: { seq: 5 } });
  await settled();
  later[1]();
  assert.deepEqual(meter.reckoning, { seq: 5 });
  table.at = null;
  meter.follow();
  assert.deepEqual(meter.reckoning, { seq: 9 });
  assert.equal(asked.length, 2);
});

test("a player who did not agree asks how the game stands, not for the odds", () => {
  const { table, asked } = tableOf(stateOf({ seat: "black" }));
  new Meter(/** @type {any} */ (table)).follow();
  assert.deepEqual(asked, [{ ask: "position", seq: 9 }]);
});

test("a question without an answer is asked again when something happens, not before", async () => {
  const { table, asked, waiting, later } = tableOf(stateOf({}));
  const meter = new Meter(/** @type {any} */ (table));
  meter.follow();
  waiting[0](null);
  await settled();
  later[0]();
  assert.equal(asked.length, 1);
  meter.follow();
  assert.equal(asked.length, 2);
});

test("R11, R14: a pass is explained when it is looked at, once; a turn that was played never is", async () => {
  const { table, asked } = tableOf(stateOf({}));
  const telling = new Telling(/** @type {any} */ (table));
  for (const at of [null, 1, 0]) {
    table.at = at;
    await telling.follow();
    assert.equal(telling.turn, null);
  }
  table.at = 2;
  await telling.follow();
  await telling.follow();
  assert.deepEqual(asked, [7]);
  assert.equal(telling.turn, passed);
  const told = () => telling.die?.die;
  assert.equal(told(), undefined);
  telling.read(1);
  assert.equal(told(), 6);
});

test("R9: the falla that ended the game is explained where the game stands", async () => {
  const { table, asked } = tableOf(stateOf({ phase: "over", result: { reason: "falla", winner: "black", worth: 1, at: "" } }));
  const telling = new Telling(/** @type {any} */ (table));
  await telling.follow();
  assert.deepEqual(asked, [9]);
  assert.equal(telling.turn, running);
});

test("R11, R14: dice that a play left over are explained by that play", async () => {
  const short = turnOf({ seq: 5, ended: 6, after: start, steps: [[24, 18, 6, 0]] });
  const { table, asked } = tableOf(stateOf({ turns: [short, passed, running] }));
  const telling = new Telling(/** @type {any} */ (table));
  table.at = 1;
  await telling.follow();
  assert.deepEqual(asked, [6]);
  assert.equal(telling.turn, short);
  assert.equal(telling.explanation?.left.length, 1);
});

test("an explanation that could not be had is asked for again, also where nothing happens any more", async () => {
  const { table, asked, later } = tableOf(stateOf({ phase: "over", result: { reason: "falla", winner: "black", worth: 1, at: "" } }));
  const { explain } = table.means;
  const failing = (/** @type {ConstructorParameters<typeof Problem>[0]} */ told) => async () => {
    throw new Problem(told);
  };
  table.means.explain = failing({ code: "no_explanation", status: 404 });
  await new Telling(/** @type {any} */ (table)).follow();
  assert.equal(later.length, 0, "what was refused is not asked for again and again");
  table.means.explain = failing({ code: "rate", status: 429, again: true });
  const telling = new Telling(/** @type {any} */ (table));
  await telling.follow();
  assert.equal(telling.explanation, null);
  table.means.explain = explain;
  later[0]();
  await settled();
  assert.deepEqual(asked, [9]);
  assert.ok(telling.explanation);
});
