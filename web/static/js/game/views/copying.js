// Something to copy, in a field that shows it.

import { html, useRef, useState } from "../../../vendor/preact.js";
import { copyText } from "../copy.js";

/**
 * @param {{ label: string, text: string, share?: boolean }} props `share`: the text is a link that can be handed on by the
 *   device's own way too, and copying it is the first thing to do here
 */
export function Copying({ label, text, share = false }) {
  /** @type {{ current: HTMLInputElement | null }} */
  const field = useRef(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!field.current) return;
    const done = await copyText(text, field.current);
    setCopied(done);
    if (done) setTimeout(() => setCopied(false), 2500);
  };
  const canShare = share && typeof navigator.share === "function";
  return html`
    <div class="copy-link">
      <input ref=${field} type="text" readonly value=${text} aria-label=${label} onFocus=${(/** @type {any} */ event) => event.currentTarget.select()} />
      <button type="button" class=${`button${share ? " first" : ""}`} onClick=${copy}><span class="unseen">${label}: </span><span aria-live="polite">${copied ? "Copied" : "Copy"}</span></button>
      ${canShare ? html`<button type="button" class="button" onClick=${() => navigator.share({ title: "Fallas", text: "Play Fallas with me", url: text }).catch(() => {})}>Share</button>` : null}
    </div>
  `;
}
