// A roll that could not be played, or not whole, told on the board, be it a falla, a pass or dice left over: the play as far
// as it went, then each die that is left, every checker that might take it, and what stands in the way.

/** @import { Layout } from "../layout.js" */
/** @import { State, Turn } from "../state.js" */
/** @import { Table } from "../table.js" */
/** @import { Explanation, Obstacle, Seat } from "../../types.js" */

import { html } from "../../../vendor/preact.js";
import { Clauses, clauseOfLeft } from "../../clause.js";
import { lie } from "../layout.js";
import { spotName, writePlay } from "../notation.js";
import { stackHeight } from "../placement.js";
import { OFF, opponentOf } from "../position.js";
import { dieLeftWords, fateOfLeft, nameOf } from "../words.js";
import { Face } from "./dice.js";

/** The ways that are barred, drawn from each checker to what stops it. @param {{ table: Table, layout: Layout }} props */
export function Arrows({ table, layout }) {
  const { die, turn } = table.telling;
  if (!die || !turn || table.stage.busy) return null;
  return html`
    <svg class="arrows" viewBox=${`0 0 100 ${layout.height.toFixed(3)}`}>
      ${die.checkers.filter(({ why }) => why === "blocked").map((obstacle) => html`<${Arrow} key=${obstacle.from} table=${table} layout=${layout} seat=${turn.seat} obstacle=${obstacle} />`)}
    </svg>
  `;
}

/** @param {{ table: Table, layout: Layout, seat: Seat, obstacle: Obstacle }} props */
function Arrow({ table, layout, seat, obstacle: { from, to } }) {
  const { checkers } = table.stage;
  const here = stackHeight(checkers, seat, from);
  const a = lie(layout, table.viewer, seat, from, Math.max(0, here - 1), Math.max(1, here));
  const there = to === OFF ? 0 : stackHeight(checkers, opponentOf(seat), 25 - to);
  const b = there
    ? lie(layout, table.viewer, opponentOf(seat), 25 - to, there - 1, there)
    : lie(layout, table.viewer, seat, to, stackHeight(checkers, seat, to), stackHeight(checkers, seat, to) + 1);
  const middle = layout.height / 2;
  a.y += Math.sign(middle - a.y) * layout.checker * 0.42;
  const lift = (/** @type {number} */ y) => y + (middle - y) * 0.55;
  const bend = `C ${a.x} ${lift(a.y)} ${b.x} ${lift(b.y)} ${b.x} ${b.y}`;
  const arm = layout.checker * 0.24;
  return html`
    <g>
      <path class="way-under" d=${`M ${a.x} ${a.y} ${bend}`} />
      <path class="way" d=${`M ${a.x} ${a.y} ${bend}`} />
      <circle class="stop" cx=${b.x} cy=${b.y} r=${layout.checker * 0.4} />
      <path class="cross" d=${`M ${b.x - arm} ${b.y - arm} l ${2 * arm} ${2 * arm} m 0 ${-2 * arm} l ${-2 * arm} ${2 * arm}`} />
    </g>
  `;
}

/** The same in words, chapter by chapter. @param {{ table: Table }} props */
export function Story({ table }) {
  const { state, telling } = table;
  const { chapter, explanation, turn } = telling;
  if (!explanation || !turn) return null;
  const { seat, dice, steps } = turn;
  const { partial, left } = explanation;
  const go = (/** @type {number} */ to) => () => telling.read(to);
  const fate = steps ? fateOfLeft(state.ruleset) : partial.length ? "left over" : "";
  return html`
    <section class="story" aria-labelledby="story-title">
      <h2 id="story-title">${titleOf(turn, explanation, state)}</h2>
      <p>
        <bdi>${nameOf(state.players[seat], seat)}</bdi> rolled ${" "}<span class="roll">${dice.map((face) => html`<span class="small-die"><${Face} face=${face} /></span>`)}</span>${" "}
        <span class="unseen">${dice.join(", ")}</span>
        <${Rule} state=${state} turn=${turn} explanation=${explanation} />
      </p>
      <ol>
        <li>
          <button type="button" aria-pressed=${String(chapter === 0)} onClick=${go(0)}>
            ${partial.length ? html`<span>${steps ? "The play was" : "The most that can be played is"} <b>${writePlay(partial)}</b>.</span>` : "Not one die can be played."}
          </button>
        </li>
        ${left.map(
          (die, at) => html`
            <li>
              <button type="button" aria-pressed=${String(chapter === at + 1)} onClick=${go(at + 1)}>
                <span class="small-die"><${Face} face=${die.die} /></span> <span>${dieLeftWords(die, fate)}.</span>
              </button>
              <ul>
                ${gathered(die.checkers).map(({ moves, why, detail, clause }) => html`<li>${why === "bar_first" ? "All others wait" : html`<b>${moves.join(", ")}</b>`}: ${detail}<${Clauses} clauses=${[clause]} /></li>`)}
              </ul>
            </li>
          `,
        )}
      </ol>
    </section>
  `;
}

/** @param {Turn} turn @param {Explanation} explanation @param {State} state */
function titleOf({ passed, steps }, { left }, { ruleset }) {
  if (passed) return "Why the turn passed";
  if (!steps) return "Why this roll cannot be played";
  const count = left.reduce((sum, die) => sum + die.count, 0);
  return `Why ${count > 1 ? "dice were" : "a die was"} ${fateOfLeft(ruleset)}`;
}

/** What the rules make of it, behind "… rolled …". @param {{ state: State, turn: Turn, explanation: Explanation }} props */
function Rule({ state: { ruleset }, turn: { passed, steps }, explanation: { each_alone: eachAlone, left } }) {
  const clauses = [clauseOfLeft(ruleset)];
  if (passed) return html`and loses nothing but the turn<${Clauses} clauses=${clauses} />.`;
  if (steps) {
    return ruleset?.must_play === "most_dice"
      ? html`and played as many dice as can be played; the rest is lost<${Clauses} clauses=${clauses} />.`
      : html`which cannot clear the bar: what can enter enters, the rest is void, and the turn passes<${Clauses} clauses=${clauses} />.`;
  }
  return html`and every die of a roll must be played<${Clauses} clauses=${["R8", "R9"]} />.${eachAlone && left.length ? " Each die alone could be played, but not all of them together." : ""}`;
}

/** Obstacles of one kind are told together. @param {readonly Obstacle[]} obstacles */
function gathered(obstacles) {
  /** @type {(Pick<Obstacle, "why" | "detail" | "clause"> & { moves: string[] })[]} */
  const kinds = [];
  for (const { from, to, why, detail, clause } of obstacles) {
    const move = `${spotName(from)}/${spotName(to)}`;
    const known = kinds.find((kind) => kind.why === why && kind.detail === detail);
    if (known) known.moves.push(move);
    else kinds.push({ moves: [move], why, detail, clause });
  }
  return kinds;
}
