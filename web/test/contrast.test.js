import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

// The pairs of tokens that meet on a page, with the contrast WCAG asks of them: 4.5 for text, 3 for
// what must be told apart (lines of controls, checkers, marks on the board).

const text = 4.5;
const shape = 3;

/** @type {[ink: string, ground: string, least: number][]} */
const pairs = [
  ...["--ground", "--surface", "--surface-sunk"].flatMap((ground) => /** @type {[string, string, number][]} */ ([
    ["--ink", ground, text],
    ["--ink-soft", ground, text],
    ["--vermilion", ground, text],
    ["--lapis", ground, text],
    ["--ochre", ground, text],
    ["--verdigris", ground, text],
    ["--line-strong", ground, shape],
    ["--focus", ground, shape],
  ])),
  ["--on-vermilion", "--vermilion-ground", text],
  ["--on-lapis", "--lapis-ground", text],
  ["--on-verdigris", "--verdigris-ground", text],
  ["--on-warn", "--warn-ground", text],
  ["--board-frame-ink", "--board-frame", text],
  ["--die-pip", "--die", text],
  ["--die-pip", "--die-used", text],
  ["--checker-white", "--checker-black", shape],
  ["--checker-white-mark", "--checker-white", shape],
  ["--checker-white-ring", "--checker-white", shape],
  ["--checker-black-mark", "--checker-black", shape],
  ["--checker-black-ring", "--checker-black", shape],
  ...["--board-field", "--board-bar", "--board-file-red", "--board-file-blue"].flatMap((ground) => /** @type {[string, string, number][]} */ ([
    ["--checker-white", ground, shape],
    ["--checker-black", ground, shape],
    ["--board-source", ground, shape],
    ["--board-target", ground, shape],
    ["--board-last", ground, shape],
    ["--board-line", ground, shape],
    ["--die", ground, shape],
  ])),
  ["--board-ink", "--board-field", text],
  ["--board-target-ink", "--board-target", text],
  ["--board-line", "--board-frame", shape],
];

const source = readFileSync(new URL("../static/css/tokens.css", import.meta.url), "utf8");

/** @param {"light" | "dark"} theme */
function coloursOf(theme) {
  const colours = new Map();
  for (const [, name, value] of source.matchAll(/(--[\w-]+):\s*([^;]+);/g)) {
    const both = value.match(/^light-dark\(\s*(#[0-9a-f]{6})\s*,\s*(#[0-9a-f]{6})\s*\)$/);
    if (both) colours.set(name, theme === "light" ? both[1] : both[2]);
    else if (/^#[0-9a-f]{6}$/.test(value)) colours.set(name, value);
  }
  return colours;
}

/** @param {string} colour as #rrggbb */
function luminance(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} one @param {string} other */
function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

for (const theme of /** @type {const} */ (["light", "dark"])) {
  const colours = coloursOf(theme);
  for (const [ink, ground, least] of pairs) {
    test(`${theme}: ${ink} on ${ground} meets ${least}:1`, () => {
      const [a, b] = [colours.get(ink), colours.get(ground)];
      assert.ok(a && b, "both tokens are colours");
      const found = contrast(a, b);
      assert.ok(found >= least, `${a} on ${b} is ${found.toFixed(2)}:1`);
    });
  }
}
