// What to do now: a line of words, take back, confirm.

/** @import { Ruleset } from "../../types.js" */
/** @import { State, Turn } from "../state.js" */
/** @import { Table } from "../table.js" */

import { html } from "../../../vendor/preact.js";
import { Clauses, clauseOfLeft, clausesOfEnd } from "../../clause.js";
import { diceLeft } from "../roll.js";
import { runningTurn } from "../state.js";
import { isDone, stepsOf } from "../turn.js";
import { writePlay } from "../notation.js";
import { diceInWords, fateOfLeft, leftWords, listed, nameOf, pointsWords, resultWords, rollWords, sideName } from "../words.js";
import { momentsOf } from "../history.js";

/** @param {{ table: Table }} props */
export function Hand({ table }) {
  const { hand, notice } = table;
  const { sending } = table.moving;
  if (table.state.phase === "waiting") return null;
  const steps = hand ? stepsOf(hand) : [];
  const mine = hand !== null && table.at === null;
  return html`
    <section class="hand" aria-label="What to do now">
      <p class="status">${status(table)}</p>
      <div class="words">
        <${NotPlayed} table=${table} />
        <${HowTo} table=${table} />
        ${notice
          ? html`
              <p class=${`said ${notice.tone}`}>
                ${notice.text}<${Clauses} clauses=${notice.clauses} />
                ${notice.tone === "refusal" && mine && table.acting && !isDone(/** @type {any} */ (hand))
                  ? html` <button type="button" class="link" onClick=${() => table.moving.lay()}>Lay out a play</button>`
                  : null}
              </p>
            `
          : null}
      </div>
      ${mine
        ? html`
            <div class="acts">
              <button type="button" class="button take-back" disabled=${!steps.length || sending} onClick=${() => table.moving.takeBack()}>Take back</button>
              <button type="button" class="button first confirm" disabled=${!table.moving.mayConfirm} onClick=${() => table.moving.confirm()}>
                ${sending ? "Sending …" : "Confirm"}
              </button>
            </div>
          `
        : null}
      ${table.state.phase === "over" && table.at === null ? html`<div class="acts"><a class=${`button${table.again.mayWant ? "" : " first"}`} href="/">A new game</a></div>` : null}
    </section>
  `;
}

/** @param {Table} table */
function status(table) {
  const { state, hand } = table;
  if (table.at !== null) return lookingBack(table);
  if (state.phase === "over") return html`<b>${resultWords(state)}</b> ${worth(table)}${state.result ? html`<${Clauses} clauses=${clausesOfEnd(state.result)} />` : null}`;
  const shown = table.showing ? table.shownTurn : null;
  if (shown?.steps) return html`<bdi>${nameOf(state.players[shown.seat], shown.seat)}</bdi>: <b class="notation">${writePlay(shown.steps)}</b>`;
  const turn = runningTurn(state);
  if (!turn) return "";
  if (hand) {
    const steps = stepsOf(hand);
    if (isDone(hand)) return html`<b class="notation">${writePlay(steps)}</b><${Left} state=${state} turn=${{ ...turn, steps, after: table.moving.position }} />`;
    if (steps.length) return html`<b class="notation">${writePlay(steps)}</b> …`;
    return html`<b>Your turn.</b> ${opening(table)}Play ${rollWords(state.ruleset, turn.dice)}.`;
  }
  if (turn.seat === state.seat) return "Your turn.";
  return html`${opening(table)}<bdi>${nameOf(state.players[turn.seat], turn.seat)}</bdi> is playing ${rollWords(state.ruleset, turn.dice)}.`;
}

/** That the turn before this one passed or left dice over, until the next play; why, leads to that turn. @param {{ table: Table }} props */
function NotPlayed({ table }) {
  const { turns, ruleset, players } = table.state;
  const last = turns.length - 1;
  const turn = notPlayed(turns[last], ruleset) ? turns[last] : turns[last - 1];
  const left = turn ? notPlayed(turn, ruleset) : "";
  if (table.at !== null || table.showing || !left) return null;
  return html`
    <p class="said">
      <bdi>${nameOf(players[turn.seat], turn.seat)}</bdi> could not play ${left}${" "}
      <button type="button" class="link" onClick=${() => table.look(turns.indexOf(turn) + 1)}>Why?</button>
    </p>
  `;
}

/** How one plays, until the first checker is taken up: most who come have never been here. @param {{ table: Table }} props */
function HowTo({ table }) {
  const { hand, notice, state } = table;
  const mine = state.turns.filter(({ seat }) => seat === state.seat).length;
  if (mine > 1 || !hand || !table.acting || table.showing || hand.held !== null || hand.gestures.length || notice) return null;
  return html`<p class="said soft">Choose one of the lit checkers, then where it goes. The dice are played in any order.</p>`;
}

/** What of the roll of a turn that is over could not be played; "" if all could. @param {Turn | undefined} turn @param {Ruleset | null} ruleset */
function notPlayed(turn, ruleset) {
  if (!turn) return "";
  if (turn.passed) return `${diceInWords(turn.dice)}: the turn passed.`;
  const left = diceLeft(ruleset, turn);
  return left.length ? `${listed(left.map((die) => `the ${die}`))}: ${left.length > 1 ? "they are" : "it is"} ${fateOfLeft(ruleset)}.` : "";
}

/** @param {Table} table */
function worth({ state: { result } }) {
  if (!result?.worth) return "";
  return `Worth ${pointsWords(result.worth)}.`;
}

/** In the first turn the opening throw is told. @param {Table} table */
function opening({ state: { turns, openings } }) {
  if (turns.length !== 1 || !openings.length) return "";
  const { dice } = openings[openings.length - 1];
  return `Opening throw: white ${dice[0]}, black ${dice[1]}. `;
}

/** @param {Table} table */
function lookingBack(table) {
  const moment = momentsOf(table.state)[table.at ?? 0];
  if (!moment?.turn) return "The start.";
  const { seat, dice, steps } = moment.turn;
  const name = sideName(seat);
  if (!steps) return `${name} rolled ${diceInWords(dice)}${moment.turn.passed ? ": the turn passed" : ""}.`;
  return html`${name}, ${diceInWords(dice)}: <b class="notation">${writePlay(steps)}</b><${Left} state=${table.state} turn=${moment.turn} />`;
}

/** What a play leaves over, behind it. @param {{ state: State, turn: Turn }} props */
function Left({ state, turn }) {
  const words = leftWords(state, turn);
  return words ? html`<span>, ${words}<${Clauses} clauses=${[clauseOfLeft(state.ruleset)]} /></span>` : null;
}
