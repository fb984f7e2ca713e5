// The keyboard: arrows go from point to point on the board and through the game beside it, Enter confirms, Backspace
// takes back, Escape lets go.

/** @import { Table } from "./table.js" */

import { neighbour } from "./layout.js";

/** @param {HTMLElement} root that the board is drawn into @param {Table} table */
export function listen(root, table) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || table.dialog) return;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (target.matches("input, textarea, select")) return;
    if (act(root, table, event, target)) event.preventDefault();
  });
}

/**
 * @param {HTMLElement} root @param {Table} table @param {KeyboardEvent} event @param {HTMLElement} target
 * @returns {boolean} whether the key was meant for us
 */
function act(root, table, event, target) {
  const onBoard = target.dataset.spot !== undefined;
  switch (event.key) {
    case "Escape":
      table.moving.letGo();
      return true;
    case "Backspace":
      table.moving.takeBack();
      return true;
    case "Enter":
      // On another control Enter is that control's.
      if (event.repeat || !table.moving.mayConfirm || (!onBoard && target.matches("button, a, summary"))) return false;
      table.moving.confirm();
      return true;
    case "ArrowLeft":
    case "ArrowRight":
    case "ArrowUp":
    case "ArrowDown":
      if (onBoard && (table.acting || target.matches(":focus-visible"))) {
        const spot = neighbour(Number(target.dataset.spot), event.key);
        /** @type {HTMLElement | null} */ (root.querySelector(`[data-spot="${spot}"]`))?.focus();
        return true;
      }
      // Up and down scroll the page, but in the list of moves they go through it.
      if ((event.key === "ArrowUp" || event.key === "ArrowDown") && !target.closest(".moves li")) return false;
      table.step(event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1);
      return true;
    default:
      return false;
  }
}
