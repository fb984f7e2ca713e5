// The first page: make a game, open one by its link, see what is played and what was.

import { Problem, createGame, listGames } from "./api.js";
import { drawFigures } from "./diagram.js";
import { keepInvitation, openShelf } from "./game/keep.js";
import { GameList } from "./gamelist.js";
import { newId, readGameLink } from "./ids.js";
import { html, render } from "../vendor/preact.js";

/** @import { Summary } from "./types.js" */

drawFigures();
newGame(/** @type {HTMLFormElement} */ (document.getElementById("new-game")));
openGame(/** @type {HTMLFormElement} */ (document.getElementById("open-game")));
for (const status of /** @type {const} */ (["live", "finished"])) {
  showGames(/** @type {HTMLElement} */ (document.getElementById(status)), status);
}

/** @param {unknown} problem */
const words = (problem) => (problem instanceof Problem ? problem.message : "Something went wrong. Try again.");

/**
 * One press makes one game: the id of the wish stays the same until the wish changes.
 * @param {HTMLFormElement} form
 */
function newGame(form) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  const notice = /** @type {HTMLElement} */ (document.getElementById("new-game-notice"));
  let id = newId();
  form.addEventListener("change", () => (id = newId()));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    render(null, notice);
    const wish = new FormData(form);
    try {
      const made = await createGame({
        id,
        seat: /** @type {"random" | "white" | "black"} */ (wish.get("seat")),
        visibility: /** @type {"public" | "unlisted"} */ (wish.get("visibility")),
      });
      keepInvitation(openShelf(), made.game.id, made.invitation);
      location.assign(`/games/${made.game.id}`);
    } catch (problem) {
      button.disabled = false;
      render(html`<p class="notice warn">${words(problem)}</p>`, notice);
    }
  });
  // Coming back by the browser's own cache: the press is over, the next one is another game.
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    button.disabled = false;
    id = newId();
  });
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
      state = { ...state, asking: false, problem: words(problem) };
    }
    draw();
  };

  place.replaceChildren();
  more();
}
