// The lobby on the first page: play now, offers taken once, games watched as they go on. Also by keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./axe.js";
import { openHouse } from "./house.js";
import { Seated } from "./table.js";

/** @import { Page } from "playwright-core" */

const { browser } = await openHouse();

/** @param {Page} page */
const playNow = (page) => page.getByRole("button", { name: "Play now" });

/** @param {Page} page @param {RegExp} name */
const offer = (page, name) => page.locator("#seeks").getByRole("button", { name });

test("two who press Play now are at one table, and the lobby shows their game to whoever comes by", async () => {
  const [ann, ben, eve] = [await browser.visitor(), await browser.visitor({ size: "phone" }), await browser.visitor({ theme: "dark" })];
  for (const visitor of [ann, ben, eve]) await visitor.go("/");
  await playNow(ann.page).click();
  await ann.page.getByText("Waiting for somebody to play Fallas").waitFor();
  await assertAccessible(ann.page);
  await offer(ben.page, /^Play Guest/).waitFor();
  await playNow(ben.page).focus();
  await ben.page.keyboard.press("Enter");
  for (const { page } of [ann, ben]) await page.waitForURL(/\/games\//);
  assert.equal(ann.page.url(), ben.page.url());
  for (const visitor of [ann, ben]) await new Seated(visitor).sees(".game:not(.waiting)");
  for (const visitor of [ann, ben, eve]) await visitor.leave();
});

test("an offer is made, seen, withdrawn, made again and taken, with keys alone; the live board leads to the game", async () => {
  const [ann, ben, eve] = [await browser.visitor(), await browser.visitor(), await browser.visitor({ size: "phone" })];
  for (const visitor of [ann, ben, eve]) await visitor.go("/");
  await ann.page.locator("#new-game summary").click();
  await ann.page.locator(".rulesets label", { has: ann.page.getByText("Backgammon", { exact: true }) }).click();
  await playNow(ann.page).press("Enter");
  await offer(ben.page, /Backgammon/).waitFor();
  await ann.page.getByRole("button", { name: "Withdraw" }).press("Enter");
  await offer(ben.page, /Backgammon/).waitFor({ state: "detached" });
  await playNow(ann.page).press("Enter");
  await offer(ben.page, /Backgammon/).press("Enter");
  for (const visitor of [ann, ben]) {
    await visitor.page.waitForURL(/\/games\//);
    await new Seated(visitor).sees(".game:not(.waiting)");
  }
  const board = eve.page.locator(".featured");
  await board.waitFor();
  await eve.page.locator("#live li").first().waitFor();
  await assertAccessible(eve.page);
  await board.click();
  await eve.page.waitForURL(/\/games\//);
  assert.equal(eve.page.url(), ann.page.url());
  for (const visitor of [ann, ben, eve]) await visitor.leave();
});
