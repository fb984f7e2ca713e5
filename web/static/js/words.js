// How things are said: the end of a game, the end of a line, and how long ago something was. Pure.

/** @import { Summary } from "./types.js" */

const units = /** @type {const} */ ([
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 30],
  ["month", 12],
  ["year", Infinity],
]);

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/**
 * @param {string} at a moment as it travels @param {number} now in milliseconds
 * @returns {string} such as "5 minutes ago"
 */
export function ago(at, now) {
  let amount = Math.max(0, (now - Date.parse(at)) / 1000);
  for (const [unit, size] of units) {
    if (amount < size) return unit === "second" ? "just now" : relative.format(-Math.floor(amount), unit);
    amount /= size;
  }
  return "";
}

/**
 * How a finished game ended, in a line.
 * @param {Pick<Summary, "result">} game
 */
export function outcome({ result }) {
  if (!result) return "";
  if (result.reason === "aborted") return "Called off";
  const [winner, loser] = result.winner === "white" ? ["White", "Black"] : ["Black", "White"];
  const worth = result.worth > 1 ? `, worth ${result.worth}` : "";
  switch (result.reason) {
    case "borne_off":
      return `${winner} bore off first${worth}`;
    case "falla":
      return `${winner} won by falla${worth}`;
    case "resigned":
      return `${loser} resigned${worth}`;
    case "timeout":
      return `${loser} ran out of time${worth}`;
    case "abandoned":
      return `${loser} left the game${worth}`;
  }
}

/** Why the server has closed a line for good, and what can be done. @param {number} code */
export function closedWords(code) {
  switch (code) {
    case 4102:
      return "That was too much at once. Reload the page in a moment.";
    case 4103:
      return "You are signed out of this browser: you moved to another device, signed out elsewhere, or were banned. Reload the page to go on.";
    case 4104:
      return "There is no game with this id. Perhaps a part of the link is missing.";
    case 4105:
      return "This page is older than the game. Reload it.";
    default:
      return "The server has closed the line. Reload the page to go on.";
  }
}
