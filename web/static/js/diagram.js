// Draws a board as a still picture, for the pages that tell of the game. A figure carries what it shows:
//
//   <figure data-board="white 6:13 24:2; black 6:13 24:2" data-part="home" data-dice="3 1 5"
//           data-ways="24>20 20>17" data-stops="18">
//     <div role="img" aria-label="…"></div> <figcaption>…</figcaption>
//   </figure>
//
// Checkers stand in their owner's numbering, `bar` for the bar. Ways (arrows) and stops (crosses) are in White's
// numbering; `off` is off. White sits below and bears off at the right.

import { fileMiddle, isTop, layouts, lie } from "./game/layout.js";
import { BAR } from "./game/position.js";

/** @import { Seat } from "./types.js" */

const svgNamespace = "http://www.w3.org/2000/svg";

// The board that is played on, laid out wide, in units of which a file is 56 wide.
const layout = layouts.wide;
const unit = 56 / layout.file;
const file = 56;
const width = 100 * unit;
const height = layout.height * unit;
const rim = layout.rim * unit;
const radius = (layout.checker * unit) / 2;
const barMiddle = (layout.bar + layout.barWidth / 2) * unit;
const rightLeaf = (layout.leaves[1] + layout.leaf / 2) * unit;

/** A right half begins a little before the bar. */
const fromBar = layout.bar * unit - 8;
/** From the middle of the board to beyond a checker on the bar. */
const beyond = (layout.band / 2 + layout.checker) * unit + 12;

/** The part of the picture a figure shows: x, y, width, height. @type {Record<string, [number, number, number, number]>} */
export const parts = {
  all: [0, 0, width, height],
  home: [fromBar, height / 2 - beyond, width - fromBar, height / 2 + beyond],
  entry: [fromBar, 0, width - fromBar, height / 2 + beyond],
};

/** @typedef {{ points: Map<number, number>, bar: number }} Checkers  points in the owner's numbering */

/**
 * @param {string} text such as "white 6:13 24:2; black bar:1 6:12"
 * @returns {{ white: Checkers, black: Checkers }}
 */
export function readBoard(text) {
  const sides = { white: { points: new Map(), bar: 0 }, black: { points: new Map(), bar: 0 } };
  for (const part of text.split(";")) {
    const [seat, ...stands] = part.trim().split(/\s+/);
    if (seat !== "white" && seat !== "black") throw new Error(`no seat in "${part}"`);
    for (const stand of stands) {
      const [point, count] = stand.split(":");
      if (point === "bar") sides[seat].bar = Number(count);
      else sides[seat].points.set(Number(point), Number(count));
    }
  }
  return sides;
}

/**
 * @param {string} name @param {Record<string, string | number>} attributes @param {Element} [parent]
 */
function draw(name, attributes, parent) {
  const element = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent?.append(element);
  return element;
}

/** The middle of a checker. @param {Seat} seat @param {number} spot in its owner's numbering @param {number} level from the foot of the stack @param {number} count in the stack */
function middle(seat, spot, level, count) {
  const { x, y } = lie(layout, "white", seat, spot, level, count);
  return { x: x * unit, y: y * unit };
}

/** @param {Element} svg */
function drawWood(svg) {
  draw("rect", { class: "frame", x: 1, y: 1, width: width - 2, height: height - 2, rx: 1.1 * unit }, svg);
  draw("rect", { class: "inlay", x: 0.45 * unit, y: 0.45 * unit, width: width - 0.9 * unit, height: height - 0.9 * unit, rx: 0.75 * unit }, svg);
  drawHinge(svg);
  for (let point = 1; point <= 24; point++) drawSocket(svg, point);
  for (const left of layout.leaves) {
    draw("rect", { class: "field", x: left * unit, y: rim, width: layout.leaf * unit, height: height - 2 * rim }, svg);
    drawRose(svg, (left + layout.leaf / 2) * unit);
  }
  for (let point = 1; point <= 24; point += 2) drawFile(svg, point);
  const [top, deep] = [rim - file / 2, height - 2 * rim + file];
  draw("rect", { class: "tray", x: layout.tray * unit, y: top, width: layout.trayWidth * unit, height: deep, rx: 0.7 * unit }, svg);
  draw("path", { class: "edge", d: `M${layout.tray * unit} ${height / 2}h${layout.trayWidth * unit}` }, svg);
}

