// Games as people play them: two browsers and a third that watches.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./axe.js";
import { openHouse } from "./house.js";
import { Seated, byKeys, byTaps, drag, makeGame, onTurn, pickBy, replayAndCheck, seatTwo, seatTwoToChoose } from "./table.js";

const { server, browser } = await openHouse();

test("two play a whole game, one by taps and one by keys, a third watches; then the replay and the dice", async () => {
  const { white, black, path } = await seatTwo(browser);
  const watcher = new Seated(await browser.visitor({ size: "phone", theme: "dark" }));
  await watcher.visitor.go(path);
  await watcher.sees(".dice");
  const pick = pickBy(7);
  let turns = 0;
  for (let who = await onTurn(white, black); who; who = await onTurn(white, black)) {
    await who.playTurn(who === white ? byTaps : byKeys, pick);
    turns += 1;
    assert.equal((await watcher.marked("leave")).length, 0, "who watches cannot act");
    if (turns === 3) {
      await watcher.page.waitForFunction((least) => document.querySelectorAll(".moves li").length >= least, turns);
      await assertAccessible(watcher.page);
    }
    assert.ok(turns < 400, "a game ends");
  }
  for (const who of [white, black, watcher]) await who.sees(".game.over .dice-check");
  assert.deepEqual(await watcher.board(), (await white.board()).map((label) => label.replace("my checkers", "white’s checkers")));
  await replayAndCheck(white);
  await replayAndCheck(watcher);
  const transcript = await (await fetch(`${server.url}/api/v1${path}/transcript`)).text();
  const told = [...transcript.matchAll(/^ *\d+ {2}(?:White|Black) {2}(\d)-(\d)-(\d) {2}(.+)$/gm)].map(([, a, b, c, play]) => `${a} ${b} ${c} ${play}`);
  const listed = await watcher.page.locator(".moves li button").evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll(".rolled, .notation")].map((part) => part.textContent?.trim()).join(" ")),
  );
  assert.deepEqual(listed, told, "the list of moves is the transcript");
  const kept = await white.page.locator(".dice-check").innerText();
  assert.match(kept, /kept in this browser/);
  for (const who of [white, black, watcher]) {
    await assertAccessible(who.page);
    await who.visitor.leave();
  }
});

