// A list of games, as the first page and those of people show it.

import { listGames, problemWords } from "./api.js";
import { rulesetNames } from "./rulesets/names.js";
import { html, render } from "../vendor/preact.js";
import { ago, outcome } from "./words.js";

/** @import { Player, Seat, Summary } from "./types.js" */

/** @param {{ seat: Seat, player: Player | null }} props */
function Name({ seat, player }) {
  const name = player ? html`<a href=${`/players/${player.id}`}><bdi>${player.name}</bdi></a>` : html`<span class="soft">nobody yet</span>`;
  return html`<span class="player"><span class=${`seat ${seat}`} aria-hidden="true"></span>${name}</span>`;
}

/** Who plays whom. @param {{ players: Summary["players"] }} props */
export function Opponents({ players }) {
  return html`
    <span class="players">
      <${Name} seat="white" player=${players.white} />${" "}
      <span class="soft">against</span>${" "}
      <${Name} seat="black" player=${players.black} />
    </span>
  `;
}

/** What a line says of its game. @param {Summary} game */
function standing(game) {
  if (game.phase === "waiting") return "waits for a second player";
  if (game.phase === "playing") return game.turn === "white" ? "White to play" : "Black to play";
  return outcome(game);
}

/** @param {{ game: Summary, ruleset: string, now: number }} props */
function Line({ game, ruleset, now }) {
  const at = game.ended_at ?? game.last_at;
  return html`
    <li>
      <${Opponents} players=${game.players} />
      <a class="standing" href=${`/games/${game.id}`}>${ruleset} · ${standing(game)} · <time datetime=${at}>${ago(at, now)}</time></a>
    </li>
  `;
}

const none = {
  everybody: { live: "No public game is being played.", finished: "No public game has been finished yet." },
  player: { live: "No public game is being played.", finished: "No public game has been finished yet." },
  own: { live: "No game is being played.", finished: "No game has been finished yet." },
};

/**
 * @param {{
 *   games: Summary[], next?: string, asking: boolean, problem: string, names: Map<string, string>,
 *   status: "live" | "finished", whose: keyof typeof none, now: number, more: () => void,
 * }} props
 */
export function GameList({ games, next, asking, problem, names, status, whose, now, more }) {
  return html`
    ${games.length > 0 && html`<ol>${games.map((game) => html`<${Line} key=${game.id} game=${game} ruleset=${names.get(game.ruleset) ?? game.ruleset} now=${now} />`)}</ol>`}
    ${games.length === 0 && !problem && html`<p class="soft">${asking ? "Looking …" : none[whose][status]}</p>`}
    ${problem && html`<p class="notice warn">${problem} <button type="button" class="button" onClick=${more}>Ask again</button></p>`}
    ${!problem && next && html`<button type="button" class="button" aria-disabled=${asking} onClick=${asking ? null : more}>Show more</button>`}
  `;
}

/**
 * Shows a list of games, page under page.
 * @param {HTMLElement} place @param {"live" | "finished"} status
 * @param {{ player?: string, own?: boolean }} [whose] everybody's if left out
 * @returns {(games: Summary[]) => void} takes in games that have come to stand before the others
 */
export function showGames(place, status, whose = {}) {
  /** @type {{ games: Summary[], next?: string, asking: boolean, problem: string, names: Map<string, string> }} */
  let state = { games: [], asking: true, problem: "", names: new Map() };

  const of = whose.own ? "own" : whose.player ? "player" : "everybody";

  const draw = () => {
    place.setAttribute("aria-busy", String(state.asking));
    render(html`<${GameList} ...${state} whose=${of} status=${status} now=${Date.now()} more=${more} />`, place);
  };

  const more = async () => {
    state = { ...state, asking: true, problem: "" };
    draw();
    try {
      const [page, names] = await Promise.all([listGames({ ...whose, status, limit: 8, cursor: state.next }), rulesetNames()]);
      state = { ...state, names };
      state = { ...state, games: joined(state.games, page.games), next: page.next, asking: false, problem: "" };
    } catch (problem) {
      state = { ...state, asking: false, problem: problemWords(problem) };
    }
    draw();
  };

  place.replaceChildren();
  more();
  return (games) => {
    state = { ...state, games: joined(games, state.games) };
    draw();
  };
}

/** Two lists as one, in which each game stands once. @param {Summary[]} first @param {Summary[]} rest */
function joined(first, rest) {
  const known = new Set(first.map((game) => game.id));
  return [...first, ...rest.filter((game) => !known.has(game.id))];
}
