// The lobby on the first page: play now, offers taken once, games watched as they go on. Also by keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./axe.js";
import { openHouse } from "./house.js";
import { Seated } from "./table.js";

/** @import { Page } from "playwright-core" */

const { server, browser } = await openHouse();

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

  const commands = `${ann.url}/api/v1${new URL(ann.page.url()).pathname}/commands`;
  assert.ok((await ann.page.request.post(commands, { data: { id: crypto.randomUUID(), command: "resign" } })).ok());
  await eve.go("/");
  await eve.page.locator("#finished .standing", { hasText: /^Backgammon · (White|Black) resigned/ }).waitFor();
  for (const visitor of [ann, ben, eve]) await visitor.leave();
});

test("when the line is down the lobby says so, until it is back; whoever waits is not made to wait twice", async () => {
  const [ann, ben] = [await browser.visitor(), await browser.visitor({ size: "phone", theme: "dark" })];
  for (const visitor of [ann, ben]) {
    visitor.expect(/WebSocket|ERR_|Failed to load resource/);
    await visitor.go("/");
  }
  await playNow(ann.page).click();
  await offer(ben.page, /^Play Guest/).waitFor();
  await server.stop();
  for (const { page } of [ann, ben]) await page.getByText("Looking for the server").waitFor();
  await assertAccessible(ben.page);
  await server.start();
  for (const { page } of [ann, ben]) await page.getByText("Looking for the server").waitFor({ state: "detached" });
  await offer(ben.page, /^Play Guest/).waitFor();
  await playNow(ann.page).click();
  await ann.page.getByText("You are waiting for that already").waitFor();
  assert.equal(await ann.page.getByRole("button", { name: "Withdraw" }).count(), 1);
  const { seeks } = await (await fetch(`${server.url}/api/v1/seeks`)).json();
  assert.equal(seeks.length, 1);
  await ann.page.getByRole("button", { name: "Withdraw" }).click();
  for (const visitor of [ann, ben]) await visitor.leave();
});

test("whoever is signed out meanwhile is told, and not left with a lobby that stands still", async () => {
  const visitor = await browser.visitor();
  const { page, url } = visitor;
  const headers = { origin: url };
  const { player } = await (await page.request.post(`${url}/api/v1/session`, { headers })).json();
  await visitor.go("/");
  await page.locator("#seeks p, #seeks li").first().waitFor();
  const gone = await page.request.delete(`${url}/api/v1/session/player?confirm=${player.id}`, { headers });
  assert.ok(gone.ok(), await gone.text());
  await page.getByText("You are signed out of this browser").waitFor();
  await visitor.leave();
});

test("an offer is taken with a tap, and the name beside it leads to its player", async () => {
  const [ann, ben] = [await browser.visitor(), await browser.visitor({ size: "phone" })];
  for (const visitor of [ann, ben]) await visitor.go("/");
  await playNow(ann.page).click();
  await offer(ben.page, /^Play Guest/).waitFor();
  await ben.page.locator("#seeks bdi").tap();
  await ben.page.waitForURL(/\/players\//);
  await ben.page.goBack();
  await offer(ben.page, /^Play Guest/).tap();
  for (const { page } of [ann, ben]) await page.waitForURL(/\/games\//);
  for (const visitor of [ann, ben]) await visitor.leave();
});
