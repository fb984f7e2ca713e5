import assert from "node:assert/strict";
import { test } from "node:test";
import { Table } from "../static/js/game/table.js";

/** @import { GameSocket } from "../static/js/game/socket.js" */

const at = "2026-11-30T06:12:25.123456Z";
const ruleset = { id: "fallas", name: "Fallas", source: "", dice: 3, start: Array.from({ length: 24 }, (_, index) => ({ 5: 13, 23: 2 })[index] ?? 0) };
const alice = { id: "a", name: "Alice", guest: true };
const bela = { id: "b", name: "Bela", guest: true };

const log = [
  { type: "created", game: "g", ruleset: "fallas", visibility: "unlisted", creator: "a", creator_seat: "white", scheme: 1, commitment: "c", away_limit: 120 },
  { type: "seated", seat: "white", player: "a", seed: "", commitment: "c" },
  { type: "seated", seat: "black", player: "b", seed: "", commitment: "c" },
  { type: "opened", n: 1, dice: [5, 2] },
  { type: "rolled", n: 2, seat: "white", dice: [6, 4, 3] },
].map((event, index) => ({ seq: index + 1, at, v: 1, ...event }));

/** White's table, with the roll 6-4-3 to play, and what it says to the server; answers are given by hand. */
function atTable() {
  /** @type {{ said: any, answer: (answer: any) => void }[]} */
  const asked = [];
  const wait = (/** @type {any} */ said) => new Promise((answer) => asked.push({ said, answer }));
  const socket = /** @type {GameSocket} */ (/** @type {any} */ ({ command: wait, ask: wait, restart() {} }));
  const never = () => new Promise(() => {});
  let ids = 0;
  const clock = { now: 0 };
  const kept = new Map();
  const shelf = { getItem: (/** @type {string} */ key) => kept.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value), removeItem: (/** @type {string} */ key) => void kept.delete(key) };
  const table = new Table({
    game: "g", shelf, socket: () => socket, explain: never, later: () => {}, changed() {}, still: () => true, now: () => clock.now,
    session: never, lookAt: never, voice: /** @type {any} */ ({ muted: async () => [] }), onward: /** @type {any} */ ({}),
    newId: () => `id-${(ids += 1)}`, newSeed: () => "",
  });
  const receive = (/** @type {any} */ message) => table.receive(message);
  receive({ type: "connection", connection: "open" });
  const game = { id: "g", ruleset: "fallas", phase: "playing", turn: "white", seq: log.length, creator: alice, players: { white: alice, black: bela }, result: null };
  receive({ type: "snapshot", seq: log.length, game, ruleset, seat: "white", player: alice, commitment: "c", presence: { white: true, black: true, spectators: 0 } });
  receive({ type: "events", events: log });
  // 24 with the 6 or the 4; what else there would be does not matter here.
  receive({ type: "legal", seq: 5, seat: "white", nodes: [[[24, 18, 6, 0, 1], [24, 20, 4, 0, 2]], [[18, 14, 4, 0, 3]], [[20, 14, 6, 0, 3]], [[14, 11, 3, 0, 4], [24, 21, 3, 0, 5]], [], []] });
  const questions = (/** @type {string} */ kind) => asked.filter(({ said }) => said.ask === kind || said.command === kind);
  return { table, questions, receive, clock };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("what may end the game is sent once, however often it is pressed, and again after it was refused", async () => {
  const { table, questions } = atTable();
  table.end({ command: "claim" });
  table.end({ command: "claim" });
  assert.equal(questions("claim").length, 1);
  assert.equal(table.ending, true);
  questions("claim")[0].answer({ ok: false, code: "too_early", clause: "S3", detail: "not yet", seq: 5 });
  await settled();
  assert.deepEqual([table.ending, table.notice?.text], [false, "Not yet."]);
  table.end({ command: "claim" });
  assert.equal(questions("claim").length, 2);
});

test("why a step cannot be made is told, but not once other steps have been made", async () => {
  const { table, questions } = atTable();
  table.moving.tap(6);
  const [first] = questions("why");
  first.answer({ legal: false, clause: "R3", detail: "the point is made" });
  for (const { answer } of questions("why").slice(1)) answer({ legal: true });
  await settled();
  assert.equal(table.notice?.text, "The point is made.");

  const before = questions("why").length;
  table.moving.tap(6);
  const late = questions("why").slice(before);
  assert.ok(late.length);
  table.moving.tap(24);
  table.moving.tap(18);
  assert.equal(table.notice, null);
  for (const { answer } of late) answer({ legal: false, clause: "R3", detail: "the point is made" });
  await settled();
  assert.equal(table.notice, null, "it is of steps that are no more");
});

test("a question that no answer comes to is told, not passed over", async () => {
  const { table, questions } = atTable();
  table.moving.tap(6);
  for (const { answer } of questions("why")) answer(null);
  await settled();
  assert.match(table.notice?.text ?? "", /does not answer/);

  table.say("");
  table.moving.lay();
  questions("complete")[0].answer(null);
  await settled();
  assert.match(table.notice?.text ?? "", /does not answer/);
});

test("a line that stays down is told to those who listen, and that it is back", () => {
  const { table, receive, clock } = atTable();
  receive({ type: "connection", connection: "lost" });
  for (clock.now = 1000; clock.now <= 4000; clock.now += 1000) table.tick();
  assert.equal(table.late, true);
  assert.match(table.heard, /lost/);
  receive({ type: "connection", connection: "open" });
  table.tick();
  assert.equal(table.late, false);
  assert.match(table.heard, /back/);
});

test("that there is only one way is said behind the roll, not in its place", () => {
  const { table, receive } = atTable();
  const more = [
    { type: "played", seat: "white", steps: [[24, 18, 6, 0], [18, 14, 4, 0], [14, 11, 3, 0]] },
    { type: "rolled", n: 3, seat: "black", dice: [1, 1, 1] },
    { type: "played", seat: "black", steps: [[6, 5, 1, 0], [6, 5, 1, 0], [6, 5, 1, 0]] },
    { type: "rolled", n: 4, seat: "white", dice: [2, 2, 2] },
  ];
  receive({ type: "events", events: more.map((event, index) => ({ seq: 6 + index, at, v: 1, ...event })) });
  receive({ type: "legal", seq: 9, seat: "white", nodes: [[[11, 9, 2, 0, 1]], [[9, 7, 2, 0, 2]], [[7, 5, 2, 0, 3]], []] });
  assert.match(table.heard, /You rolled 2, 2, 2\. There is only one way/);
  assert.match(table.notice?.text ?? "", /^There is only one way/);
});

test("stepping through the game is heard", () => {
  const { table } = atTable();
  table.step(-1);
  assert.equal(table.heard, "The start.");
  table.look(1);
  assert.equal(table.heard, "You rolled 6, 4, 3.");
  table.look(null);
  assert.equal(table.heard, "The game as it stands.");
});
