// Several people in a row: "Ann and Ben".

import { html } from "../../../vendor/preact.js";

/**
 * Each name runs in its own direction, whatever script the others are in.
 * @param {{ names: readonly string[] }} props
 */
export function Names({ names }) {
  return names.map((name, at) => html`${at ? (at === names.length - 1 ? " and " : ", ") : ""}<bdi>${name}</bdi>`);
}
