// The dice of the turn, in the leaf of whoever rolled them. On one's own turn each can be pressed to be played
// next.

/** @import { Layout } from "../layout.js" */
/** @import { Table } from "../table.js" */

import { html, useEffect } from "../../../vendor/preact.js";

/** From when on dice that fell lie still, in milliseconds. */
const tumbling = 700;

/** The places of the pips of each face, in a square of three by three. */
const faces = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** @param {{ table: Table, layout: Layout }} props */
export function Dice({ table, layout }) {
  const { turn, faces: rolled, used, thrown } = table.dice;
  const n = turn?.n ?? 0;
  useEffect(() => {
    const timer = setTimeout(() => table.haveFallen(n), tumbling);
    return () => clearTimeout(timer);
  }, [n]);
  if (!turn) return null;
  const mine = turn.seat === table.viewer;
  const leaf = layout.leaves[mine ? 1 : 0] + layout.leaf / 2;
  const acting = table.acting && !turn.steps;
  const tumbles = table.at === null && turn.n > table.oldRoll;
  const style = { left: `${leaf.toFixed(3)}cqw`, top: `${(layout.height / 2).toFixed(3)}cqw` };
  return html`
    <div
      key=${turn.n}
      class=${`dice ${turn.seat}${tumbles ? " tumble" : ""}`}
      role="group"
      aria-label=${`Dice: ${rolled.map((face, at) => `${face}${at >= thrown ? " again" : ""}${used[at] ? " played" : ""}`).join(", ")}`}
      style=${style}
    >
      ${rolled.map((face, at) =>
        acting
          ? html`
              <button
                key=${at}
                type="button"
                class=${`die${used[at] ? " used" : ""}${at >= thrown ? " counted" : ""}`}
                aria-label=${`Play the ${face} next`}
                aria-pressed=${String(table.hand?.die === face && !used[at])}
                disabled=${used[at]}
                onClick=${() => table.moving.chooseDie(face)}
              >
                <${Face} face=${face} />
              </button>
            `
          : html`
              <span key=${at} class=${`die${used[at] ? " used" : ""}${at >= thrown ? " counted" : ""}${table.telling.die?.die === face && !used[at] ? " told" : ""}`}><${Face} face=${face} /></span>
            `,
      )}
    </div>
  `;
}

/** @param {{ face: number }} props */
export function Face({ face }) {
  return html`
    <span class="face" aria-hidden="true">
      ${Array.from({ length: 9 }, (_, at) => html`<i class=${faces[face].includes(at) ? "pip" : ""}></i>`)}
    </span>
  `;
}
