// After the end: whether the dice were right, and the record to check them elsewhere.

/** @import { Table } from "../table.js" */
/** @import { Report } from "../../fair.js" */

import { html, useMemo } from "../../../vendor/preact.js";
import { verifyRecord } from "../../fair.js";
import { keptSeed } from "../keep.js";

/** @param {{ table: Table }} props */
export function Verification({ table }) {
  const { state } = table;
  const { game, events, result, seat } = state;
  const kept = seat ? keptSeed(table.means.shelf, game) : null;
  const revealed = events[events.length - 1]?.type === "revealed";
  const report = useMemo(() => (revealed ? verifyRecord(events, kept) : null), [revealed, events.length]);
  if (!result || !report || report.verdict === "open") return null;
  return html`
    <section class=${`card dice-check ${report.verdict}`} aria-labelledby="dice-check-title">
      <h2 id="dice-check-title">${report.verdict === "right" ? "The dice were checked" : "The dice are not right"}</h2>
      ${found(report).map((line) => html`<p>${line}</p>`)}
      <p class="small">
        <a href="/fairness">How this works</a>
      </p>
    </section>
  `;
}

/** @param {Exclude<Report, { verdict: "open" }>} report */
function found(report) {
  if (report.verdict === "wrong") return [report.detail];
  const { rolls, seeds, kept } = report;
  if (!rolls) return ["No dice were rolled. The secret fits what the server committed to."];
  const both = seeds.white && seeds.black ? " and both players’ seeds" : " and the seeds of the players";
  const all = rolls === 1 ? "The one roll follows" : `All ${rolls} rolls follow`;
  return [
    `${all} from the secret the server committed to before the first throw${both}. Your browser has just worked it out.`,
    ...(kept ? ["The commitment and the seed kept in this browser are the ones in the record."] : []),
  ];
}
