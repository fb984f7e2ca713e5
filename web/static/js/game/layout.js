// Where everything lies on the board, as arithmetic. Lengths are in hundredths of the board's width (CSS cqw),
// so the board scales by itself. One file is as wide as a socket, and a checker nearly fills it.

/** @import { Seat } from "../types.js" */

import { BAR, OFF } from "./position.js";

/**
 * @typedef {{
 *   name: "wide" | "sideways" | "tall",
 *   ratio: number,
 *   file: number, checker: number,
 *   edge: number, rim: number,
 *   leaves: [left: number, right: number], leaf: number,
 *   bar: number, barWidth: number, tray: number, trayWidth: number,
 *   height: number, band: number,
 * }} Layout
 */

/**
 * In sockets: `edge` the frame at the sides, `rim` above and below (the half-round sockets are cut into it),
 * `bar` between the leaves, `tray` for checkers borne off, `inside` the height between the rims.
 * @param {Layout["name"]} name
 * @param {{ edge: number, rim: number, bar: number, wall: number, tray: number, inside: number, band: number }} sockets
 * @returns {Layout}
 */
function lay(name, { edge, rim, bar, wall, tray, inside, band }) {
  const width = 2 * edge + 12 + bar + wall + tray;
  const unit = 100 / width;
  const height = (2 * rim + inside) * unit;
  return {
    name,
    ratio: 100 / height,
    file: unit,
    checker: 0.95 * unit,
    edge: edge * unit,
    rim: rim * unit,
    leaves: [edge * unit, (edge + 6 + bar) * unit],
    leaf: 6 * unit,
    bar: (edge + 6) * unit,
    barWidth: bar * unit,
    tray: (edge + 12 + bar + wall) * unit,
    trayWidth: tray * unit,
    height,
    band: band * unit,
  };
}

/** @type {Record<Layout["name"], Layout>} */
export const layouts = {
  wide: lay("wide", { edge: 0.36, rim: 0.98, bar: 1.26, wall: 0.3, tray: 1.16, inside: 6.4, band: 1.2 }),
  sideways: lay("sideways", { edge: 0.3, rim: 0.95, bar: 1.2, wall: 0.2, tray: 1.08, inside: 7.4, band: 1.3 }),
  tall: lay("tall", { edge: 0.16, rim: 0.95, bar: 1.1, wall: 0.1, tray: 0.9, inside: 10.2, band: 1.5 }),
};

/**
 * A spot in the viewer's numbering: my own stay, the opponent's turn round. Bar and off have no number.
 * @param {Seat} viewer @param {Seat} seat @param {number} spot
 */
export function seenAs(viewer, seat, spot) {
  return viewer === seat || spot === BAR || spot === OFF ? spot : 25 - spot;
}

/** @param {number} point in the viewer's numbering */
export function isTop(point) {
  return point > 12;
}

/**
 * The middle of a point's file, from the left.
 * @param {Layout} layout @param {number} point in the viewer's numbering
 */
export function fileMiddle(layout, point) {
  const fromRight = (isTop(point) ? 25 - point : point) - 1;
  const leaf = layout.leaves[fromRight < 6 ? 1 : 0];
  return leaf + layout.leaf - ((fromRight % 6) + 0.5) * layout.file;
}

/**
 * Where the checker on a level of a stack lies: its middle, and whether it lies on edge (borne off).
 * @param {Layout} layout @param {Seat} viewer @param {Seat} seat
 * @param {number} spot in the owner's numbering @param {number} level 0 is the lowest @param {number} count in the stack
 * @returns {{ x: number, y: number, edgeways: boolean }}
 */
export function lie(layout, viewer, seat, spot, level, count) {
  const mine = viewer === seat;
  if (spot === OFF) {
    const slab = (layout.height / 2 - layout.rim + layout.file / 2 - layout.band / 4) / 15;
    const fromEdge = layout.rim - layout.file / 2 + (level + 0.5) * slab;
    return { x: layout.tray + layout.trayWidth / 2, y: mine ? layout.height - fromEdge : fromEdge, edgeways: true };
  }
  if (spot === BAR) {
    const first = layout.band / 2 + layout.checker / 2;
    const room = layout.height / 2 - layout.rim - first;
    const along = first + level * pitch(layout, room, count);
    const middle = layout.height / 2;
    return { x: layout.bar + layout.barWidth / 2, y: mine ? middle + along : middle - along, edgeways: false };
  }
  const point = seenAs(viewer, seat, spot);
  const room = layout.height / 2 - layout.rim - layout.band / 2 - layout.checker / 2;
  const fromEdge = layout.rim + level * pitch(layout, room, count);
  return {
    x: fileMiddle(layout, point),
    y: isTop(point) ? fromEdge : layout.height - fromEdge,
    edgeways: false,
  };
}

/**
 * From one checker of a stack to the next: they touch, or slide over each other when the file is too short.
 * @param {Layout} layout @param {number} room @param {number} count
 */
function pitch(layout, room, count) {
  return count > 1 ? Math.min(0.97 * layout.file, room / (count - 1)) : 0;
}

/**
 * The area of a spot that is pressed: a point's half of the board, the whole bar, the whole tray.
 * @param {Layout} layout @param {number} spot in the viewer's numbering
 */
export function area(layout, spot) {
  if (spot === BAR) return { x: layout.bar, y: 0, width: layout.barWidth, height: layout.height };
  if (spot === OFF) return { x: layout.tray, y: 0, width: layout.trayWidth, height: layout.height };
  const half = layout.height / 2;
  return { x: fileMiddle(layout, spot) - layout.file / 2, y: isTop(spot) ? 0 : half, width: layout.file, height: half };
}

/**
 * The point an arrow key leads to, in the viewer's numbering; 25 is the bar between the leaves, 0 the tray.
 * @param {number} spot @param {string} key
 */
export function neighbour(spot, key) {
  if (key === "ArrowUp" || key === "ArrowDown") {
    const up = key === "ArrowUp";
    if (spot === BAR || spot === OFF) return spot;
    return isTop(spot) === up ? spot : 25 - spot;
  }
  const top = [13, 14, 15, 16, 17, 18, BAR, 19, 20, 21, 22, 23, 24, OFF];
  const bottom = [12, 11, 10, 9, 8, 7, BAR, 6, 5, 4, 3, 2, 1, OFF];
  const row = top.includes(spot) && spot !== BAR && spot !== OFF ? top : bottom;
  const at = row.indexOf(spot) + (key === "ArrowRight" ? 1 : -1);
  return row[Math.max(0, Math.min(row.length - 1, at))];
}
