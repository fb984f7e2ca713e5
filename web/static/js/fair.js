// The dice scheme, and its verification in the browser. Pure; works on plain http, without crypto.subtle.
//
// Before any seed is asked for, the server commits to a secret (its SHA-256 is in the first event). Each
// player's own client adds a seed. Roll n is read from HMAC-SHA256(secret, message) with
//   message = version (1 byte) ‖ game (16) ‖ white seed (32) ‖ black seed (32) ‖ n (uint32) ‖ block (uint32)
// numbers big-endian. Bytes below 252 give a face each, b % 6 + 1; others are skipped; when the 32 bytes are used
// up, the next block follows. The last event reveals the secret.

import { hmac, sha256 } from "../vendor/hashes.js";
import { fromHex, toHex } from "./ids.js";

/** @import { Created, GameEvent, Opened, Revealed, Rolled, Seat } from "./types.js" */

/** The version of the scheme that this file knows. */
export const scheme = 1;

/**
 * What a player's browser kept when it sat down.
 * @typedef {{ seed: string, commitment: string }} Kept
 */

/**
 * What was found. `open`: the game is not over, its secret not revealed, nothing can be checked yet.
 * `wrong`: `detail` says what does not fit, `roll` is the first roll that is wrong where it is a roll.
 * @typedef {(
 *   | { verdict: "right", rolls: number, seeds: Record<Seat, boolean>, kept: Seat | null }
 *   | { verdict: "open" }
 *   | { verdict: "wrong", detail: string, roll: number | null, seq: number | null }
 * )} Report
 */

/** @param {string} text @param {number} length */
function bytesOf(text, length) {
  const bytes = typeof text === "string" ? fromHex(text) : null;
  return bytes?.length === length ? bytes : null;
}

/**
 * SHA-256 of a secret, as the server commits to it.
 * @param {Uint8Array} secret
 */
export function commitmentOf(secret) {
  return toHex(sha256(secret));
}

/**
 * Roll n of a game.
 * @param {{ secret: Uint8Array, game: Uint8Array, white: Uint8Array, black: Uint8Array }} of
 * @param {number} n counted from 1
 * @param {number} dice how many
 */
export function roll(of, n, dice) {
  const message = new Uint8Array(1 + 16 + 32 + 32 + 4 + 4);
  const view = new DataView(message.buffer);
  message[0] = scheme;
  message.set(of.game, 1);
  message.set(of.white, 17);
  message.set(of.black, 49);
  view.setUint32(81, n);
  /** @type {number[]} */
  const faces = [];
  for (let block = 0; faces.length < dice; block++) {
    view.setUint32(85, block);
    for (const byte of hmac(sha256, of.secret, message)) {
      if (byte < 252 && faces.length < dice) faces.push((byte % 6) + 1);
    }
  }
  return faces;
}

/** Thrown inside, turned into a report at the edge. */
class Wrong extends Error {
  /** @param {string} detail @param {{ roll?: number, seq?: number }} [where] */
  constructor(detail, where = {}) {
    super(detail);
    this.where = where;
  }
}

/**
 * Checks every roll of a finished game by its events alone; with what this browser kept, also that neither the
 * server's commitment nor this player's seed was changed afterwards.
 * @param {readonly GameEvent[]} events of one game, all of them, in order
 * @param {Kept | null} [kept]
 * @returns {Report}
 */
export function verifyRecord(events, kept = null) {
  try {
    return verify(events, kept);
  } catch (found) {
    if (!(found instanceof Wrong)) throw found;
    return { verdict: "wrong", detail: found.message, roll: found.where.roll ?? null, seq: found.where.seq ?? null };
  }
}

/**
 * @param {readonly GameEvent[]} events @param {Kept | null} kept
 * @returns {Report}
 */
function verify(events, kept) {
  events.forEach((event, at) => {
    if (event?.seq !== at + 1) throw new Wrong(`Event ${at + 1} is missing or out of its place.`, { seq: at + 1 });
  });
  const created = /** @type {Created} */ (events[0]);
  if (created?.type !== "created") throw new Wrong("The record does not begin with the making of a game.", { seq: 1 });
  if (created.scheme !== scheme) throw new Wrong(`The dice scheme ${created.scheme} is not known here.`, { seq: 1 });
  const game = bytesOf(String(created.game).replaceAll("-", ""), 16);
  if (!game) throw new Wrong("The game has no proper id.", { seq: 1 });

  const seats = seatsOf(events, created);
  const keptSeat = kept ? compareKept(kept, created, seats) : null;

  const last = /** @type {Revealed} */ (events[events.length - 1]);
  if (last.type !== "revealed") {
    const ended = events.find((event) => event.type === "ended");
    if (ended) throw new Wrong("The game is over, but its secret was not revealed.", { seq: ended.seq });
    return { verdict: "open" };
  }
  const secret = bytesOf(last.secret, 32);
  if (!secret) throw new Wrong("The revealed secret is not 32 bytes.", { seq: last.seq });
  if (commitmentOf(secret) !== created.commitment) {
    throw new Wrong("The revealed secret is not the one the server committed to.", { seq: last.seq });
  }

  const zero = new Uint8Array(32);
  const of = { secret, game, white: seats.white?.seed ?? zero, black: seats.black?.seed ?? zero };
  const rolls = checkRolls(events, of, Boolean(seats.white && seats.black));
  const own = (/** @type {Seat} */ seat) => of[seat].some((byte) => byte !== 0);
  return { verdict: "right", rolls, seeds: { white: own("white"), black: own("black") }, kept: keptSeat };
}

