// Dragging checkers, with pointer events: mouse, pen and finger alike. A press that hardly moves stays a tap and
// is left to the buttons.

/** @import { Table } from "./table.js" */

/** From how far on a press is a drag, in pixels. */
const slack = 6;

/**
 * @param {HTMLElement} root that the board is drawn into
 * @param {Table} table
 */
export function letDrag(root, table) {
  /** @type {{ id: number, from: number, x: number, y: number, checker: HTMLElement | null } | null} */
  let press = null;
  let swallowClick = false;

  root.addEventListener("pointerdown", (event) => {
    swallowClick = false;
    const spot = spotAt(event.target);
    if (spot === null || !event.isPrimary || event.button !== 0 || !table.acting) return;
    press = { id: event.pointerId, from: spot, x: event.clientX, y: event.clientY, checker: null };
  });

  root.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.checker) {
      if (Math.hypot(dx, dy) < slack) return;
      table.moving.lift(press.from);
      if (table.hand?.held !== press.from) {
        press = null;
        return;
      }
      press.checker = uppermost(root, table, press.from);
      if (!press.checker) {
        press = null;
        return;
      }
      root.setPointerCapture(press.id);
      press.checker.classList.add("dragged");
    }
    press.checker.style.translate = `${dx}px ${dy}px`;
  });

  const end = (/** @type {PointerEvent} */ event, /** @type {boolean} */ dropped) => {
    if (!press || event.pointerId !== press.id) return;
    const { checker, from } = press;
    press = null;
    if (!checker) return;
    checker.classList.remove("dragged");
    checker.style.translate = "";
    swallowClick = true;
    const under = dropped ? document.elementsFromPoint(event.clientX, event.clientY) : [];
    const spots = under.map(spotAt).filter((spot) => spot !== null);
    if (dropped) table.moving.drop(from, spots[0] ?? null);
    else table.moving.letGo();
  };
  root.addEventListener("pointerup", (event) => end(event, true));
  root.addEventListener("pointercancel", (event) => end(event, false));
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !press?.checker) return;
    press.checker.classList.remove("dragged");
    press.checker.style.translate = "";
    press = null;
  });

  root.addEventListener(
    "click",
    (event) => {
      if (!swallowClick) return;
      swallowClick = false;
      event.stopPropagation();
      event.preventDefault();
    },
    { capture: true },
  );
}

/** @param {EventTarget | null} target */
function spotAt(target) {
  const button = target instanceof Element ? target.closest("[data-spot]") : null;
  return button instanceof HTMLElement ? Number(button.dataset.spot) : null;
}

/** @param {HTMLElement} root @param {Table} table @param {number} spot */
function uppermost(root, table, spot) {
  const mine = table.stage.checkers.filter((checker) => checker.seat === table.state.seat && checker.spot === spot);
  const top = mine.reduce((high, checker) => (checker.level > high.level ? checker : high), mine[0]);
  return top ? /** @type {HTMLElement | null} */ (root.querySelector(`[data-checker="${top.id}"]`)) : null;
}
