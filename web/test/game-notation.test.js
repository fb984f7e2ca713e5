import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { writePlay } from "../static/js/game/notation.js";
import { spoken } from "../static/js/game/words.js";

test("plays are written as the server writes them", () => {
  // The file that the engine's own writer and reader are held to.
  const lines = readFileSync(new URL("../../engine/testdata/notation.jsonl", import.meta.url), "utf8").trim().split("\n");
  assert.ok(lines.length > 20);
  for (const line of lines) {
    const { steps, text } = JSON.parse(line);
    assert.equal(writePlay(steps), text);
  }
});

test("plays are read out step by step", () => {
  assert.equal(spoken([[25, 21, 4, 0], [24, 18, 6, 1], [6, 0, 6, 0], [6, 0, 6, 0]]), "bar to 21, 24 to 18 hitting, 6 to off twice");
  assert.equal(spoken([[1, 0, 1, 0], [1, 0, 1, 0], [1, 0, 1, 0]]), "1 to off 3 times");
});
