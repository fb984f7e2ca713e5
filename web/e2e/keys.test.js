// The keyboard on the page of a game, where it meets what is not the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse } from "./house.js";
import { byTaps, gameAt, makeGame } from "./table.js";

const { browser } = await openHouse();

test("the way past the header leads to the board, and the maker's link stays", async () => {
  const { who } = await makeGame(await browser.visitor(), "white");
  const { page } = who;
  const link = page.getByLabel("Invitation link", { exact: true });
  const invitation = await link.inputValue();
  let looks = 0;
  page.on("request", (request) => (looks += request.url().endsWith("/invitation") ? 1 : 0));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#main$/);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
  await page.reload();
  await link.waitFor();
  assert.equal(await link.inputValue(), invitation);
  assert.equal(looks, 0, "nobody looks at an invitation that is not in the address");
  await who.visitor.leave();
});

test("Enter unfolds what is folded, and confirms no play", async () => {
  const { who, other, path } = await gameAt(browser, { ruleset: "backgammon" });
  const { page } = who;
  await who.makeSteps(byTaps);
  const rows = await page.locator(".moves li").count();
  for (const fold of await page.locator(".side summary").all()) {
    await fold.focus();
    await page.keyboard.press("Enter");
  }
  assert.equal(await page.locator(".side details:not([open])").count(), 0);
  assert.ok(await who.confirm.isEnabled(), "the play is still to be confirmed");
  const { events } = await (await fetch(`${browser.server.url}/api/v1${path}`)).json();
  assert.equal(events.filter((/** @type {{ type: string }} */ { type }) => type === "played").length, 0);
  assert.equal(await page.locator(".moves li").count(), rows);
  for (const { visitor } of [who, other]) await visitor.leave();
});
