// A game's page as a person uses it: reads what it shows, and plays by taps, by keys, by dragging. It knows the page's
// words and marks, and no rules.

import assert from "node:assert/strict";
import { pointer } from "./hands.js";
import { makeByRest, playByRest, sitByRest } from "./rest.js";
import { neighbour } from "../static/js/game/layout.js";

/** @import { Page } from "playwright-core" */
/** @import { TestBrowser, Visitor } from "./browser.js" */
/** @import { Hands } from "./hands.js" */

/** How long something shown may take to come, in milliseconds. */
const patience = 60_000;

/** One person at the table. */
export class Seated {
  /** @param {Visitor} visitor */
  constructor(visitor) {
    this.visitor = visitor;
  }

  /** @returns {Page} */
  get page() {
    return this.visitor.page;
  }

  /** @param {number} spot */
  spot(spot) {
    return this.page.locator(`[data-spot="${spot}"]`);
  }

  get confirm() {
    return this.page.locator(".hand .confirm");
  }

  /** Waits until something is on the page. @param {string} selector */
  async sees(selector) {
    await this.page.waitForSelector(selector, { timeout: patience });
  }

  /** The line that says what is to be done. */
  status() {
    return this.page.locator(".status").innerText();
  }

  /** What every spot of the board says to those who listen, without what may be done. */
  async board() {
    const labels = await this.page.locator("[data-spot]").evaluateAll((spots) => spots.map((spot) => spot.getAttribute("aria-label") ?? ""));
    return labels.map((label) => label.replace(/, (may move|may go here|in hand)$/, "").replace(/your/g, "my"));
  }

  /** The faces on the board in the order they lie. */
  dice() {
    return this.page.locator(".dice").getAttribute("aria-label");
  }

  /** The spots with this mark. @param {"leave" | "reach"} mark @returns {Promise<number[]>} */
  marked(mark) {
    return this.page.locator(`.spot.${mark}`).evaluateAll((spots) => spots.map((spot) => Number(/** @type {HTMLElement} */ (spot).dataset.spot)));
  }

  /** Whether the turn is mine. */
  async hasTurn() {
    return (await this.confirm.count()) > 0;
  }

  async isOver() {
    return (await this.page.locator(".game.over").count()) > 0;
  }

  /** Makes the whole turn, the checkers chosen by `pick`. @param {Act} act @param {Pick} [pick] */
  async playTurn(act, pick = first) {
    await this.makeSteps(act, pick);
    const turns = await this.page.locator(".moves li").count();
    await act.confirm(this);
    // Where the opponent's turn passes by itself, the next turn of one's own comes at once.
    await this.page.waitForFunction(
      (before) => !document.querySelector(".hand .confirm") || document.querySelectorAll(".moves li").length > before,
      turns,
      { timeout: patience },
    );
  }

  /** Makes steps until the play is complete; each checker goes as far as the dice take it. @param {Act} act @param {Pick} [pick] @param {number} [most] gestures */
  async makeSteps(act, pick = first, most = 9) {
    for (let gesture = 0; gesture < most; gesture++) {
      if (await this.confirm.isEnabled()) return;
      const from = pick(await this.marked("leave"));
      await act.choose(this, from);
      const to = Math.min(...(await this.marked("reach")));
      await act.choose(this, to);
      const ways = this.page.locator(".choice button");
      if (await ways.count()) await ways.first().click();
    }
  }
}

/** @typedef {(spots: number[]) => number} Pick */
/**
 * A way to play: how a spot is chosen, how the play is confirmed.
 * @typedef {{ choose: (who: Seated, spot: number) => Promise<void>, confirm: (who: Seated) => Promise<void> }} Act
 */

/** @type {Pick} */
const first = (spots) => {
  assert.ok(spots.length, "a spot is marked");
  return spots[0];
};

/** Chooses by a fixed sequence, so that a failing game can be played again. @param {number} seed @returns {Pick} */
export function pickBy(seed) {
  let state = seed;
  return (spots) => {
    assert.ok(spots.length, "a spot is marked");
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return spots[(state >> 8) % spots.length];
  };
}

/** With a mouse, or a finger where the screen is one. @type {Act} */
export const byTaps = {
  choose: (who, spot) => who.spot(spot).click(),
  confirm: (who) => who.confirm.click(),
};

/** With the keyboard alone: Tab to the board, arrows to the spot, Enter. @type {Act} */
export const byKeys = {
  async choose(who, spot) {
    await tabToBoard(who.page);
    const at = await who.page.evaluate(() => Number(/** @type {HTMLElement} */ (document.activeElement).dataset.spot));
    for (const key of keysBetween(at, spot)) await who.page.keyboard.press(key);
    await who.page.keyboard.press("Enter");
  },
  async confirm(who) {
    await who.page.keyboard.press("Enter");
  },
};

