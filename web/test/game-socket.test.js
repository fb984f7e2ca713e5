import assert from "node:assert/strict";
import { test } from "node:test";
import { GameSocket, isFinal, pauseBefore } from "../static/js/game/socket.js";

/** A socket that goes nowhere: what is sent can be read, what arrives is said. */
class Line extends EventTarget {
  /** @type {any[]} */ sent = [];
  closed = false;

  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
  }

  /** @param {object} message */
  say(message) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  /** @param {number} code */
  hangUp(code) {
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

/** Time that passes when told to. */
class Clock {
  now = 0;
  /** @type {{ at: number, act: () => void }[]} */ due = [];

  /** @param {() => void} act @param {number} milliseconds */
  later(act, milliseconds) {
    const entry = { at: this.now + milliseconds, act };
    this.due.push(entry);
    return () => void (this.due = this.due.filter((other) => other !== entry));
  }

  /** @param {number} milliseconds */
  tick(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      const next = this.due.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.due = this.due.filter((other) => other !== next);
      this.now = next.at;
      next.act();
    }
    this.now = end;
  }
}

function setUp(random = 0.5) {
  const clock = new Clock();
  /** @type {Line[]} */
  const lines = [];
  /** @type {string[]} */
  const states = [];
  let ids = 0;
  const after = { seq: 0 };
  const socket = new GameSocket({
    url: (seq) => `ws://here/?after=${seq}`,
    after: () => after.seq,
    onMessage: () => {},
    onState: (state, code) => states.push(code ? `${state} ${code}` : state),
    connect: (url) => {
      const line = new Line(url);
      lines.push(line);
      return /** @type {any} */ (line);
    },
    random: () => random,
    later: (act, milliseconds) => clock.later(act, milliseconds),
    newId: () => `id-${(ids += 1)}`,
  });
  return { socket, lines, states, after, tick: (/** @type {number} */ milliseconds) => clock.tick(milliseconds) };
}

const snapshot = { type: "snapshot" };

test("it asks for what comes after what it knows, and says when the line is open", () => {
  const { socket, lines, states, after } = setUp();
  after.seq = 12;
  socket.start();
  assert.equal(lines[0].url, "ws://here/?after=12");
  lines[0].say(snapshot);
  assert.deepEqual(states, ["connecting", "open"]);
});

test("a command not answered is sent again on the next line, with the same id", async () => {
  const { socket, lines, tick } = setUp();
  socket.start();
  lines[0].say(snapshot);
  const outcome = socket.command({ command: "play", expect: 3, steps: [[24, 18]] });
  const [first] = lines[0].sent;
  lines[0].hangUp(1006);
  tick(10_000);
  lines[1].say(snapshot);
  assert.deepEqual(lines[1].sent, [first]);
  lines[1].say({ type: "ack", id: first.id, first: 4, last: 5 });
  assert.deepEqual(await outcome, { ok: true, first: 4, last: 5 });
  lines[1].hangUp(1012);
  tick(10_000);
  lines[2].say(snapshot);
  assert.deepEqual(lines[2].sent, []);
});

test("a command made while the line is down waits for it", () => {
  const { socket, lines } = setUp();
  socket.start();
  socket.command({ command: "resign", worth: 1 });
  assert.equal(lines[0].sent.length, 0);
  lines[0].say(snapshot);
  assert.deepEqual(lines[0].sent.map((message) => message.command), ["resign"]);
});

test("a refusal ends a command, 'send again' does not", async () => {
  const { socket, lines, tick } = setUp();
  socket.start();
  lines[0].say(snapshot);
  const outcome = socket.command({ command: "abort", id: "mine" });
  lines[0].say({ type: "refused", id: "mine", code: "again", detail: "", seq: 4, again: true });
  tick(1000);
  assert.deepEqual(lines[0].sent.map((message) => message.id), ["mine", "mine"]);
  lines[0].say({ type: "refused", id: "mine", code: "too_late", clause: "S3", detail: "no", seq: 4, again: false });
  assert.deepEqual(await outcome, { ok: false, code: "too_late", clause: "S3", detail: "no", seq: 4 });
});

