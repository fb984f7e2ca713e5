// What the page says: labels of spots, news for those who listen, results, how long ago.

/** @import { EndReason, GameEvent, MaybeSeat, Outage, Player, Position, ResignationEvent, Ruleset, Seat, Standing, Step } from "../types.js" */
/** @import { State, Turn } from "./state.js" */

import { writePlay } from "./notation.js";
import { BAR, OFF, countOn, opponentOf } from "./position.js";
import { diceLeft, facesPlayed } from "./roll.js";
import { seenAs } from "./layout.js";

/** @param {Seat} seat */
export function sideName(seat) {
  return seat === "white" ? "White" : "Black";
}

/** @param {Player | null} player @param {Seat} seat */
export function nameOf(player, seat) {
  return player?.name || sideName(seat);
}

/** @param {readonly number[]} dice */
export function diceInWords(dice) {
  return dice.join(", ");
}

/**
 * A roll as it is said, with what the ruleset makes of it: `5, 2 and the 2 again`, `4, 4, played four times`.
 * @param {Ruleset | null} ruleset @param {readonly number[]} dice as rolled
 */
export function rollWords(ruleset, dice) {
  const counted = facesPlayed(ruleset?.dice_played, dice).slice(dice.length);
  const words = diceInWords(dice);
  if (!counted.length) return words;
  return counted.length === 1 ? `${words} and the ${counted[0]} again` : `${words}, played four times`;
}

/**
 * The label of a spot for those who do not see it: `point 6, your checkers: 13, may move`.
 * @param {{
 *   spot: number, viewer: Seat, me: MaybeSeat, position: Position,
 *   leave?: boolean, reach?: boolean, held?: boolean,
 * }} shown
 */
export function spotLabel({ spot, viewer, me, position, leave, reach, held }) {
  const place = spot === BAR ? "bar" : spot === OFF ? "borne off" : `point ${spot}`;
  const stacks = /** @type {const} */ (["white", "black"]).flatMap((seat) => {
    const count = countOn(position[seat], seenAs(viewer, seat, spot));
    if (!count) return [];
    return [`${seat === me ? "your" : `${seat}’s`} checkers: ${count}`];
  });
  const parts = [place, stacks.length ? stacks.join(", ") : spot === BAR || spot === OFF ? "none" : "empty"];
  if (held) parts.push("in hand");
  else if (reach) parts.push("may go here");
  else if (leave) parts.push("may move");
  return parts.join(", ");
}

/**
 * What an event means to those who listen; "" when it needs no words.
 * @param {State} state after the event @param {GameEvent} event
 */
export function news(state, event) {
  switch (event.type) {
    case "seated":
      return event.seat === state.seat ? `You sit on the ${event.seat} side.` : `${sideName(event.seat)} has sat down.`;
    case "opened": {
      const [white, black] = event.dice;
      const who = white === black ? "Equal: thrown again." : `${sideName(white > black ? "white" : "black")} begins.`;
      return `Opening throw: white ${white}, black ${black}. ${who}`;
    }
    case "rolled":
      return `${who(state, event.seat)} rolled ${rollWords(state.ruleset, event.dice)}.`;
    case "played":
      return `${who(state, event.seat)} played ${spoken(event.steps)}.${leftOver(state, event.seq)}`;
    case "passed":
      return `${who(state, event.seat)} cannot play and loses nothing but the turn.`;
    case "left":
      return event.seat === state.seat ? "" : `${sideName(event.seat)} has lost the connection.`;
    case "returned":
      return event.seat === state.seat ? "" : `${sideName(event.seat)} is back.`;
    case "resignation_offered":
    case "resignation_declined":
    case "resignation_withdrawn":
    case "outage":
      return `${asideWords(event, state.seat)}.`;
    case "ended":
      return resultWords(state);
    default:
      return "";
  }
}

/**
 * What was said of resigning, and when the server was away: in the words of transcripts where it is not about oneself.
 * @param {ResignationEvent | Outage} event @param {MaybeSeat} me
 */
export function asideWords(event, me) {
  if (event.type === "outage") return `The server was away for ${lengthWords(event)}: nobody’s time`;
  const mine = event.seat === me;
  const who = mine ? "You" : sideName(event.seat);
  switch (event.type) {
    case "resignation_offered":
      return `${who} ${mine ? "offer" : "offers"} to resign for ${pointsWords(event.worth)}`;
    case "resignation_declined":
      return `${who} ${mine ? "decline" : "declines"}`;
    case "resignation_withdrawn":
      return `${who} ${mine ? "take" : "takes"} the offer back`;
  }
}

