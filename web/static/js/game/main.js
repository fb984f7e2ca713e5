// The game page begins here: reads the address, opens the socket, draws.

import { html, render } from "../../vendor/preact.js";
import { closeTalk, ensureSession, getExplanation, lookAtInvitation, mute, sayBeside, wantRematch, whomIMute, withdrawRematch } from "../api.js";
import { newId, newSeed } from "../ids.js";
import { App } from "./app.js";
import { openShelf } from "./keep.js";
import { listen } from "./keys.js";
import { layouts } from "./layout.js";
import { letDrag } from "./pointer.js";
import { GameSocket } from "./socket.js";
import { showOnTab } from "./tab.js";
import { Table } from "./table.js";

const root = /** @type {HTMLElement} */ (document.getElementById("game"));
const heard = /** @type {HTMLElement} */ (document.getElementById("heard"));
const game = location.pathname.split("/").filter(Boolean)[1] ?? "";

const tall = matchMedia("(max-width: 44rem) and (orientation: portrait)");
const sideways = matchMedia("(max-height: 30rem) and (orientation: landscape)");
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** @returns {import("./layout.js").Layout} */
function layoutNow() {
  if (tall.matches) return layouts.tall;
  return sideways.matches ? layouts.sideways : layouts.wide;
}

let waiting = false;
function changed() {
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    draw();
  });
}

function draw() {
  render(html`<${App} table=${table} layout=${layoutNow()} />`, root);
  if (heard.textContent !== table.heard) heard.textContent = table.heard;
  showOnTab(table);
}

const table = new Table({
  game,
  shelf: openShelf(),
  changed,
  still: () => reducedMotion.matches || document.hidden,
  now: () => Date.now(),
  newId,
  newSeed,
  session: ensureSession,
  onward: {
    want: (id) => wantRematch(game, id),
    withdraw: (id) => withdrawRematch(game, id),
    go: (next) => location.assign(`/games/${next}`),
  },
  voice: {
    say: (line) => sayBeside(game, line),
    close: (circle, closed) => closeTalk(game, circle, closed),
    muted: whomIMute,
    mute,
  },
  explain: (seq) => getExplanation(game, seq),
  later: (act, milliseconds) => setTimeout(act, milliseconds),
  lookAt: (invitation) => lookAtInvitation(game, invitation),
  socket: (owner) =>
    new GameSocket({
      url: (after) => `${location.origin.replace(/^http/, "ws")}/api/v1/games/${game}/socket?after=${after}`,
      after: () => owner.state.seq,
      onMessage: (message) => owner.receive(message),
      onState: (connection, code) => owner.receive({ type: "connection", connection, code }),
      newId,
    }),
});

/**
 * The invitation is kept and leaves the address: neither history nor a copied address should carry it.
 * @returns {boolean} whether there was one
 */
function readInvitation() {
  const invitation = location.hash.match(/^#sit=([\w-]+)$/)?.[1];
  if (!invitation) return false;
  table.seating.arrive(invitation);
  history.replaceState(history.state, "", location.pathname + location.search);
  return true;
}

readInvitation();
addEventListener("hashchange", () => readInvitation() && table.seating.again());
for (const query of [tall, sideways]) query.addEventListener("change", changed);
addEventListener("online", () => table.socket.wake());
addEventListener("pageshow", () => table.socket.wake());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) table.stage.skip();
  else table.socket.wake();
});
setInterval(() => table.tick(), 1000);

letDrag(root, table);
listen(root, table);
changed();
table.socket.start();
