// Playing by REST, with the session of each player's own page: for tests that need a game to have come to a certain point.

import assert from "node:assert/strict";
import { opponentOf } from "../static/js/game/position.js";

/** @import { Page } from "playwright-core" */
/** @import { GameRecord, LegalNodes, LegalStep, Ruleset, Seat } from "../static/js/types.js" */
/** @import { Visitor } from "./browser.js" */

/** @typedef {{ white: Page, black: Page }} Sides */
/** @typedef {(steps: LegalStep[], seat: Seat) => LegalStep} Choose */

/** The checker nearest to home, so that those far behind get stuck. @type {Choose} */
export const nearest = (steps) => steps.reduce((low, step) => (step[0] < low[0] ? step : low));

/** The checker farthest from home, as a race is played. @type {Choose} */
export const farthest = (steps) => steps.reduce((high, step) => (step[0] > high[0] ? step : high));

/** Hits where that can be done, so that much is on the bar. @type {Choose} */
export const hitting = (steps, seat) => steps.find((step) => step[3]) ?? farthest(steps, seat);

/**
 * Makes a game; its page will let the maker sit.
 * @param {Visitor} visitor @param {{ ruleset?: Ruleset["id"], seat?: Seat, odds?: boolean }} wish
 * @returns {Promise<{ invitation: string, path: string }>} addresses, the invitation's with its secret
 */
export async function makeByRest({ page, url }, wish) {
  const headers = { origin: url };
  const session = await page.request.post(`${url}/api/v1/session`, { headers });
  assert.ok(session.ok(), await session.text());
  const made = await page.request.post(`${url}/api/v1/games`, { headers, data: { id: crypto.randomUUID(), ...wish } });
  assert.ok(made.ok(), await made.text());
  const { game, invitation } = await made.json();
  return { path: `/games/${game.id}`, invitation: `/games/${game.id}#sit=${invitation}` };
}

/**
 * Sits down without the page of the game.
 * @param {Visitor} visitor @param {string} path of the game @param {string} [invitation] its address; the maker needs none
 */
export async function sitByRest({ page, url }, path, invitation) {
  const headers = { origin: url };
  const session = await page.request.post(`${url}/api/v1/session`, { headers });
  assert.ok(session.ok(), await session.text());
  const game = `${url}/api/v1${path}`;
  const { events } = await (await page.request.get(game)).json();
  const data = { id: crypto.randomUUID(), command: "sit", commitment: events[0].commitment, ...(invitation && { invitation: invitation.split("#sit=")[1] }) };
  const sat = await page.request.post(`${game}/commands`, { headers, data });
  assert.ok(sat.ok(), await sat.text());
}

/**
 * Plays on until the game is over, or as it should be.
 * @param {string} url the server's @param {Sides} sides @param {string} path of the game
 * @param {{ choose?: Choose, until?: (nodes: LegalNodes, seat: Seat, game: string) => boolean | Promise<boolean> }} [how]
 *   `until` looks at the legal steps, whose they are, and may ask more of the game at its address
 * @returns {Promise<GameRecord>} as it then is
 */
export async function playByRest(url, sides, path, { choose = nearest, until = () => false } = {}) {
  const game = `${url}/api/v1${path}`;
  const record = async () => /** @type {Promise<GameRecord>} */ ((await sides.white.request.get(game)).json());
  let seat = (await record()).turn;
  while (seat) {
    const { request } = sides[seat];
    const answer = await request.get(`${game}/legal`);
    if (!answer.ok()) {
      // Over, or the other's turn has passed.
      seat = (await record()).turn;
      continue;
    }
    const { seq, nodes } = await answer.json();
    if (await until(nodes, seat, game)) break;
    /** @type {LegalStep[]} */
    const steps = [];
    for (let node = 0; nodes[node].length; node = steps[steps.length - 1][4]) steps.push(choose(nodes[node], seat));
    const played = await request.post(`${game}/commands`, {
      data: { id: crypto.randomUUID(), command: "play", expect: seq, steps: steps.map((step) => step.slice(0, 4)) },
      headers: { origin: url },
    });
    assert.ok(played.ok(), await played.text());
    seat = opponentOf(seat);
  }
  return record();
}
