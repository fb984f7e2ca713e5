// Which checkers and spots are marked, and as what: pure reading of the table for the board view.

/** @import { Checker } from "./placement.js" */
/** @import { Table } from "./table.js" */
/** @import { Seat, Step } from "../types.js" */
/** @import { Turn } from "./state.js" */

import { stackHeight } from "./placement.js";
import { OFF, opponentOf } from "./position.js";
import { mayLeave, mayReach } from "./turn.js";

/** @typedef {{ checker: Checker, count: number, top: boolean, classes: string }} Shown */

/** @typedef {{ kind: "from" | "target" | "onto" | "hits", seat: Seat, spot: number, level: number, count: number }} Mark */

/**
 * Every checker with the height of its stack and what marks it: may move, held, moved last.
 * @param {Table} table @returns {Shown[]}
 */
export function checkersShown(table) {
  const { checkers } = table.stage;
  const { hand, acting } = table;
  const seat = table.state.seat;
  const leave = hand && acting && !table.showing && hand.held === null ? mayLeave(hand) : new Set();
  const ends = endsOf(markedTurn(table));
  const blocked = storySpots(table);
  const heights = new Map();
  for (const checker of checkers) {
    const key = `${checker.seat} ${checker.spot}`;
    heights.set(key, (heights.get(key) ?? 0) + 1);
  }
  return checkers.map((checker) => {
    const count = heights.get(`${checker.seat} ${checker.spot}`);
    const top = checker.level === count - 1;
    const mine = checker.seat === seat;
    const classes = [
      top && mine && leave.has(checker.spot) && "may-leave",
      top && mine && acting && hand?.held === checker.spot && "is-held",
      ends.seat === checker.seat && checker.level >= count - (ends.spots.get(checker.spot) ?? 0) && "moved",
      top && blocked.some((spot) => spot.seat === checker.seat && spot.spot === checker.spot) && "told",
    ];
    return { checker, count, top, classes: classes.filter(Boolean).map((name) => ` ${name}`).join("") };
  });
}

/**
 * The turn whose play is marked: the one looked at, or the last one played as long as nothing has been done since.
 * @param {Table} table @returns {Turn | null}
 */
export function markedTurn(table) {
  if (table.stage.busy) return null;
  const { shownTurn, hand } = table;
  if (shownTurn?.steps) return shownTurn;
  if (table.at !== null || hand?.gestures.length) return null;
  const { turns } = table.state;
  return turns[turns.length - 2] ?? null;
}

/**
 * Where the checkers of a play came to rest, and how many on each spot.
 * @param {Turn | null} turn
 */
function endsOf(turn) {
  /** @type {Map<number, number>} */
  const spots = new Map();
  for (const [from, to] of turn?.steps ?? []) {
    const left = spots.get(from) ?? 0;
    if (left > 1) spots.set(from, left - 1);
    else spots.delete(from);
    if (to !== OFF) spots.set(to, (spots.get(to) ?? 0) + 1);
  }
  return { seat: turn?.seat ?? null, spots };
}

/** The spots a play left from, without the stops between. @param {readonly Step[]} steps */
function beginningsOf(steps) {
  const stops = steps.map((step) => step[1]);
  return new Set(steps.map((step) => step[0]).filter((from) => !stops.includes(from)));
}

/** @param {Table} table @returns {Mark[]} */
export function marksShown(table) {
  const { checkers } = table.stage;
  const { hand, acting } = table;
  /** @type {Mark[]} */
  const marks = [];
  const turn = markedTurn(table);
  for (const spot of beginningsOf(turn?.steps ?? [])) {
    const { seat } = /** @type {Turn} */ (turn);
    const level = stackHeight(checkers, seat, spot);
    const held = stackHeight(checkers, opponentOf(seat), 25 - spot) > 0;
    if (!held && spot >= 1 && spot <= 24) marks.push({ kind: "from", seat, spot, level, count: level + 1 });
  }
  const seat = table.state.seat;
  if (hand && acting && seat && hand.held !== null) {
    for (const [spot, routes] of mayReach(hand)) {
      const level = stackHeight(checkers, seat, spot);
      const hits = routes.every((route) => route.steps[route.steps.length - 1][3]);
      const kind = hits ? "hits" : level > 4 && spot !== OFF ? "onto" : "target";
      marks.push({ kind, seat, spot, level, count: level + 1 });
    }
  }
  return marks;
}

/** The spots that the open chapter of the story speaks of one by one; those that only wait for the bar are not. @param {Table} table */
function storySpots(table) {
  const { die } = table.telling;
  const turn = table.shownTurn;
  if (!die || !turn) return [];
  return die.checkers.filter(({ why }) => why !== "bar_first").map(({ from }) => ({ seat: turn.seat, spot: from }));
}
