// People: a name, a page, another device in mid-turn, tokens, leaving.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./axe.js";
import { bothHands, hasFocus, keyboard } from "./hands.js";
import { openHouse } from "./house.js";
import { Seated, byKeys, byTaps, seatTwo } from "./table.js";

/** @import { Page } from "playwright-core" */
/** @import { Hands } from "./hands.js" */

const { browser } = await openHouse();

const refused = /Failed to load resource: the server responded with a status of (404|409|422)/;

/** @param {import("./browser.js").Visitor} visitor somebody who becomes a guest */
async function join(visitor) {
  const made = await visitor.page.request.post(`${visitor.url}/api/v1/session`, { headers: { origin: visitor.url } });
  assert.ok(made.ok(), await made.text());
}

/** Fills a field and presses the button beside it. @param {Hands} hands @param {Page} page @param {string} label @param {string} text */
async function send(hands, page, label, text) {
  const field = page.getByLabel(label, { exact: true });
  await hands.write(field, text);
  await hands.press(page.locator("form", { has: field }).getByRole("button"));
}

for (const hands of bothHands) {
  test(`names: hostile ones are refused with the reason, good ones are shown at once, also at the table, ${hands.called}`, async () => {
    const good = hands === keyboard ? "Ζωή" : "נעמי";
    const { white, black } = await seatTwo(browser, {}, { size: "phone" }, "Backgammon");
    const me = await white.visitor.context.newPage();
    white.visitor.expect(refused);
    await me.goto(`${white.visitor.url}/me`);
    await me.locator("#known").waitFor();
    const notice = me.locator("#name-notice");
    for (const [name, why] of /** @type {const} */ ([
      ["A", "2 to 24 characters"],
      ["Guest 5", "server’s own words|server's own words"],
      ["Аnn", "one script"],
      ["Ann\u202e", "letters and digits"],
      ["<b>Ann</b>", "letters and digits"],
    ])) {
      await send(hands, me, "A name of your own", name);
      await notice.filter({ hasText: new RegExp(why) }).waitFor();
      assert.equal(await hasFocus(me.getByLabel("A name of your own", { exact: true })), true);
    }
    await assertAccessible(me);
    await send(hands, me, "A name of your own", good);
    await notice.filter({ hasText: `You are ${good} now.` }).waitFor();
    assert.equal(await me.locator("h1 bdi").innerText(), good);
    assert.equal(await me.locator("#mark").innerText(), "", "no guest any more");
    for (const who of [white, black]) await who.page.locator(".player.white bdi").filter({ hasText: good }).waitFor();

    const other = await browser.visitor({ size: "phone", theme: "dark" });
    other.expect(refused);
    await join(other);
    await other.go("/me");
    await send(hands, other.page, "A name of your own", good);
    await other.page.locator("#name-notice").filter({ hasText: "Somebody has this name" }).waitFor();
    await assertAccessible(other.page);

    const link = black.page.locator(".player.white a");
    const [page] = await Promise.all([black.visitor.context.waitForEvent("page"), hands.press(link)]);
    await page.locator("#known").waitFor();
    assert.equal(await page.locator("h1 bdi").innerText(), good);
    await assertAccessible(page);
    for (const visitor of [white.visitor, black.visitor, other]) await visitor.leave();
  });

  test(`a recovery code in mid-turn: seat and game go to the other device, the old page says so, ${hands.called}`, async () => {
    const { white, black, path } = await seatTwo(browser, {}, {}, "Backgammon");
    const turn = await white.page.request.get(`${white.visitor.url}/api/v1${path}`);
    const owner = (await turn.json()).turn === "white" ? white : black;
    const seat = owner === white ? "white" : "black";
    owner.visitor.expect(refused);
    const me = await owner.visitor.context.newPage();
    await me.goto(`${owner.visitor.url}/me`);
    await hands.press(me.getByRole("button", { name: "Make a recovery code" }));
    const code = await me.locator("#code .secret").innerText();
    assert.match(code, /^[0-9A-Z]{4}(-[0-9A-Z]{4}){5}$/);
    await assertAccessible(me);

    const phone = await browser.visitor({ size: "phone" });
    phone.expect(refused);
    await join(phone);
    await phone.go("/me");
    await phone.page.getByText("is left behind").waitFor();
    await send(hands, phone.page, "The code", code.slice(0, -1));
    await phone.page.locator("#recover-notice").filter({ hasText: "wrong or missing" }).waitFor();
    await assertAccessible(phone.page);
    await send(hands, phone.page, "The code", ` ${code.toLowerCase().replaceAll("-", " ")} `);
    await phone.page.locator("#live .standing").waitFor();
    await owner.page.getByText("You are signed out of this browser").waitFor();
    await hands.press(phone.page.locator("#live .standing"));
    const moved = new Seated(phone);
    await moved.sees(`.player.${seat} small`);
    await moved.sees(".to-play");
    const legal = await phone.page.request.get(`${phone.url}/api/v1${path}/legal`);
    assert.ok(legal.ok(), "the turn goes on");
    await moved.playTurn(hands === keyboard ? byKeys : byTaps);
    const stranger = await browser.visitor();
    stranger.expect(refused);
    await stranger.go("/me");
    await stranger.page.getByText("You are nobody here yet").waitFor();
    await send(hands, stranger.page, "The code", code);
    await stranger.page.locator("#recover-notice").filter({ hasText: "not good any more" }).waitFor();
    for (const visitor of [white.visitor, black.visitor, phone, stranger]) await visitor.leave();
  });
}

