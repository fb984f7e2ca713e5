import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";
import { commitmentOf, roll, verifyRecord } from "../static/js/fair.js";
import { fromHex } from "../static/js/ids.js";

/** @import { GameEvent } from "../static/js/types.js" */

const game = "01939d5c-8a3e-7b2f-9c4d-5e6f7a8b9c0d";
const secret = "5e".repeat(32);
const white = "a1".repeat(32);
const black = "b2".repeat(32);
const commitment = createHash("sha256").update(Buffer.from(secret, "hex")).digest("hex");
const at = "2026-11-30T06:11:44.000123Z";

/** The scheme a second time, with Node's own HMAC. @param {number} n @param {number} dice */
function due(n, dice, seeds = { white, black }) {
  const faces = [];
  for (let block = 0; ; block++) {
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(n, 0);
    numbers.writeUInt32BE(block, 4);
    const message = Buffer.concat([
      Buffer.from([1]),
      Buffer.from(game.replaceAll("-", ""), "hex"),
      Buffer.from(seeds.white, "hex"),
      Buffer.from(seeds.black, "hex"),
      numbers,
    ]);
    for (const byte of createHmac("sha256", Buffer.from(secret, "hex")).update(message).digest()) {
      if (byte < 252) faces.push((byte % 6) + 1);
      if (faces.length === dice) return faces;
    }
  }
}

/** A finished game of a few rolls. @returns {any[]} */
function record() {
  const bodies = [
    { type: "created", game, ruleset: "fallas", creator_seat: "white", scheme: 1, commitment, away_limit: 120 },
    { type: "seated", seat: "white", player: "p1", seed: white, commitment },
    { type: "seated", seat: "black", player: "p2", seed: black, commitment },
    { type: "opened", n: 1, dice: due(1, 2) },
    { type: "rolled", n: 2, seat: "white", dice: due(2, 3) },
    { type: "played", seat: "white", steps: [] },
    { type: "rolled", n: 3, seat: "black", dice: due(3, 3) },
    { type: "ended", reason: "resigned", winner: "white", worth: 1 },
    { type: "revealed", secret },
  ];
  return bodies.map((body, index) => ({ seq: index + 1, at, v: 1, ...body }));
}

/** @param {any[]} events @returns {GameEvent[]} */
const as = (events) => events;

test("a roll is what HMAC-SHA256 says, also over several blocks", () => {
  const bytes = (/** @type {string} */ hex) => fromHex(hex) ?? assert.fail();
  const of = { secret: bytes(secret), game: bytes(game.replaceAll("-", "")), white: bytes(white), black: bytes(black) };
  for (let n = 1; n <= 50; n++) assert.deepEqual(roll(of, n, 3), due(n, 3));
  assert.deepEqual(roll(of, 7, 200), due(7, 200));
  assert.equal(commitmentOf(of.secret), commitment);
});

test("an honest record is right, every roll counted", () => {
  assert.deepEqual(verifyRecord(as(record())), {
    verdict: "right",
    rolls: 3,
    seeds: { white: true, black: true },
    kept: null,
  });
});

test("what the browser kept is compared, and names its seat", () => {
  const report = verifyRecord(as(record()), { seed: black, commitment });
  assert.equal(report.verdict === "right" && report.kept, "black");
  const otherCommitment = verifyRecord(as(record()), { seed: black, commitment: "00".repeat(32) });
  assert.equal(otherCommitment.verdict, "wrong");
  const otherSeed = verifyRecord(as(record()), { seed: "c3".repeat(32), commitment });
  assert.equal(otherSeed.verdict, "wrong");
});

test("a game that runs is open", () => {
  assert.deepEqual(verifyRecord(as(record().slice(0, 7))), { verdict: "open" });
});

test("a seat without a seed plays with zeros, and the report says so", () => {
  const events = record();
  const zeros = "00".repeat(32);
  events[2].seed = zeros;
  for (const event of events) {
    if (event.dice) event.dice = due(event.n, event.dice.length, { white, black: zeros });
  }
  const report = verifyRecord(as(events));
  assert.deepEqual(report.verdict === "right" && report.seeds, { white: true, black: false });
});

test("opening dice may be the first roll: the same number, the higher die first", () => {
  const events = record();
  const [a, b] = due(1, 2);
  const turned = { seq: 5, at, v: 1, type: "rolled", n: 1, seat: "white", dice: [Math.max(a, b), Math.min(a, b)] };
  const game = [...events.slice(0, 4), turned, ...events.slice(7).map((event, index) => ({ ...event, seq: 6 + index }))];
  assert.deepEqual(verifyRecord(as(game)).verdict, "right");
  turned.dice = [turned.dice[0], (turned.dice[1] % 6) + 1];
  assert.deepEqual(verifyRecord(as(game)).verdict, "wrong");
});

/** @type {[name: string, change: (events: any[]) => void, roll: number | null][]} */
const tampered = [
  ["a changed die names the roll", (e) => (e[6].dice[1] = (e[6].dice[1] % 6) + 1), 3],
  ["of two wrong rolls the first is named", (e) => (e[4].dice.reverse(), e[4].dice.push(1), e[6].dice.push(1)), 2],
  ["a changed opening throw", (e) => e[3].dice.reverse().push(1), 1],
  ["a skipped number", (e) => (e[6].n = 4), 4],
  ["a repeated number", (e) => (e[6].n = 2), 2],
  ["a die too few", (e) => (e[6].dice = e[6].dice.slice(0, 2)), 3],
  ["a roll without dice", (e) => delete e[6].dice, 3],
  ["opening dice repeated as none", (e) => ((e[4].n = 1), delete e[4].dice), 1],
  ["an opening throw of three", (e) => e[3].dice.push(6), 1],
  ["another secret", (e) => (e[8].secret = "5f".repeat(32)), null],
  ["another commitment", (e) => (e[0].commitment = "5f".repeat(32)), null],
  ["another commitment shown to a seat", (e) => (e[2].commitment = "5f".repeat(32)), null],
  ["another seed", (e) => (e[1].seed = "a2".repeat(32)), 1],
  ["a seed that is none", (e) => (e[1].seed = "nonsense"), null],
  ["a seat taken twice", (e) => (e[2].seat = "white"), null],
  ["an unknown scheme", (e) => (e[0].scheme = 2), null],
  ["a missing event", (e) => e.splice(5, 1), null],
  ["an end without its secret", (e) => e.pop(), null],
];

for (const [name, change, wrongRoll] of tampered) {
  test(`wrong: ${name}`, () => {
    const events = record();
    change(events);
    const report = verifyRecord(as(events));
    assert.ok(report.verdict === "wrong", report.verdict);
    assert.equal(report.roll, wrongRoll);
    assert.ok(report.detail.endsWith("."));
  });
}

test("wrong: no record at all", () => {
  assert.equal(verifyRecord([]).verdict, "wrong");
  assert.equal(verifyRecord(as([null])).verdict, "wrong");
});
