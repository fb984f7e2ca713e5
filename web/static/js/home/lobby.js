// The lobby on the first page: who looks for a game, what is being played, a board to watch; all of it live.

/** @import { Seat, Summary } from "../types.js" */

import { acceptSeek, ensureSession, playNow, problemWords, withdrawSeek } from "../api.js";
import { GameSocket } from "../game/socket.js";
import { newId } from "../ids.js";
import { Acts } from "../once.js";
import { rulesetNames } from "../rulesets/names.js";
import { closedWords } from "../words.js";
import { html, render } from "../../vendor/preact.js";
import { emptyHall, ownSeeks, reduceHall, waitsFor } from "./hall.js";
import { Board } from "./views/board.js";
import { LiveGames } from "./views/live.js";
import { OwnSeeks, Seeks } from "./views/seeks.js";

/**
 * The places of the page that show the lobby, and the button to play now: `again`.
 * @typedef {{ own: HTMLElement, seeks: HTMLElement, live: HTMLElement, board: HTMLElement, again: HTMLElement }} Places
 */
/** What somebody who wants to play now asks for. @typedef {{ ruleset?: string, seat?: Seat | "random", odds?: boolean }} Wish */

/** How long the line may be down before it is spoken of, in milliseconds. */
const lateAfter = 1500;

export class Lobby {
  /** What is known of it. */ hall = emptyHall();
  /** The seek, or the play-now, that is on its way; "" if none is. */ busy = "";
  /** Why the last thing did not go through, "" if it did. */ trouble = "";
  /** What rulesets are called, by id. @type {Map<string, string>} */ #names = new Map();
  #acts = new Acts();
  #left = false;
  /** What is wrong with the line to the server, "" if nothing is. */ line = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #lateTimer;

  /**
   * @param {Places} places @param {(game: string) => void} go leads to a game
   * @param {(games: Summary[]) => void} over is told the games that ended last
   */
  constructor(places, go, over) {
    this.places = places;
    this.go = go;
    this.over = over;
    const address = `${location.origin.replace(/^http/, "ws")}/api/v1/lobby/socket`;
    this.socket = new GameSocket({
      url: () => address,
      after: () => 0,
      // The lobby's socket says other things than a game's, and is kept alive alike.
      onMessage: (message) => this.#receive(/** @type {any} */ (message)),
      onState: (connection, code) => this.#lineIs(connection, code),
      newId,
    });
  }

  start() {
    this.socket.start();
    rulesetNames().then((names) => {
      this.#names = names;
      this.draw();
    });
    addEventListener("online", () => this.socket.wake());
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.#left = false;
      this.socket.wake();
    });
    document.addEventListener("visibilitychange", () => document.hidden || this.socket.wake());
  }

  /** @param {"connecting" | "open" | "lost" | "closed"} connection @param {number} code */
  #lineIs(connection, code) {
    if (connection === "open" || connection === "closed") {
      clearTimeout(this.#lateTimer);
      this.#lateTimer = undefined;
      this.#saysOfLine(connection === "open" ? "" : closedWords(code));
    } else {
      this.#lateTimer ??= setTimeout(() => this.#saysOfLine("Looking for the server … What is shown here may be out of date."), lateAfter);
    }
  }

  /** @param {string} words */
  #saysOfLine(words) {
    if (words === this.line) return;
    this.line = words;
    this.draw();
  }

  /** What a ruleset is called. @param {string} ruleset */
  nameOf(ruleset) {
    return this.#names.get(ruleset) ?? ruleset;
  }

  /** @param {import("../types.js").HallMessage} message */
  #receive(message) {
    this.hall = reduceHall(this.hall, message);
    const { news, recent } = this.hall;
    this.over(recent);
    if (news) this.#leave(news);
    else this.draw();
  }

  /** @param {string} game */
  #leave(game) {
    if (this.#left) return;
    this.#left = true;
    this.hall = { ...this.hall, news: null };
    this.go(game);
  }

  /** Takes a seek that fits, or posts one and waits here. @param {Wish} wish */
  play(wish) {
    return this.#act("now", async () => {
      if (waitsFor(this.hall, wish)) {
        this.trouble = "You are waiting for that already; the game opens by itself. Or take one of the offers.";
        return;
      }
      await this.#beSomebody();
      const { seek } = await this.#acts.once(JSON.stringify(wish), (id) => playNow({ id, ...wish }));
      if (seek.game) this.#leave(seek.game);
      else if (!ownSeeks(this.hall).some((own) => own.id === seek.id)) this.hall = { ...this.hall, seeks: [...this.hall.seeks, seek] };
    });
  }

  /** @param {string} seek */
  accept(seek) {
    return this.#act(seek, async () => {
      await this.#beSomebody();
      const { seek: taken } = await this.#acts.once(`accept ${seek}`, (id) => acceptSeek(seek, id));
      if (taken.game) this.#leave(taken.game);
    });
  }

  /** @param {string} seek */
  withdraw(seek) {
    return this.#act(seek, async () => {
      await this.#acts.once(`withdraw ${seek}`, (id) => withdrawSeek(seek, id));
      this.hall = { ...this.hall, seeks: this.hall.seeks.filter(({ id }) => id !== seek) };
      this.places.again.focus(); // the button pressed goes
    });
  }

  /** A seek lasts while its owner is seen: the socket must be theirs. */
  async #beSomebody() {
    const player = await ensureSession();
    if (this.hall.player?.id === player.id) return;
    this.hall = { ...this.hall, player };
    this.socket.restart();
  }

  /** One thing at a time. @param {string} what @param {() => Promise<void>} act */
  async #act(what, act) {
    if (this.busy) return;
    this.busy = what;
    this.trouble = "";
    this.draw();
    try {
      await act();
    } catch (problem) {
      this.trouble = problemWords(problem);
    }
    this.busy = "";
    this.draw();
  }

  draw() {
    const { own, seeks, live, board } = this.places;
    render(html`<${OwnSeeks} lobby=${this} />`, own);
    render(html`<${Seeks} lobby=${this} />`, seeks);
    render(html`<${LiveGames} lobby=${this} />`, live);
    render(html`<${Board} lobby=${this} />`, board);
  }
}