test("a step can be dragged and taken back; a checker is let go with Escape; what cannot be is told why", async () => {
  const { who, other } = await seatTwoToChoose(browser);
  const start = await who.board();
  const [from] = await who.marked("leave");
  await who.spot(from).click();
  assert.match((await who.spot(from).getAttribute("aria-label")) ?? "", /in hand$/);
  const [to] = await who.marked("reach");
  await assertAccessible(who.page);
  await who.page.keyboard.press("Escape");
  assert.equal((await who.marked("reach")).length, 0);

  await drag(who, from, to);
  await who.sees(".hand .take-back:enabled");
  assert.notDeepEqual(await who.board(), start);
  await who.page.keyboard.press("Backspace");
  await who.sees(".hand .take-back:disabled");
  assert.deepEqual(await who.board(), start);

  await who.spot(from).click();
  const reach = new Set(await who.marked("reach"));
  const wrong = [19, 23, 13, 12].find((spot) => spot !== from && !reach.has(spot)) ?? 1;
  await who.spot(wrong).click();
  await who.sees(".said.refusal");
  const words = await who.page.locator(".said.refusal").innerText();
  assert.doesNotMatch(words, /invalid|illegal/i);
  assert.match(words, /\d/);
  const [rules] = await Promise.all([who.visitor.context.waitForEvent("page"), who.page.locator(".said .clause").first().click()]);
  await rules.waitForURL(/\/rules#[RB]\d+$/);
  await rules.locator(new URL(rules.url()).hash).waitFor();
  await rules.close();
  await who.page.getByRole("button", { name: "Lay out a play" }).click();
  await who.sees(".hand .confirm:enabled");
  for (const each of [who, other]) await each.visitor.leave();
});

test("a reload, a second tab, a lost network and a killed server in the middle of a turn cost nothing", async () => {
  const { who, other, path } = await seatTwoToChoose(browser, { size: "phone" });
  for (const each of [who, other]) each.visitor.expect(/WebSocket|ERR_|Failed to load resource/);
  const dice = async () => (await who.dice())?.replaceAll(" played", "");
  const rolled = await dice();
  await who.makeSteps(byTaps, pickBy(3), 1);
  const made = await who.board();

  await who.page.reload();
  await who.sees(".hand .take-back:enabled");
  assert.equal(await dice(), rolled);
  assert.deepEqual(await who.board(), made);

  const second = await who.visitor.context.newPage();
  await second.goto(who.visitor.url + path);
  await second.waitForSelector(".hand .take-back:enabled");

  await who.visitor.context.setOffline(true);
  await who.visitor.context.setOffline(false);
  await server.restart("SIGKILL");
  await who.sees(".hand .take-back:enabled");
  assert.equal(await dice(), rolled);
  assert.deepEqual(await who.board(), made);
  await who.playTurn(byTaps, pickBy(3));

  await other.page.waitForFunction(() => document.querySelector(".hand .confirm, .game.over"));
  await second.waitForFunction(() => !document.querySelector(".hand .confirm"));
  assert.deepEqual(
    await second.locator("[data-spot]").evaluateAll((spots) => spots.map((spot) => spot.getAttribute("aria-label"))),
    await who.page.locator("[data-spot]").evaluateAll((spots) => spots.map((spot) => spot.getAttribute("aria-label"))),
  );
  for (const each of [who, other]) await each.visitor.leave();
});

test("over plain http by a name that is not localhost: link, seat, play, resigning", async () => {
  const maker = await browser.visitor({ lan: true, size: "phone" });
  const { who: white, invitation, path } = await makeGame(maker, "white");
  assert.equal(await white.page.evaluate(() => isSecureContext), false);
  await white.page.getByRole("button", { name: "Copy" }).first().click();
  await white.page.getByText("Copied").waitFor();
  await assertAccessible(white.page);

  const friend = await browser.visitor({ lan: true });
  await friend.go(invitation);
  await friend.page.getByRole("button", { name: /^Sit down/ }).waitFor();
  assert.equal(new URL(friend.page.url()).hash, "", "the invitation has left the address");
  await assertAccessible(friend.page);
  await friend.page.reload();
  await friend.page.getByRole("button", { name: /^Sit down/ }).click();
  const black = new Seated(friend);
  await black.sees(".game:not(.waiting)");

  const late = await browser.visitor({ lan: true });
  await late.go(invitation);
  await late.page.getByRole("heading", { name: "The seat is taken" }).waitFor();
  await late.page.getByRole("button", { name: "Watch the game" }).click();
  assert.equal((await new Seated(late).marked("leave")).length, 0);

  const who = await onTurn(white, black);
  if (who) await who.playTurn(byTaps);
  const next = await onTurn(white, black);
  if (next) {
    assert.match(await next.page.title(), /^Your turn/);
    await next.page.getByRole("button", { name: "Resign" }).click();
    await assertAccessible(next.page);
    await next.page.getByRole("button", { name: "Go on playing" }).click();
    assert.equal(await next.isOver(), false);
    await next.page.getByRole("button", { name: "Resign" }).click();
    await next.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  }
  for (const each of [white, black, new Seated(late)]) await each.sees(".game.over .dice-check.right");
  const record = await (await fetch(`${server.url}/api/v1${path}`)).json();
  const seeds = record.events.filter((/** @type {any} */ event) => event.type === "seated").map((/** @type {any} */ event) => event.seed);
  assert.ok(seeds.every((/** @type {string} */ seed) => /^[0-9a-f]{64}$/.test(seed) && !/^0+$/.test(seed)));
  for (const visitor of [maker, friend, late]) await visitor.leave();
});

test("whoever looks back is not thrown forward by what happens meanwhile", async () => {
  // Of backgammon, which no falla can end before anything has happened.
  const { white, black, path } = await seatTwo(browser, {}, {}, "Backgammon");
  const watcher = new Seated(await browser.visitor());
  await watcher.visitor.go(path);
  await watcher.sees(".dice");
  await (await onTurn(white, black))?.playTurn(byTaps);
  await watcher.page.getByRole("button", { name: "To the start" }).click();
  const seen = await watcher.board();
  const rows = await watcher.page.locator(".moves li").count();
  await (await onTurn(white, black))?.playTurn(byTaps);
  await watcher.page.waitForFunction((known) => document.querySelectorAll(".moves li").length > known, rows);
  assert.ok(await watcher.page.locator(".behind").isVisible());
  assert.deepEqual(await watcher.board(), seen);
  assert.equal(await watcher.status(), "The start.");
  await watcher.page.getByRole("button", { name: /^To the (game|end)/ }).click();
  assert.notDeepEqual(await watcher.board(), seen);
  for (const each of [white, black, watcher]) await each.visitor.leave();
});

test("a game that nobody joined can be called off; the invitation then says so", async () => {
  const maker = await browser.visitor();
  const { who, invitation } = await makeGame(maker, "random");
  await who.page.getByRole("button", { name: "Call the game off" }).click();
  await who.page.getByRole("button", { name: "Call it off" }).click();
  const friend = await browser.visitor({ size: "phone" });
  await friend.go(invitation);
  for (const { page } of [maker, friend]) {
    await page.waitForSelector(".game.over");
    assert.match(await page.locator(".status").innerText(), /called off/);
    assert.equal(await page.getByRole("button", { name: /^Sit down/ }).count(), 0);
  }
  for (const visitor of [maker, friend]) await visitor.leave();
});
