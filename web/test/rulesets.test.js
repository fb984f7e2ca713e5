import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { differences, hasFalla, rulesAddress, settingsKnown, switchesOf } from "../static/js/rulesets/words.js";

/** @import { Ruleset } from "../static/js/types.js" */

const root = new URL("../../", import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, root), "utf8");

/** The words each row of a ruleset travels as, read from the engine. */
const travelling = new Map(
  [...read("engine/ruleset_words.go").matchAll(/^\t(\w+)Words\s+= \[\]string\{(.*)\}$/gm)].map(([, name, list]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    [...list.matchAll(/"(\w+)"/g)].map(([, word]) => word),
  ]),
);

test("every word a ruleset travels with can be said", () => {
  assert.equal(travelling.size, 8);
  for (const [row, words] of travelling) assert.deepEqual(settingsKnown.get(row), words, row);
});

/** @type {Ruleset} */
const fallas = {
  id: "fallas", name: "Fallas", source: "Académie des jeux oubliés", dice: 3,
  start: Array.from({ length: 24 }, (_, at) => ({ 5: 13, 23: 2 })[at] ?? 0),
  dice_played: "as_rolled", opening: "fresh_roll", must_play: "all_dice", unplayable: "falla", hit_goes_to: 25,
  cannot_enter: "falla", too_high: "highest_below_if_nothing_else", worth: "one", doubling_cube: "none",
};
/** @type {Ruleset} */
const faille = { ...fallas, id: "faille", name: "La faille", cannot_enter: "turn_passes", too_high: "any_below" };

test("a ruleset is told row by row, with the clauses of each", () => {
  const told = switchesOf(fallas);
  assert.deepEqual(told[0], { row: "start", name: "Start, each side", words: "13 on 6, 2 on 24", clauses: ["R1"] });
  const byRow = new Map(told.map((one) => [one.row, one]));
  assert.equal(byRow.get("dice")?.words, "3 dice");
  assert.deepEqual(byRow.get("too_high")?.clauses, ["B3"]);
  assert.deepEqual(byRow.get("unplayable")?.clauses, ["R9"]);
  assert.deepEqual(switchesOf(faille).find(({ row }) => row === "unplayable")?.clauses, ["R9", "R11"]);
});

test("the rows of rules.md's table are all told", () => {
  const table = read("docs/rules.md").split("## The rulesets")[1].split("\n## ")[0];
  const lines = [...table.matchAll(/^\| ([^|]+?) \|/gm)].map(([, name]) => name).filter((name) => !/^-*$/.test(name));
  const [shownAs, source, ...others] = lines;
  assert.deepEqual([shownAs, source], ["shown as", "source"], "those two are the ruleset's name and source");
  assert.equal(switchesOf(fallas).length, others.length);
});

test("what a ruleset differs in is marked", () => {
  assert.deepEqual([...differences(faille, fallas)], ["cannot_enter", "too_high"]);
  assert.equal(differences(fallas, fallas).size, 0);
});

test("a setting that is newer than the page is shown as it travels", () => {
  const newer = switchesOf({ ...fallas, doubling_cube: "up_to_sixty_four" });
  assert.equal(newer.find(({ row }) => row === "doubling_cube")?.words, "up to sixty four");
});

test("backgammon has no falla; a ruleset leads to its place on the page of the rules", () => {
  assert.ok(hasFalla(fallas));
  assert.ok(!hasFalla({ ...fallas, unplayable: "die_is_lost" }));
  assert.equal(rulesAddress(faille), "/rules#faille");
});
