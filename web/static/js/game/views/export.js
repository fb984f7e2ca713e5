// What can be taken from here: the link to watch, the position, the game as text and as its record. Folded away.

/** @import { Table } from "../table.js" */

import { html } from "../../../vendor/preact.js";
import { Copying } from "./copying.js";
import { sideName } from "../words.js";

/** @param {{ table: Table }} props */
export function Export({ table }) {
  const { game, ruleset, turns } = table.state;
  if (!turns.length) return null;
  const { reckoning } = table.meter;
  const address = `/api/v1/games/${game}`;
  // Only backgammon can be read by other programs, which know no other of these games.
  const mat = ruleset?.must_play === "most_dice";
  return html`
    <details class="fold export">
      <summary><span>Share</span> <b>Link, position, record</b></summary>
      <div>
        <p class="label">Link to watch and to replay</p>
        <${Copying} label="Link to the game" text=${location.origin + location.pathname} />
        ${reckoning
          ? html`
              <p class="label">Position ID of GNU Backgammon, ${sideName(reckoning.seat || "white")} to play</p>
              <${Copying} label="Position ID" text=${reckoning.position_id} />
            `
          : null}
        <ul>
          <li><a href=${`${address}/transcript`} target="transcript">The game as text</a></li>
          ${mat ? html`<li><a href=${`${address}/transcript?format=mat`} download=${`${game}.mat`}>For GNU Backgammon (.mat)</a></li>` : null}
          <li><a href=${address} download=${`fallas-${game}.json`}>The record (JSON)</a></li>
        </ul>
      </div>
    </details>
  `;
}