/** @param {Page} page */
async function tabToBoard(page) {
  for (let stop = 0; stop < 40; stop++) {
    const there = await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.dataset.spot !== undefined);
    if (there) return;
    await page.keyboard.press("Tab");
  }
  assert.fail("Tab does not lead to the board");
}

/** The shortest way with the arrow keys. @param {number} from @param {number} to @returns {string[]} */
function keysBetween(from, to) {
  /** @type {Map<number, string[]>} */
  const ways = new Map([[from, []]]);
  for (const [spot, keys] of ways) {
    if (spot === to) return keys;
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      const next = neighbour(spot, key);
      if (!ways.has(next)) ways.set(next, [...keys, key]);
    }
  }
  return assert.fail(`no arrow leads from ${from} to ${to}`);
}

/**
 * Plays in the page itself until the game is over: presses its buttons as fast as they come. Always the checker farthest
 * behind, as far as the dice take it, so that no game goes on for ever.
 * @param {Seated} who @returns {Promise<number>} how many turns were played
 */
export function playOn(who) {
  return who.page.evaluate(async (longest) => {
    const all = (/** @type {string} */ selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
    const over = () => all(".game.over").length > 0;
    const spots = (/** @type {string} */ mark) => all(`.spot.${mark}`).sort((a, b) => Number(b.dataset.spot) - Number(a.dataset.spot));
    const until = async (/** @type {string} */ what, /** @type {() => boolean} */ seen, wait = longest) => {
      for (const start = Date.now(); !seen() && !over(); ) {
        if (Date.now() - start > wait) throw new Error(`waited in vain: ${what}; the page says: ${all(".hand").map((hand) => hand.innerText)}`);
        await new Promise((resolve) => setTimeout(resolve));
      }
    };
    for (let turns = 0; ; turns++) {
      // The other side makes all its steps meanwhile.
      await until("my turn", () => all(".hand .confirm").length > 0, 6 * longest);
      while (!over() && !all(".hand .confirm:enabled").length) {
        const board = () => all("[data-spot]").map((spot) => spot.getAttribute("aria-label")?.replace(/, (may move|may go here|in hand)$/, "")).join();
        const before = board();
        spots("leave")[0].click();
        await until("where it may go", () => spots("reach").length > 0);
        spots("reach").pop()?.click();
        await until("the step", () => board() !== before || all(".choice button").length > 0);
        all(".choice button")[0]?.click();
        await until("the way chosen", () => board() !== before);
      }
      if (over()) return turns;
      const rolled = all(".moves li").length;
      all(".hand .confirm")[0].click();
      await until("the next roll", () => all(".moves li").length > rolled);
    }
  }, patience);
}

/**
 * At a finished game: its dice were checked, and stepping through it from the start leads to its end.
 * @param {Seated} who
 */
export async function replayAndCheck(who) {
  const { page } = who;
  assert.match(await page.locator(".dice-check h2").innerText(), /The dice were checked/);
  const end = await who.board();
  const rows = await page.locator(".moves li").count();
  await page.getByRole("button", { name: "To the start" }).click();
  assert.equal(await who.status(), "The start.");
  assert.notDeepEqual(await who.board(), end);
  await page.locator(".moves h2").click();
  for (let turn = 0; turn < rows; turn++) await page.keyboard.press("ArrowRight");
  assert.deepEqual(await who.board(), end);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.locator('.moves [aria-current="step"]').count(), 1);
  await page.getByRole("button", { name: "To the end" }).click();
  assert.deepEqual(await who.board(), end);
}

/** By dragging each checker. @type {(who: Seated, from: number, to: number) => Promise<void>} */
export async function drag(who, from, to) {
  const [a, b] = await Promise.all([who.spot(from).boundingBox(), who.spot(to).boundingBox()]);
  assert.ok(a && b);
  const { mouse } = who.page;
  await mouse.move(a.x + a.width / 2, a.y + a.height * 0.4);
  await mouse.down();
  await mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 6 });
  await mouse.up();
}

/**
 * Makes a game on the front page and waits at its board.
 * @param {Visitor} visitor @param {"white" | "black" | "random"} seat
 * @param {string} [ruleset] its name as shown; left out nothing is chosen
 * @param {Hands} [hands]
 * @returns {Promise<{ who: Seated, invitation: string, path: string }>}
 */
