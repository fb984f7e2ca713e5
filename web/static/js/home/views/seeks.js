// Who looks for a game: one's own seek while one waits, and those of others to take.

/** @import { Seek } from "../../types.js" */
/** @import { Lobby } from "../lobby.js" */

import { html } from "../../../vendor/preact.js";
import { othersSeeks, ownSeeks } from "../hall.js";

/** What one waits for oneself, and what went wrong. @param {{ lobby: Lobby }} props */
export function OwnSeeks({ lobby }) {
  const { hall } = lobby;
  return html`
    ${lobby.line ? html`<p class="notice warn" role="status">${lobby.line}</p>` : null}
    ${lobby.trouble ? html`<p class="notice warn" role="alert">${lobby.trouble}</p>` : null}
    ${hall.waiting.map((game) => html`<p key=${game} class="notice">Your game is waiting for you. <a href=${`/games/${game}`}>Go to the board</a></p>`)}
    ${ownSeeks(hall).map((seek) => html`<${Own} key=${seek.id} lobby=${lobby} seek=${seek} />`)}
  `;
}

/** What others look for. @param {{ lobby: Lobby }} props */
export function Seeks({ lobby }) {
  const { hall } = lobby;
  const others = othersSeeks(hall);
  if (!others.length) return html`<p class="soft">${hall.known ? "Nobody else is looking for a game just now." : "Looking …"}</p>`;
  return html`<ol>${others.map((seek) => html`<${Offer} key=${seek.id} lobby=${lobby} seek=${seek} />`)}</ol>`;
}

/** What a seek asks for, in a few words. @param {Lobby} lobby @param {Seek} seek @param {boolean} mine */
function asked(lobby, seek, mine) {
  const seat = seek.seat ? `, ${mine ? "you play" : "they play"} ${seek.seat}` : "";
  return `${lobby.nameOf(seek.ruleset)}${seat}, without a clock${seek.odds ? ", with the falla meter" : ""}`;
}

/** @param {{ lobby: Lobby, seek: Seek }} props */
function Own({ lobby, seek }) {
  return html`
    <div class="notice seek own" role="status">
      <p>Waiting for somebody to play ${asked(lobby, seek, true)} … Keep this page open: the game opens by itself.</p>
      <button type="button" class="button" aria-disabled=${lobby.busy === seek.id} onClick=${() => lobby.withdraw(seek.id)}>Withdraw</button>
    </div>
  `;
}

/** @param {{ lobby: Lobby, seek: Seek }} props */
function Offer({ lobby, seek }) {
  return html`
    <li class="seek">
      <span><a href=${`/players/${seek.owner.id}`}><bdi>${seek.owner.name}</bdi></a> <span class="standing">${asked(lobby, seek, false)}</span></span>
      <button type="button" class="button" aria-disabled=${lobby.busy !== ""} aria-label=${`Play ${seek.owner.name}: ${asked(lobby, seek, false)}`} onClick=${() => lobby.accept(seek.id)}>Play</button>
    </li>
  `;
}
