// The first page: make a game, open one by its link, see what is played and what was.

import { drawFigures } from "./diagram.js";
import { showGames } from "./gamelist.js";
import { Lobby } from "./home/lobby.js";
import { makeGames, wishOf } from "./home/newgame.js";
import { readGameLink } from "./ids.js";

/** @import { Summary } from "./types.js" */

drawFigures();
const wanted = new URLSearchParams(location.search).get("ruleset") ?? undefined;
makeGames(/** @type {HTMLFormElement} */ (document.getElementById("new-game")), wanted);
openGame(/** @type {HTMLFormElement} */ (document.getElementById("open-game")));
enterLobby(/** @type {HTMLFormElement} */ (document.getElementById("new-game")), showGames(place("finished"), "finished"));

/** @param {string} id */
function place(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * Shows the lobby, live, and has the form's first button play now.
 * @param {HTMLFormElement} form @param {(games: Summary[]) => void} over is told the games that ended last
 */
function enterLobby(form, over) {
  const again = /** @type {HTMLElement} */ (form.querySelector(".play-now"));
  const lobby = new Lobby(
    { own: place("own-seeks"), seeks: place("seeks"), live: place("live"), board: place("featured"), again },
    (game) => location.assign(`/games/${game}`),
    over,
  );
  for (const id of ["seeks", "live"]) place(id).replaceChildren();
  again.addEventListener("click", () => {
    const { ruleset, seat, odds } = wishOf(form);
    lobby.play({ ruleset, seat, odds });
  });
  lobby.start();
  lobby.draw();
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
