// A ruleset's rows as a list, the ones that differ from another ruleset marked.

/** @import { Ruleset } from "../types.js" */

import { html } from "../../vendor/preact.js";
import { Clauses } from "../clause.js";
import { differences, switchesOf } from "./words.js";

/** @param {{ ruleset: Ruleset, beside?: Ruleset }} props beside: the one it is compared with */
export function Switches({ ruleset, beside }) {
  const other = beside && beside.id !== ruleset.id ? differences(ruleset, beside) : new Set();
  return html`
    <dl class="switches">
      ${switchesOf(ruleset).map(
        ({ row, name, words, clauses }) => html`
          <div key=${row} class=${other.has(row) ? "differs" : ""}>
            <dt>${name}</dt>
            <dd>${words}<${Clauses} clauses=${clauses} />${other.has(row) ? html`<span class="unseen">, other than in ${beside?.name}</span>` : null}</dd>
          </div>
        `,
      )}
    </dl>
  `;
}
