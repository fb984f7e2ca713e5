// The whole of what the page knows of a game, as plain data, and the one reducer that changes it. It folds
// in what the server says; what a person has in hand but not confirmed lives in turn.js.

/** @import { GameEvent, LegalNodes, MaybeSeat, Outage, Phase, Player, Position, Presence, Rematch, ResignationEvent, Result, Ruleset, Seat, ServerMessage, Step, Summary } from "../types.js" */

import { afterPlay, opponentOf, startPosition } from "./position.js";

/**
 * One turn, begun by the roll `seq`. `after` and `steps` are there once it is played; a turn that passed has `passed`.
 * `ended` is the event that ended it, 0 while it runs.
 * @typedef {{
 *   seat: Seat, n: number, dice: number[], seq: number, at: string, ended: number,
 *   before: Position, steps: Step[] | null, after: Position | null, passed: boolean,
 * }} Turn
 */

/** @typedef {"connecting" | "open" | "lost" | "closed"} Connection */

/**
 * `offers` is what each seat offers to resign for, 0 while no offer stands (S4); `asides` are the events that tell of
 * such offers and of times when the server was away.
 * @typedef {{
 *   game: string,
 *   connection: Connection,
 *   closeCode: number,
 *   seq: number,
 *   gap: boolean,
 *   events: GameEvent[],
 *   summary: Summary | null,
 *   ruleset: Ruleset | null,
 *   seat: MaybeSeat,
 *   player: Player | null,
 *   commitment: string,
 *   presence: Presence,
 *   players: { white: Player | null, black: Player | null },
 *   seated: { white: string, black: string },
 *   phase: Phase,
 *   creator: string,
 *   creatorSeat: MaybeSeat,
 *   opponent: string,
 *   rematch: Rematch | null,
 *   awayLimit: number,
 *   awaySince: { white: string, black: string },
 *   shownRoll: { white: boolean, black: boolean },
 *   offers: { white: number, black: number },
 *   asides: (ResignationEvent | Outage)[],
 *   position: Position | null,
 *   turn: MaybeSeat,
 *   dice: number[],
 *   openings: { n: number, dice: number[], seq: number }[],
 *   turns: Turn[],
 *   result: (Result & { at: string }) | null,
 *   legal: { seq: number, nodes: LegalNodes } | null,
 * }} State
 */

/** @typedef {ServerMessage | { type: "connection", connection: Connection, code?: number }} Message */

/** @param {string} game @returns {State} */
export function beginning(game) {
  return {
    game,
    connection: "connecting",
    closeCode: 0,
    seq: 0,
    gap: false,
    events: [],
    summary: null,
    ruleset: null,
    seat: "",
    player: null,
    commitment: "",
    presence: { white: false, black: false, spectators: 0 },
    players: { white: null, black: null },
    seated: { white: "", black: "" },
    phase: "waiting",
    creator: "",
    creatorSeat: "",
    opponent: "",
    rematch: null,
    awayLimit: 0,
    awaySince: { white: "", black: "" },
    shownRoll: { white: false, black: false },
    offers: { white: 0, black: 0 },
    asides: [],
    position: null,
    turn: "",
    dice: [],
    openings: [],
    turns: [],
    result: null,
    legal: null,
  };
}

/** @param {State} state @param {Message} message @returns {State} */
export function reduce(state, message) {
  switch (message.type) {
    case "connection":
      return { ...state, connection: message.connection, closeCode: message.code ?? 0 };
    case "snapshot": {
      const { game: summary, ruleset, seat, player, commitment, presence, rematch } = message;
      return {
        ...state,
        summary,
        ruleset,
        player,
        commitment,
        presence,
        rematch: rematch ?? null,
        seat: seat || state.seat,
        players: { ...summary.players },
        position: state.position ?? startPosition(ruleset.start),
      };
    }
    case "events":
      return message.events.reduce(takeIn, state);
    case "legal":
      return { ...state, legal: { seq: message.seq, nodes: message.nodes } };
    case "presence": {
      const { white, black, spectators, players } = message;
      return { ...state, presence: { white, black, spectators }, players: players ?? state.players };
    }
    case "rematch": {
      const { white, black, next, series } = message;
      return { ...state, rematch: { white, black, next, series } };
    }
    default:
      return state;
  }
}

/**
 * Folds in one event. One already known changes nothing; one that leaves a gap is not taken, and `gap` says
 * that the log must be asked for again.
 * @param {State} state @param {GameEvent} event @returns {State}
 */
function takeIn(state, event) {
  if (event.seq <= state.seq) return state;
  if (event.seq !== state.seq + 1) return { ...state, gap: true };
  return { ...state, ...changed(state, event), seq: event.seq, gap: false, events: [...state.events, event] };
}

