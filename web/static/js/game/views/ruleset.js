// By which rules this game is played, for whoever comes to it: before one sits down open, later folded away.

/** @import { Table } from "../table.js" */

import { html } from "../../../vendor/preact.js";
import { Switches } from "../../rulesets/switches.js";
import { hasFalla, rulesAddress } from "../../rulesets/words.js";
import { oddsAgreed } from "../state.js";

/** What is agreed: the ruleset's switches and the meter. @param {{ table: Table }} props */
export function Agreed({ table }) {
  const { ruleset } = table.state;
  if (!ruleset) return null;
  return html`
    <div class="agreed">
      <${Switches} ruleset=${ruleset} />
      ${hasFalla(ruleset) ? html`<p class="small">${meterWords(oddsAgreed(table.state))}</p>` : null}
      <p class="small"><a href=${rulesAddress(ruleset)} target="rules">All rules of ${ruleset.name}</a></p>
    </div>
  `;
}

/** @param {boolean} agreed */
function meterWords(agreed) {
  return agreed
    ? "Both players see the falla meter: how likely the next roll is to be a falla. Who watches sees it too."
    : "The players do not see the falla meter until the game is over. That is a courtesy, not a secret: anybody can count.";
}

/** The same, folded away. @param {{ table: Table }} props */
export function RulesOfThisGame({ table }) {
  const { state, seating } = table;
  const offered = seating.standing === "offered" || seating.standing === "sitting";
  if (!state.ruleset || !table.caughtUp || offered) return null;
  return html`
    <details class="fold">
      <summary><span>Rules</span> <b>${state.ruleset.name}</b></summary>
      <div><${Agreed} table=${table} /></div>
    </details>
  `;
}
