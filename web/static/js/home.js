// The first page: make a game, open one by its link, see what is played and what was.

import { drawFigures } from "./diagram.js";
import { showGames } from "./gamelist.js";
import { makeGames } from "./home/newgame.js";
import { readGameLink } from "./ids.js";

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
