// Draws a board as a still picture, for the pages that tell of the game. A figure carries what it shows:
//
//   <figure data-board="white 6:13 24:2; black 6:13 24:2" data-part="home" data-dice="3 1 5"
//           data-ways="24>20 20>17" data-stops="18">
//     <div role="img" aria-label="…"></div> <figcaption>…</figcaption>
//   </figure>
//
// Checkers stand in their owner's numbering, `bar` for the bar. Ways (arrows) and stops (crosses) are in White's
// numbering; `off` is off. White sits below and bears off at the right.

const svgNamespace = "http://www.w3.org/2000/svg";

const file = 56;
const radius = 25;
const socket = file / 2 - 1.5;
const half = 186;
const middle = 60;
const frame = 62;
const barWidth = 52;
const side = 26;
const width = 2 * side + 12 * file + barWidth;
const height = 2 * frame + 2 * half + middle;

/** The part of the picture a figure shows: x, y, width, height. @type {Record<string, [number, number, number, number]>} */
const parts = {
  all: [0, 0, width, height],
  leaf: [side + 6 * file - 8, 0, barWidth + 6 * file + side + 8, height],
  home: [side + 6 * file - 8, height / 2 - 34, barWidth + 6 * file + side + 8, height / 2 + 34],
  entry: [side + 6 * file - 8, 0, barWidth + 6 * file + side + 8, height / 2 + 34],
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

/** Where a point is: the middle of its file, and whether its socket is below. @param {number} point White's numbering */
function place(point) {
  const below = point <= 12;
  const column = below ? 12 - point : point - 13;
  const x = side + column * file + file / 2 + (column >= 6 ? barWidth : 0);
  return { x, below };
}

/** How far from the rim a checker's middle is. @param {number} index from the socket @param {number} count on the file */
function depth(index, count) {
  const step = Math.min(2 * radius, (half - 2 * radius + 14) / Math.max(1, count - 1));
  return frame - socket + radius + 1.5 + index * step;
}

/** @param {boolean} below @param {number} fromRim */
const y = (below, fromRim) => (below ? height - fromRim : fromRim);

/** @param {Element} svg */
function drawWood(svg) {
  draw("rect", { class: "frame", x: 2, y: 2, width: width - 4, height: height - 4, rx: 12 }, svg);
  draw("rect", { class: "inlay", x: 8, y: 8, width: width - 16, height: height - 16, rx: 8 }, svg);
  for (let point = 1; point <= 24; point++) drawSocket(svg, point);
  for (const x of [side, side + 6 * file + barWidth]) {
    draw("rect", { class: "field", x, y: frame, width: 6 * file, height: height - 2 * frame }, svg);
    drawRose(svg, x + 3 * file);
  }
  for (let point = 1; point <= 24; point += 2) drawFile(svg, point);
  const tray = { x: side + 6 * file + 6, y: frame - socket, width: barWidth - 12, height: height - 2 * (frame - socket), rx: 5 };
  draw("rect", { class: "bar", ...tray }, svg);
}

/** Every other file is a shade deeper, as on the board that is played on. @param {Element} svg @param {number} point */
function drawFile(svg, point) {
  const { x, below } = place(point);
  const [rim, shoulder] = [y(below, frame + 1), y(below, frame + half - 34)];
  const [left, right] = [x - file / 2, x + file / 2];
  const arch = `A${file / 2} ${file * 0.6} 0 0 ${below ? 1 : 0} ${right} ${shoulder}`;
  draw("path", { class: "file", d: `M${left} ${rim}V${shoulder}${arch}V${rim}Z` }, svg);
}

/** The half-round socket a file of checkers rises from. @param {Element} svg @param {number} point */
function drawSocket(svg, point) {
  const { x, below } = place(point);
  const rim = y(below, frame);
  const arc = `A${socket} ${socket} 0 0 ${below ? 0 : 1} ${x + socket} ${rim}`;
  draw("path", { class: point % 2 ? "socket red" : "socket blue", d: `M${x - socket} ${rim}${arc}Z` }, svg);
  const number = draw("text", { class: "number", x, y: y(below, below ? 13 : 30) }, svg);
  number.textContent = String(point);
}

/** The star inlaid where the dice fall. @param {Element} svg @param {number} x its middle */
function drawRose(svg, x) {
  const rose = draw("g", { class: "rose", transform: `translate(${x} ${height / 2})` }, svg);
  for (const turn of [0, 45]) {
    draw("rect", { x: -36, y: -36, width: 72, height: 72, transform: `rotate(${turn})` }, rose);
  }
  draw("circle", { r: 20 }, rose);
}

/**
 * @param {Element} svg @param {"white" | "black"} seat @param {number} x @param {number} at
 */
function drawChecker(svg, seat, x, at) {
  const group = draw("g", { class: `checker ${seat}`, transform: `translate(${x} ${at})` }, svg);
  draw("circle", { class: "body", r: radius - 1 }, group);
  draw("circle", { class: "ring", r: radius - 7 }, group);
  if (seat === "white") draw("circle", { class: "mark", r: 5.5 }, group);
  else draw("path", { class: "mark", d: "M0 -8L8 0L0 8L-8 0Z" }, group);
}

/** @param {Element} svg @param {{ white: Checkers, black: Checkers }} board */
function drawCheckers(svg, board) {
  for (const seat of /** @type {const} */ (["white", "black"])) {
    for (const [own, count] of board[seat].points) {
      const { x, below } = place(seat === "white" ? own : 25 - own);
      for (let index = 0; index < count; index++) drawChecker(svg, seat, x, y(below, depth(index, count)));
      if (count > 4) drawCount(svg, seat, x, y(below, depth(count - 1, count)), count);
    }
    for (let index = 0; index < board[seat].bar; index++) {
      const from = height / 2 + (seat === "white" ? -1 : 1) * (40 + index * 2 * radius);
      drawChecker(svg, seat, side + 6 * file + barWidth / 2, from);
    }
  }
}

/** @param {Element} svg @param {"white" | "black"} seat @param {number} x @param {number} at @param {number} count */
function drawCount(svg, seat, x, at, count) {
  draw("circle", { class: `count ${seat}`, cx: x, cy: at, r: radius - 7 }, svg);
  const text = draw("text", { class: `count ${seat}`, x, y: at + 8 }, svg);
  text.textContent = String(count);
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
    const x = centre + (index - (dice.length - 1) / 2) * 54;
    const turn = [-4, 3, -2][index % 3];
    const die = draw("g", { class: "die", transform: `translate(${x} ${height / 2}) rotate(${turn})` }, svg);
    draw("rect", { x: -21, y: -21, width: 42, height: 42, rx: 8 }, die);
    for (const [px, py] of pips[face]) draw("circle", { cx: px * 11, cy: py * 11, r: 4.2 }, die);
  });
}

/** The middle of the checker that stands, or would stand, next on a point.
 * @param {string} name a point in White's numbering, "bar" or "off" @param {{ white: Checkers, black: Checkers }} board @param {boolean} arriving */
function spot(name, board, arriving) {
  if (name === "bar") return { x: side + 6 * file + barWidth / 2, y: height / 2 - 40 };
  if (name === "off") return { x: width - 12, y: height / 2 + 30 };
  const point = Number(name);
  const { x, below } = place(point);
  const count = board.white.points.get(point) ?? 0;
  const index = arriving ? Math.min(count, 3) : Math.max(0, count - 1);
  return { x, y: y(below, depth(index, Math.max(count, index + 1))) };
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
  const { x, below } = place(point);
  const count = board.black.points.get(25 - point) ?? 0;
  const at = y(below, depth(Math.max(0, count - 1), count) + (count ? radius + 20 : 0));
  draw("circle", { class: "stop", cx: x, cy: at, r: 15 }, svg);
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
  const rightLeaf = side + 9 * file + barWidth;
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
