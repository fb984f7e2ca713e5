// The meter: quietly, how likely the next roll is a falla, and what else can be counted off the board.

/** @import { Table } from "../table.js" */
/** @import { FallaChance } from "../../types.js" */
/** @import { Reckoning } from "../meter.js" */

import { html } from "../../../vendor/preact.js";
import { Clauses } from "../../clause.js";
import { hasFalla } from "../../rulesets/words.js";
import { leadWords, nameOf } from "../words.js";
import { Face } from "./dice.js";

/** @param {{ table: Table }} props */
export function Reckoned({ table }) {
  const { reckoning } = table.meter;
  const { ruleset } = table.state;
  if (!reckoning || !ruleset) return null;
  return html`
    <section class="meter" aria-labelledby="meter-title">
      <h2 id="meter-title" class="unseen">What can be counted</h2>
      ${reckoning.falla ? html`<${Chance} table=${table} reckoning=${reckoning} falla=${reckoning.falla} />` : null}
      <p class="small">
        ${leadWords(reckoning)}
        ${hasFalla(ruleset) && reckoning.seat && !reckoning.falla_possible ? html` <b>No falla is possible any more.</b><${Clauses} clauses=${["R9"]} />` : null}
      </p>
    </section>
  `;
}

/** How many rolls there are that differ, by how many throws there are. */
const rolls = { 216: 56, 36: 21 };

/** @param {{ table: Table, reckoning: Reckoning, falla: FallaChance }} props */
function Chance({ table, reckoning, falla }) {
  const { meter, state } = table;
  const seat = reckoning.seat || "white";
  const { ways, of, failing } = falla;
  const chance = ways ? percent(ways / of) : "none";
  return html`
    <div class="chance">
      <span>Chance that <bdi>${nameOf(state.players[seat], seat)}</bdi>’s roll is a falla</span> <b>${chance}</b>
      <div class="gauge" role="meter" aria-label="Chance of a falla" aria-valuemin="0" aria-valuemax=${of} aria-valuenow=${ways} aria-valuetext=${`${ways} of ${of} throws`}>
        <i style=${{ inlineSize: `${(100 * ways) / of}%` }}></i>
      </div>
      ${ways
        ? html`
            <button type="button" class="link small" aria-expanded=${String(meter.listed)} onClick=${() => meter.toggle()}>
              ${failing.length} of ${rolls[of]} rolls, ${ways} of ${of} throws
            </button>
            ${meter.listed ? html`<${Failing} falla=${falla} />` : null}
          `
        : html`<p class="small soft">Each of the ${rolls[of]} rolls can be played.</p>`}
    </div>
  `;
}

/** @param {{ falla: FallaChance }} props */
function Failing({ falla: { failing } }) {
  return html`
    <ul class="failing" aria-label="Rolls that cannot be played">
      ${failing.map(
        ({ dice }) => html`
          <li key=${dice.join("")}>
            <span class="unseen">${dice.join(", ")}</span>
            ${dice.map((face) => html`<span class="small-die"><${Face} face=${face} /></span>`)}
          </li>
        `,
      )}
    </ul>
  `;
}

/** @param {number} chance from 0 to 1 */
function percent(chance) {
  const hundredths = 100 * chance;
  return `${hundredths < 10 ? hundredths.toFixed(1) : Math.round(hundredths)} %`;
}
