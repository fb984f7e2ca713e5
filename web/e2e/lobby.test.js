// The lobby on the first page: play now, offers taken once, games watched as they go on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./axe.js";
import { bothHands, focused } from "./hands.js";
import { openHouse } from "./house.js";
import { Seated, chooseRuleset } from "./table.js";

/** @import { Page } from "playwright-core" */

const { server, browser } = await openHouse();

/** @param {Page} page */
const playNow = (page) => page.getByRole("button", { name: "Play now" });

/** @param {Page} page @param {RegExp} name */
const offer = (page, name) => page.locator("#seeks").getByRole("button", { name });

for (const hands of bothHands) {
  test(`two who press Play now are at one table, and the lobby shows their game to whoever comes by, ${hands.called}`, async () => {
    const [ann, ben, eve] = [await browser.visitor(), await browser.visitor({ size: "phone" }), await browser.visitor({ theme: "dark" })];
    for (const visitor of [ann, ben, eve]) await visitor.go("/");
    await ann.page.locator("#new-game").getByText("Without a clock").waitFor();
    await hands.press(playNow(ann.page));
    await ann.page.getByText("Waiting for somebody to play Fallas, without a clock").waitFor();
    await assertAccessible(ann.page);
    await offer(ben.page, /^Play Guest \d+: Fallas, without a clock$/).waitFor();
    await ben.page.locator("#seeks").getByText("Fallas, without a clock").waitFor();
    await hands.press(playNow(ben.page));
    for (const { page } of [ann, ben]) await page.waitForURL(/\/games\//);
    assert.equal(ann.page.url(), ben.page.url());
    for (const visitor of [ann, ben]) await new Seated(visitor).sees(".game:not(.waiting)");
    for (const visitor of [ann, ben, eve]) await visitor.leave();
  });

  test(`an offer is made, seen, withdrawn, made again and taken; the live board leads to the game, ${hands.called}`, async () => {
    const [ann, ben, eve] = [await browser.visitor(), await browser.visitor(), await browser.visitor({ size: "phone" })];
    for (const visitor of [ann, ben, eve]) await visitor.go("/");
    await chooseRuleset(ann, "Backgammon", hands);
    await hands.press(playNow(ann.page));
    await offer(ben.page, /Backgammon/).waitFor();
    await hands.press(ann.page.getByRole("button", { name: "Withdraw" }));
    await offer(ben.page, /Backgammon/).waitFor({ state: "detached" });
    await focused(playNow(ann.page));
    await hands.press(playNow(ann.page));
    await hands.press(offer(ben.page, /Backgammon/));
    for (const visitor of [ann, ben]) {
      await visitor.page.waitForURL(/\/games\//);
      await new Seated(visitor).sees(".game:not(.waiting)");
    }
    const { pathname } = new URL(ann.page.url());
    const board = eve.page.locator(`.featured[href="${pathname}"]`);
    await board.waitFor();
    await eve.page.locator("#live li").first().waitFor();
    await assertAccessible(eve.page);
    await hands.press(board);
    await eve.page.waitForURL(`**${pathname}`);
    await new Seated(eve).sees(".watching");

    const commands = `${ann.url}/api/v1${pathname}/commands`;
    assert.ok((await ann.page.request.post(commands, { data: { id: crypto.randomUUID(), command: "resign" } })).ok());
    await eve.go("/");
    await eve.page.locator(`#finished .standing[href="${pathname}"]`, { hasText: /^Backgammon · (White|Black) resigned/ }).waitFor();
    for (const visitor of [ann, ben, eve]) await visitor.leave();
  });
}

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
