// What this browser keeps between visits, in localStorage: steps made but not confirmed, the seed of one's
// dice, an invitation. Where storage is closed to us everything lasts as long as the page.

/** @import { Step } from "../types.js" */

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Shelf */

/** @type {Map<string, string>} */
const fallback = new Map();

/** @type {Shelf} */
export const pageShelf = {
  getItem: (key) => fallback.get(key) ?? null,
  setItem: (key, value) => void fallback.set(key, value),
  removeItem: (key) => void fallback.delete(key),
};

/** The browser's storage if it lets us, else the page's own. @returns {Shelf} */
export function openShelf() {
  try {
    const probe = "fallas.probe";
    localStorage.setItem(probe, "1");
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return pageShelf;
  }
}

/** @param {Shelf} shelf @param {string} key @returns {unknown} */
function read(shelf, key) {
  try {
    return JSON.parse(shelf.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {Shelf} shelf @param {string} key @param {unknown} value */
function write(shelf, key, value) {
  try {
    shelf.setItem(key, JSON.stringify(value));
  } catch {
    // Full or closed: the page goes on without.
  }
}

/** @param {string} player @param {string} game */
const stepsKey = (player, game) => `fallas.steps.${player}.${game}`;

/**
 * Steps made in the turn that began with `seq`, gesture by gesture; none if what is kept is of another turn.
 * @param {Shelf} shelf @param {string} player @param {string} game @param {number} seq
 * @returns {Step[][]}
 */
export function keptSteps(shelf, player, game, seq) {
  const kept = /** @type {any} */ (read(shelf, stepsKey(player, game)));
  if (!kept || kept.seq !== seq || !Array.isArray(kept.gestures)) return [];
  const sound = kept.gestures.every(
    (/** @type {unknown} */ gesture) =>
      Array.isArray(gesture) &&
      gesture.length > 0 &&
      gesture.every((step) => Array.isArray(step) && step.length === 4 && step.every(Number.isInteger)),
  );
  return sound ? kept.gestures : [];
}

/**
 * Keeps the steps of a turn in place of whatever was kept of another. One entry a player and game: when
 * the turn moves on, what was kept is dropped.
 * @param {Shelf} shelf @param {string} player @param {string} game @param {number} seq
 * @param {readonly Step[][]} gestures
 */
export function keepSteps(shelf, player, game, seq, gestures) {
  if (gestures.length) write(shelf, stepsKey(player, game), { seq, gestures });
  else shelf.removeItem(stepsKey(player, game));
}

/** @param {string} game */
const seedKey = (game) => `fallas.seed.${game}`;

/**
 * What was sent to take a seat: the seed, the commitment seen before it was made, and the command's id.
 * @typedef {{ seed: string, commitment: string, id: string }} KeptSeed
 */

/** @param {Shelf} shelf @param {string} game @returns {KeptSeed | null} */
export function keptSeed(shelf, game) {
  const kept = /** @type {any} */ (read(shelf, seedKey(game)));
  const sound = kept && ["seed", "commitment", "id"].every((field) => typeof kept[field] === "string");
  return sound ? { seed: kept.seed, commitment: kept.commitment, id: kept.id } : null;
}

/** @param {Shelf} shelf @param {string} game @param {KeptSeed} kept */
export function keepSeed(shelf, game, kept) {
  write(shelf, seedKey(game), kept);
}

/** @param {string} game */
const invitationKey = (game) => `fallas.invitation.${game}`;

/** @param {Shelf} shelf @param {string} game @returns {string | null} */
export function keptInvitation(shelf, game) {
  return shelf.getItem(invitationKey(game)) || null;
}

/** @param {Shelf} shelf @param {string} game @param {string | null} invitation */
export function keepInvitation(shelf, game, invitation) {
  try {
    if (invitation) shelf.setItem(invitationKey(game), invitation);
    else shelf.removeItem(invitationKey(game));
  } catch {
    // As above.
  }
}
