// What people say beside a game: the players among themselves, the spectators among themselves, with taps and with keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./axe.js";
import { bothHands, focused, keyboard, pointer } from "./hands.js";
import { openHouse } from "./house.js";
import { Seated, seatTwo } from "./table.js";

/** @import { Page } from "playwright-core" */
/** @import { Hands } from "./hands.js" */

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

/** Unfolds the talk. @param {Page} page @param {Hands} [hands] */
const open = (page, hands = pointer) => hands.press(page.locator(".talk > summary"));

/** @param {Page} page @param {string} text @param {Hands} [hands] */
async function say(page, text, hands = pointer) {
  await hands.write(page.getByLabel("Say something"), text);
  const button = page.getByRole("button", { name: "Say", exact: true });
  await hands.press(button);
  await focused(button);
}

for (const hands of bothHands) {
  test(`players and spectators talk apart; a spectator becomes a guest by talking; one is muted and read again, ${hands.called}`, async () => {
    const { white, black, path } = await seatTwo(browser, {}, { size: "phone" });
    const [eve, dan] = [await browser.visitor(), await browser.visitor({ size: "phone", theme: "dark" })];
    for (const visitor of [eve, dan]) {
      await visitor.go(path);
      await new Seated(visitor).sees(".talk");
      await open(visitor.page, hands);
    }
    await open(white.page, hands);
    await say(white.page, "Good luck <b>to you</b>", hands);
    await reads(white.page, ["Good luck <b>to you</b>"]);
    await black.page.getByText("1 new").waitFor();
    await open(black.page, hands);
    await reads(black.page, ["Good luck <b>to you</b>"]);
    await say(eve.page, "They look even.", hands);
    await reads(dan.page, ["They look even."]);
    await say(dan.page, "White is ahead.", hands);
    await reads(eve.page, ["They look even.", "White is ahead."]);
    assert.deepEqual(await lines(white.page), ["Good luck <b>to you</b>"], "the players hear nothing of it");
    for (const who of [white, black]) await assertAccessible(who.page);
    await assertAccessible(dan.page);
    await hands.press(eve.page.getByRole("button", { name: /^Mute / }));
    await reads(eve.page, ["They look even."]);
    await focused(eve.page.locator(".talk .lines"));
    await eve.page.reload();
    await open(eve.page, hands);
    await reads(eve.page, ["They look even."]);
    await hands.press(eve.page.getByRole("button", { name: "Read them again" }));
    await reads(eve.page, ["They look even.", "White is ahead."]);
    await focused(eve.page.locator(".talk .lines"));
    for (const visitor of [white.visitor, black.visitor, eve, dan]) await visitor.leave();
  });
}

test("with keys alone: unfold, say, close and open again; the game's keys stay the game's", async () => {
  const { white, black } = await seatTwo(browser);
  await open(white.page, keyboard);
  await white.page.keyboard.press("Tab"); // the lines
  await white.page.keyboard.press("Tab");
  await white.page.keyboard.type("Well met");
  await white.page.keyboard.press("Backspace");
  await white.page.keyboard.press("t");
  await white.page.keyboard.press("Enter");
  await open(black.page);
  await reads(black.page, ["Well met"]);
  await keyboard.press(white.page.getByRole("button", { name: "Close this talk" }));
  await black.page.getByText("closed this talk").waitFor();
  assert.equal(await black.page.getByLabel("Say something").count(), 0);
  await keyboard.press(white.page.getByRole("button", { name: "Open the talk again" }));
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

test("the newest line is in sight, also on opening the talk, but nobody who reads back is pulled away", async () => {
  const { white, black } = await seatTwo(browser);
  const { page } = white;
  const box = page.locator(".talk .lines");
  const fromEnd = () => box.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
  /** Black says something long; it comes. @param {number} n */
  const sayLong = async (n) => {
    await say(black.page, `${"Well played, and well thrown. ".repeat(8)}${n}`);
    await page.locator(".talk li").nth(n - 1).waitFor({ state: "attached" });
  };
  await open(black.page);
  for (const n of [1, 2, 3]) await sayLong(n);
  await open(page);
  await page.waitForFunction(() => (document.querySelector(".talk .lines")?.scrollTop ?? 0) > 0);
  assert.ok((await fromEnd()) < 8, `${await fromEnd()} from the end`);
  await sayLong(4);
  assert.ok((await fromEnd()) < 8, `${await fromEnd()} from the end`);

  await box.evaluate((element) => new Promise((resolve) => {
    element.addEventListener("scroll", resolve, { once: true });
    element.scrollTop = 0;
  }));
  await sayLong(5);
  assert.equal(await box.evaluate(({ scrollTop }) => scrollTop), 0);
  for (const who of [white, black]) await who.visitor.leave();
});
