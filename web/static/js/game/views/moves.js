// The game so far: every turn in notation, and the keys to step through it.

/** @import { Table } from "../table.js" */
/** @import { State, Turn } from "../state.js" */

import { html, useEffect, useRef } from "../../../vendor/preact.js";
import { momentsOf } from "../history.js";
import { writePlay } from "../notation.js";
import { myTurn } from "../state.js";
import { asideWords, leftWords } from "../words.js";

/** @param {{ table: Table }} props */
export function Moves({ table }) {
  const { state } = table;
  const last = momentsOf(state).length - 1;
  const at = table.at ?? last;
  /** @type {{ current: HTMLOListElement | null }} */
  const list = useRef(null);
  useEffect(() => {
    const box = list.current;
    const here = box?.querySelector("[aria-current]");
    if (!box || !(here instanceof HTMLElement)) return;
    if (box.contains(document.activeElement)) here.focus({ preventScroll: true });
    const { offsetTop, offsetHeight } = here;
    if (offsetTop < box.scrollTop || offsetTop + offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = offsetTop - box.clientHeight / 2;
    }
  }, [at, last]);
  if (!state.turns.length) return null;
  const behind = table.at === null ? 0 : last - at;
  return html`
    <section class="moves" aria-labelledby="moves-title">
      <h2 id="moves-title">Moves</h2>
      <ol ref=${list} aria-labelledby="moves-title">
        ${state.turns.map(
          (turn, index) => html`
            <li key=${turn.n}>
              <button type="button" tabindex=${index + 1 === Math.max(1, at) ? 0 : -1} aria-current=${index + 1 === at ? "step" : undefined} onClick=${() => table.look(index + 1 === last ? null : index + 1)}>
                <i class=${`side-mark ${turn.seat}`} aria-hidden="true"></i><span class="unseen">${turn.seat}</span>
                <span class="rolled">${turn.dice.join(" ")}</span>
                <span class="notation">${playOf(turn, table)}</span>
              </button>
            </li>
            ${asidesOf(state, index).map((aside) => html`<li key=${`aside-${aside.seq}`} class="aside">${asideWords(aside, state.seat)}</li>`)}
          `,
        )}
      </ol>
      <div class="steps" role="group" aria-label="Step through the game">
        <button type="button" class="button" aria-label="To the start" disabled=${at === 0} onClick=${() => table.look(0)}><${Sign} of="first" /></button>
        <button type="button" class="button" aria-label="One turn back" disabled=${at === 0} onClick=${() => table.step(-1)}><${Sign} of="back" /></button>
        <button type="button" class="button" aria-label="One turn on" disabled=${at === last && table.at === null} onClick=${() => table.step(1)}><${Sign} of="on" /></button>
        <button type="button" class="button" aria-label=${state.phase === "over" ? "To the end" : "To the game as it stands"} disabled=${table.at === null} onClick=${() => table.look(null)}><${Sign} of="last" /></button>
      </div>
      <${Behind} table=${table} turns=${behind} />
    </section>
  `;
}

/** To whoever looks back while the game goes on: how far it is away, and whether it waits for them. @param {{ table: Table, turns: number }} props */
export function Behind({ table, turns }) {
  const { state } = table;
  if (!turns || state.phase === "over") return null;
  const away = `${turns} ${turns === 1 ? "turn" : "turns"} from here`;
  return html`<p class="behind"><button type="button" class="link" onClick=${() => table.look(null)}>${myTurn(state) ? `It is your turn, ${away}` : `The game has gone on: ${away}`}</button></p>`;
}

/** What was said of resigning, and when the server was away, after the roll of a turn and before the next. @param {State} state @param {number} index of the turn */
function asidesOf({ asides, turns }, index) {
  const next = turns[index + 1]?.seq ?? Infinity;
  return asides.filter(({ seq }) => seq > turns[index].seq && seq < next);
}

/** @param {Turn} turn @param {Table} table */
function playOf(turn, { state }) {
  if (turn.steps) return html`${writePlay(turn.steps)}<${Rest} words=${leftWords(state, turn)} />`;
  if (turn.passed) return "passes";
  const isLast = turn === state.turns[state.turns.length - 1];
  if (isLast && state.result?.reason === "falla") return "falla";
  if (isLast && state.phase === "over") return "not played";
  return "…";
}

/** A remark behind a play. @param {{ words: string }} props */
function Rest({ words }) {
  return words ? html` <small>${words}</small>` : null;
}

const signs = {
  first: "M6 5v14M19 5 9 12l10 7z",
  back: "M17 5 7 12l10 7z",
  on: "M7 5l10 7-10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
};

/** @param {{ of: keyof typeof signs }} props */
function Sign({ of }) {
  return html`<svg class="sign" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d=${signs[of]} /></svg>`;
}
