import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, tabStops } from "./axe.js";
import { sizes } from "./browser.js";
import { openHouse } from "./house.js";
import { makeGame } from "./table.js";

const { server, browser } = await openHouse();

const notHere = /the server responded with a status of 404/;

const pages = [
  { path: "/", title: /^Fallas/, heading: "Fallas" },
  { path: "/rules", title: /rules of Fallas/, heading: "How Fallas is played" },
  { path: "/fairness", title: /^Dice that can be checked/, heading: "Dice that can be checked" },
  { path: "/nowhere", title: /^Not here/, heading: "There is nothing here", status: 404 },
];

for (const { path, title, heading, status = 200 } of pages) {
  for (const size of /** @type {(keyof typeof sizes)[]} */ (Object.keys(sizes))) {
    for (const theme of /** @type {const} */ (["light", "dark"])) {
      test(`${path} on a ${size}, ${theme}: calm, accessible, nothing wider than the screen`, async () => {
        const visitor = await browser.visitor({ size, theme });
        if (status === 404) visitor.expect(notHere);
        const response = await visitor.go(path);
        assert.equal(response?.status(), status);
        assert.match(await visitor.page.title(), title);
        const { page } = visitor;
        await page.getByRole("heading", { level: 1, name: heading }).waitFor();
        await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
        await assertAccessible(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= sizes[size].width, `the page is ${wide} wide`);
        await visitor.leave();
      });
    }
  }
}

/** Somebody on a narrow screen with the longest of names. @param {string} letter of which it is made */
async function longNamed(letter) {
  const visitor = await browser.visitor();
  visitor.expect(notHere);
  const { page, url } = visitor;
  await page.setViewportSize({ width: 320, height: 568 });
  const headers = { origin: url };
  await page.request.post(`${url}/api/v1/session`, { headers });
  const named = await page.request.put(`${url}/api/v1/session/name`, { headers, data: { name: letter.repeat(24) } });
  assert.ok(named.ok(), await named.text());
  return visitor;
}

/** @param {import("playwright-core").Page} page @param {string} what it shows */
async function fits(page, what) {
  const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(wide <= seen, `${what} is ${wide} wide, of which ${seen} are seen`);
}

test("nothing is wider than the narrowest screen, which is also a desk magnified four times, whatever people are called", async () => {
  const [maker, friend] = [await longNamed("W"), await longNamed("M")];
  for (const path of [...pages.map(({ path }) => path), "/me"]) {
    await maker.go(path);
    await maker.page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
    await fits(maker.page, path);
  }
  const { invitation } = await makeGame(maker, "white", "Backgammon");
  await fits(maker.page, "a game that waits");
  await friend.go(invitation);
  await friend.page.getByRole("button", { name: /^Sit down/ }).waitFor();
  await fits(friend.page, "an invitation");
  await friend.page.getByRole("button", { name: /^Sit down/ }).click();
  for (const { page } of [maker, friend]) {
    await page.locator(".dice").waitFor();
    await fits(page, "a game");
    const you = (await page.locator(".player small").boundingBox()) ?? assert.fail("whose side is one's own is said");
    assert.ok(you.x + you.width < 320, `"you" ends at ${you.x + you.width}`);
  }
  await maker.page.getByRole("button", { name: "Resign", exact: true }).click();
  await fits(maker.page, "the question before resigning");
  await maker.page.getByRole("dialog").getByRole("button", { name: "Resign", exact: true }).click();
  await maker.page.getByRole("button", { name: "Play again, sides changed" }).click();
  await friend.page.locator(".again").getByText("would play again").waitFor();
  for (const { page } of [maker, friend]) await fits(page, "a game that is over");
  await maker.go("/");
  await maker.page.getByRole("button", { name: "Play now" }).click();
  await friend.go("/");
  await friend.page.getByRole("button", { name: /^Play WWW/ }).waitFor();
  await fits(friend.page, "the lobby");
  for (const visitor of [maker, friend]) await visitor.leave();
});