test("a token is shown once and revoked; other browsers are signed out; who leaves is gone", async () => {
  const visitor = await browser.visitor({ theme: "dark" });
  await join(visitor);
  await visitor.go("/me");
  const { page } = visitor;
  await send(keyboard, page, "What is the token for?", "my bot");
  const token = await page.locator("#token .secret").innerText();
  const headers = { authorization: `Bearer ${token}` };
  const ask = async () => (await (await fetch(`${visitor.url}/api/v1/session`, { headers })).json()).player;
  const guest = await ask();
  assert.match(guest.name, /^Guest /);
  await assertAccessible(page);
  await page.getByRole("button", { name: "Sign out everywhere else" }).dblclick();
  await page.getByText("You were signed in nowhere else.").waitFor();
  assert.notEqual(await ask(), null, "tokens stay");
  await keyboard.press(page.getByRole("button", { name: "Revoke my bot" }));
  await page.getByText("No program plays as you.").waitFor();
  assert.equal(await ask(), null);

  await send(keyboard, page, `Type your name to confirm: ${guest.name}`, "somebody else");
  await page.getByText("To be sure, type your name").waitFor();
  await send(keyboard, page, `Type your name to confirm: ${guest.name}`, guest.name);
  await page.getByText("You are gone from here").waitFor();
  await page.getByText("You are nobody here yet").waitFor();
  await assertAccessible(page);
  await visitor.go(`/players/${guest.id}`);
  await page.locator("h1 bdi").filter({ hasText: "deleted player" }).waitFor();
  await visitor.leave();
});

test("a token is shown although the list of tokens cannot be had", async () => {
  const visitor = await browser.visitor();
  visitor.expect(/Failed to load resource/);
  await join(visitor);
  await visitor.go("/me");
  const { page } = visitor;
  await page.getByText("No program plays as you.").waitFor();
  await page.route("**/session/tokens", (route) => (route.request().method() === "GET" ? route.abort() : route.continue()));
  await send(keyboard, page, "What is the token for?", "my bot");
  assert.match(await page.locator("#token .secret").innerText(), /^\S{20,}$/);
  await visitor.leave();
});

test("a player who cannot be shown just now is not said to be none", async () => {
  const visitor = await browser.visitor();
  visitor.expect(/Failed to load resource/);
  const { page } = visitor;
  await visitor.go(`/players/${crypto.randomUUID()}`);
  await page.getByRole("heading", { name: "No such player" }).waitFor();
  await page.route("**/api/v1/players/*", (route) => route.abort());
  await page.reload();
  await page.getByRole("heading", { name: "This player cannot be shown" }).waitFor();
  await page.getByText("The server does not answer").waitFor();
  await assertAccessible(page);
  await page.unroute("**/api/v1/players/*");
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "No such player" }).waitFor();
  await visitor.leave();
});
