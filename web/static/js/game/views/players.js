// Who plays: name, presence, pips, whose turn; and what can be done when somebody stays away.

/** @import { Table } from "../table.js" */
/** @import { Seat } from "../../types.js" */

import { html } from "../../../vendor/preact.js";
import { Clauses } from "../../clause.js";
import { pips } from "../position.js";
import { minutes, nameOf } from "../words.js";

/** @param {{ table: Table, seat: Seat }} props */
export function PlayerStrip({ table, seat }) {
  const { state, goal } = table;
  const player = state.players[seat];
  const taken = state.seated[seat] !== "";
  const turn = table.shownTurn;
  const toPlay = state.phase === "playing" && state.turn === seat && table.at === null;
  const won = state.result?.winner === seat && table.at === null;
  const me = state.seat === seat;
  return html`
    <div class=${`player ${seat}${toPlay ? " to-play" : ""}${table.at !== null && turn?.seat === seat ? " looked-at" : ""}`}>
      <i class=${`side-mark ${seat}`} aria-hidden="true"></i>
      <span class="name">
        ${player ? html`<a href=${`/players/${player.id}`} target="_blank" title="Opens in a new tab"><bdi>${nameOf(player, seat)}</bdi></a>` : html`<span class="soft">${taken ? nameOf(player, seat) : "nobody yet"}</span>`}
        ${me ? html` <small>you</small>` : null}
        <span class="unseen">${`, ${seat}`}</span>
      </span>
      <${Presence} table=${table} seat=${seat} taken=${taken} />
      ${toPlay ? html`<span class="flag">to play</span>` : null}
      ${won ? html`<span class="flag">wins</span>` : null}
      ${goal ? html`<span class="pips" title="Pip count"><b>${pips(goal[seat])}</b> <span>pips</span></span>` : null}
    </div>
  `;
}

/** @param {{ table: Table, seat: Seat, taken: boolean }} props */
function Presence({ table, seat, taken }) {
  const { state } = table;
  if (!taken || state.phase === "over") return null;
  const here = state.presence[seat];
  const word = here ? "here" : "away";
  if (seat === state.seat) return null;
  return html`<span class=${`presence ${word}`}><i aria-hidden="true"></i><span>${word}</span></span>`;
}

/**
 * How long the opponent has been away, and the claim once that is too long (S3).
 * @param {{ table: Table }} props
 */
export function Absence({ table }) {
  const { state } = table;
  const other = state.seat === "white" ? "black" : "white";
  const since = state.seat && state.phase === "playing" ? state.awaySince[other] : "";
  if (!since) return null;
  const left = state.awayLimit - (table.means.now() + table.ahead - Date.parse(since)) / 1000;
  return html`
    <div class="notice absence">
      <p><bdi>${nameOf(state.players[other], other)}</bdi> is away.
        ${left > 0 ? ` If nobody comes back, you may claim the win in ${minutes(left)}.` : " You may wait, or claim the win."}<${Clauses} clauses=${["S3"]} /></p>
      ${left > 0 ? null : html`<button type="button" class="button" disabled=${table.ending} onClick=${() => table.end({ command: "claim" })}>Claim the win</button>`}
    </div>
  `;
}
