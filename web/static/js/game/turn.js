// My turn in hand: the steps made and not confirmed, the checker held, the die chosen. Pure; what is legal is
// read off the graph.

/** @import { LegalNodes, Step } from "../types.js" */
/** @import { Route } from "./legal.js" */

import { isComplete, onlyPlay, sources, targets, walk } from "./legal.js";

/**
 * `gestures` are taken back one by one: each is what one tap or drag did. `choice` is open while ways to
 * the same spot differ. `laidOut` says that the only legal play was laid out by the page.
 * @typedef {{
 *   seq: number, nodes: LegalNodes,
 *   gestures: Step[][], node: number,
 *   held: number | null, die: number | null,
 *   choice: { to: number, routes: Route[] } | null,
 *   laidOut: boolean,
 * }} Hand
 */

/**
 * @param {number} seq of the event that began the turn @param {LegalNodes} nodes
 * @param {readonly Step[][]} [gestures] what was kept of this turn; as much of it as is legal is made again
 * @returns {Hand}
 */
export function takeUp(seq, nodes, gestures = []) {
  /** @type {Hand} */
  let hand = { seq, nodes, gestures: [], node: 0, held: null, die: null, choice: null, laidOut: false };
  for (const gesture of gestures) {
    const route = walk(nodes, gesture, hand.node);
    if (!route) return hand;
    hand = made(hand, route);
  }
  return hand;
}

/** All steps made so far. @param {Hand} hand */
export function stepsOf(hand) {
  return hand.gestures.flat();
}

/** @param {Hand} hand */
export function isDone(hand) {
  return isComplete(hand.nodes, hand.node);
}

/** The spots a checker may leave next. @param {Hand} hand */
export function mayLeave(hand) {
  return sources(hand.nodes, hand.node, hand.die ?? undefined);
}

/** Where the held checker may go. @param {Hand} hand @returns {Map<number, Route[]>} */
export function mayReach(hand) {
  return hand.held === null ? new Map() : targets(hand.nodes, hand.node, hand.held, hand.die ?? undefined);
}

/** The only way to play from here, if there is but one. @param {Hand} hand */
export function onlyWay(hand) {
  return isDone(hand) ? null : onlyPlay(hand.nodes, hand.node);
}

/** @param {Hand} hand @param {number} spot @returns {Hand} */
export function hold(hand, spot) {
  return { ...hand, held: spot, choice: null };
}

/** @param {Hand} hand @returns {Hand} */
export function letGo(hand) {
  if (hand.choice) return { ...hand, choice: null };
  if (hand.held !== null) return { ...hand, held: null };
  return { ...hand, die: null };
}

/** Chooses the die to be played next, or lets the choice go. @param {Hand} hand @param {number} die @returns {Hand} */
export function chooseDie(hand, die) {
  const chosen = hand.die === die ? null : die;
  const next = { ...hand, die: chosen, choice: null };
  return next.held !== null && !mayLeave(next).has(next.held) ? { ...next, held: null } : next;
}

/** Puts several ways before the player. @param {Hand} hand @param {number} to @param {Route[]} routes @returns {Hand} */
export function ask(hand, to, routes) {
  return { ...hand, choice: { to, routes } };
}

/** @param {Hand} hand @param {Route} route @returns {Hand} */
export function made(hand, route) {
  return {
    ...hand,
    gestures: [...hand.gestures, route.steps],
    node: route.node,
    held: null,
    die: null,
    choice: null,
    laidOut: false,
  };
}

/** Lays out the rest of the play, step by step. @param {Hand} hand @param {readonly Step[]} steps @returns {Hand} */
export function layOut(hand, steps) {
  const route = walk(hand.nodes, steps, hand.node);
  return route ? { ...made(hand, route), laidOut: true } : hand;
}

/** Takes back the last gesture. @param {Hand} hand @returns {Hand} */
export function takeBack(hand) {
  return takeUp(hand.seq, hand.nodes, hand.gestures.slice(0, -1));
}

/**
 * The ways in which one checker could get from a spot to another with the dice left, step by step, if nothing stood
 * in between. Arithmetic only: what is asked about, not what is legal.
 * @param {number} from @param {number} to @param {readonly number[]} left
 * @returns {[from: number, to: number, die: number][][]}
 */
export function waysThere(from, to, left) {
  return [...new Set(left)].flatMap((die) => {
    const next = from - die;
    if (next === to) return [[/** @type {[number, number, number]} */ ([from, next, die])]];
    if (next <= to) return [];
    const at = left.indexOf(die);
    const others = left.filter((_, index) => index !== at);
    return waysThere(next, to, others).map((way) => [/** @type {[number, number, number]} */ ([from, next, die]), ...way]);
  });
}
