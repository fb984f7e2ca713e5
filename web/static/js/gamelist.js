// A list of games, as the first page shows it.

import { html } from "../vendor/preact.js";
import { ago, outcome } from "./words.js";

/** @import { Player, Seat, Summary } from "./types.js" */

/** @param {{ seat: Seat, player: Player | null }} props */
function Name({ seat, player }) {
  const name = player ? html`<bdi>${player.name}</bdi>` : html`<span class="soft">nobody yet</span>`;
  return html`<span class="player"><span class=${`seat ${seat}`} aria-hidden="true"></span>${name}</span>`;
}

/** What a line says of its game. @param {Summary} game */
function standing(game) {
  if (game.phase === "waiting") return "waits for a second player";
  if (game.phase === "playing") return game.turn === "white" ? "White to play" : "Black to play";
  return outcome(game);
}

/** @param {{ game: Summary, now: number }} props */
function Line({ game, now }) {
  const at = game.ended_at ?? game.last_at;
  return html`
    <li>
      <a href=${`/games/${game.id}`}>
        <span class="players">
          <${Name} seat="white" player=${game.players.white} />${" "}
          <span class="soft">against</span>${" "}
          <${Name} seat="black" player=${game.players.black} />
        </span>
        <span class="standing">${standing(game)} · <time datetime=${at}>${ago(at, now)}</time></span>
      </a>
    </li>
  `;
}

const none = {
  live: "No public game is being played. Yours could be the first.",
  finished: "No public game has been finished yet.",
};

/**
 * @param {{
 *   games: Summary[], next?: string, asking: boolean, problem: string,
 *   status: "live" | "finished", now: number, more: () => void,
 * }} props
 */
export function GameList({ games, next, asking, problem, status, now, more }) {
  return html`
    ${games.length > 0 && html`<ol>${games.map((game) => html`<${Line} key=${game.id} game=${game} now=${now} />`)}</ol>`}
    ${games.length === 0 && !problem && html`<p class="soft">${asking ? "Looking …" : none[status]}</p>`}
    ${problem && html`<p class="notice warn">${problem} <button type="button" class="button" onClick=${more}>Ask again</button></p>`}
    ${!problem && next && html`<button type="button" class="button" disabled=${asking} onClick=${more}>Show more</button>`}
  `;
}
