// What the pages of people share.

import { html } from "../vendor/preact.js";

/** @import { Player, Results as RulesetResults } from "./types.js" */

/** How somebody is marked beside the name. @param {Player} player */
export function markOf(player) {
  if (player.deleted) return "";
  return player.guest ? "guest" : "";
}

/** @param {{ results: RulesetResults[], names: Map<string, string> }} props names of rulesets by their ids */
export function Results({ results, names }) {
  if (results.length === 0) return html`<p class="soft">No public game has been finished yet.</p>`;
  return html`
    <table class="results">
      <caption class="unseen">Results of public games</caption>
      <thead>
        <tr><th scope="col">Ruleset</th><th scope="col">Won</th><th scope="col">Lost</th><th scope="col">Points</th></tr>
      </thead>
      <tbody>
        ${results.map(
          (r) => html`
            <tr key=${r.ruleset}>
              <th scope="row"><a href=${`/rules#${r.ruleset}`}>${names.get(r.ruleset) ?? r.ruleset}</a></th>
              <td>${r.won}</td>
              <td>${r.lost}</td>
              <td>${r.points_won} : ${r.points_lost}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}
