// After the end: play again, the score of the series, the way to the next game.

/** @import { Table } from "../table.js" */

import { html } from "../../../vendor/preact.js";
import { opponentOf } from "../position.js";
import { nameOf } from "../words.js";

/** @param {{ table: Table }} props */
export function PlayAgain({ table }) {
  const { state, again, viewer } = table;
  if (state.phase !== "over" || !table.caughtUp) return null;
  const series = state.rematch?.series;
  const next = state.rematch?.next;
  if (!again.mayWant && !next && !(series && series.games > 1)) return null;
  const other = opponentOf(viewer);
  return html`
    <section class="card again" aria-label="Again">
      ${series && series.games > 1
        ? html`<p class="score"><bdi>${nameOf(state.players[viewer], viewer)}</bdi> <b>${`${series[viewer]} : ${series[other]}`}</b> <bdi>${nameOf(state.players[other], other)}</bdi> <span class="soft small">${`after ${series.games} games`}</span></p>`
        : null}
      ${next ? html`<p>They play again.</p><a class="button first" href=${`/games/${next}`}>To the next game</a>` : null}
      ${again.mayWant ? html`<${Wish} table=${table} />` : null}
      ${again.trouble ? html`<p class="small trouble" role="alert">${again.trouble}</p>` : null}
    </section>
  `;
}

/** @param {{ table: Table }} props */
function Wish({ table }) {
  const { state, again } = table;
  const { seat } = state;
  if (!seat) return null;
  const other = opponentOf(seat);
  const name = nameOf(state.players[other], other);
  if (again.wants(seat)) {
    return html`
      <p role="status">You would play again. Waiting for <bdi>${name}</bdi> …</p>
      <button type="button" class="button" aria-disabled=${again.sending} onClick=${() => again.withdraw()}>Take it back</button>
    `;
  }
  return html`
    ${again.wants(other) ? html`<p><bdi>${name}</bdi> would play again.</p>` : null}
    <button type="button" class="button first" aria-disabled=${again.sending} onClick=${() => again.want()}>Play again, sides changed</button>
  `;
}