/** @param {State} state @param {GameEvent} event @returns {Partial<State>} */
function changed(state, event) {
  switch (event.type) {
    case "created":
      return {
        creator: event.creator,
        creatorSeat: event.creator_seat,
        opponent: event.opponent ?? "",
        commitment: event.commitment,
        awayLimit: event.away_limit,
        phase: "waiting",
      };
    case "seated": {
      const mine = state.player !== null && event.player === state.player.id;
      const seated = { ...state.seated, [event.seat]: event.player };
      // The wait for an opponent is nobody's absence.
      const begins = Boolean(seated.white && seated.black);
      const { white, black } = state.awaySince;
      return { seated, seat: mine ? event.seat : state.seat, awaySince: begins ? { white: white && event.at, black: black && event.at } : state.awaySince };
    }
    case "opened":
      return { phase: "playing", openings: [...state.openings, { n: event.n, dice: event.dice, seq: event.seq }] };
    case "rolled": {
      const before = /** @type {Position} */ (state.position);
      const { seat, n, dice, seq, at } = event;
      return {
        phase: "playing",
        turn: seat,
        dice,
        legal: null,
        shownRoll: { ...state.shownRoll, [seat]: true },
        turns: [...state.turns, { seat, n, dice, seq, at, ended: 0, before, steps: null, after: null, passed: false }],
      };
    }
    case "played": {
      const before = /** @type {Position} */ (state.position);
      const position = afterPlay(before, event.seat, event.steps, hitGoesTo(state));
      const offers = { ...state.offers, [event.seat]: 0 };
      return { position, offers, turn: "", dice: [], legal: null, turns: endTurn(state.turns, { ended: event.seq, steps: event.steps, after: position }) };
    }
    case "passed":
      return { turn: "", dice: [], legal: null, turns: endTurn(state.turns, { ended: event.seq, after: state.position, passed: true }) };
    case "left":
      return { awaySince: { ...state.awaySince, [event.seat]: event.at } };
    case "returned":
      return { awaySince: { ...state.awaySince, [event.seat]: "" } };
    case "outage": {
      const { white, black } = state.awaySince;
      return { awaySince: { white: notCounting(white, event), black: notCounting(black, event) }, asides: [...state.asides, event] };
    }
    case "resignation_offered":
      return offered(state, event, event.seat, event.worth);
    case "resignation_declined":
      return offered(state, event, opponentOf(event.seat), 0);
    case "resignation_withdrawn":
      return offered(state, event, event.seat, 0);
    case "ended":
      return {
        phase: "over",
        turn: "",
        offers: { white: 0, black: 0 },
        legal: null,
        result: { reason: event.reason, winner: event.winner, worth: event.worth, at: event.at },
      };
    default:
      return {};
  }
}

/** @param {State} state @param {ResignationEvent} event @param {Seat} seat whose offer it is @param {number} worth @returns {Partial<State>} */
function offered(state, event, seat, worth) {
  return { offers: { ...state.offers, [seat]: worth }, asides: [...state.asides, event] };
}

/**
 * The beginning of an absence, "" for none, moved on by the part of it in which the server was away.
 * @param {string} since @param {Outage} outage
 */
function notCounting(since, { from, to }) {
  const [left, gone, back] = [since, from, to].map(Date.parse);
  return left < back ? new Date(left + back - Math.max(gone, left)).toISOString() : since;
}

/** @param {Turn[]} turns @param {Partial<Turn>} end */
function endTurn(turns, end) {
  const last = turns[turns.length - 1];
  return last ? [...turns.slice(0, -1), { ...last, ...end }] : turns;
}

/**
 * Where a hit checker is put, in its owner's numbering.
 * @param {State} state
 */
export function hitGoesTo(state) {
  return state.ruleset?.hit_goes_to ?? 25;
}

/** Whether the players agreed, when the game was made, to see the falla meter. @param {State} state */
export function oddsAgreed(state) {
  return state.events.some((event) => event.type === "created" && event.odds === true);
}

/** The turn whose roll lost the game as a falla, if one did. @param {State} state @returns {Turn | null} */
export function lostBy(state) {
  return state.result?.reason === "falla" ? (state.turns[state.turns.length - 1] ?? null) : null;
}

/** The turn being played, if any. @param {State} state @returns {Turn | null} */
export function runningTurn(state) {
  const last = state.turns[state.turns.length - 1];
  return state.phase === "playing" && last && !last.after ? last : null;
}

/** Whether it is for this page's player to play now. @param {State} state */
export function myTurn(state) {
  return state.seat !== "" && state.turn === state.seat && state.phase === "playing";
}

/**
 * The legal steps of the running turn, once the server has sent them.
 * @param {State} state @returns {LegalNodes | null}
 */
export function legalNow(state) {
  const turn = runningTurn(state);
  return myTurn(state) && turn && state.legal && state.legal.seq >= turn.seq ? state.legal.nodes : null;
}

/** Whether this page's player may still end the game without a winner (S3). @param {State} state */
export function mayAbort(state) {
  if (state.phase === "over" || !state.player) return false;
  if (state.seat) return !state.shownRoll[state.seat];
  return state.phase === "waiting" && mySeat(state) !== "";
}

/** Whether somebody sits opposite whoever made the game. @param {State} state */
export function seatTaken({ creatorSeat, seated }) {
  return creatorSeat !== "" && seated[opponentOf(creatorSeat)] !== "";
}

/** The seat kept for this page's player, or theirs already. @param {State} state @returns {MaybeSeat} */
export function mySeat(state) {
  if (state.seat || !state.player) return state.seat;
  const { creator, creatorSeat, opponent } = state;
  if (creator === state.player.id) return creatorSeat;
  return opponent === state.player.id && creatorSeat ? opponentOf(creatorSeat) : "";
}
