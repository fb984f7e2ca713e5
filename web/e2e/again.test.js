// Playing again: both want it, one new game with the sides changed, the spectators come along, and the score runs on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./axe.js";
import { bothHands, focused } from "./hands.js";
import { openHouse } from "./house.js";
import { Seated, byTaps, giveUp, onTurn, seatTwo } from "./table.js";

const { browser } = await openHouse();

/** @param {Seated} who */
const wish = (who) => who.page.getByRole("button", { name: "Play again, sides changed" });

for (const hands of bothHands) {
  test(`both want to play again: one game, sides changed, the spectator comes along, the score of the series, ${hands.called}`, async () => {
    const { white, black, path } = await seatTwo(browser, {}, { size: "phone" }, "Backgammon"); // which no roll ends
    const eve = await browser.visitor({ theme: "dark" });
    const spectator = new Seated(eve);
    await eve.go(path);
    await spectator.sees(".watching");
    await giveUp(black, hands);
    await spectator.sees(".game.over");
    assert.equal(await wish(spectator).count(), 0, "who watches has no say");
    await hands.press(wish(white));
    await black.page.locator(".again").getByText("would play again").waitFor();
    const back = white.page.getByRole("button", { name: "Take it back" });
    await focused(back); // it stays where the wish was made
    await hands.press(back);
    await focused(wish(white));
    await black.page.locator(".again").getByText("would play again").waitFor({ state: "detached" });
    await assertAccessible(black.page);
    await hands.press(wish(white));
    await black.page.locator(".again").getByText("would play again").waitFor();
    await hands.pressTwice(wish(black));
    const next = new RegExp(`/games/(?!${path.split("/")[2]})`);
    for (const who of [white, black, spectator]) await who.page.waitForURL(next);
    const addresses = new Set([white, black, spectator].map((who) => new URL(who.page.url()).pathname));
    assert.equal(addresses.size, 1, "all are at one table");
    for (const who of [white, black]) await who.sees(".game:not(.waiting)");
    assert.equal(await white.page.locator(".player.black .name small").innerText(), "you", "the sides have changed");
    await spectator.sees(".game.playing .watching");
    await giveUp(white, hands);
    await spectator.page.locator(".again .score").waitFor();
    assert.match(await spectator.page.locator(".again .score").innerText(), /1 : 1/);
    await assertAccessible(white.page);
    for (const visitor of [white.visitor, black.visitor, eve]) await visitor.leave();
  });

  test(`a spectator who looks back is not torn away when the players play again, and finds the way after them, ${hands.called}`, async () => {
    const { white, black, path } = await seatTwo(browser, {}, {}, "Backgammon");
    const eve = await browser.visitor({ size: "phone" });
    const spectator = new Seated(eve);
    await eve.go(path);
    await spectator.sees(".watching");
    await (await onTurn(white, black))?.playTurn(byTaps);
    await giveUp(white, hands);
    await spectator.sees(".game.over");
    await hands.press(spectator.page.getByRole("button", { name: "To the start" }));
    for (const who of [black, white]) await hands.press(wish(who));
    const onward = spectator.page.getByRole("link", { name: "To the next game" });
    await onward.waitFor();
    assert.equal(new URL(spectator.page.url()).pathname, path);
    await hands.press(onward);
    for (const who of [white, black, spectator]) await who.sees(".game.playing .dice");
    assert.equal(new URL(spectator.page.url()).pathname, new URL(white.page.url()).pathname);
    for (const visitor of [white.visitor, black.visitor, eve]) await visitor.leave();
  });
}
