// Ending the game needs a second thought: a dialog whose safe answer has the focus.

/** @import { Table } from "../table.js" */

import { html, useEffect, useRef } from "../../../vendor/preact.js";
import { mayAbort } from "../state.js";
import { Resignation } from "./resigning.js";

/** @param {{ table: Table }} props */
export function Dialogs({ table }) {
  const { dialog } = table;
  /** @type {{ current: HTMLDialogElement | null }} */
  const box = useRef(null);
  useEffect(() => {
    const element = box.current;
    if (element && !element.open) element.showModal();
  }, [dialog]);
  if (!dialog) return null;
  const { resigning } = table;
  const resign = dialog === "resign";
  // Closed first, so that the focus goes back to where it came from.
  const act = (/** @type {() => void} */ does) => () => {
    box.current?.close();
    does();
  };
  return html`
    <dialog ref=${box} aria-labelledby="dialog-title" onClose=${() => table.openDialog(null)}>
      ${resign
        ? html`<${Resignation} table=${table} />`
        : html`<h2 id="dialog-title">Call this game off?</h2><p>Nobody wins or loses. This cannot be taken back.</p>`}
      <div class="acts">
        <button type="button" class="button" autofocus onClick=${() => box.current?.close()}>Go on playing</button>
        ${resign
          ? html`<button type="button" class="button first" onClick=${act(() => resigning.resign())}>${resigning.isOffer ? "Offer to resign" : "Resign"}</button>`
          : html`<button type="button" class="button first" onClick=${act(() => table.end({ command: "abort" }))}>Call it off</button>`}
      </div>
    </dialog>
  `;
}

/** The way to those dialogs, far from confirm. @param {{ table: Table }} props */
export function Leave({ table }) {
  const { state } = table;
  if (state.phase === "over" || !table.caughtUp) return null;
  const abort = mayAbort(state);
  if (!abort && (state.phase !== "playing" || !state.seat)) return null;
  return html`
    <div class="leave">
      ${abort ? html`<button type="button" class="button quiet" onClick=${() => table.openDialog("abort")}>Call the game off</button>` : null}
      ${state.phase === "playing" && state.seat ? html`<button type="button" class="button quiet" onClick=${() => table.openDialog("resign")}>Resign</button>` : null}
    </div>
  `;
}
