// Resigning (S4), claiming (S3): how a game ends without being played out, at both sides of the table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./axe.js";
import { openHouse } from "./house.js";
import { farthest, nearest } from "./rest.js";
import { Seated, byTaps, gameAt } from "./table.js";

/** @import { Standing } from "../static/js/types.js" */

const { browser } = await openHouse();

/** A game of backgammon in which black's resignation for one point is only an offer, with black on turn. */
async function gammonThreatens() {
  const watch = await browser.visitor({ size: "phone" });
  const { white, black, path } = await gameAt(browser, { ruleset: "backgammon" }, {
    // White runs home; black leaves its last checkers behind and bears off none.
    choose: (steps, seat) => (seat === "white" ? farthest : nearest)(steps, seat),
    until: async (nodes, seat, game) => {
      if (seat !== "black" || nodes[0].length < 2) return false;
      const standing = /** @type {Standing} */ (await (await watch.page.request.get(`${game}/position`)).json());
      return standing.worth.white > 1;
    },
  });
  const watcher = new Seated(watch);
  await watch.go(path);
  await watcher.sees(".dice");
  return { white, black, watcher };
}

/** @param {Seated} who @param {number} worth @param {"Resign" | "Offer to resign"} does */
async function resign({ page }, worth, does) {
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: new RegExp(`^${worth} point`) }).check();
  await dialog.getByRole("button", { name: does, exact: true }).click();
}

/** What was last said to those who listen. @param {Seated} who @param {RegExp} words */
const hears = ({ page }, words) => page.locator("#heard", { hasText: words }).waitFor({ state: "attached" });

test("backgammon: an offer to resign is seen, declined, withdrawn, overtaken, accepted", async () => {
  const { white, black, watcher } = await gammonThreatens();
  const all = [white, black, watcher];
  const offer = (/** @type {Seated} */ { page }) => page.getByRole("region", { name: "An offer to resign" });

  await black.page.getByRole("button", { name: "Resign", exact: true }).click();
  const dialog = black.page.getByRole("dialog");
  await dialog.getByText(/so this is an offer/).waitFor();
  assert.equal(await black.page.evaluate(() => document.activeElement?.textContent), "Go on playing", "the safe answer has the focus");
  await assertAccessible(black.page);
  await dialog.getByRole("radio", { name: /^3 points, a backgammon$/ }).check();
  await dialog.getByText("The game ends at once: your opponent wins 3 points.").waitFor();
  await black.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await resign(black, 1, "Offer to resign");
  assert.equal(await black.page.evaluate(() => document.activeElement?.textContent), "Resign", "the focus is back where it was");
  for (const who of all) await offer(who).getByText(/offers? to resign for 1 point/).waitFor();
  await hears(white, /Black offers to resign for 1 point/);
  await hears(watcher, /Black offers to resign for 1 point/);
  assert.equal(await offer(watcher).getByRole("button").count(), 0);
  await assertAccessible(white.page);
  await offer(white).getByRole("button", { name: "Decline and play on" }).click();
  for (const who of all) await offer(who).waitFor({ state: "detached" });
  await hears(black, /White declines/);

  await resign(black, 1, "Offer to resign");
  await offer(white).waitFor();
  await offer(black).getByRole("button", { name: "Take the offer back" }).click();
  for (const who of all) await offer(who).waitFor({ state: "detached" });
  await hears(white, /Black takes the offer back/);

  await resign(black, 1, "Offer to resign");
  await offer(white).waitFor();
  await black.playTurn(byTaps);
  for (const who of all) await offer(who).waitFor({ state: "detached" });
  assert.deepEqual(await watcher.page.locator(".moves .aside").allInnerTexts(), [
    "Black offers to resign for 1 point", "White declines",
    "Black offers to resign for 1 point", "Black takes the offer back",
    "Black offers to resign for 1 point",
  ]);

  await resign(black, 1, "Offer to resign");
  await offer(white).getByRole("button", { name: "Accept" }).click();
  for (const who of all) {
    await who.sees(".game.over");
    assert.equal(await offer(who).count(), 0);
    assert.match(await who.status(), /resigned.*Worth 1 point\./);
    await who.visitor.leave();
  }
});

test("backgammon: a resignation for as much as the game is worth ends it at once; by keys alone", async () => {
  const { who, other } = await gameAt(browser, { ruleset: "backgammon" });
  const button = who.page.getByRole("button", { name: "Resign", exact: true });
  await button.focus();
  await who.page.keyboard.press("Enter");
  await who.page.getByText("The game ends at once: your opponent wins 1 point.").waitFor();
  await who.page.getByRole("radio", { name: /^1 point/ }).focus();
  await who.page.keyboard.press("ArrowDown");
  await who.page.getByText("The game ends at once: your opponent wins 2 points.").waitFor();
  await who.page.keyboard.press("Tab");
  await who.page.keyboard.press("Tab");
  await who.page.keyboard.press("Enter");
  for (const each of [who, other]) {
    await each.sees(".game.over");
    assert.match(await each.status(), /Worth 2 points\./);
    await assertAccessible(each.page);
    await each.visitor.leave();
  }
});

test("fallas: a game is given up for one point, which is not asked; its button is far from confirm", async () => {
  const { who, other } = await gameAt(browser, {});
  for (const { page } of [who, other]) {
    await page.getByRole("button", { name: "Resign", exact: true }).click();
    assert.equal(await page.getByRole("radio").count(), 0);
    await page.getByRole("button", { name: "Go on playing" }).click();
  }
  const [confirm, resigns] = await Promise.all([who.confirm.boundingBox(), who.page.getByRole("button", { name: "Resign", exact: true }).boundingBox()]);
  assert.ok(confirm && resigns);
  const apart = Math.hypot(confirm.x - resigns.x, confirm.y - resigns.y);
  assert.ok(apart > 150, `${apart} pixels apart`);
  await who.page.getByRole("button", { name: "Resign", exact: true }).click();
  await who.page.getByRole("dialog").getByRole("button", { name: "Resign", exact: true }).click();
  for (const each of [who, other]) {
    await each.sees(".game.over");
    await each.visitor.leave();
  }
});

test("S3: an opponent who stays away can be waited for or the win claimed; nobody can claim too early", async () => {
  const { browser: here } = await openHouse(["--away-limit", "10s"]);
  const { who, other } = await gameAt(here, {});
  await other.visitor.leave();
  await who.page.getByText(/is away\. If nobody comes back, you may claim the win in 0:\d\d\./).waitFor();
  await hears(who, /has lost the connection/);
  assert.equal(await who.page.getByRole("button", { name: "Claim the win" }).count(), 0);
  const claim = who.page.getByRole("button", { name: "Claim the win" });
  await claim.waitFor();
  await assertAccessible(who.page);
  await claim.focus();
  await who.page.keyboard.press("Enter");
  await who.sees(".game.over");
  assert.match(await who.status(), /^You win: (white|black) was away too long\. Worth 1 point\./);
  await who.visitor.leave();
});
