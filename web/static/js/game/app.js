// The whole page of a game, put together.

/** @import { Layout } from "./layout.js" */
/** @import { Table } from "./table.js" */

import { html } from "../../vendor/preact.js";
import { closedWords } from "../words.js";
import { opponentOf } from "./position.js";
import { PlayAgain } from "./views/again.js";
import { Board } from "./views/board.js";
import { Dialogs, Leave } from "./views/dialogs.js";
import { Export } from "./views/export.js";
import { Hand } from "./views/hand.js";
import { Reckoned } from "./views/meter.js";
import { Moves } from "./views/moves.js";
import { Absence, PlayerStrip } from "./views/players.js";
import { Offers } from "./views/resigning.js";
import { RulesOfThisGame } from "./views/ruleset.js";
import { Story } from "./views/story.js";
import { TalkBeside } from "./views/talk.js";
import { Verification } from "./views/verification.js";
import { Arrival, Waiting } from "./views/waiting.js";

/** @param {{ table: Table, layout: Layout }} props */
export function App({ table, layout }) {
  const { state, viewer } = table;
  if (!state.summary) return html`<${Before} table=${table} />`;
  const watching = state.seat === "" && state.phase !== "waiting";
  return html`
    <div class=${`game ${layout.name} ${state.phase}`}>
      <h1 class="unseen">${state.ruleset?.name || "Fallas"}, ${state.phase === "over" ? "a finished game" : "a game"}</h1>
      <div class="table">
        <${PlayerStrip} table=${table} seat=${opponentOf(viewer)} />
        <${Board} table=${table} layout=${layout} />
        <${PlayerStrip} table=${table} seat=${viewer} />
      </div>
      <${Hand} table=${table} />
      <aside class="side" aria-label="The game">
        <${Line} table=${table} />
        <${Absence} table=${table} />
        <${Offers} table=${table} />
        <${Arrival} table=${table} />
        <${Waiting} table=${table} />
        <${Story} table=${table} />
        <${PlayAgain} table=${table} />
        <${Moves} table=${table} />
        <${Reckoned} table=${table} />
        <${TalkBeside} table=${table} />
        <${Verification} table=${table} />
        ${watching
          ? html`
              <div class="watching">
                <p class="soft">${watchers(state.presence.spectators)}</p>
                <button type="button" class="link" onClick=${() => table.turnRound()}>Turn the board round</button>
              </div>
            `
          : null}
        <${RulesOfThisGame} table=${table} />
        <${Export} table=${table} />
        <${Leave} table=${table} />
        <p class="way-home"><a href="/">Fallas</a> · <a href="/rules">Rules</a></p>
      </aside>
      <${Dialogs} table=${table} />
    </div>
  `;
}

/** @param {number} spectators */
function watchers(spectators) {
  if (spectators <= 1) return "You are watching.";
  return `You are watching, with ${spectators - 1} other${spectators === 2 ? "" : "s"}.`;
}

/** The line to the server, when it is not as it should be. @param {{ table: Table }} props */
function Line({ table }) {
  const { connection, closeCode } = table.state;
  if (connection === "closed") return html`<p class="notice warn" role="alert">${closedWords(closeCode)}</p>`;
  if (!table.late) return null;
  return html`<p class="notice warn line">Looking for the server … The game waits, and steps you have made are kept.</p>`;
}

/** Before anything is known. @param {{ table: Table }} props */
function Before({ table }) {
  const { connection, closeCode } = table.state;
  if (connection === "closed") {
    return html`
      <div class="before">
        <h1>${closeCode === 4104 ? "No such game" : "The game cannot be shown"}</h1>
        <p>${closedWords(closeCode)}</p>
        <p><a class="button first" href="/">To the front page</a></p>
      </div>
    `;
  }
  return html`<div class="before"><p class="soft">${table.late ? "Looking for the server …" : "Opening the board …"}</p></div>`;
}