/** @typedef {{ seed: Uint8Array, text: string }} Seed */

/**
 * @param {readonly GameEvent[]} events @param {Created} created
 * @returns {{ white: Seed | null, black: Seed | null }}
 */
function seatsOf(events, created) {
  /** @type {{ white: Seed | null, black: Seed | null }} */
  const seats = { white: null, black: null };
  for (const event of events) {
    if (event.type !== "seated") continue;
    const { seat, seq } = event;
    if ((seat !== "white" && seat !== "black") || seats[seat]) throw new Wrong("A seat is taken twice.", { seq });
    const seed = bytesOf(event.seed, 32);
    if (!seed) throw new Wrong(`The seed of ${seat} is not 32 bytes.`, { seq });
    if (event.commitment !== created.commitment) {
      throw new Wrong(`The commitment shown to ${seat} is not the game's.`, { seq });
    }
    seats[seat] = { seed, text: event.seed };
  }
  return seats;
}

/**
 * @param {Kept} kept @param {Created} created @param {{ white: Seed | null, black: Seed | null }} seats
 * @returns {Seat | null}
 */
function compareKept(kept, created, seats) {
  if (kept.commitment !== created.commitment) {
    throw new Wrong("This browser was shown another commitment when it sat down.", { seq: 1 });
  }
  for (const seat of /** @type {const} */ (["white", "black"])) {
    if (seats[seat]?.text === kept.seed) return seat;
  }
  if (!seats.white || !seats.black) return null;
  throw new Wrong("The seed that this browser gave is not in the record.");
}

/**
 * @param {readonly GameEvent[]} events
 * @param {{ secret: Uint8Array, game: Uint8Array, white: Uint8Array, black: Uint8Array }} of
 * @param {boolean} seated whether both seats were taken
 * @returns {number} how many rolls there were
 */
function checkRolls(events, of, seated) {
  let n = 0;
  /** @type {number | null} */
  let dicePerRoll = null;
  /** @type {Opened | null} */
  let opening = null;
  for (const event of events) {
    if (event.type !== "opened" && event.type !== "rolled") continue;
    const where = { roll: event.n, seq: event.seq };
    if (!seated) throw new Wrong("Dice were rolled before both seats were taken.", where);
    if (!hasDice(event)) throw new Wrong(`Roll ${event.n} has a wrong number of dice.`, where);
    if (event.type === "rolled" && opening && event.n === opening.n) {
      const repeated = [...opening.dice].sort((a, b) => b - a);
      if (!same(event.dice, repeated)) throw new Wrong(`Roll ${event.n} does not repeat the opening dice.`, where);
    } else {
      n += 1;
      if (event.n !== n) throw new Wrong(`Roll ${event.n} stands where roll ${n} should be.`, where);
      checkRoll(event, of, where);
    }
    if (event.type === "opened") opening = event;
    else {
      opening = null;
      dicePerRoll ??= event.dice.length;
      if (event.dice.length !== dicePerRoll) throw new Wrong(`Roll ${event.n} has another number of dice.`, where);
    }
  }
  return n;
}

/**
 * @param {Opened | Rolled} event
 * @param {{ secret: Uint8Array, game: Uint8Array, white: Uint8Array, black: Uint8Array }} of
 * @param {{ roll: number, seq: number }} where
 */
function checkRoll(event, of, where) {
  const due = roll(of, event.n, event.dice.length);
  if (!same(event.dice, due)) {
    throw new Wrong(`Roll ${event.n} is recorded as ${event.dice.join("-")}, but it should be ${due.join("-")}.`, where);
  }
}

/** Whether an event has as many dice as are thrown. @param {Opened | Rolled} event as somebody wrote it down */
function hasDice({ type, dice }) {
  const count = Array.isArray(dice) ? dice.length : 0;
  return count === 2 || (count === 3 && type === "rolled");
}

/** @param {readonly number[]} one @param {readonly number[]} other */
function same(one, other) {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}
