// The first page: make a game, open one by its link, see what is played and what was.

import { listGames, problemWords } from "./api.js";
import { drawFigures } from "./diagram.js";
import { GameList } from "./gamelist.js";
import { makeGames } from "./home/newgame.js";
import { readGameLink } from "./ids.js";
import { html, render } from "../vendor/preact.js";

/** @import { Summary } from "./types.js" */

drawFigures();
const wanted = new URLSearchParams(location.search).get("ruleset") ?? undefined;
makeGames(/** @type {HTMLFormElement} */ (document.getElementById("new-game")), wanted);
openGame(/** @type {HTMLFormElement} */ (document.getElementById("open-game")));
for (const status of /** @type {const} */ (["live", "finished"])) {
  showGames(/** @type {HTMLElement} */ (document.getElementById(status)), status);
}

/** @param {HTMLFormElement} form */
function openGame(form) {
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("link"));
  const notice = /** @type {HTMLElement} */ (document.getElementById("link-notice"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const link = readGameLink(input.value);
    notice.textContent = link ? "" : "A game’s link ends in a long id such as 0193…-…; paste the whole of it.";
    input.setAttribute("aria-invalid", String(!link));
    if (link) location.assign(link.path);
    else input.focus();
  });
}

/**
 * Shows a list of games, page under page.
 * @param {HTMLElement} place @param {"live" | "finished"} status
 */
function showGames(place, status) {
  /** @type {{ games: Summary[], next?: string, asking: boolean, problem: string }} */
  let state = { games: [], asking: true, problem: "" };

  const draw = () => {
    place.setAttribute("aria-busy", String(state.asking));
    render(html`<${GameList} ...${state} status=${status} now=${Date.now()} more=${more} />`, place);
  };

  const more = async () => {
    state = { ...state, asking: true, problem: "" };
    draw();
    try {
      const page = await listGames({ status, limit: 8, cursor: state.next });
      const known = new Set(state.games.map((game) => game.id));
      const games = [...state.games, ...page.games.filter((game) => !known.has(game.id))];
      state = { games, next: page.next, asking: false, problem: "" };
    } catch (problem) {
      state = { ...state, asking: false, problem: problemWords(problem) };
    }
    draw();
  };

  place.replaceChildren();
  more();
}
