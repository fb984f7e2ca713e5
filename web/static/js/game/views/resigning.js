// Resigning: the question before it, and the offers that stand (S4).

/** @import { Table } from "../table.js" */
/** @import { Seat } from "../../types.js" */

import { html } from "../../../vendor/preact.js";
import { Clauses } from "../../clause.js";
import { opponentOf } from "../position.js";
import { nameOf, pointsWords } from "../words.js";

/** What a worth is called that counts more than a single game. */
const names = ["", "a single game", "a gammon", "a backgammon"];

/** What stands in the dialog, above its buttons. @param {{ table: Table }} props */
export function Resignation({ table }) {
  const { resigning } = table;
  const { worth, worths } = resigning;
  return html`
    <h2 id="dialog-title">Resign this game?</h2>
    ${worths.length > 1
      ? html`
          <fieldset class="worths">
            <legend>What do you give up?</legend>
            ${worths.map(
              (each) => html`
                <label key=${each}>
                  <input type="radio" name="worth" value=${each} checked=${each === worth} onChange=${() => resigning.name(each)} />
                  <span>${pointsWords(each)}, ${names[each]}</span>
                </label>
              `,
            )}
          </fieldset>
        `
      : null}
    <p aria-live="polite">${consequence(table)}</p>
  `;
}

/** What will happen. @param {Table} table */
function consequence({ resigning: { worth, enough, isOffer } }) {
  if (!enough) return "If your opponent’s win counts more than that by now, this is an offer: the game goes on unless it is accepted. Otherwise it ends at once.";
  if (!isOffer) return `The game ends at once: your opponent wins ${pointsWords(worth)}. This cannot be taken back.`;
  return `Your opponent’s win counts ${enough} by now, so this is an offer: the game goes on unless it is accepted. It stands until it is answered, you take it back or confirm your next play.`;
}

/** Offers to resign, for whoever has to answer, may withdraw, or watches. @param {{ table: Table }} props */
export function Offers({ table }) {
  return table.resigning.offers.map(({ seat, worth }) => html`<${Offer} key=${seat} table=${table} seat=${seat} worth=${worth} />`);
}

/** @param {{ table: Table, seat: Seat, worth: number }} props */
function Offer({ table, seat, worth }) {
  const { resigning, state } = table;
  const mine = seat === state.seat;
  const forMe = state.seat === opponentOf(seat);
  const who = mine ? "You offer" : html`<bdi>${nameOf(state.players[seat], seat)}</bdi> offers`;
  return html`
    <section class="notice offer" aria-label="An offer to resign">
      <p>${who} to resign for ${pointsWords(worth)}.<${Clauses} clauses=${["S4"]} />${" "}
        ${forMe ? `Accept, and you win ${pointsWords(worth)}; or play on.` : ""}
        ${mine ? "It stands until it is answered, you take it back or confirm your next play." : ""}
      </p>
      ${forMe
        ? html`
            <div class="acts">
              <button type="button" class="button" disabled=${table.ending} onClick=${() => resigning.answer(false)}>Decline and play on</button>
              <button type="button" class="button first" disabled=${table.ending} onClick=${() => resigning.answer(true)}>Accept</button>
            </div>
          `
        : null}
      ${mine ? html`<div class="acts"><button type="button" class="button" disabled=${table.ending} onClick=${() => resigning.withdraw()}>Take the offer back</button></div>` : null}
    </section>
  `;
}
