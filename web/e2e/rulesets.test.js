// A whole game of each ruleset: chosen where games are made, played to its end, watched, replayed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse } from "./house.js";
import { Seated, byKeys, byTaps, makeGame, onTurn, playOn, replayAndCheck, sitDown } from "./table.js";

/** @import { GameRecord } from "../static/js/types.js" */
/** @import { Visitor } from "./browser.js" */

const { server, browser } = await openHouse();

/** A falla may end a game with its first roll. That counts; but then another is played, until one has gone so many turns. */
const underWay = 6;
/** Of games played so, one in thirty at most ends that early. */
const mostGames = 6;

for (const [ruleset, name, ends] of /** @type {const} */ ([
  ["fallas", "Fallas", ["borne_off", "falla"]],
  ["fallas-2010", "Fallas (2010 reading)", ["borne_off", "falla"]],
  ["faille", "La faille", ["borne_off", "falla"]],
  ["faylys", "Faylys", ["borne_off", "falla"]],
  ["fayles", "Fayles", ["borne_off", "falla"]],
  ["backgammon", "Backgammon", ["borne_off"]],
])) {
  test(`a whole game of ${ruleset}: chosen, played, watched, replayed`, async () => {
    const people = { maker: await browser.visitor(), friend: await browser.visitor(), watcher: await browser.visitor({ theme: "dark" }) };
    for (let game = 1; ; game++) {
      assert.ok(game <= mostGames, `a game of ${ruleset} gets under way`);
      const record = await playWhole(people, name);
      assert.equal(record.ruleset, ruleset);
      assert.ok(/** @type {readonly string[]} */ (ends).includes(record.result?.reason ?? ""), `it ended: ${record.result?.reason}`);
      if (record.events.filter(({ type }) => type === "played").length >= underWay) break;
    }
    for (const visitor of Object.values(people)) await visitor.leave();
  });
}

/**
 * Plays a game to its end: each side's first turn by taps or by keys, the rest by the page's buttons.
 * @param {Record<"maker" | "friend" | "watcher", Visitor>} people @param {string} name of the ruleset as shown
 * @returns {Promise<GameRecord>}
 */
async function playWhole({ maker, friend, watcher }, name) {
  const { who: white, invitation, path } = await makeGame(maker, "white", name);
  const watching = new Seated(watcher);
  await watcher.go(path);
  const black = await sitDown(friend, invitation);
  const board = (/** @type {Seated} */ who) => who.sees(".dice, .game.over");
  await Promise.all([white, black, watching].map(board));
  for (const act of [byTaps, byKeys]) await (await onTurn(white, black))?.playTurn(act);
  await Promise.all([playOn(white), playOn(black)]);
  await Promise.all([white, black, watching].map((who) => who.sees(".game.over .dice-check")));
  assert.match(await watching.page.locator("h1").innerText(), new RegExp(`^${name.replace(/[()]/g, "\\$&")}, a finished game`));
  assert.deepEqual(await watching.board(), (await white.board()).map((label) => label.replace("my checkers", "white’s checkers")));
  await replayAndCheck(watching);
  return (await fetch(`${server.url}/api/v1${path}`)).json();
}
