// Before the game: the link for a friend, or the invitation one came with.

/** @import { Seating } from "../seating.js" */
/** @import { Table } from "../table.js" */

import { html, useEffect, useState } from "../../../vendor/preact.js";
import { aboutServer, invite, problemWords } from "../../api.js";
import { keepInvitation, keptInvitation } from "../keep.js";
import { mySeat, seatTaken } from "../state.js";
import { lateWords, sideName } from "../words.js";
import { Copying } from "./copying.js";
import { Names } from "./names.js";
import { Agreed } from "./ruleset.js";

/** @param {{ table: Table }} props */
export function Waiting({ table }) {
  const { state, seating } = table;
  if (state.phase !== "waiting" || !table.caughtUp) return null;
  if (state.opponent || (mySeat(state) && seatTaken(state))) return html`<${Expected} table=${table} />`;
  if (state.player !== null && state.creator === state.player.id) return html`<${Invite} table=${table} />`;
  if (state.seat || (seating.standing !== "none" && !(seating.standing === "watching" && seatTaken(state)))) return null;
  const maker = state.summary?.creator;
  return html`
    <section class="card">
      <h2>This game has not begun</h2>
      ${seatTaken(state)
        ? html`<p>You can watch from here; it begins when <bdi>${maker?.name ?? "its maker"}</bdi> sits down.</p>`
        : html`<p>You can watch from here; it begins when both players sit. To play, open the invitation link itself.</p>`}
    </section>
  `;
}

/** Both are known, and on their way. @param {{ table: Table }} props */
function Expected({ table }) {
  const { state } = table;
  const missing = /** @type {const} */ (["white", "black"]).filter((seat) => !state.seated[seat] && seat !== mySeat(state));
  const known = state.summary?.creator;
  const names = missing.map((seat) => (seat === state.creatorSeat && known ? known.name : `the player of ${seat}`));
  return html`<section class="card" role="status"><h2>The game is about to begin</h2><p>Waiting for <${Names} names=${names.length ? names : ["the server"]} /> …</p></section>`;
}

const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** @param {{ table: Table }} props */
function Invite({ table }) {
  const { game, creatorSeat } = table.state;
  const [token, setToken] = useState(() => keptInvitation(table.means.shelf, game));
  const [lan, setLan] = useState(/** @type {string[]} */ ([]));
  const [problem, setProblem] = useState("");
  const make = () => {
    setProblem("");
    invite(game).then(
      ({ invitation }) => {
        keepInvitation(table.means.shelf, game, invitation);
        setToken(invitation);
      },
      (failed) => setProblem(problemWords(failed)),
    );
  };
  useEffect(() => {
    if (!token) make();
  }, [game]);
  const isLocal = local.test(location.hostname);
  useEffect(() => {
    if (isLocal) aboutServer().then((server) => setLan(server.lan_urls ?? []), () => {});
  }, [isLocal]);
  const path = `/games/${game}#sit=${token}`;
  return html`
    <section class="card invite" aria-labelledby="invite-title">
      <h2 id="invite-title">Invite a friend</h2>
      <p>You play ${creatorSeat || "a side drawn by the server"}. Whoever opens this link first may take the other seat; the game then begins by itself.</p>
      ${token ? html`<${Copying} label="Invitation link" text=${`${location.origin}${path}`} share />` : null}
      ${problem ? html`<p class="trouble" role="alert">${problem}</p><button type="button" class="button" onClick=${make}>Make the link</button>` : null}
      ${token || problem ? null : html`<p class="soft">Making the link …</p>`}
      ${token && isLocal
        ? html`
            <div class="lan">
              <p>This link works on this computer only.${lan.length ? " For another device in your network take this one:" : ""}</p>
              ${lan.slice(0, 2).map((url) => html`<${Copying} key=${url} label="Invitation link for your network" text=${`${url}${path}`} />`)}
            </div>
          `
        : null}
    </section>
  `;
}

/**
 * Does what a button of the card says. If the card goes with that, the focus goes to the page itself.
 * @param {Seating} seating @param {() => void | Promise<void>} act
 */
function leaving(seating, act) {
  return async () => {
    await act();
    if (seating.standing === "none" || seating.standing === "watching" || seating.standing === "sitting") document.getElementById("main")?.focus();
  };
}

/** The invitation one came with: sit or watch. @param {{ table: Table }} props */
export function Arrival({ table }) {
  const { seating, state } = table;
  const { standing, from, seat, problem } = seating;
  const ruleset = state.ruleset?.name || "Fallas";
  switch (standing) {
    case "offered":
    case "sitting":
      return html`
        <section class="card arrival" aria-labelledby="arrival-title">
          <h2 id="arrival-title"><bdi>${from || "A player"}</bdi> invites you to a game of ${ruleset}</h2>
          <p>${seat ? `You would play ${seat}.` : ""} Sitting down takes the seat; watching leaves it free.</p>
          <div class="acts">
            <button type="button" class="button first" aria-disabled=${standing === "sitting"} onClick=${leaving(seating, () => seating.accept())}>${seat ? `Sit down as ${sideName(seat)}` : "Sit down"}</button>
            <button type="button" class="button" aria-disabled=${standing === "sitting"} onClick=${leaving(seating, () => seating.watch())}>Watch</button>
          </div>
          <h3>How it is played</h3>
          <${Agreed} table=${table} />
        </section>
      `;
    case "watching":
      return state.phase === "waiting" && !state.seat && !seatTaken(state)
        ? html`<section class="card arrival"><p>You are watching. The seat is still free.</p><button type="button" class="button" onClick=${() => seating.again()}>Sit down after all</button></section>`
        : null;
    case "late":
      return html`<${Late} table=${table} />`;
    case "unknown":
    case "failed":
      return html`
        <section class="card arrival" aria-labelledby="arrival-title">
          <h2 id="arrival-title">${standing === "unknown" ? "This invitation does not fit" : "That did not work"}</h2>
          <p>${problem}</p>
          <div class="acts">
            ${standing === "failed" ? html`<button type="button" class="button first" onClick=${() => seating.again()}>Try again</button>` : null}
            <button type="button" class="button" onClick=${leaving(seating, () => seating.watch())}>Watch</button>
          </div>
        </section>
      `;
    default:
      return null;
  }
}

/** The invitation is good no more: what has become of its game, and what there is to do instead. @param {{ table: Table }} props */
function Late({ table }) {
  const { seating, state } = table;
  const { title, words, watch } = lateWords(state);
  const from = seating.from || state.summary?.creator?.name;
  const own = html`<a class=${watch ? "button" : "button first"} href="/">Make a game of your own</a>`;
  return html`
    <section class="card arrival" aria-labelledby="arrival-title">
      <h2 id="arrival-title">${title}</h2>
      <p><bdi>${from || "A player"}</bdi> invited you to a game of ${state.ruleset?.name || "Fallas"}. ${words}</p>
      <div class="acts">${watch ? html`<button type="button" class="button first" onClick=${leaving(seating, () => seating.watch())}>${watch}</button>` : null}${own}</div>
    </section>
  `;
}
