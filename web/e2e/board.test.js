// What a ruleset shows on the board that the others do not: counted dice, entering in part, placing at once, doubles.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./axe.js";
import { sizes } from "./browser.js";
import { openHouse } from "./house.js";
import { farthest, hitting } from "./rest.js";
import { byTaps, gameAt } from "./table.js";

/** @import { LegalNodes, LegalStep } from "../static/js/types.js" */
/** @import { Seated } from "./table.js" */

const { browser } = await openHouse();

/** The most steps that can follow. @param {LegalNodes} nodes @param {number} [from] @returns {number} */
const depth = (nodes, from = 0) => Math.max(0, ...nodes[from].map((step) => 1 + depth(nodes, step[4])));

/** @param {Seated} who the text of the last turn that was played */
const lastPlayed = async (who) => (await who.page.locator(".moves li .notation").allInnerTexts()).filter((text) => text !== "…").at(-1) ?? "";

/**
 * Looks back at the last play that left dice over, and reads why.
 * @param {Seated} who @param {"void" | "lost"} fate @param {"R11" | "R14"} clause
 */
async function explainsLeftOver({ page }, fate, clause) {
  await page.locator(".moves li button", { hasText: fate }).last().click();
  const story = page.getByRole("region", { name: new RegExp(`^Why (a die was|dice were) ${fate}$`) });
  await story.waitFor();
  assert.match(await story.innerText(), new RegExp(`\\(${clause}\\)`));
  assert.match(await page.locator(".status").innerText(), new RegExp(`${fate} \\(${clause}\\)`));
  const dice = story.locator("ol > li > button");
  await dice.nth(1).click();
  assert.match(await dice.nth(1).innerText(), new RegExp(`(is|are) ${fate}\\.`));
  assert.ok((await story.locator("ol > li").nth(1).locator("li .clause").count()) > 0);
  assert.ok((await page.locator(".checker.told").count()) > 0, "its checkers are marked");
  await assertAccessible(page);
  await page.getByRole("button", { name: /^To the (game|end)/ }).click();
}

/** @param {...Seated} all */
async function leave(...all) {
  for (const { page, visitor } of all) {
    await assertAccessible(page);
    await visitor.leave();
  }
}

test("faylys: two dice are rolled and a third is counted, which is seen and said", async () => {
  const { who, other } = await gameAt(browser, { ruleset: "faylys" }, { until: (nodes) => depth(nodes) === 3 });
  for (const { page } of [who, other]) {
    assert.equal(await page.locator(".die:not(.counted)").count(), 2);
    assert.equal(await page.locator(".die.counted").count(), 1);
    assert.match((await page.locator(".dice").getAttribute("aria-label")) ?? "", /^Dice: \d, \d, \d again$/);
    assert.match(await page.locator(".status").innerText(), /\d, \d and the \d again\.$/);
  }
  await who.playTurn(byTaps);
  assert.match(await lastPlayed(other), /^\S+\/\S+/);
  await leave(who, other);
});

test("faille: whoever cannot clear the bar enters what can be entered; the rest of the roll is void", async () => {
  let entering = 0;
  const { who, other } = await gameAt(browser, { ruleset: "faille" }, {
    choose: hitting,
    until: (nodes) => {
      entering = depth(nodes);
      return nodes[0].every((step) => step[0] === 25) && [1, 2].includes(entering);
    },
  });
  const bar = async () => Number((await who.board()).find((label) => label.startsWith("bar, my checkers:"))?.match(/my checkers: (\d+)/)?.[1] ?? 0);
  const before = await bar();
  if (await who.page.locator(".take-back").isEnabled()) {
    await who.page.keyboard.press("Backspace");
    await who.sees(".hand .take-back:disabled");
    assert.equal(await bar(), before + entering, "what was laid out can be taken back");
  }
  await who.playTurn(byTaps);
  await other.page.waitForFunction(() => /void/.test(document.querySelector(".moves")?.textContent ?? ""));
  assert.match(await lastPlayed(other), /^bar\/\d+.* \d( and \d)? void$/);
  for (const each of [who, other]) await explainsLeftOver(each, "void", "R11");
  await leave(who, other);
});

test("backgammon: dice that cannot be played are lost, and why is told", async () => {
  const { who, other } = await gameAt(browser, { ruleset: "backgammon" }, {
    choose: hitting,
    until: (nodes) => nodes[0].length > 0 && depth(nodes) === 1,
  });
  await who.makeSteps(byTaps);
  assert.match(await who.status(), /^\S+, \d(, \d)*( and \d)? lost \(R14\)$/);
  await who.playTurn(byTaps);
  await other.page.waitForFunction(() => /lost/.test(document.querySelector(".moves")?.textContent ?? ""));
  for (const each of [who, other]) await explainsLeftOver(each, "lost", "R14");
  await leave(who, other);
});

