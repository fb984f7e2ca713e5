import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { clauseAddress } from "../static/js/clause.js";

// The page of the rules, held to docs/rules.md, which decides them.

const root = new URL("../../", import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, root), "utf8");
const decided = read("docs/rules.md");
const page = read("web/static/rules.html");

/** @param {string} title of a chapter of docs/rules.md */
const chapter = (title) => decided.split(`\n## ${title}`)[1].split("\n## ")[0];

/** The rows of the first table of a chapter, cell by cell, without the line under its head. @param {string} title */
const tableOf = (title) =>
  [...chapter(title).matchAll(/^\|(.*)\|$/gm)].map(([, row]) => row.split("|").map((cell) => cell.trim())).filter(([, cell]) => !/^-+$/.test(cell));

/** What a piece of the page says. @param {string} markup */
const said = (markup) => markup.replace(/<[^>]*>/g, "").replaceAll("&amp;", "&").replaceAll("’", "'").replace(/\s+/g, " ").trim();

const clauses = [...decided.matchAll(/^- \*\*([RBS]\d+)\b/gm)].map(([, id]) => id).concat("D");
const told = new Map([...page.matchAll(/<li id="([RBSD]\d*)">(.*)<\/li>/g)].map(([, id, words]) => [id, words]));
const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
const [names, ...rows] = tableOf("The rulesets").slice(1);
const rulesets = tableOf("The rulesets")[0].slice(1).map((cell) => cell.match(/`([\w-]+)`/)?.[1] ?? "");

test("docs/rules.md has the clauses this test knows how to find", () => {
  const count = (/** @type {string} */ letter) => clauses.filter((id) => id.startsWith(letter)).length;
  assert.deepEqual(["R", "B", "S", "D"].map(count), [17, 6, 5, 1]);
  assert.match(decided, /^## D\. Dice$/m);
});

test("each clause stands on the page, once, under its number, and no other does", () => {
  assert.deepEqual([...told.keys()].sort(), [...clauses].sort());
  for (const [id, words] of told) {
    const number = words.match(/^<a class="number" href="([^"]*)">(\w+)<\/a>/);
    assert.deepEqual([number?.[1], number?.[2]], [`#${id}`, id]);
    assert.ok(said(words).length > 40, `${id} is told in words`);
    assert.equal(clauseAddress(id), `/rules#${id}`);
  }
});

test("a clause that holds in some rulesets only says first in which", () => {
  const byId = new Map(rulesets.map((id, at) => [id, names[at + 1]]));
  for (const [, id, heading] of decided.matchAll(/^- \*\*([RB]\d+)([^\n]*)/gm)) {
    const limited = heading.match(/\((all but )?(`[^)]*`)[);]/) ?? heading.match(/, (?=(`))(`.*)\.\*\*/);
    const where = said(told.get(id)?.match(/<em class="where">(.*?)<\/em>/)?.[1] ?? "");
    if (!limited) {
      assert.equal(where, "", id);
      continue;
    }
    const named = [...limited[2].matchAll(/`([\w-]+)`/g)].map(([, ruleset]) => byId.get(ruleset));
    assert.equal(where, `${heading.includes("all but") ? "All but " : ""}${named.join(", ")}:`, id);
  }
});

test("the table of the rulesets is that of docs/rules.md, cell by cell", () => {
  const table = page.match(/<table class="rows">([\s\S]*?)<\/table>/)?.[1] ?? "";
  const shown = [...table.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row]) => [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell]) => said(cell)));
  assert.deepEqual(shown[0], ["", ...rulesets.map((id, at) => `${names[at + 1]} ${id}`)]);
  assert.deepEqual(shown.slice(1), rows);
});

test("each ruleset has its place and a way to play it; each word and source of docs/rules.md is there", () => {
  for (const id of rulesets) {
    assert.ok(ids.includes(id), id);
    assert.ok(page.includes(`href="/?ruleset=${id}"`), id);
  }
  const terms = [...page.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, term]) => term);
  for (const title of ["Sources", "Words"]) {
    for (const [term] of tableOf(title).slice(1)) assert.ok(terms.includes(term), `${title}: ${term}`);
  }
});

test("what leads to a place on the page leads somewhere, and no place is there twice", () => {
  assert.equal(new Set(ids).size, ids.length);
  for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(id), `#${id}`);
});
