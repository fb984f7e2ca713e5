// What is told of a game beside the plays: the falla meter, contact or race, and why a turn passed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./axe.js";
import { openHouse } from "./house.js";
import { farthest, hitting } from "./rest.js";
import { Seated, gameAt } from "./table.js";

/** @import { FallaChance, Standing } from "../static/js/types.js" */

const { server, browser } = await openHouse();

/** @param {string} path @returns {Promise<Standing & { falla: FallaChance | null }>} what the server says */
const odds = async (path) => (await fetch(`${server.url}/api/v1${path}`)).json();

/** Holds the meter to what the server says. @param {Seated} who @param {FallaChance} falla */
async function readsAs({ page }, { ways, of, failing }) {
  const meter = page.getByRole("meter", { name: "Chance of a falla" });
  await page.waitForFunction(([now]) => document.querySelector("[role=meter]")?.getAttribute("aria-valuenow") === now, [String(ways)]);
  assert.equal(await meter.getAttribute("aria-valuetext"), `${ways} of ${of} throws`);
  if (!ways) return;
  const button = page.locator(".meter .link");
  assert.equal((await button.innerText()).trim(), `${failing.length} of 56 rolls, ${ways} of 216 throws`);
  await button.click();
  const rolls = await page.locator(".failing li .unseen").allInnerTexts();
  assert.deepEqual(rolls, failing.map(({ dice }) => dice.join(", ")));
  await assertAccessible(page);
  await button.click();
  assert.equal(await page.locator(".failing").count(), 0);
}

test("who watches and who looks back sees the odds of a falla; the two at play see them only if they agreed", async () => {
  const until = async (/** @type {unknown} */ _, /** @type {unknown} */ __, /** @type {string} */ game) => {
    const { falla } = await odds(`${new URL(game).pathname.slice("/api/v1".length)}/odds`);
    return (falla?.ways ?? 0) > 0;
  };
  const { white, black, path } = await gameAt(browser, { ruleset: "fallas" }, { until });
  const watcher = new Seated(await browser.visitor({ size: "phone", theme: "dark" }));
  await watcher.visitor.go(path);
  const now = await odds(`${path}/odds`);
  await readsAs(watcher, now.falla ?? assert.fail("a turn has odds"));
  await white.sees(".meter");
  assert.equal(await white.page.getByRole("meter").count(), 0, "nobody asks for what was not agreed");

  await watcher.page.getByRole("button", { name: "To the start" }).click();
  const { events } = await (await fetch(`${server.url}/api/v1${path}`)).json();
  const first = events.find((/** @type {{ type: string }} */ { type }) => type === "rolled");
  await readsAs(watcher, (await odds(`${path}/odds?seq=${first.seq}`)).falla ?? assert.fail("a turn has odds"));

  await black.page.getByRole("button", { name: "Resign", exact: true }).click();
  await black.page.getByRole("dialog").getByRole("button", { name: "Resign", exact: true }).click();
  await white.sees(".game.over");
  await readsAs(white, now.falla ?? assert.fail());
  for (const { visitor } of [white, black, watcher]) await visitor.leave();

  const agreed = await gameAt(browser, { ruleset: "fallas", odds: true });
  for (const who of [agreed.white, agreed.black]) await readsAs(who, (await odds(`${agreed.path}/odds`)).falla ?? assert.fail("a turn has odds"));
  for (const { visitor } of [agreed.white, agreed.black]) await visitor.leave();
});

test("contact or race, and that no falla is possible any more, are said exactly when the server says so", async () => {
  let contact = true;
  const { who, other } = await gameAt(browser, { ruleset: "fayles" }, {
    choose: farthest,
    until: async (_, __, game) => {
      const standing = await odds(`${new URL(game).pathname.slice("/api/v1".length)}/position`);
      contact = standing.contact;
      return !standing.falla_possible;
    },
  });
  for (const { page } of [who, other]) {
    await page.getByText("No falla is possible any more.").waitFor();
    assert.equal(await page.getByText("A race: the sides have passed each other.").count(), contact ? 0 : 1);
  }
  await who.page.getByRole("button", { name: "To the start" }).click();
  await who.page.getByText("the sides still meet.").waitFor();
  assert.equal(await who.page.getByText("No falla is possible any more.").count(), 0);
  await assertAccessible(who.page);
  for (const { visitor } of [who, other]) await visitor.leave();
});

test("link, position id, text and record can be taken along; for backgammon the .mat file too", async () => {
  for (const ruleset of ["fallas", "backgammon"]) {
    const { who, other, path } = await gameAt(browser, { ruleset });
    await who.page.getByText("Link, position, record").click();
    const share = who.page.locator(".export");
    assert.equal(await share.getByLabel("Link to the game").inputValue(), server.url + path);
    const { position_id: id } = await odds(`${path}/position`);
    assert.equal(await share.getByLabel("Position ID", { exact: true }).inputValue(), id);
    await share.getByRole("button", { name: "Position ID: Copy" }).click();
    await share.getByText("Copied").waitFor();
    await assertAccessible(who.page);
    const links = await share.getByRole("link").evaluateAll((all) => all.map((link) => /** @type {HTMLAnchorElement} */ (link).href));
    assert.equal(links.length, ruleset === "backgammon" ? 3 : 2);
    for (const link of links) assert.equal((await fetch(link)).status, 200, link);
    for (const { visitor } of [who, other]) await visitor.leave();
  }
});

for (const [ruleset, clause] of /** @type {const} */ ([["backgammon", "R14"], ["faylys", "R11"]])) {
  test(`${ruleset}: a turn that passes is told, and why on the board`, async () => {
    let before = "";
    const { who, other } = await gameAt(browser, { ruleset }, {
      choose: hitting,
      until: (_, seat, game) => {
        const passed = before === `${game} ${seat}`;
        before = `${game} ${seat}`;
        return passed;
      },
    });
    for (const { page } of [who, other]) {
      await page.getByText(/could not play .*: the turn passed\./).waitFor();
      await page.getByRole("button", { name: "Why?" }).click();
      const story = page.getByRole("region", { name: "Why the turn passed" });
      await story.waitFor();
      assert.match(await story.innerText(), new RegExp(`loses nothing but the turn.*\\(${clause}\\)`, "s"));
      const dice = story.locator("ol > li > button");
      await dice.nth(1).click();
      assert.ok((await page.locator(".checker.told").count()) > 0, "its checkers are marked");
      assert.ok((await story.locator("ol > li").nth(1).locator("li").count()) > 0);
      assert.equal(await page.locator('.moves [aria-current="step"] .notation').innerText(), "passes");
      await assertAccessible(page);
    }
    for (const { visitor } of [who, other]) await visitor.leave();
  });
}
