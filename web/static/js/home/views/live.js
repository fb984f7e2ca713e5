// The public games that are being played, as they go on.

/** @import { LiveGame } from "../../types.js" */
/** @import { Lobby } from "../lobby.js" */

import { html } from "../../../vendor/preact.js";
import { Opponents } from "../../gamelist.js";

/** @param {{ lobby: Lobby }} props */
export function LiveGames({ lobby }) {
  const { hall } = lobby;
  if (!hall.live.length) return html`<p class="soft">${hall.known ? "No public game is being played. Yours could be the first." : "Looking …"}</p>`;
  return html`<ol>${hall.live.map((game) => html`<${Line} key=${game.id} lobby=${lobby} game=${game} />`)}</ol>`;
}

/** @param {{ lobby: Lobby, game: LiveGame }} props */
function Line({ lobby, game }) {
  const turn = game.turn === "white" ? "White to play" : "Black to play";
  return html`
    <li>
      <${Opponents} players=${game.players} />
      <a class="standing" href=${`/games/${game.id}`}>${lobby.nameOf(game.ruleset)} · ${turn}${game.spectators ? ` · ${watchers(game.spectators)}` : ""}</a>
    </li>
  `;
}

/** @param {number} spectators */
const watchers = (spectators) => (spectators === 1 ? "1 watches" : `${spectators} watch`);
