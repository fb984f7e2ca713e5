import assert from "node:assert/strict";
import { test } from "node:test";
import { Talk } from "../static/js/game/talk.js";

/** @param {string | null} me */
function listener(me = "me") {
  /** @type {unknown[]} */
  const asked = [];
  const table = /** @type {any} */ ({
    state: { player: me === null ? null : { id: me } },
    means: { newId: () => "an id" },
    socket: { restart() {} },
    changed() {},
  });
  const talk = new Talk(table, {
    say: async (line) => void asked.push(line),
    close: async (circle, closed) => void asked.push([circle, closed]),
    muted: async () => ["rude"],
    mute: async (player, muted) => void asked.push([player, muted]),
  });
  return { talk, asked };
}

/** @param {number} n @param {string} by @param {string} text @param {boolean} [deleted] */
const line = (n, by, text, deleted) => ({ n, at: "2026-11-30T06:12:25.123456Z", player: { id: by, name: by, guest: true }, text, ...(deleted ? { deleted } : {}) });
/** @param {any[]} lines @param {object} [more] */
const chat = (lines, more = {}) => /** @type {any} */ ({ circle: "players", change: lines.length, closed: { white: false, black: false }, lines, ...more });

test("lines come in the order of their numbers, each once; a line that changed takes its own place", () => {
  const { talk } = listener();
  talk.hear(chat([line(1, "ann", "one"), line(2, "ben", "two")]));
  talk.hear(chat([line(2, "ben", "two"), line(3, "ann", "three")]));
  talk.hear(chat([line(1, "ann", "", true)]));
  assert.deepEqual(talk.lines.map(({ n, text, deleted }) => [n, text, deleted ?? false]), [[1, "", true], [2, "two", false], [3, "three", false]]);
});

test("only what others say while one follows and does not look is new", () => {
  const { talk } = listener();
  talk.hear(chat([line(1, "ann", "before")]));
  assert.equal(talk.unread, 0);
  talk.hear(chat([line(2, "ann", "now"), line(3, "me", "mine")]));
  assert.equal(talk.unread, 1);
  talk.look(true);
  assert.equal(talk.unread, 0);
  talk.hear(chat([line(4, "ann", "seen")]));
  assert.equal(talk.unread, 0);
});

test("another circle is another talk", () => {
  const { talk } = listener();
  talk.hear(chat([line(1, "eve", "24/18!")], { circle: "spectators" }));
  talk.hear(chat([line(1, "ann", "hello")]));
  assert.deepEqual(talk.lines.map(({ text }) => text), ["hello"]);
  assert.equal(talk.unread, 0);
});

test("whoever is muted is not read, on any device, until they are read again", async () => {
  const { talk, asked } = listener();
  talk.hear(chat([line(1, "rude", "boo"), line(2, "ann", "hello")]));
  assert.equal(talk.silenced, 0, "not asked yet");
  await talk.mute("ann", true); // meanwhile the server has told whom one muted elsewhere
  assert.equal(talk.silenced, 2);
  await talk.unmuteAll();
  assert.equal(talk.silenced, 0);
  assert.deepEqual(asked, [["ann", true], ["rude", false], ["ann", false]]);
});

test("a line stays written until it is said, and the reason is told if it was not", async () => {
  const { talk, asked } = listener();
  talk.write("  well played ");
  await talk.say();
  assert.deepEqual(asked, [{ id: "an id", text: "well played" }]);
  assert.equal(talk.draft, "");
  talk.voice.say = async () => {
    throw new Error("no line");
  };
  talk.write("again");
  await talk.say();
  assert.equal(talk.draft, "again");
  assert.match(talk.trouble, /Try again/);
});
