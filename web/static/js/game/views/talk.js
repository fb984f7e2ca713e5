// What is said beside the game: the players among themselves, the spectators among themselves.

/** @import { ChatLine } from "../../types.js" */
/** @import { Table } from "../table.js" */

import { html, useLayoutEffect, useRef } from "../../../vendor/preact.js";
import { longestLine } from "../talk.js";
import { nameOf } from "../words.js";
import { Names } from "./names.js";

/** @param {{ table: Table }} props */
export function TalkBeside({ table }) {
  const { state, talk } = table;
  if (!table.caughtUp) return null;
  const words = talk.circle === "players" ? "between the players" : "among those who watch";
  return html`
    <details class="fold talk" open=${talk.open} onToggle=${(/** @type {ToggleEvent} */ event) => talk.look(/** @type {HTMLDetailsElement} */ (event.currentTarget).open)}>
      <summary>
        <span>Talk</span> <span class="soft">${words}</span>
        ${talk.unread ? html` <b class="flag">${`${talk.unread} new`}</b>` : null}
      </summary>
      <div>
        <${Lines} table=${table} label=${`Talk ${words}`} />
        ${talk.read.length || talk.silenced ? null : html`<p class="soft small">Nothing has been said yet.</p>`}
        ${talk.silenced
          ? html`<p class="soft small">${silencedWords(talk.silenced)} <button type="button" class="link" onClick=${(/** @type {MouseEvent} */ event) => toLines(event, () => talk.unmuteAll())}>Read them again</button></p>`
          : null}
        <${Saying} table=${table} />
        ${talk.trouble ? html`<p class="small trouble" role="alert">${talk.trouble}</p>` : null}
        ${state.seat ? html`<${Closing} table=${table} />` : null}
      </div>
    </details>
  `;
}

/** The newest line is the one to read, unless the reader has gone back. @param {{ table: Table, label: string }} props */
function Lines({ table, label }) {
  const { open, read } = table.talk;
  /** @type {{ current: HTMLElement | null }} */
  const box = useRef(null);
  const following = useRef(true);
  useLayoutEffect(() => {
    if (box.current && following.current) box.current.scrollTop = box.current.scrollHeight;
  }, [open, read.length]);
  const scrolled = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    following.current = scrollHeight - scrollTop - clientHeight < 8;
  };
  return html`
    <div class="lines" role="log" aria-label=${label} tabindex="0" ref=${box} onScroll=${scrolled}>
      <ul>${read.map((line) => html`<${Line} key=${line.n} table=${table} line=${line} />`)}</ul>
    </div>
  `;
}

/**
 * Does what a button says that goes with it: the focus goes to the lines.
 * @param {MouseEvent} event @param {() => Promise<void>} act
 */
async function toLines(event, act) {
  const lines = /** @type {HTMLElement} */ (event.currentTarget).closest(".talk")?.querySelector(".lines");
  await act();
  if (lines instanceof HTMLElement) lines.focus();
}

/** @param {number} lines */
function silencedWords(lines) {
  return lines === 1 ? "One line by somebody you have muted is left out." : `${lines} lines by those you have muted are left out.`;
}

/** @param {{ table: Table, line: ChatLine }} props */
function Line({ table, line }) {
  const { talk, state } = table;
  const { player } = line;
  const own = player !== null && player.id === state.player?.id;
  return html`
    <li>
      <b><bdi>${player ? player.name : "Somebody"}</bdi></b>
      ${line.deleted ? html` <em class="soft">taken away</em>` : html` <span dir="auto">${line.text}</span>`}
      ${player && !own && state.player
        ? html` <button type="button" class="link mute" aria-label=${`Mute ${player.name}`} onClick=${(/** @type {MouseEvent} */ event) => toLines(event, () => talk.mute(player.id, true))}>mute</button>`
        : null}
    </li>
  `;
}

/** Where one writes, or who has closed the talk. @param {{ table: Table }} props */
export function Saying({ table }) {
  const { talk, state } = table;
  const { closers } = talk;
  if (closers.length) {
    const names = closers.map((seat, at) => (seat === state.seat ? (at ? "you" : "You") : nameOf(state.players[seat], seat)));
    return html`<p class="soft small"><${Names} names=${names} /> closed this talk.</p>`;
  }
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    talk.say();
  };
  return html`
    <form class="saying" onSubmit=${submit}>
      <input type="text" aria-label="Say something" placeholder="Say something" maxlength=${longestLine} autocomplete="off" enterkeyhint="send" dir="auto"
        value=${talk.draft} onInput=${(/** @type {InputEvent} */ event) => talk.write(/** @type {HTMLInputElement} */ (event.currentTarget).value)} />
      <button type="submit" class="button" aria-disabled=${talk.saying || !talk.draft.trim()}>Say</button>
    </form>
  `;
}

/** A player may close the talk, and open it again. @param {{ table: Table }} props */
function Closing({ table }) {
  const { talk, state } = table;
  const seat = state.seat;
  if (!seat) return null;
  return talk.closed[seat]
    ? html`<button type="button" class="link small" onClick=${() => talk.close(false)}>Open the talk again</button>`
    : html`<button type="button" class="link small" onClick=${() => talk.close(true)}>Close this talk</button>`;
}
