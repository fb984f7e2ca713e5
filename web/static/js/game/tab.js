// The tab tells whose turn it is: by its title, and by its icon.

/** @import { Table } from "./table.js" */

import { myTurn } from "./state.js";
import { nameOf, resultWords } from "./words.js";

/** @param {Table} table */
export function titleOf({ state }) {
  const game = state.ruleset?.name || "Fallas";
  if (!state.summary) return game;
  if (state.phase === "over") return `${resultWords(state).replace(/\.$/, "")} – ${game}`;
  if (state.phase === "waiting" || !state.turn) return `Waiting for a player – ${game}`;
  if (myTurn(state)) return `Your turn – ${game}`;
  return `${nameOf(state.players[state.turn], state.turn)} to play – ${game}`;
}

/** @param {Table} table */
function iconOf({ state }) {
  if (myTurn(state)) return "/static/icons/icon-your-turn.svg";
  return state.turn ? `/static/icons/icon-${state.turn}.svg` : "/static/icons/icon.svg";
}

/** @param {Table} table */
export function showOnTab(table) {
  const title = titleOf(table);
  if (document.title !== title) document.title = title;
  const link = document.querySelector('link[rel="icon"]');
  const icon = iconOf(table);
  if (link && link.getAttribute("href") !== icon) link.setAttribute("href", icon);
}