/** Between the leaves: two hinges, and the bar let into the wood. @param {Element} svg */
function drawHinge(svg) {
  const [x, across] = [layout.bar * unit, layout.barWidth * unit];
  draw("path", { class: "edge", d: `M${x} 1V${height - 1}M${x + across} 1V${height - 1}` }, svg);
  draw("rect", { class: "bar", x: x + 0.07 * across, y: rim - file / 2, width: 0.86 * across, height: height - 2 * rim + file, rx: 0.7 * unit }, svg);
  for (const y of [0.1 * rim, height - 0.4 * rim]) {
    draw("rect", { class: "edge", x: x + 0.3 * across, y, width: 0.4 * across, height: 0.3 * rim, rx: 0.3 * unit }, svg);
    draw("path", { class: "edge", d: `M${barMiddle} ${y}v${0.3 * rim}` }, svg);
  }
}

/** Every other file is a shade deeper. @param {Element} svg @param {number} point */
function drawFile(svg, point) {
  const top = isTop(point);
  const x = fileMiddle(layout, point) * unit;
  const reach = height / 2 - rim - (layout.band / 2) * unit;
  const foot = top ? rim + 1 : height - rim - 1;
  const shoulder = top ? rim + reach - 0.7 * file : height - rim - reach + 0.7 * file;
  const arch = `A${file / 2} ${0.7 * file} 0 0 ${top ? 0 : 1} ${x + file / 2} ${shoulder}`;
  draw("path", { class: "file", d: `M${x - file / 2} ${foot}V${shoulder}${arch}V${foot}Z` }, svg);
}

/** The half-round socket a file of checkers rises from, and its number. @param {Element} svg @param {number} point */
function drawSocket(svg, point) {
  const top = isTop(point);
  const x = fileMiddle(layout, point) * unit;
  const at = top ? rim : height - rim;
  const half = file / 2;
  draw("path", { class: point % 2 ? "socket red" : "socket blue", d: `M${x - half} ${at}A${half} ${half} 0 0 ${top ? 1 : 0} ${x + half} ${at}Z` }, svg);
  const fromEdge = (rim - half) / 2;
  const size = 0.4 * rim;
  const number = draw("text", { class: "number", x, y: (top ? fromEdge : height - fromEdge) + 0.33 * size, "font-size": size }, svg);
  number.textContent = String(point);
}

/** The star inlaid where the dice fall. @param {Element} svg @param {number} x its middle */
function drawRose(svg, x) {
  const rose = draw("g", { class: "rose", transform: `translate(${x} ${height / 2})` }, svg);
  const half = 0.65 * file;
  for (const turn of [0, 45]) draw("rect", { x: -half, y: -half, width: 2 * half, height: 2 * half, transform: `rotate(${turn})` }, rose);
  draw("circle", { r: 0.56 * half }, rose);
}

/**
 * One checker of a stack, as much of it as the next one leaves to be seen; the uppermost of a high one says how many.
 * @param {Element} svg @param {Seat} seat @param {number} spot @param {number} level @param {number} count
 */
function drawChecker(svg, seat, spot, level, count) {
  const { x, y } = middle(seat, spot, level, count);
  const top = level === count - 1;
  const seen = top ? 1 : Math.abs(middle(seat, spot, level + 1, count).y - y) / (2 * radius);
  const group = draw("g", { class: `checker ${seat}${seen < 0.4 ? " covered" : ""}`, transform: `translate(${x} ${y})` }, svg);
  draw("circle", { class: "body", r: radius - 1 }, group);
  if (seen >= 0.4) draw("circle", { class: "ring", r: 0.74 * radius }, group);
  if (top && count > 5) draw("text", { class: "count", y: 0.34 * radius, "font-size": 1.04 * radius }, group).textContent = String(count);
  else if (seen >= 0.9 && seat === "white") draw("circle", { class: "mark", r: 0.22 * radius }, group);
  else if (seen >= 0.9) draw("rect", { class: "mark", x: -0.22 * radius, y: -0.22 * radius, width: 0.44 * radius, height: 0.44 * radius, transform: "rotate(45)" }, group);
}

/** @param {Element} svg @param {{ white: Checkers, black: Checkers }} board */
function drawCheckers(svg, board) {
  for (const seat of /** @type {const} */ (["white", "black"])) {
    const { points, bar } = board[seat];
    for (const [spot, count] of [...points, /** @type {[number, number]} */ ([BAR, bar])]) {
      for (let level = 0; level < count; level++) drawChecker(svg, seat, spot, level, count);
    }
  }
}

