// A friend's link: used by two, and used too late. Whoever comes is told so, and watches where there is something to watch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./axe.js";
import { bothHands, focused } from "./hands.js";
import { openHouse } from "./house.js";
import { makeByRest } from "./rest.js";
import { Seated, byKeys, byTaps, giveUp, makeGame, onTurn, seatTwo, sitDown } from "./table.js";

/** @import { Page } from "playwright-core" */

const { browser } = await openHouse();

/** @param {Page} page */
const card = (page) => page.locator(".arrival");

/**
 * Waits until the card says this, and looks that nothing offers the seat.
 * @param {Page} page @param {string} title @param {RegExp} words @param {string} [heard] what is said to those who listen
 */
async function isTold(page, title, words, heard = title) {
  await card(page).getByRole("heading", { name: title }).waitFor();
  assert.match(await card(page).innerText(), words);
  assert.equal(await page.getByRole("button", { name: /^Sit down/ }).count(), 0);
  assert.ok((await page.locator("#heard").innerText()).includes(heard), "it is said to those who listen");
  await assertAccessible(page);
}

for (const hands of bothHands) {
  const act = hands.called === "by keyboard alone" ? byKeys : byTaps;

  test(`a link that two open: the first sits, the others are told at once and watch the game, ${hands.called}`, async () => {
    const maker = await browser.visitor();
    const { who: white, invitation } = await makeGame(maker, "white", "Backgammon", hands); // which no falla ends
    const [second, third] = [await browser.visitor({ theme: "dark" }), await browser.visitor({ size: "phone" })];
    await second.go(invitation);
    await card(second.page).getByRole("button", { name: /^Sit down/ }).waitFor();
    const friend = await sitDown(await browser.visitor({ size: "phone" }), invitation, hands);
    await focused(friend.page.locator("#main"));
    await third.go(invitation);
    for (const { page } of [second, third]) {
      await isTold(page, "The seat is taken", /Guest \d+ invited you to a game of Backgammon.*welcome to watch/s);
      await hands.press(page.getByRole("button", { name: "Watch the game" }));
      await card(page).waitFor({ state: "detached" });
      await focused(page.locator("#main"));
      await page.locator(".watching").getByText("You are watching").waitFor();
    }
    for (let turn = 1; turn <= 2; turn++) {
      const mover = await onTurn(white, friend);
      assert.ok(mover, "the game goes on");
      await mover.playTurn(act);
      for (const visitor of [second, third]) {
        await visitor.page.waitForFunction((played) => document.querySelectorAll(".moves li .notation").length >= played, turn);
        assert.deepEqual(await new Seated(visitor).marked("leave"), [], "who watches cannot move");
      }
    }
    await second.page.reload();
    await second.page.locator(".watching").waitFor();
    assert.equal(await card(second.page).count(), 0, "it is told once");
    for (const visitor of [maker, friend.visitor, second, third]) await visitor.leave();
  });

  test(`a link used twice before its maker sits: the second is not told that the seat is free, and sees the game begin, ${hands.called}`, async () => {
    const maker = await browser.visitor();
    const { path, invitation } = await makeByRest(maker, { ruleset: "backgammon", seat: "white" });
    const [friend, late] = [await browser.visitor(), await browser.visitor({ size: "phone" })];
    await friend.go(invitation);
    await hands.press(friend.page.getByRole("button", { name: /^Sit down/ }));
    await friend.page.getByText(/Waiting for Guest \d+/).waitFor();
    await late.go(invitation);
    await isTold(late.page, "The seat is taken", /welcome to watch/);
    await hands.press(late.page.getByRole("button", { name: "Watch the game" }));
    await late.page.getByText(/it begins when Guest \d+ sits down/).waitFor();
    assert.equal(await late.page.getByRole("button", { name: /Sit down/ }).count(), 0);
    await maker.go(path);
    for (const visitor of [maker, friend, late]) await new Seated(visitor).sees(".game.playing .dice");
    await late.page.locator(".watching").waitFor();
    for (const visitor of [maker, friend, late]) await visitor.leave();
  });

  test(`a link used when its game is over: told so, and shown how it went, ${hands.called}`, async () => {
    const { white, black, invitation } = await seatTwo(browser, {}, {}, "Backgammon");
    await (await onTurn(white, black))?.playTurn(byTaps);
    await giveUp(white, hands);
    const late = await browser.visitor({ size: "phone" });
    await late.go(invitation);
    await isTold(late.page, "This game is over", /Guest \d+ invited you to a game of Backgammon.*how it went/s);
    await hands.press(late.page.getByRole("button", { name: "See the game" }));
    await card(late.page).waitFor({ state: "detached" });
    assert.match(await new Seated(late).status(), /^Black wins: white resigned/);
    await hands.press(late.page.getByRole("button", { name: "To the start" }));
    assert.equal(await new Seated(late).status(), "The start.");
    for (const visitor of [white.visitor, black.visitor, late]) await visitor.leave();
  });

  test(`a link used when its game was called off, or its maker is gone: told so, with a way to go on, ${hands.called}`, async () => {
    const maker = await browser.visitor();
    const { who, invitation } = await makeGame(maker, "random", undefined, hands);
    const waits = await browser.visitor();
    await waits.go(invitation);
    await card(waits.page).getByRole("button", { name: /^Sit down/ }).waitFor();
    await hands.press(who.page.getByRole("button", { name: "Call the game off" }));
    await hands.press(who.page.getByRole("button", { name: "Call it off" }));
    await who.sees(".game.over");
    assert.equal(await card(who.page).count(), 0, "nobody invited its maker");

    const gone = await browser.visitor();
    const left = await makeByRest(gone, {});
    const { player } = await (await gone.page.request.get(`${gone.url}/api/v1/session`)).json();
    const deleted = await gone.page.request.delete(`${gone.url}/api/v1/session/player?confirm=${player.id}`, { headers: { origin: gone.url } });
    assert.ok(deleted.ok(), await deleted.text());

    const [late, later] = [await browser.visitor({ size: "phone" }), await browser.visitor({ theme: "dark" })];
    await late.go(invitation);
    await later.go(left.invitation);
    for (const [page, name] of /** @type {const} */ ([[waits.page, "Guest"], [late.page, "Guest"], [later.page, "deleted player"]])) {
      await isTold(page, "This game was called off", new RegExp(`${name}.* invited you to a game of Fallas. The invitation is good no more`));
      assert.equal(await card(page).getByRole("button").count(), 0, "there is nothing to watch");
      await hands.press(card(page).getByRole("link", { name: "Make a game of your own" }));
      await page.waitForURL(/\/$/);
    }
    for (const visitor of [maker, waits, gone, late, later]) await visitor.leave();
  });

  test(`a link that is not an invitation, or to no game: told so, and watched where there is a game, ${hands.called}`, async () => {
    const maker = await browser.visitor();
    const { path } = await makeGame(maker, "white");
    const stranger = await browser.visitor({ size: "phone" });
    stranger.expect(/responded with a status of 404/);
    await stranger.go(`${path}#sit=AAAAAAAAAAAAAAAAAAAAAA`);
    await isTold(stranger.page, "This invitation does not fit", /not known here. Ask for the link again/, "This invitation is not known here.");
    await hands.press(card(stranger.page).getByRole("button", { name: "Watch" }));
    await stranger.page.getByText("it begins when both players sit").waitFor();
    assert.equal(await stranger.page.getByRole("button", { name: /Sit down/ }).count(), 0);

    await stranger.go("/games/01890a5d-ac96-774b-bcce-b302099a8057#sit=AAAAAAAAAAAAAAAAAAAAAA");
    await stranger.page.getByRole("heading", { name: "No such game" }).waitFor();
    await hands.press(stranger.page.getByRole("link", { name: "To the front page" }));
    await stranger.page.waitForURL(/\/$/);
    for (const visitor of [maker, stranger]) await visitor.leave();
  });
}

test("a link opened by who plays that game says nothing: neither to its maker nor to who took the seat", async () => {
  const { white, black, invitation } = await seatTwo(browser, {}, {}, "Backgammon");
  for (const { visitor, page } of [white, black]) {
    await page.evaluate((hash) => (location.hash = hash), new URL(invitation, visitor.url).hash);
    await page.waitForFunction(() => location.hash === "");
    await visitor.go(invitation);
    await new Seated(visitor).sees(".game.playing .dice");
    assert.equal(await card(page).count(), 0);
    await visitor.leave();
  }
});
