// The form that makes a game: a press makes one of the newcomer's ruleset; whoever wants another unfolds the choice.

/** @import { Ruleset } from "../types.js" */

import { aboutServer, createGame, problemWords } from "../api.js";
import { keepInvitation, openShelf } from "../game/keep.js";
import { newId } from "../ids.js";
import { RulesetChoice } from "../rulesets/choice.js";
import { hasFalla } from "../rulesets/words.js";
import { html, render } from "../../vendor/preact.js";

/**
 * Brings the form to life. It has radio buttons `seat` and `visibility`, a button, a `.notice-place`, and a details element
 * whose summary has a place `.ruleset-name` and that has a place `.ruleset-choice`.
 * @param {HTMLFormElement} form @param {string} [wanted] the ruleset to begin with
 */
export function makeGames(form, wanted) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]"));
  const notice = /** @type {HTMLElement} */ (form.querySelector(".notice-place"));
  let id = newId();
  // One press makes one game: the id of the wish stays the same until the wish changes.
  form.addEventListener("change", () => (id = newId()));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    render(null, notice);
    try {
      const made = await createGame({ id, ...wishOf(form) });
      keepInvitation(openShelf(), made.game.id, made.invitation);
      location.assign(`/games/${made.game.id}`);
    } catch (problem) {
      button.disabled = false;
      render(html`<p class="notice warn">${problemWords(problem)}</p>`, notice);
    }
  });
  // Coming back by the browser's own cache: the press is over, the next one is another game.
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    button.disabled = false;
    id = newId();
  });
  offerRulesets(/** @type {HTMLDetailsElement} */ (form.querySelector("details")), wanted);
}

/** What the form asks for; what is left out is up to the server. @param {HTMLFormElement} form */
export function wishOf(form) {
  const fields = new FormData(form);
  const ruleset = fields.get("ruleset");
  return {
    seat: /** @type {"random" | "white" | "black"} */ (fields.get("seat")),
    visibility: /** @type {"public" | "unlisted"} */ (fields.get("visibility")),
    ...(ruleset ? { ruleset: String(ruleset) } : {}),
    ...(fields.get("odds") ? { odds: true } : {}),
  };
}

/** @param {HTMLDetailsElement} details @param {string} [wanted] */
async function offerRulesets(details, wanted) {
  const place = /** @type {HTMLElement} */ (details.querySelector(".ruleset-choice"));
  const name = /** @type {HTMLElement} */ (details.querySelector(".ruleset-name"));
  /** @type {Ruleset[]} */
  let rulesets;
  try {
    ({ rulesets } = await aboutServer());
  } catch (problem) {
    render(html`<p class="notice warn">${problemWords(problem)} <button type="button" class="button" onClick=${() => offerRulesets(details, wanted)}>Ask again</button></p>`, place);
    return;
  }
  let chosen = rulesets.find((ruleset) => ruleset.id === wanted) ?? rulesets[0];
  let odds = false;
  const draw = () => {
    name.textContent = chosen.name + (odds && hasFalla(chosen) ? ", with the meter" : "");
    render(html`<${RulesetChoice} rulesets=${rulesets} chosen=${chosen} odds=${odds} choose=${choose} agree=${agree} />`, place);
  };
  const choose = (/** @type {Ruleset} */ ruleset) => {
    chosen = ruleset;
    draw();
  };
  const agree = (/** @type {boolean} */ wish) => {
    odds = wish;
    draw();
  };
  place.replaceChildren();
  if (chosen.id === wanted) details.open = true;
  draw();
}
