// What people say beside a game: the players among themselves, the spectators among themselves, with taps and with keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./axe.js";
import { openHouse } from "./house.js";
import { Seated, seatTwo } from "./table.js";

/** @import { Page } from "playwright-core" */

const { browser } = await openHouse();

/** @param {Page} page */
const lines = (page) => page.locator(".talk li span[dir]").allInnerTexts();

/** Waits until the talk reads so. @param {Page} page @param {string[]} want */
async function reads(page, want) {
  await page.waitForFunction(
    (texts) => JSON.stringify([...document.querySelectorAll(".talk li span[dir]")].map((line) => line.textContent)) === JSON.stringify(texts),
    want,
    { timeout: 10_000 },
  );
}

/** Unfolds the talk. @param {Page} page */
const open = (page) => page.locator(".talk > summary").click();

/** @param {Page} page @param {string} text */
async function say(page, text) {
  await page.getByLabel("Say something").fill(text);
  await page.getByRole("button", { name: "Say", exact: true }).click();
}

test("players and spectators talk apart; a spectator becomes a guest by talking; one is muted", async () => {
  const { white, black, path } = await seatTwo(browser, {}, { size: "phone" });
  const [eve, dan] = [await browser.visitor(), await browser.visitor({ size: "phone", theme: "dark" })];
  for (const visitor of [eve, dan]) {
    await visitor.go(path);
    await new Seated(visitor).sees(".talk");
    await open(visitor.page);
  }
  await open(white.page);
  await say(white.page, "Good luck <b>to you</b>");
  await reads(white.page, ["Good luck <b>to you</b>"]);
  await black.page.getByText("1 new").waitFor();
  await open(black.page);
  await reads(black.page, ["Good luck <b>to you</b>"]);
  await say(eve.page, "They look even.");
  await reads(dan.page, ["They look even."]);
  await say(dan.page, "White is ahead.");
  await reads(eve.page, ["They look even.", "White is ahead."]);
  assert.deepEqual(await lines(white.page), ["Good luck <b>to you</b>"], "the players hear nothing of it");
  for (const who of [white, black]) await assertAccessible(who.page);
  await assertAccessible(dan.page);
  await eve.page.getByRole("button", { name: /^Mute / }).click();
  await reads(eve.page, ["They look even."]);
  await eve.page.reload();
  await open(eve.page);
  await reads(eve.page, ["They look even."]);
  await eve.page.getByRole("button", { name: "Read them again" }).click();
  await reads(eve.page, ["They look even.", "White is ahead."]);
  for (const visitor of [white.visitor, black.visitor, eve, dan]) await visitor.leave();
});

test("with keys alone: unfold, say, close and open again; the game's keys stay the game's", async () => {
  const { white, black } = await seatTwo(browser);
  await white.page.locator(".talk > summary").focus();
  await white.page.keyboard.press("Enter");
  await white.page.keyboard.press("Tab"); // the lines
  await white.page.keyboard.press("Tab");
  await white.page.keyboard.type("Well met");
  await white.page.keyboard.press("Backspace");
  await white.page.keyboard.press("t");
  await white.page.keyboard.press("Enter");
  await open(black.page);
  await reads(black.page, ["Well met"]);
  const close = white.page.getByRole("button", { name: "Close this talk" });
  await close.focus();
  await white.page.keyboard.press("Enter");
  await black.page.getByText("closed this talk").waitFor();
  assert.equal(await black.page.getByLabel("Say something").count(), 0);
  await white.page.getByRole("button", { name: "Open the talk again" }).press("Enter");
  await black.page.getByLabel("Say something").waitFor();
  for (const who of [white, black]) await who.visitor.leave();
});

test("what cannot be said is told, and stays written", async () => {
  const { white, black } = await seatTwo(browser);
  white.visitor.expect(/responded with a status of 422/);
  await open(white.page);
  await say(white.page, "turned\u202eround");
  await white.page.locator(".talk [role=alert]").waitFor();
  assert.match(await white.page.locator(".talk [role=alert]").innerText(), /cannot be seen/);
  assert.equal(await white.page.getByLabel("Say something").inputValue(), "turned\u202eround");
  for (const who of [white, black]) await who.visitor.leave();
});