export async function makeGame(visitor, seat, ruleset, hands = pointer) {
  await visitor.go("/");
  await hands.choose(visitor.page.locator(`input[name="seat"][value="${seat}"]`));
  if (ruleset) await chooseRuleset(visitor, ruleset, hands);
  await hands.press(visitor.page.getByRole("button", { name: "Play a friend" }));
  await visitor.page.waitForURL(/\/games\//);
  const who = new Seated(visitor);
  const link = visitor.page.getByLabel("Invitation link", { exact: true });
  await link.waitFor({ timeout: patience });
  const { pathname, hash } = new URL(await link.inputValue());
  return { who, invitation: pathname + hash, path: pathname };
}

/** Unfolds the rulesets of the front page and takes one. @param {Visitor} visitor @param {string} ruleset its name as shown @param {Hands} [hands] */
export async function chooseRuleset({ page }, ruleset, hands = pointer) {
  await hands.press(page.locator("#new-game summary"));
  await hands.choose(page.locator(".rulesets label", { has: page.getByText(ruleset, { exact: true }) }).locator("input"));
}

/** Opens an invitation and takes the seat. @param {Visitor} visitor @param {string} invitation @param {Hands} [hands] */
export async function sitDown(visitor, invitation, hands = pointer) {
  await visitor.go(invitation);
  await hands.press(visitor.page.getByRole("button", { name: /^Sit down/ }));
  const who = new Seated(visitor);
  await who.sees(".game:not(.waiting)");
  return who;
}

/** No test waits for so many games: what it waits for comes in most of them. */
const mostGames = 30;

/**
 * Two people at a game of some kind that has come to where `until` says, in as many games as that takes; without it,
 * at its beginning. They open the page only then.
 * @param {TestBrowser} browser @param {Parameters<typeof makeByRest>[1]} wish @param {Parameters<typeof playByRest>[3]} [how]
 * @returns {Promise<{ white: Seated, black: Seated, who: Seated, other: Seated, path: string }>} `who` is on turn
 */
export async function gameAt(browser, wish, how = { until: () => true }) {
  const [white, black] = [new Seated(await browser.visitor()), new Seated(await browser.visitor({ size: "phone", theme: "dark" }))];
  for (let game = 1; game <= mostGames; game++) {
    const { path, invitation } = await makeByRest(white.visitor, { ...wish, seat: "white" });
    await sitByRest(white.visitor, path);
    await sitByRest(black.visitor, path, invitation);
    const { phase, turn } = await playByRest(browser.server.url, { white: white.page, black: black.page }, path, how);
    if (phase !== "playing") continue;
    for (const { visitor } of [white, black]) await visitor.go(path);
    const [who, other] = turn === "white" ? [white, black] : [black, white];
    await who.sees(".hand .confirm");
    await other.sees(".dice");
    return { white, black, who, other, path };
  }
  return assert.fail("it does not come");
}

/**
 * Two people at one table, white first, in a game that its first roll has not ended.
 * @param {TestBrowser} browser
 * @param {Parameters<TestBrowser["visitor"]>[0]} [white] @param {Parameters<TestBrowser["visitor"]>[0]} [black]
 * @param {string} [ruleset] its name as shown
 */
export async function seatTwo(browser, white, black, ruleset) {
  for (;;) {
    const maker = await browser.visitor(white);
    const { who, invitation, path } = await makeGame(maker, "white", ruleset);
    const friend = await sitDown(await browser.visitor(black), invitation);
    await who.sees(".game:not(.waiting)");
    if (!(await who.isOver())) return { white: who, black: friend, path, invitation };
    for (const { visitor } of [who, friend]) await visitor.leave();
  }
}

/** Resigns for as much as it takes. @param {Seated} who @param {Hands} [hands] */
export async function giveUp(who, hands = pointer) {
  await hands.press(who.page.getByRole("button", { name: "Resign", exact: true }));
  await hands.press(who.page.getByRole("dialog").getByRole("button", { name: "Resign", exact: true }));
  await who.sees(".game.over");
}

/** Waits until one of them has the turn, or the game is over; null when it is. @param {Seated} a @param {Seated} b */
export async function onTurn(a, b) {
  await a.page.waitForFunction(
    () => document.querySelector(".game.over") || (document.querySelector(".player.to-play") && document.querySelector(".dice")),
    null,
    { timeout: patience },
  );
  for (let look = 0; look < 200; look++) {
    if ((await a.isOver()) || (await b.isOver())) return null;
    if (await a.hasTurn()) return a;
    if (await b.hasTurn()) return b;
    await a.page.waitForTimeout(25);
  }
  return assert.fail("nobody has the turn");
}

/**
 * Two people at one table, one of them with a roll that can be played in more than one way.
 * @param {TestBrowser} browser @param {Parameters<TestBrowser["visitor"]>[0]} [as]
 */
export async function seatTwoToChoose(browser, as) {
  for (;;) {
    const { white, black, path } = await seatTwo(browser, as, as);
    for (let who = await onTurn(white, black); who; who = await onTurn(white, black)) {
      const other = who === white ? black : white;
      if (!(await who.confirm.isEnabled())) return { who, other, path };
      await byTaps.confirm(who);
      await who.page.waitForFunction(() => !document.querySelector(".hand .confirm"), null, { timeout: patience });
    }
    for (const each of [white, black]) await each.visitor.leave();
  }
}
