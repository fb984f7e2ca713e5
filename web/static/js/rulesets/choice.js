// The choice of a ruleset: a list to choose from, and what the chosen one is set to. It can stand in any form: its
// fields are `ruleset` and `odds`.

/** @import { Ruleset } from "../types.js" */

import { html } from "../../vendor/preact.js";
import { Switches } from "./switches.js";
import { hasFalla, rulesAddress } from "./words.js";

/**
 * @param {{
 *   rulesets: readonly Ruleset[], chosen: Ruleset, odds: boolean,
 *   choose: (ruleset: Ruleset) => void, agree: (odds: boolean) => void,
 * }} props the first of the rulesets is the one the others are compared with
 */
export function RulesetChoice({ rulesets, chosen, odds, choose, agree }) {
  const [newcomers] = rulesets;
  return html`
    <fieldset class="rulesets">
      <legend class="unseen">Ruleset</legend>
      ${rulesets.map(
        (ruleset) => html`
          <label key=${ruleset.id}>
            <input type="radio" name="ruleset" value=${ruleset.id} checked=${ruleset.id === chosen.id} onChange=${() => choose(ruleset)} />
            <span><b>${ruleset.name}</b> <small>${ruleset.source}</small></span>
          </label>
        `,
      )}
    </fieldset>
    <section class="chosen-ruleset" aria-label=${`How ${chosen.name} is played`}>
      <${Switches} ruleset=${chosen} beside=${newcomers} />
      <p class="small">
        ${chosen.id === newcomers.id ? null : html`<span class="soft">Marked: what is other than in ${newcomers.name}.</span>${" "}`}
        <a href=${rulesAddress(chosen)}>All rules of ${chosen.name}</a>
      </p>
    </section>
    <${MeterWish} ruleset=${chosen} odds=${odds} agree=${agree} />
  `;
}

/** @param {{ ruleset: Ruleset, odds: boolean, agree: (odds: boolean) => void }} props */
function MeterWish({ ruleset, odds, agree }) {
  if (!hasFalla(ruleset)) return html`<p class="small soft">${ruleset.name} knows no falla, and so no falla meter.</p>`;
  return html`
    <label class="meter-wish">
      <input type="checkbox" name="odds" checked=${odds} aria-describedby="meter-words" onChange=${(/** @type {any} */ event) => agree(event.currentTarget.checked)} />
      <span>Both players see the falla meter</span>
    </label>
    <p id="meter-words" class="small soft">
      It shows how likely the next roll is to be a falla. Leaving it off is a courtesy, not a secret: anybody can count, and those who watch see it in any case.${" "}<a href="/rules#meter">More of it</a>
    </p>
  `;
}