test("fayles: a hit checker is put at once on its owner's 24, and nothing lies on the bar", async () => {
  /** @type {LegalStep | undefined} */
  let hit;
  const { who, other } = await gameAt(browser, { ruleset: "fayles" }, { until: (nodes) => (hit = nodes[0].find((step) => step[3] && step[1] !== 1)) !== undefined });
  const [from, to] = hit ?? assert.fail();
  // Each from where nothing of theirs is laid out: there it is the other's turn.
  const before = Number((await other.board()).find((label) => label.startsWith("point 24,"))?.match(/my checkers: (\d+)/)?.[1] ?? 0);
  if (await who.page.locator(".take-back").isDisabled()) {
    await who.spot(from).click();
    await who.spot(to).click();
    if (await who.page.locator(".choice button").count()) await who.page.locator(".choice button", { hasText: "hits on" }).first().click();
  }
  assert.match(await who.status(), /\*/);
  await who.makeSteps(byTaps);
  assert.ok((await who.board()).includes("bar, none"));
  const after = Number((await who.board()).find((label) => label.startsWith("point 1,"))?.match(/(white|black)’s checkers: (\d+)/)?.[2] ?? 0);
  assert.ok(after > before, `${after} on 24, ${before} before`);
  await byTaps.confirm(who);
  await other.page.waitForFunction(() => document.querySelectorAll(".player.to-play").length === 0 || !document.querySelector(".moves li:last-child .notation")?.textContent?.includes("*"));
  assert.ok((await other.board()).includes("bar, none"));
  await leave(who, other);
});

test("backgammon: the opening dice are the first roll; doubles show four dice", async () => {
  const opening = await gameAt(browser, { ruleset: "backgammon" });
  const [, a, b] = (await opening.who.status()).match(/white (\d), black (\d)\./) ?? [];
  assert.equal(await opening.who.dice(), `Dice: ${Math.max(Number(a), Number(b))}, ${Math.min(Number(a), Number(b))}`);
  await leave(opening.who, opening.other);

  const { who, other } = await gameAt(browser, { ruleset: "backgammon" }, { until: (nodes) => depth(nodes) === 4 });
  for (const { page } of [who, other]) {
    assert.equal(await page.locator(".die").count(), 4);
    assert.equal(await page.locator(".die.counted").count(), 2);
    assert.match(await page.locator(".status").innerText(), /played four times\.$/);
  }
  await who.playTurn(byTaps);
  await leave(who, other);
});

/**
 * The spots in the middle of the board that one checker can reach by two ways of which one hits: `[from, to]`.
 * @param {LegalNodes} nodes @returns {[number, number][]}
 */
function twoWaysToTheMiddle(nodes) {
  /** @param {number} from @param {boolean} hitting */
  const reached = (from, hitting) =>
    nodes[0].filter((first) => first[0] === from && Boolean(first[3]) === hitting).flatMap((first) => nodes[first[4]].filter((then) => then[0] === first[1] && !then[3]).map((then) => then[1]));
  return [...new Set(nodes[0].map(([from]) => from))].flatMap((from) =>
    reached(from, true)
      .filter((to) => [5, 6, 7, 8, 17, 18, 19, 20].includes(to) && reached(from, false).includes(to))
      .map((to) => /** @type {[number, number]} */ ([from, to])),
  );
}

test("two ways to a point in the middle are both in sight, also on a phone", async () => {
  /** @type {[number, number][]} */
  let ways = [];
  const { who, other } = await gameAt(browser, { ruleset: "fayles" }, { choose: farthest, until: (nodes) => (ways = twoWaysToTheMiddle(nodes)).length > 0 });
  await who.page.setViewportSize(sizes.phone);
  const [[from, to]] = ways;
  await who.spot(from).click();
  await who.spot(to).click();
  const choice = who.page.locator(".choice");
  await choice.waitFor();
  const box = (await choice.boundingBox()) ?? assert.fail();
  assert.ok(box.x >= 0 && box.x + box.width <= sizes.phone.width, `from ${box.x} to ${box.x + box.width}`);
  await choice.getByRole("button").last().click();
  await who.sees(".hand .take-back:enabled");
  await leave(who, other);
});