test("every page can be walked through with the Tab key, beginning with the way past the header", async () => {
  const visitor = await browser.visitor();
  visitor.expect(notHere);
  const header = ["Skip to the page", "Fallas", "Rules", "Fairness", "You", "Change between day and candle light"];
  const footer = ["Rules", "Fairness", "API"];
  for (const [path, between] of /** @type {const} */ ([
    ["/", ["By lot", "Those with the link", "Rules Fallas", "Play a friend"]],
    ["/rules", ["The board", "R1", "R9", "R11", "B6", "S3", "Play Faylys", "D"]],
    ["/fairness", ["A game’s link or id, or a whole record", "Check the dice"]],
    ["/nowhere", ["To the first page"]],
  ])) {
    await visitor.go(path);
    const stops = await tabStops(visitor.page);
    assert.deepEqual(stops.slice(0, header.length), header, path);
    assert.deepEqual(stops.slice(-footer.length), footer, path);
    for (const stop of between) assert.ok(stops.includes(stop), `${path}: ${stop} among ${stops.join(", ")}`);
  }
  await visitor.leave();
});

test("the way past the header leads to the page itself", async () => {
  const visitor = await browser.visitor();
  await visitor.go("/rules");
  await visitor.page.keyboard.press("Tab");
  await visitor.page.keyboard.press("Enter");
  assert.equal(await visitor.page.evaluate(() => document.activeElement?.id), "main");
  await visitor.leave();
});

test("a chosen theme stays, from page to page, and choosing the system's own follows the system again", async () => {
  const visitor = await browser.visitor({ theme: "light" });
  const { page } = visitor;
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme ?? "the system's");
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await visitor.go("/");
  const day = await ground();
  const toggle = page.getByRole("button", { name: "Change between day and candle light" });
  await toggle.click();
  assert.equal(await theme(), "dark");
  const candle = await ground();
  assert.notEqual(candle, day);
  await visitor.go("/rules");
  assert.equal(await ground(), candle);
  await toggle.click();
  assert.equal(await theme(), "the system's");
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal(await ground(), candle);
  await visitor.leave();
});

test("nothing jumps while a page loads", async () => {
  for (const path of ["/", "/rules", "/fairness"]) {
    const visitor = await browser.visitor({ size: "phone" });
    await visitor.go(path);
    const shift = await visitor.page.evaluate(
      () =>
        new Promise((resolve) => {
          new PerformanceObserver((list) => {
            const entries = /** @type {(PerformanceEntry & { value: number })[]} */ (list.getEntries());
            resolve(entries.reduce((sum, entry) => sum + entry.value, 0));
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(0), 300);
        }),
    );
    assert.ok(Number(shift) < 0.02, `${path} shifts by ${shift}`);
    await visitor.leave();
  }
});

test("pressing twice makes one game, kept for its maker with an invitation", async () => {
  const visitor = await browser.visitor({ size: "phone" });
  await visitor.go("/");
  const { page } = visitor;
  await page.getByRole("radio", { name: "White" }).tap();
  await page.getByRole("radio", { name: "Everyone" }).tap();
  await page.getByRole("button", { name: "Play a friend" }).dblclick();
  await page.waitForURL(/\/games\/[0-9a-f-]{36}$/);
  const game = new URL(page.url()).pathname.split("/")[2];
  assert.ok(await page.evaluate((id) => localStorage.getItem(`fallas.invitation.${id}`), game));
  const record = await (await fetch(`${server.url}/api/v1/games/${game}`)).json();
  assert.equal(record.visibility, "public");
  assert.equal(record.events[0].creator_seat, "white");
  const { games } = await (await fetch(`${server.url}/api/v1/games`)).json();
  assert.equal(games.filter((/** @type {{ creator: { id: string } }} */ one) => one.creator.id === record.creator.id).length, 1);
  await visitor.leave();
});

test("a newcomer’s press makes a game of fallas; another ruleset is chosen by name, and whoever is invited sees what it is", async () => {
  const visitor = await browser.visitor({ size: "phone" });
  const { page } = visitor;
  const made = async () => {
    await page.getByRole("button", { name: "Play a friend" }).tap();
    await page.waitForURL(/\/games\/[0-9a-f-]{36}$/);
    const record = await (await fetch(`${server.url}/api/v1${new URL(page.url()).pathname}`)).json();
    const [created] = record.events;
    return { ruleset: record.ruleset, odds: created.odds ?? false };
  };
  await visitor.go("/");
  assert.ok(!(await page.locator(".rulesets").isVisible()), "the choice is folded away");
  assert.deepEqual(await made(), { ruleset: "fallas", odds: false });

  await visitor.go("/");
  const summary = page.locator("#new-game summary");
  await summary.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: /^Fallas Académie/ }).focus();
  const first = await page.locator(".switches").innerText();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.match(await summary.innerText(), /La faille/);
  assert.notEqual(await page.locator(".switches").innerText(), first);
  assert.match(await page.locator(".switches .differs").first().innerText(), /Cannot enter\s+the turn passes \(R11\)\s*, other than in Fallas/);
  await assertAccessible(page);
  await page.getByLabel("Both players see the falla meter").check();
  assert.match(await summary.innerText(), /La faille, with the meter/);
  assert.deepEqual(await made(), { ruleset: "faille", odds: true });

  const link = page.getByLabel("Invitation link", { exact: true });
  await link.waitFor();
  const friend = await browser.visitor({ theme: "dark" });
  const { pathname, hash } = new URL(await link.inputValue());
  await friend.go(pathname + hash);
  const card = friend.page.locator(".arrival");
  await card.getByRole("heading", { name: /invites you to a game of La faille/ }).waitFor();
  assert.match(await card.innerText(), /Cannot enter\s+the turn passes/);
  assert.match(await card.innerText(), /Both players see the falla meter/);
  assert.equal(await card.getByRole("link", { name: "All rules of La faille" }).getAttribute("href"), "/rules#faille");
  await assertAccessible(friend.page);
  await friend.page.getByRole("button", { name: "Watch" }).click();
  await friend.page.locator(".side summary", { hasText: "Rules" }).click();
  assert.match(await friend.page.locator(".side .switches").innerText(), /Cannot enter\s+the turn passes/);

  await visitor.go("/?ruleset=backgammon");
  await page.getByText("knows no falla").waitFor();
  assert.ok(await page.getByRole("radio", { name: /^Backgammon/ }).isChecked());
  for (const one of [visitor, friend]) await one.leave();
});

