// Playing again: both want it, one new game with the sides changed, the spectators come along, and the score runs on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./axe.js";
import { openHouse } from "./house.js";
import { Seated, seatTwo } from "./table.js";

const { browser } = await openHouse();

/** @param {Seated} who */
async function giveUp(who) {
  await who.page.getByRole("button", { name: "Resign", exact: true }).click();
  await who.page.getByRole("dialog").getByRole("button", { name: "Resign", exact: true }).click();
  await who.sees(".game.over");
}

/** @param {Seated} who */
const wish = (who) => who.page.getByRole("button", { name: "Play again, sides changed" });

test("both want to play again: one game, sides changed, the spectator comes along, the score of the series", async () => {
  const { white, black, path } = await seatTwo(browser, {}, { size: "phone" }, "Backgammon"); // which no roll ends
  const eve = await browser.visitor({ theme: "dark" });
  const spectator = new Seated(eve);
  await eve.go(path);
  await spectator.sees(".watching");
  await giveUp(black);
  await spectator.sees(".game.over");
  assert.equal(await wish(spectator).count(), 0, "who watches has no say");
  await wish(white).click();
  await black.page.locator(".again").getByText("would play again").waitFor();
  await white.page.getByRole("button", { name: "Take it back" }).click();
  await wish(white).waitFor();
  await black.page.locator(".again").getByText("would play again").waitFor({ state: "detached" });
  await assertAccessible(black.page);
  await wish(white).focus();
  await white.page.keyboard.press("Enter");
  await black.page.locator(".again").getByText("would play again").waitFor();
  await wish(black).dblclick();
  const next = new RegExp(`/games/(?!${path.split("/")[2]})`);
  for (const who of [white, black, spectator]) await who.page.waitForURL(next);
  const addresses = new Set([white, black, spectator].map((who) => new URL(who.page.url()).pathname));
  assert.equal(addresses.size, 1, "all are at one table");
  for (const who of [white, black]) await who.sees(".game:not(.waiting)");
  assert.equal(await white.page.locator(".player.black .name small").innerText(), "you", "the sides have changed");
  await giveUp(white);
  await spectator.page.locator(".again .score").waitFor();
  assert.match(await spectator.page.locator(".again .score").innerText(), /1 : 1/);
  await assertAccessible(white.page);
  for (const visitor of [white.visitor, black.visitor, eve]) await visitor.leave();
});
