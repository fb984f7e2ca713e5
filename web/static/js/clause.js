// Clauses of the rules by their number, as links to where the page of the rules tells them.

/** @import { Result, Ruleset } from "./types.js" */

import { html } from "../vendor/preact.js";

/** @param {string} clause such as "R8" @returns {string} the address of the clause on the page of the rules */
export function clauseAddress(clause) {
  return `/rules#${encodeURIComponent(clause)}`;
}

/**
 * A clause's number that leads to its words. They open beside the game, not in its place: all in one tab.
 * @param {{ clause: string }} props
 */
export function Clause({ clause }) {
  return html`<a class="clause" href=${clauseAddress(clause)} target="rules" aria-label=${`Rule ${clause}`}>${clause}</a>`;
}

/**
 * Several clauses in brackets, each once, with a space before; nothing where there is none.
 * @param {{ clauses: readonly (string | undefined)[] }} props
 */
export function Clauses({ clauses }) {
  const named = [...new Set(clauses.filter(Boolean))];
  if (!named.length) return null;
  return html` <small class="clauses-named">(${named.map((clause, at) => html`${at ? ", " : ""}<${Clause} clause=${clause} />`)})</small>`;
}

/**
 * The clause by which dice are void or lost, and a turn passes, without loss of the game.
 * @param {Pick<Ruleset, "must_play"> | null} ruleset
 */
export function clauseOfLeft(ruleset) {
  return ruleset?.must_play === "most_dice" ? "R14" : "R11";
}

/**
 * The clauses by which a game ended, and by which it was worth more than one.
 * @param {Pick<Result, "reason" | "worth">} result @returns {string[]}
 */
export function clausesOfEnd({ reason, worth }) {
  const more = worth > 1;
  switch (reason) {
    case "borne_off":
      return more ? ["R10", "S1"] : ["R10"];
    case "falla":
      return ["R9"];
    case "resigned":
      return more ? ["S4", "S2"] : ["S4"];
    default:
      return more ? ["S3", "S2"] : ["S3"];
  }
}