/** @type {Record<number, [number, number][]>} */
const pips = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** @param {Element} svg @param {number[]} dice @param {number} centre where they lie, across */
function drawDice(svg, dice, centre) {
  dice.forEach((face, index) => {
    const x = centre + (index - (dice.length - 1) / 2) * 62;
    const turn = [-4, 3, -2][index % 3];
    const die = draw("g", { class: "die", transform: `translate(${x} ${height / 2}) rotate(${turn})` }, svg);
    draw("rect", { x: -25, y: -25, width: 50, height: 50, rx: 9 }, die);
    for (const [px, py] of pips[face]) draw("circle", { cx: px * 12.5, cy: py * 12.5, r: 4.6 }, die);
  });
}

/**
 * The middle of the checker that stands, or would stand, next on a point.
 * @param {string} name a point in White's numbering, "bar" or "off" @param {{ white: Checkers }} board @param {boolean} arriving
 */
function spot(name, board, arriving) {
  if (name === "off") return { x: (layout.tray + layout.trayWidth / 2) * unit, y: height / 2 + 2 * radius };
  const [point, count] = name === "bar" ? [BAR, board.white.bar] : [Number(name), board.white.points.get(Number(name)) ?? 0];
  const level = arriving ? Math.min(count, 3) : Math.max(0, count - 1);
  return middle("white", point, level, Math.max(count, level + 1));
}

/**
 * @param {Element} svg @param {string} way such as "24>20" @param {{ white: Checkers, black: Checkers }} board
 * @param {number} index of the way in its figure; ways off the board end one below the other
 */
function drawWay(svg, way, board, index) {
  const [from, to] = way.split(">");
  const a = spot(from, board, false);
  const b = spot(to, board, true);
  if (to === "off") b.y += index * 50;
  const lift = Math.abs(a.x - b.x) < 4 ? 0 : 46;
  const bend = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 + (a.y + b.y > height ? -lift : lift) };
  const d = `M${a.x} ${a.y}Q${bend.x} ${bend.y} ${b.x} ${b.y}`;
  const angle = (Math.atan2(b.y - bend.y, b.x - bend.x) * 180) / Math.PI;
  for (const layer of ["halo", "line"]) {
    draw("path", { class: `way ${layer}`, d }, svg);
    draw("path", { class: `way ${layer}`, d: "M-15 -10L2 0L-15 10", transform: `translate(${b.x} ${b.y}) rotate(${angle})` }, svg);
  }
}

/** A cross before the checkers that stand in the way. @param {Element} svg @param {number} point @param {{ black: Checkers }} board */
function drawStop(svg, point, board) {
  const count = board.black.points.get(25 - point) ?? 0;
  const { x, y } = middle("black", 25 - point, Math.max(0, count - 1), count);
  const beside = count ? radius + 16 : 0;
  const at = isTop(point) ? y + beside : y - beside;
  draw("circle", { class: "stop", cx: x, cy: at, r: 14 }, svg);
  draw("path", { class: "stop", d: `M${x - 6} ${at - 6}L${x + 6} ${at + 6}M${x + 6} ${at - 6}L${x - 6} ${at + 6}` }, svg);
}

/** @param {string | undefined} text */
const words = (text) => (text ?? "").split(/\s+/).filter(Boolean);

/** Draws what a figure says it shows. @param {HTMLElement} figure */
export function drawFigure(figure) {
  const { board: text, part = "all", dice, ways, stops } = figure.dataset;
  const box = figure.querySelector("[role=img]");
  if (!text || !box) return;
  const board = readBoard(text);
  const view = parts[part];
  const svg = draw("svg", { class: "diagram", viewBox: view.join(" "), "aria-hidden": "true", focusable: "false" });
  drawWood(svg);
  drawCheckers(svg, board);
  drawDice(svg, words(dice).map(Number), rightLeaf);
  words(ways).forEach((way, index) => drawWay(svg, way, board, index));
  for (const stop of words(stops)) drawStop(svg, Number(stop), board);
  box.replaceChildren(svg);
}

/** Draws every figure of the page. */
export function drawFigures() {
  for (const figure of document.querySelectorAll("figure[data-board]")) {
    if (figure instanceof HTMLElement) drawFigure(figure);
  }
}