test("a game is opened by its link, by its id, and not by anything else", async () => {
  const visitor = await browser.visitor({ lan: true });
  await visitor.go("/");
  const { page } = visitor;
  await page.getByRole("button", { name: "Play a friend" }).click();
  await page.waitForURL(/\/games\//);
  const link = page.url();
  await visitor.go("/");
  const field = page.getByLabel("The link, or the game’s id");
  await field.fill("the game of yesterday");
  await field.press("Enter");
  await page.getByText("paste the whole of it").waitFor();
  await assertAccessible(page);
  for (const given of [link, ` ${link.slice(-36)} `]) {
    await visitor.go("/");
    await field.fill(given);
    await page.getByRole("button", { name: "Open" }).click();
    await page.waitForURL(link);
  }
  await visitor.leave();
});

test("a server that is down is told kindly, and the same press works when it is back", async () => {
  const visitor = await browser.visitor();
  visitor.expect(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
  await visitor.go("/");
  const { page } = visitor;
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
  await server.stop();
  try {
    await page.getByRole("button", { name: "Play a friend" }).click();
    await page.getByText("The server does not answer").waitFor();
    await assertAccessible(page);
  } finally {
    await server.start();
  }
  await page.getByRole("button", { name: "Play a friend" }).click();
  await page.waitForURL(/\/games\//);
  await visitor.leave();
});

test("a clause that is led to is in sight and marked, and the page of the rules leads on to a game of each ruleset", async () => {
  const visitor = await browser.visitor({ size: "phone" });
  const { page } = visitor;
  await visitor.go("/rules#R11");
  const clause = page.locator("#R11");
  const top = (await clause.boundingBox())?.y ?? -1;
  assert.ok(top >= 0 && top < sizes.phone.height, `R11 is at ${top}`);
  assert.notEqual(await clause.evaluate((li) => getComputedStyle(li).backgroundColor), await page.locator("#R9").evaluate((li) => getComputedStyle(li).backgroundColor));
  await page.getByRole("link", { name: "Play Fayles" }).click();
  await page.waitForURL(/\/\?ruleset=fayles$/);
  await page.getByRole("radio", { name: /^Fayles/ }).waitFor();
  assert.ok(await page.getByRole("radio", { name: /^Fayles/ }).isChecked());
  await visitor.leave();
});

test("without JavaScript the rules can be read", async () => {
  const context = await browser.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/rules#R9`);
  assert.ok(await page.getByText("If no way exists, you have lost at once.").isVisible());
  await context.close();
});
