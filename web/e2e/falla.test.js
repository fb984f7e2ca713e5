// A falla, as it comes: games are played quickly by REST until one ends so, with its loser at the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./axe.js";
import { openHouse } from "./house.js";
import { playByRest } from "./rest.js";
import { Seated, makeGame, sitDown } from "./table.js";

/** @import { Page } from "playwright-core" */

/** Whoever leaves the last checkers far behind hardly ever gets round a falla; so many games without one do not happen. */
const mostGames = 20;

const { server, browser } = await openHouse();

test("a falla is explained on the board and in words, to the loser and to whoever comes later", async () => {
  const [one, other] = [await browser.visitor({ size: "phone" }), await browser.visitor()];
  let path = "";
  for (let game = 1; ; game++) {
    assert.ok(game <= mostGames, "a falla comes");
    const made = await makeGame(one, "white");
    path = made.path;
    const black = await sitDown(other, made.invitation);
    const { result } = await playByRest(server.url, { white: made.who.page, black: black.page }, path);
    if (result?.reason === "falla") break;
  }
  for (const visitor of [one, other]) {
    const who = new Seated(visitor);
    await who.sees(".story");
    assert.match(await visitor.page.title(), /falla/);
  }
  const loser = (await one.page.locator(".status").innerText()).includes("your roll") ? one : other;
  const later = await browser.visitor({ theme: "dark" });
  await later.go(path);
  await later.page.waitForSelector(".story");
  for (const { page } of [loser, later]) {
    await tellStory(page);
    await assertAccessible(page);
  }
  for (const visitor of [one, other, later]) await visitor.leave();
});

/** Opens chapter after chapter of the story. @param {Page} page */
async function tellStory(page) {
  const story = page.locator(".story");
  assert.match(await story.innerText(), /must be played/);
  const chapters = story.locator("ol > li > button");
  const count = await chapters.count();
  assert.ok(count >= 2, "the partial play, and at least one die left over");
  for (let chapter = 1; chapter < count; chapter++) {
    await chapters.nth(chapter).click();
    assert.equal(await chapters.nth(chapter).getAttribute("aria-pressed"), "true");
    assert.ok((await page.locator(".checker.told").count()) > 0, "its checkers are marked");
    const reasons = story.locator("ol > li").nth(chapter).locator("li");
    assert.ok((await reasons.count()) > 0);
    for (const text of await reasons.allInnerTexts()) assert.match(text, /\((R|B)\d+\)/);
  }
  await chapters.first().click();
  assert.equal(await page.locator(".checker.told").count(), 0);
}
