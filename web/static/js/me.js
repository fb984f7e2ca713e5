// One's own page: the name, the games, and the ways to keep them or to leave.

import {
  Problem, deleteMe, endOthers, listTokens, makeRecoveryCode, makeToken, problemWords, recover, recoveryMade, revokeToken, takeName, whoAmI,
} from "./api.js";
import { showGames } from "./gamelist.js";
import { Acts } from "./once.js";
import { markOf } from "./people.js";
import { ago } from "./words.js";
import { html, render } from "../vendor/preact.js";

/** @import { Player, Token } from "./types.js" */

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {Player | null} */
let me = null;

/**
 * What a press does: once at a time, with what went wrong beside it.
 * @param {HTMLElement} pressed a form or a button @param {HTMLElement} notice @param {() => Promise<any>} act
 */
function onPress(pressed, notice, act) {
  const button = /** @type {HTMLButtonElement} */ (pressed instanceof HTMLFormElement ? pressed.querySelector("button") : pressed);
  pressed.addEventListener(pressed instanceof HTMLFormElement ? "submit" : "click", async (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-disabled", "true");
    try {
      render(await act(), notice);
    } catch (problem) {
      render(html`<span class="notice warn">${problemWords(problem)}</span>`, notice);
    } finally {
      button.removeAttribute("aria-disabled");
    }
  });
}

/** @param {string} form @param {string} name */
const input = (form, name) =>
  /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (element(form)).elements.namedItem(name));

function showMe() {
  element("nobody").hidden = me !== null;
  for (const id of ["known", "delete-form"]) element(id).hidden = me === null;
  if (!me) return;
  element("name").textContent = me.name;
  element("mark").textContent = markOf(me);
  element("confirm-name").textContent = me.name;
  element("page").setAttribute("href", `/players/${me.id}`);
  element("left-behind").textContent = me.guest
    ? "The guest of this browser is left behind, and cannot be had back without a code of its own."
    : "Whoever you are in this browser now is left behind; make a code for them first.";
}

onPress(element("name-form"), element("name-notice"), async () => {
  const field = input("name-form", "name");
  try {
    me = await takeName(field.value);
  } catch (problem) {
    field.setAttribute("aria-invalid", "true");
    field.focus();
    throw problem;
  }
  field.removeAttribute("aria-invalid");
  field.value = "";
  showMe();
  return html`You are <bdi>${me.name}</bdi> now.`;
});

onPress(element("make-code"), element("code"), async () => {
  const code = await makeRecoveryCode();
  element("code-made").textContent = "The code below is good, once. A code made before is not any more.";
  return html`
    <p class="secret mono">${code}</p>
    <p class="small">It is shown this once. On the other device open this page, /me, and type it under “Have you a recovery code?”. Here you are signed out then.</p>
  `;
});

onPress(element("end-others"), element("others"), async () => {
  const ended = await endOthers();
  return ended === 0 ? "You were signed in nowhere else." : `Done: ${ended} other ${ended === 1 ? "browser is" : "browsers are"} signed out.`;
});

/** @param {Token[]} tokens */
function showTokens(tokens) {
  const now = Date.now();
  /** @param {Token} token */
  const revoke = async (token) => {
    try {
      showTokens(await revokeToken(token.id));
      element("label").focus();
    } catch (problem) {
      render(html`<span class="notice warn">${problemWords(problem)}</span>`, element("token"));
    }
  };
  render(
    tokens.length === 0
      ? html`<p class="soft small">No program plays as you.</p>`
      : html`
          <ul class="tokens">
            ${tokens.map(
              (token) => html`
                <li key=${token.id}>
                  <span><bdi>${token.label}</bdi> <small class="soft">made ${ago(token.created_at, now)}</small></span>
                  <button type="button" class="button" aria-label=${`Revoke ${token.label}`} onClick=${() => revoke(token)}>Revoke</button>
                </li>
              `,
            )}
          </ul>
        `,
    element("tokens"),
  );
}

/** What gets an id of its own, and keeps it while its answer is lost. */
const acts = new Acts();

onPress(element("token-form"), element("token"), async () => {
  const field = input("token-form", "label");
  const wanted = field.value;
  const { token, label } = await acts.once(`token ${wanted}`, (id) => makeToken({ id, label: wanted }));
  field.value = "";
  // The token is shown this once: it must not be lost because the list could not be had.
  listTokens().then(showTokens, () => {});
  return html`
    <p class="secret mono">${token}</p>
    <p class="small">The token of <bdi>${label}</bdi> is shown this once. The program sends it as <code>Authorization: Bearer</code>.</p>
  `;
});

onPress(element("recover-form"), element("recover-notice"), async () => {
  const field = input("recover-form", "code");
  const code = field.value;
  try {
    await acts.once(`recover ${code}`, (id) => recover({ id, code }));
  } catch (problem) {
    field.setAttribute("aria-invalid", "true");
    field.focus();
    throw problem;
  }
  location.assign("/me");
  return html`Welcome back.`;
});

onPress(element("delete-form"), element("delete-notice"), async () => {
  const field = input("delete-form", "confirm");
  if (!me || field.value.trim() !== me.name) {
    field.focus();
    return html`<span class="notice warn">To be sure, type your name as it stands above.</span>`;
  }
  try {
    await deleteMe(me.id);
  } catch (problem) {
    // Gone already: an earlier press was heard, its answer was not.
    if (!(problem instanceof Problem && problem.code === "session_ended")) throw problem;
  }
  me = null;
  showMe();
  element("main").focus();
  render(html`<p class="notice good">You are gone from here. The records of your games stay, under “deleted player”.</p>`, element("trouble"));
  return null;
});

async function begin() {
  try {
    me = await whoAmI();
    showMe();
    if (!me) return;
    for (const status of /** @type {const} */ (["live", "finished"])) showGames(element(status), status, { own: true });
    const [made, tokens] = await Promise.all([recoveryMade(), listTokens()]);
    showTokens(tokens);
    element("code-made").textContent = made ? `You made a code ${ago(made, Date.now())}; it is good, once.` : "There is no code that is good.";
  } catch (problem) {
    render(html`<p class="notice warn">${problemWords(problem)}</p>`, element("trouble"));
  }
}

begin();
