// The page about the dice: checks a game's rolls here, in the browser.

import { getRecord, problemWords } from "./api.js";
import { verifyRecord } from "./fair.js";
import { keptSeed, openShelf } from "./game/keep.js";
import { readGameLink } from "./ids.js";
import { gameOf, readRecord } from "./record.js";
import { html, render } from "../vendor/preact.js";

/** @import { Report } from "./fair.js" */
/** @import { GameEvent } from "./types.js" */

const form = /** @type {HTMLFormElement} */ (document.getElementById("check"));
const text = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("text"));
const file = /** @type {HTMLInputElement} */ (form.elements.namedItem("file"));
const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
const place = /** @type {HTMLElement} */ (document.getElementById("verdict"));

/** @param {{ events: readonly GameEvent[] }} props */
function Rolls({ events }) {
  const rolls = events.flatMap((event) => (event.type === "opened" || event.type === "rolled" ? [event] : []));
  const who = { white: "White", black: "Black" };
  return html`
    <details>
      <summary>All ${rolls.length} rolls</summary>
      <ol class="rolls">
        ${rolls.map(
          (event) => html`
            <li key=${event.seq}>
              <span class="n">${event.n}</span>
              ${event.type === "opened" ? "Opening" : who[event.seat]}
              <span class="dice">${event.dice.join(" ")}</span>
            </li>
          `,
        )}
      </ol>
    </details>
  `;
}

/** @param {{ white: boolean, black: boolean }} seeds */
function seedWords({ white, black }) {
  if (white && black) return "Both players’ browsers had added a seed of their own.";
  if (!white && !black) return "Neither player had added a seed, so the dice came from the server’s secret alone.";
  return `${white ? "Black" : "White"} had added no seed, and so left the luck to the server and the other player.`;
}

/** @param {number} rolls */
function verdictWords(rolls) {
  if (rolls === 0) return "No dice were rolled.";
  return rolls === 1 ? "The one roll is right." : `All ${rolls} rolls are right.`;
}

/** @param {{ report: Report, events: readonly GameEvent[] }} props */
function Verdict({ report, events }) {
  const game = gameOf(events);
  const link = game && html`<p><a href=${`/games/${game}`}>See the game</a></p>`;
  if (report.verdict === "open") {
    return html`<div class="notice">
      <p>This game is not over yet. Its secret is revealed with its last event; come back then.</p>
      ${link}
    </div>`;
  }
  if (report.verdict === "wrong") {
    return html`<div class="notice warn">
      <p class="verdict">This record does not hold.</p>
      <p>${report.detail}</p>
    </div>`;
  }
  const kept = report.kept
    ? html`<p>This browser played ${report.kept === "white" ? "White" : "Black"} and kept what it saw and gave when it
        sat down: both stand in the record unchanged.</p>`
    : null;
  return html`<div class="notice good">
    <p class="verdict">${verdictWords(report.rolls)}</p>
    <p>The secret is the one the server had committed to before anybody sat down.
      ${report.rolls > 0 && ` Each roll follows from it. ${seedWords(report.seeds)}`}</p>
    ${kept}
    ${report.rolls > 0 && html`<${Rolls} events=${events} />`}
    ${link}
  </div>`;
}

/** @param {unknown} child */
function show(child) {
  render(html`${child}`, place);
}

/** @param {string} words */
const ask = (words) => show(html`<p class="notice warn">${words}</p>`);

/** @param {readonly GameEvent[]} events */
function check(events) {
  show(html`<${Verdict} report=${verifyRecord(events, keptSeed(openShelf(), gameOf(events)))} events=${events} />`);
}

/** Counts what was asked to be checked: the last counts, whatever comes later of those before it. */
let asked = 0;

/** @param {string} given a record, a link or an id */
async function checkGiven(given) {
  const mine = ++asked;
  const events = readRecord(given);
  if (events) return check(events);
  const link = readGameLink(given);
  if (!link) return ask("This is neither a game’s link or id nor a whole record. A record begins with { and ends with }.");
  show(html`<p class="soft">Fetching the record …</p>`);
  button.disabled = true;
  try {
    const { events } = await getRecord(link.game);
    if (mine === asked) check(events);
  } catch (problem) {
    if (mine === asked) ask(problemWords(problem));
  } finally {
    button.disabled = false;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  checkGiven(text.value);
});

file.addEventListener("change", async () => {
  const chosen = file.files?.[0];
  if (!chosen) return;
  const mine = ++asked;
  const given = await chosen.text().catch(() => null);
  if (mine !== asked) return;
  if (given === null) return ask("This file cannot be read.");
  const record = readRecord(given);
  if (record) check(record);
  else ask("This file is not a record of a game.");
});

/** A link such as /fairness#game=… checks that game at once. */
function followFragment() {
  const game = location.hash.match(/^#game=(.+)$/)?.[1];
  if (!game) return;
  text.value = game;
  checkGiven(game);
}

addEventListener("hashchange", followFragment);
followFragment();
