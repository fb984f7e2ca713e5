// The board: frame, sockets, checkers, marks, dice, and a button over every spot.

/** @import { Layout } from "../layout.js" */
/** @import { Table } from "../table.js" */
/** @import { Seat } from "../../types.js" */

import { html } from "../../../vendor/preact.js";
import { area, fileMiddle, isTop, lie } from "../layout.js";
import { checkersShown, marksShown } from "../marks.js";
import { BAR, OFF } from "../position.js";
import { mayLeave, mayReach } from "../turn.js";
import { spotLabel } from "../words.js";
import { Choice } from "./choice.js";
import { Dice } from "./dice.js";
import { Arrows } from "./story.js";

const points = Array.from({ length: 24 }, (_, at) => 24 - at);

/** A length in hundredths of the board. @param {number} length */
const cqw = (length) => `${length.toFixed(3)}cqw`;

/** @param {{ x: number, y: number, width: number, height: number }} box */
const boxStyle = ({ x, y, width, height }) => ({ left: cqw(x), top: cqw(y), width: cqw(width), height: cqw(height) });

/** @param {{ x: number, y: number }} middle */
const middleStyle = ({ x, y }) => ({
  transform: `translate(calc(${cqw(x)} - 50%), calc(${cqw(y)} - 50%)) scale(var(--scale, 1))`,
});

/** @param {{ table: Table, layout: Layout }} props */
export function Board({ table, layout }) {
  const { viewer } = table;
  const measures = {
    "aspect-ratio": String(layout.ratio),
    "--file": cqw(layout.file),
    "--checker": cqw(layout.checker),
    "--rim": cqw(layout.rim),
    "--edge": cqw(layout.edge),
    "--tray": cqw(layout.trayWidth),
  };
  return html`
    <div class=${`board ${layout.name}${table.acting ? " acting" : ""}`} role="group" aria-label="Board" style=${measures}>
      <div class="board-ground" aria-hidden="true">
        <${Ground} layout=${layout} />
        <${Marks} table=${table} layout=${layout} />
        <${Checkers} table=${table} layout=${layout} viewer=${viewer} />
        <${Arrows} table=${table} layout=${layout} />
      </div>
      <${Spots} table=${table} layout=${layout} />
      <${Dice} table=${table} layout=${layout} />
      <${Choice} table=${table} layout=${layout} />
    </div>
  `;
}

/** What never moves. @param {{ layout: Layout }} props */
function Ground({ layout }) {
  const inside = layout.height - 2 * layout.rim;
  const leaf = (/** @type {number} */ x) => boxStyle({ x, y: layout.rim, width: layout.leaf, height: inside });
  return html`
    <div class="frame"></div>
    ${layout.leaves.map(
      (x) => html`
        <div class="leaf" style=${leaf(x)}><i class="rose"></i></div>
      `,
    )}
    <div class="hinge" style=${boxStyle({ x: layout.bar, y: 0, width: layout.barWidth, height: layout.height })}><i></i><b></b><i></i></div>
    <div class="tray" style=${boxStyle({ x: layout.tray, y: layout.rim - layout.file / 2, width: layout.trayWidth, height: inside + layout.file })}></div>
    ${points.map((point) => {
      const top = isTop(point);
      const x = fileMiddle(layout, point) - layout.file / 2;
      const height = layout.file / 2;
      const reach = layout.height / 2 - layout.rim - layout.band / 2;
      const y = top ? layout.rim - height : layout.height - layout.rim;
      const hue = point % 2 ? "red" : "blue";
      return html`
        <div class=${`file ${top ? "top" : "bottom"} ${hue}`} style=${boxStyle({ x, y: top ? layout.rim : layout.height - layout.rim - reach, width: layout.file, height: reach })}></div>
        <div class=${`socket ${top ? "top" : "bottom"} ${hue}`} style=${boxStyle({ x, y, width: layout.file, height })}></div>
        <span class="numeral" style=${middleStyle({ x: x + layout.file / 2, y: numeralAt(layout, top) })}>${point}</span>
      `;
    })}
  `;
}

/** @param {Layout} layout @param {boolean} top */
function numeralAt(layout, top) {
  const fromEdge = (layout.rim - layout.file / 2) / 2;
  return top ? fromEdge : layout.height - fromEdge;
}

/** @param {{ table: Table, layout: Layout, viewer: Seat }} props */
function Checkers({ table, layout, viewer }) {
  return checkersShown(table).map(({ checker, count, top, classes }) => {
    const place = lie(layout, viewer, checker.seat, checker.spot, checker.level, count);
    const hidden = top || place.edgeways ? "" : overlap(layout, place, lie(layout, viewer, checker.seat, checker.spot, checker.level + 1, count));
    const shape = `checker ${checker.seat}${place.edgeways ? " edgeways" : ""}${hidden}${classes}`;
    return html`
      <div key=${checker.id} class=${shape} data-checker=${checker.id} style=${{ ...middleStyle(place), zIndex: checker.level + 1 }}>
        <i>${top && count > 5 && checker.spot !== OFF ? html`<b>${count}</b>` : null}</i>
      </div>
    `;
  });
}

/**
 * How much of a checker the next one hides: its mark, or all but its rim.
 * @param {Layout} layout @param {{ y: number }} place @param {{ y: number }} next
 */
function overlap(layout, place, next) {
  const seen = Math.abs(next.y - place.y) / layout.checker;
  if (seen < 0.4) return " covered";
  return seen < 0.9 ? " under" : "";
}

/** Where a checker came from, where one may go. @param {{ table: Table, layout: Layout }} props */
function Marks({ table, layout }) {
  const { viewer } = table;
  return marksShown(table).map(({ kind, seat, spot, level, count }) => {
    const place = lie(layout, viewer, seat, spot, level, count);
    const shape = `mark ${kind}${place.edgeways ? " edgeways" : ""}`;
    return html`<div key=${`${kind}-${seat}-${spot}`} class=${shape} style=${middleStyle(place)}></div>`;
  });
}

/** A button over every spot, in the viewer's numbering. @param {{ table: Table, layout: Layout }} props */
function Spots({ table, layout }) {
  const { viewer, hand, goal } = table;
  if (!goal) return null;
  const leave = hand && table.acting ? mayLeave(hand) : new Set();
  const reach = hand && table.acting ? mayReach(hand) : new Map();
  const held = table.acting ? hand?.held : null;
  return [...points, BAR, OFF].map((spot) => {
    const may = { leave: leave.has(spot), reach: reach.has(spot), held: held === spot };
    const label = spotLabel({ spot, viewer, me: table.state.seat, position: goal, ...may });
    const classes = ["spot", may.leave && "leave", may.reach && "reach", may.held && "held"].filter(Boolean).join(" ");
    return html`
      <button
        key=${spot}
        type="button"
        class=${`${classes} ${spot === BAR ? "on-bar" : spot === OFF ? "on-tray" : isTop(spot) ? "top" : "bottom"}`}
        data-spot=${spot}
        tabindex=${spot === table.focus ? 0 : -1}
        aria-label=${label}
        style=${boxStyle(area(layout, spot))}
        onFocus=${() => table.focusOn(spot)}
        onClick=${() => table.moving.tap(spot)}
      ></button>
    `;
  });
}