test("final codes are not tried again, all others are", () => {
  const { socket, lines, states, tick } = setUp();
  socket.start();
  lines[0].say(snapshot);
  lines[0].hangUp(4104);
  tick(60_000);
  assert.equal(lines.length, 1);
  assert.equal(states.at(-1), "closed 4104");
  for (const code of [4100, 4101, 4102, 4103, 4104, 4105]) assert.ok(isFinal(code));
  for (const code of [1000, 1001, 1006, 1012, 4000, 4001]) assert.ok(!isFinal(code));
});

test("the pauses grow, differ between clients, and end", () => {
  assert.equal(pauseBefore(0, 4000, 1), 0);
  assert.ok(pauseBefore(1, 4000, 0) > 0);
  assert.ok(pauseBefore(0, 4001, 0) >= 1000);
  assert.ok(pauseBefore(3, 1006, 0.5) > pauseBefore(1, 1006, 0.5));
  assert.ok(pauseBefore(50, 1006, 1) <= 15_000);
});

test("a restart sends everybody back within two seconds, spread evenly, and each to the last event seen", () => {
  const thousand = Array.from({ length: 1000 }, (_, n) => pauseBefore(0, 1012, n / 1000));
  for (const part of [0, 1, 2, 3]) {
    const here = thousand.filter((pause) => pause >= part * 500 && pause < (part + 1) * 500).length;
    assert.equal(here, 250);
  }
  for (const random of [0, 0.25, 1]) {
    const { socket, lines, after, tick } = setUp(random);
    socket.start();
    lines[0].say(snapshot);
    after.seq = 7;
    lines[0].hangUp(1012);
    tick(Math.max(0, 2_000 * random - 1));
    assert.equal(lines.length, random === 0 ? 2 : 1);
    tick(1);
    assert.equal(lines.length, 2);
    assert.equal(lines[1].url, "ws://here/?after=7");
  }
});

test("a line that does not answer a ping is dropped", () => {
  const { socket, lines, states, tick } = setUp();
  socket.start();
  lines[0].say(snapshot);
  tick(15_000);
  assert.equal(lines[0].sent[0].type, "ping");
  lines[0].say({ type: "pong", id: lines[0].sent[0].id, at: "" });
  tick(14_000);
  assert.equal(lines[0].closed, false);
  tick(1_000);
  tick(8_000);
  assert.equal(lines[0].closed, true);
  assert.equal(states.at(-1), "lost 1006");
});

test("a line that never opens is given up, and another is tried", () => {
  const { socket, lines, states, tick } = setUp();
  socket.start();
  tick(11_999);
  assert.equal(lines[0].closed, false);
  tick(1);
  assert.deepEqual([lines[0].closed, states.at(-1)], [true, "lost 1006"]);
  tick(1_000);
  assert.equal(lines.length, 2);
  lines[1].say(snapshot);
  tick(12_000);
  assert.equal(lines[1].closed, false, "an open line is not given up");
});

test("the network is back: no waiting", () => {
  const { socket, lines } = setUp();
  socket.start();
  lines[0].hangUp(1006);
  socket.wake();
  assert.equal(lines.length, 2);
});

test("a question has an answer, or none when the line is down or time is up", async () => {
  const { socket, lines, tick } = setUp();
  socket.start();
  assert.equal(await socket.ask({ ask: "explain" }), null);
  lines[0].say(snapshot);
  const answer = socket.ask({ ask: "explain" });
  lines[0].say({ type: "answer", id: lines[0].sent[0].id, ask: "explain", explanation: 7 });
  assert.equal((await answer).explanation, 7);
  const late = socket.ask({ ask: "explain" });
  tick(10_000);
  assert.equal(await late, null);
});

test("what an old line still says is not heard", () => {
  const { socket, lines, states } = setUp();
  socket.start();
  socket.restart();
  lines[0].say(snapshot);
  assert.deepEqual(states, ["connecting", "connecting"]);
  lines[0].hangUp(4104);
  lines[1].say(snapshot);
  assert.equal(states.at(-1), "open");
});
