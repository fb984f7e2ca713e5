// Several ways to the same spot that are not the same: which one?

/** @import { Layout } from "../layout.js" */
/** @import { Route } from "../legal.js" */
/** @import { Table } from "../table.js" */

import { html, useEffect, useLayoutEffect, useRef } from "../../../vendor/preact.js";
import { area } from "../layout.js";
import { writePlay } from "../notation.js";

/** @param {{ table: Table, layout: Layout }} props */
export function Choice({ table, layout }) {
  const choice = table.acting ? table.hand?.choice : null;
  /** @type {{ current: HTMLDivElement | null }} */
  const box = useRef(null);
  const to = choice?.to;
  // On a small board what stands beside the spot would end beyond its edge.
  useLayoutEffect(() => {
    const element = box.current;
    const board = element?.parentElement;
    if (!element || !board) return;
    element.style.translate = "";
    const [own, whole] = [element, board].map((one) => one.getBoundingClientRect());
    element.style.translate = `${shiftInto(own, whole)}px -50%`;
  });
  useEffect(() => {
    if (to === undefined) return;
    box.current?.querySelector("button")?.focus();
    // Chosen or not, the hand goes back to the board.
    return () => {
      if (document.activeElement === document.body) focusSpot(to);
    };
  }, [to]);
  if (!choice) return null;
  const { x, y, width, height } = area(layout, choice.to);
  const right = x > 50;
  const style = {
    top: `${(y + height / 2).toFixed(3)}cqw`,
    ...(right ? { right: `${(100 - x + 1).toFixed(3)}cqw` } : { left: `${(x + width + 1).toFixed(3)}cqw` }),
  };
  return html`
    <div class="choice" role="group" aria-label="Ways to get there" ref=${box} style=${style}>
      ${choice.routes.map(
        (route) => html`
          <button key=${way(route)} type="button" class="button" onClick=${() => table.moving.choose(route)}>
            <span>${way(route)}</span> <small>${hits(route)}</small>
          </button>
        `,
      )}
    </div>
  `;
}

/**
 * How far something has to go to lie in something wider, in pixels.
 * @param {{ left: number, right: number }} own @param {{ left: number, right: number }} whole
 */
export function shiftInto(own, whole) {
  return Math.max(0, whole.left - own.left) || Math.min(0, whole.right - own.right);
}

/** @param {number} spot */
function focusSpot(spot) {
  const button = document.querySelector(`[data-spot="${spot}"]`);
  if (button instanceof HTMLElement) button.focus({ preventScroll: true });
}

/** A route with all its stops. @param {Route} route */
function way({ steps }) {
  return writePlay(steps);
}

/** @param {Route} route */
function hits({ steps }) {
  const on = steps.filter((step) => step[3]).map((step) => step[1]);
  return on.length ? `hits on ${on.join(" and ")}` : "hits nothing";
}
