// Walks the graph of legal steps that the server hands out. Node 0 is the start of the turn; a node
// without steps is a complete play. Nothing here judges a step: what is not in the graph is not legal.

/** @import { AskedStep, LegalNodes, Step } from "../types.js" */

/**
 * One checker on its way: the steps it makes and the node they lead to.
 * @typedef {{ steps: Step[], node: number }} Route
 */

/**
 * Where a list of steps leads. Steps may leave out die and hit; the walk finds a way that makes each legal.
 * @param {LegalNodes} nodes
 * @param {readonly AskedStep[]} steps
 * @param {number} [start]
 * @returns {Route | null} the steps in full; null if they are not legal from here
 */
export function walk(nodes, steps, start = 0) {
  if (!steps.length) return { steps: [], node: start };
  const [[from, to, die], ...rest] = steps;
  for (const step of nodes[start] ?? []) {
    if (step[0] !== from || step[1] !== to || (die && step[2] !== die)) continue;
    const onward = walk(nodes, rest, step[4]);
    if (onward) return { steps: [whole(step), ...onward.steps], node: onward.node };
  }
  return null;
}

/** @param {LegalNodes} nodes @param {number} node whether the play is complete there */
export function isComplete(nodes, node) {
  return (nodes[node] ?? []).length === 0;
}

/**
 * The spots a checker may leave next.
 * @param {LegalNodes} nodes @param {number} node
 * @param {number} [die] only with this die
 */
export function sources(nodes, node, die) {
  return new Set(allowed(nodes, node, die).map((step) => step[0]));
}

/**
 * Everywhere the checker on `from` may get to, alone, with one die or several: for each spot the routes
 * that differ in what happens on the way. Fewest steps come first.
 * @param {LegalNodes} nodes @param {number} node @param {number} from
 * @param {number} [die] the first step only with this die
 * @returns {Map<number, Route[]>}
 */
export function targets(nodes, node, from, die) {
  /** @type {Map<number, Route[]>} */
  const found = new Map();
  /** @type {Route[]} */
  let wave = [];
  for (const step of allowed(nodes, node, die)) {
    if (step[0] === from) wave.push({ steps: [whole(step)], node: step[4] });
  }
  wave.sort(exactDieFirst);
  while (wave.length) {
    /** @type {Route[]} */
    const next = [];
    for (const route of wave) {
      const to = route.steps[route.steps.length - 1][1];
      const known = found.get(to) ?? [];
      if (!known.some((other) => sameHits(other, route))) found.set(to, [...known, route]);
      if (to === 0) continue;
      for (const step of nodes[route.node] ?? []) {
        if (step[0] === to) next.push({ steps: [...route.steps, whole(step)], node: step[4] });
      }
    }
    wave = next;
  }
  return found;
}

/**
 * The rest of the play if there is but one way to end it (whatever the order), else null.
 * @param {LegalNodes} nodes @param {number} [start]
 * @returns {Step[] | null}
 */
export function onlyPlay(nodes, start = 0) {
  const ends = new Set();
  const seen = new Set([start]);
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isComplete(nodes, node)) ends.add(node);
    if (ends.size > 1) return null;
    for (const step of nodes[node] ?? []) {
      if (!seen.has(step[4])) {
        seen.add(step[4]);
        open.push(step[4]);
      }
    }
  }
  /** @type {Step[]} */
  const steps = [];
  for (let node = start; !isComplete(nodes, node); ) {
    const step = nodes[node][0];
    steps.push(whole(step));
    node = step[4];
  }
  return steps;
}

/**
 * Which dice of a roll the steps have used, die by die in the order rolled.
 * @param {readonly number[]} dice @param {readonly Step[]} steps
 */
export function usedDice(dice, steps) {
  const used = dice.map(() => false);
  for (const [, , die] of steps) {
    const at = dice.findIndex((face, index) => face === die && !used[index]);
    if (at >= 0) used[at] = true;
  }
  return used;
}

/** @param {LegalNodes} nodes @param {number} node @param {number} [die] */
function allowed(nodes, node, die) {
  return (nodes[node] ?? []).filter((step) => !die || step[2] === die);
}

/** @param {readonly number[]} step @returns {Step} */
function whole(step) {
  return [step[0], step[1], step[2], step[3] ? 1 : 0];
}

/** @param {Route} a @param {Route} b */
function exactDieFirst(a, b) {
  return distanceLeft(a) - distanceLeft(b);
}

/** @param {Route} route how much of the die is spilt when bearing off */
function distanceLeft({ steps: [[from, to, die]] }) {
  return die - (from - to);
}

/** @param {Route} a @param {Route} b */
function sameHits(a, b) {
  return hitsOf(a) === hitsOf(b);
}

/** @param {Route} route the points where it hits, in no order */
function hitsOf({ steps }) {
  return steps
    .filter((step) => step[3])
    .map((step) => step[1])
    .sort((x, y) => x - y)
    .join(" ");
}
