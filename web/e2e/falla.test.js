// A falla, as it comes: games are played quickly by REST until one ends so, with its loser at the board.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAccessible } from "./axe.js";
import { openBrowser } from "./browser.js";
import { startServer } from "./server.js";
import { Seated, makeGame, sitDown } from "./table.js";

/** @import { Page } from "playwright-core" */

/** Whoever leaves the last checkers far behind hardly ever gets round a falla; so many games without one do not happen. */
const mostGames = 20;

/** @type {import("./server.js").TestServer} */
let server;
/** @type {import("./browser.js").TestBrowser} */
let browser;

before(async () => {
  server = await startServer();
  browser = await openBrowser(server);
});

after(async () => {
  await browser?.close();
  await server?.close();
});

test("a falla is explained on the board and in words, to the loser and to whoever comes later", async () => {
  const [one, other] = [await browser.visitor({ size: "phone" }), await browser.visitor()];
  let path = "";
  for (let game = 1; ; game++) {
    assert.ok(game <= mostGames, "a falla comes");
    const made = await makeGame(one, "white");
    path = made.path;
    const black = await sitDown(other, made.invitation);
    if ((await playByRest([made.who.page, black.page], path)) === "falla") break;
  }
  for (const visitor of [one, other]) {
    const who = new Seated(visitor);
    await who.sees(".story");
    assert.match(await visitor.page.title(), /falla/);
  }
  const loser = (await one.page.locator(".status").innerText()).includes("your roll") ? one : other;
  const later = await browser.visitor({ theme: "dark" });
  await later.go(path);
  await later.page.waitForSelector(".story");
  for (const { page } of [loser, later]) {
    await tellStory(page);
    await assertAccessible(page);
  }
  for (const visitor of [one, other, later]) await visitor.leave();
});

/** Opens chapter after chapter of the story. @param {Page} page */
async function tellStory(page) {
  const story = page.locator(".story");
  assert.match(await story.innerText(), /must be played/);
  const chapters = story.locator("ol > li > button");
  const count = await chapters.count();
  assert.ok(count >= 2, "the partial play, and at least one die left over");
  for (let chapter = 1; chapter < count; chapter++) {
    await chapters.nth(chapter).click();
    assert.equal(await chapters.nth(chapter).getAttribute("aria-pressed"), "true");
    assert.ok((await page.locator(".checker.told").count()) > 0, "its checkers are marked");
    const reasons = story.locator("ol > li").nth(chapter).locator("li");
    assert.ok((await reasons.count()) > 0);
    for (const text of await reasons.allInnerTexts()) assert.match(text, /\((R|B)\d+\)/);
  }
  await chapters.first().click();
  assert.equal(await page.locator(".checker.told").count(), 0);
}

/**
 * Plays a game to its end with each player's own session, not by the pages that show it: always the checker nearest
 * to home, so that those far behind get stuck.
 * @param {Page[]} pages @param {string} path
 * @returns {Promise<string>} the reason of the end
 */
async function playByRest(pages, path) {
  const game = `${server.url}/api/v1${path}`;
  const record = async () => (await pages[0].request.get(game)).json();
  let seat = (await record()).turn;
  for (;;) {
    const { request } = pages[seat === "white" ? 0 : 1];
    const answer = await request.get(`${game}/legal`);
    if (!answer.ok()) break;
    const { seq, nodes } = await answer.json();
    const steps = [];
    for (let node = 0; nodes[node].length; node = steps[steps.length - 1][4]) {
      steps.push(nodes[node].reduce((/** @type {number[]} */ low, /** @type {number[]} */ step) => (step[0] < low[0] ? step : low)));
    }
    const played = await request.post(`${game}/commands`, {
      data: { id: crypto.randomUUID(), command: "play", expect: seq, steps: steps.map((step) => step.slice(0, 4)) },
      headers: { origin: server.url },
    });
    assert.ok(played.ok(), await played.text());
    seat = seat === "white" ? "black" : "white";
  }
  const { phase, result } = await record();
  assert.equal(phase, "over");
  return result.reason;
}
