// The page of a player: who it is, the results, the public games.

import { Problem, getPlayer, problemWords } from "./api.js";
import { showGames } from "./gamelist.js";
import { Results, markOf } from "./people.js";
import { rulesetNames } from "./rulesets/names.js";
import { html, render } from "../vendor/preact.js";

const id = location.pathname.split("/")[2] ?? "";

/** @param {string} name */
const element = (name) => /** @type {HTMLElement} */ (document.getElementById(name));

async function show() {
  try {
    const [player, names] = await Promise.all([getPlayer(id), rulesetNames()]);
    document.title = `${player.name} – Fallas`;
    element("name").textContent = player.name;
    element("mark").textContent = markOf(player);
    const since = new Date(player.since);
    element("since").textContent = `Here since ${since.toLocaleDateString("en-GB", { dateStyle: "long" })}.`;
    render(html`<${Results} results=${player.results} names=${names} />`, element("results"));
    element("known").hidden = false;
    for (const status of /** @type {const} */ (["live", "finished"])) showGames(element(status), status, { player: id });
  } catch (problem) {
    const unknown = problem instanceof Problem && problem.status === 404;
    render(
      html`
        <h1>${unknown ? "No such player" : "This player cannot be shown"}</h1>
        <p class="notice warn">${problemWords(problem)}</p>
        <p>${unknown ? html`<a href="/">To the front page</a>` : html`<a href=${location.pathname}>Try again</a>`}</p>
      `,
      element("gone"),
    );
  }
}

show();