/** @param {Outage} outage */
function lengthWords({ from, to }) {
  const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** @param {number} worth */
export function pointsWords(worth) {
  return `${worth} ${worth === 1 ? "point" : "points"}`;
}

/** @param {State} state @param {number} seq of a play just made */
function leftOver(state, seq) {
  const turn = state.turns.find(({ ended }) => ended === seq);
  const words = turn ? leftWords(state, turn) : "";
  return words ? ` ${sentence(words)}` : "";
}

/** @param {State} state @param {Seat} seat */
function who(state, seat) {
  return seat === state.seat ? "You" : sideName(seat);
}

/** A play as it is read out. @param {readonly Step[]} steps */
export function spoken(steps) {
  return writePlay(steps)
    .replaceAll(" ", ", ")
    .replaceAll("/", " to ")
    .replaceAll("*", " hitting")
    .replace(/\((\d)\)/g, (_, times) => (times === "2" ? " twice" : ` ${times} times`));
}

/**
 * What somebody is told whose invitation is good no more, and whether there is something to look at instead.
 * @param {State} state
 */
export function lateWords({ phase, turns }) {
  if (phase !== "over") return { title: "The seat is taken", words: "Somebody opened the invitation before you. You are welcome to watch.", watch: "Watch the game" };
  if (turns.length) return { title: "This game is over", words: "You have come too late to sit down. You are welcome to see how it went.", watch: "See the game" };
  return { title: "This game was called off", words: "The invitation is good no more, and there was nothing to watch.", watch: "" };
}

/**
 * A moment of the game for those who listen: `White rolled 6, 4, 3 and played 24 to 18, 18 to 14, 6 to 3.`
 * @param {State} state @param {Turn | null} turn that led there; null at the start
 */
export function momentWords(state, turn) {
  if (!turn) return "The start.";
  const rolled = `${who(state, turn.seat)} rolled ${rollWords(state.ruleset, turn.dice)}`;
  if (turn.passed) return `${rolled}: the turn passed. Why is told beside the board.`;
  if (!turn.steps) return `${rolled}.`;
  const left = leftWords(state, turn);
  return `${rolled} and played ${spoken(turn.steps)}.${left ? ` ${sentence(left)} Why is told beside the board.` : ""}`;
}

/** The heading of a finished game. @param {State} state */
export function resultWords(state) {
  const { result, seat: me } = state;
  if (!result) return "";
  if (!result.winner) return "The game was called off. Nobody wins or loses.";
  const loser = opponentOf(result.winner);
  const winner = me === result.winner ? "You win" : `${sideName(result.winner)} wins`;
  const other = me === loser ? "you" : loser;
  return `${winner}: ${reasonWords(result.reason, other)}.`;
}

/** @param {EndReason} reason @param {string} loser "you", "white" or "black" */
function reasonWords(reason, loser) {
  const you = loser === "you";
  switch (reason) {
    case "borne_off":
      return "the last checker is borne off";
    case "falla":
      return `${you ? "your" : `${loser}’s`} roll cannot be played, a falla`;
    case "resigned":
      return `${loser} resigned`;
    case "timeout":
      return `${you ? "your" : `${loser}’s`} time ran out`;
    case "abandoned":
      return `${you ? "you were" : `${loser} was`} away too long`;
    case "aborted":
      return "the game was called off";
  }
}

/**
 * What became of the dice that a play left over: lost (R14) or void (R11); "" if it used them all.
 * @param {State} state @param {Turn} turn
 */
export function leftWords({ ruleset }, turn) {
  const left = diceLeft(ruleset, turn);
  return left.length ? `${listed(left)} ${fateOfLeft(ruleset)}` : "";
}

/** What becomes of dice that cannot be played where that loses no game. @param {Ruleset | null} ruleset */
export function fateOfLeft(ruleset) {
  return ruleset?.must_play === "most_dice" ? "lost" : "void";
}

/** @param {readonly (string | number)[]} items @returns {string} such as `3, 3 and 3` */
export function listed(items) {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
}

const counts = ["no", "one", "two", "three", "four"];

/**
 * What is to be said of the dice of one face: `The 4 is void`, `The two 3s are lost`, `The 6 cannot be played`.
 * @param {{ die: number, count: number }} left @param {string} fate such as "void"; "" if it cannot be played
 */
export function dieLeftWords({ die, count }, fate) {
  const dice = count > 1 ? `The ${counts[count]} ${die}s` : `The ${die}`;
  if (!fate) return `${dice} cannot be played`;
  return `${dice} ${count > 1 ? "are" : "is"} ${fate}`;
}

/**
 * Who is ahead, and whether the sides still meet.
 * @param {Pick<Standing, "pips" | "contact">} standing
 */
export function leadWords({ pips: { white, black }, contact }) {
  const by = Math.abs(white - black);
  const lead = by ? `${white < black ? "White" : "Black"} leads by ${by} ${by === 1 ? "pip" : "pips"}` : `Level, ${white} pips each`;
  return contact ? `${lead}; the sides still meet.` : `${lead}. A race: the sides have passed each other.`;
}

/** A remark as a sentence. @param {string} text */
export function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

/** @param {number} seconds as `2:05` */
export function minutes(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
