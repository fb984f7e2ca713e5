import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parts, readBoard } from "../static/js/diagram.js";
import { layouts } from "../static/js/game/layout.js";

const css = readFileSync(new URL("../static/css/diagram.css", import.meta.url), "utf8");

test("a still picture is the board that is played on, laid out wide", () => {
  const [, , width, height] = parts.all;
  assert.ok(Math.abs(width / height - layouts.wide.ratio) < 1e-9);
});

test("the room kept for a picture before it is drawn fits what is drawn", () => {
  for (const [part, [, , width, height]] of Object.entries(parts)) {
    const rule = css.match(new RegExp(`data-part="${part}"\\] \\[role="img"\\][^}]*aspect-ratio: (\\d+) / (\\d+)`)) ?? assert.fail(part);
    assert.ok(Math.abs(Number(rule[1]) / Number(rule[2]) - width / height) < 0.01, part);
  }
});

test("a figure's words are read as checkers in their owner's numbering", () => {
  const board = readBoard("white 6:13 24:2; black bar:1 6:12");
  assert.deepEqual([...board.white.points], [[6, 13], [24, 2]]);
  assert.equal(board.black.bar, 1);
  assert.throws(() => readBoard("red 6:1"), /no seat/);
});
