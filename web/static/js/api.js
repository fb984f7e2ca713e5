// The server's REST interface. Every failure is a Problem with words for a person.

/** @import { Ack, Chat, ChatLine, Command, Explanation, GameRecord, Player, Rematch, Results, Ruleset, Seat, Seek, Summary, Token, Visibility } from "./types.js" */

/** A refusal or failure, as problem+json told it or as the network left it. */
export class Problem extends Error {
  /**
   * @param {{ code: string, status?: number, detail?: string, clause?: string, again?: boolean }} told
   */
  constructor({ code, status = 0, detail = "", clause = "", again = false }) {
    super(kindWords(code, status, detail));
    this.name = "Problem";
    /** Stable, for programs; "offline" when no answer came, "internal" when the answer told nothing. */
    this.code = code;
    /** The HTTP status, 0 when no answer came. */
    this.status = status;
    /** What the server said of it, "" if nothing. */
    this.detail = detail;
    /** The clause of the rules that refuses, "" where none does. */
    this.clause = clause;
    /** Whether the same request, with the same id, may succeed later; also where no outcome is known. */
    this.again = again;
  }
}

/** What to tell a person of whatever was thrown. @param {unknown} problem */
export function problemWords(problem) {
  return problem instanceof Problem ? problem.message : "Something went wrong. Try again.";
}

/**
 * What to say of a problem. Refusals of plays say it best themselves; the rest is said here.
 * @param {string} code @param {number} status @param {string} detail
 */
function kindWords(code, status, detail) {
  switch (code) {
    case "offline":
      return "The server does not answer. Nothing is lost; try again in a moment.";
    case "no_game":
      return "There is no game with this id. Perhaps a part of the link is missing.";
    case "no_invitation":
      return "This invitation is not known here. Ask for the link again; anyone may watch.";
    case "seat_taken":
      return "Somebody has taken this seat already. You can watch the game.";
    case "no_session":
    case "session_ended":
      return "The server does not know you any more. Reload the page to begin again.";
    case "rate":
      return "That was a lot at once. Wait a moment and try again.";
    case "again":
    case "restarting":
      return "The server is busy or starting. Try again in a moment.";
    case "seek_taken":
      return "Somebody else was quicker. Look for another, or press “Play now”.";
    case "seek_gone":
      return "This offer is no longer open.";
    case "too_many_seeks":
      return "You have as many open offers as one person may have. Withdraw one first.";
    case "chat_closed":
      return "A player has closed this talk.";
    case "internal":
      return "Something went wrong on the server. Try again in a moment.";
  }
  if (detail) return detail.charAt(0).toUpperCase() + detail.slice(1) + (/[.!?]$/.test(detail) ? "" : ".");
  return status === 404 ? "This is not here." : "Something went wrong. Try again in a moment.";
}

/** How long an answer may take before it counts as none, in milliseconds. */
const answersWithin = 30_000;

/**
 * @param {string} path under /api/v1
 * @param {{ method?: "GET" | "POST" | "PUT" | "DELETE", body?: unknown }} [options]
 * @returns {Promise<any>} the answer, null where there is nothing to say; a Problem is thrown
 */
async function call(path, { method = "GET", body } = {}) {
  /** @type {Response} */
  let response;
  /** @type {any} */
  let answer;
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), answersWithin);
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      credentials: "same-origin",
      headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: waiting.signal,
    });
    if (response.status === 204) return null;
    answer = await response.json().catch(() => null);
    if (waiting.signal.aborted) throw waiting.signal.reason;
  } catch {
    throw new Problem({ code: "offline", again: true });
  } finally {
    clearTimeout(timer);
  }
  if (response.ok && answer !== null) return answer;
  const told = answer ?? {};
  const unknown = response.status === 502 || response.status === 504;
  throw new Problem({
    code: typeof told.code === "string" ? told.code : "internal",
    status: response.status,
    detail: typeof told.detail === "string" ? told.detail : "",
    clause: typeof told.clause === "string" ? told.clause : "",
    again: unknown || told.again === true,
  });
}

/** How long to wait before each further attempt, in milliseconds. */
const pauses = [400, 1200, 3000];

/**
 * Sends what carries its own id, again and again while its outcome is not known: it is done once.
 * @param {string} path @param {{ id: string }} body
 */
async function insist(path, body) {
  for (const pause of pauses) {
    try {
      return await call(path, { method: "POST", body });
    } catch (problem) {
      if (!(problem instanceof Problem && problem.again)) throw problem;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return call(path, { method: "POST", body });
}

/** @type {Promise<Player> | null} */
let session = null;

/**
 * Makes this visitor a guest, or says who they are already. Wanted before the first act and before the first
 * socket; asked once a page.
 * @returns {Promise<Player>}
 */
export function ensureSession() {
  session ??= call("/session", { method: "POST" }).then(
    (answer) => answer.player,
    (problem) => {
      session = null;
      throw problem;
    },
  );
  return session;
}

/**
 * Who this visitor is; null for somebody who has not acted yet. Makes nobody.
 * @returns {Promise<Player | null>}
 */
export async function whoAmI() {
  return (await call("/session")).player;
}

/** @param {string} id @returns {Promise<Player & { since: string, results: Results[] }>} */
export function getPlayer(id) {
  return call(`/players/${encodeURIComponent(id)}`);
}

/** Takes a name of one's own. @param {string} name @returns {Promise<Player>} */
export async function takeName(name) {
  await ensureSession();
  return (await call("/session/name", { method: "PUT", body: { name } })).player;
}

/** When the recovery code that is good was made; null if there is none. @returns {Promise<string | null>} */
export async function recoveryMade() {
  return (await call("/session/recovery")).made_at;
}

/** A new recovery code in the place of any before. @returns {Promise<string>} */
export async function makeRecoveryCode() {
  return (await call("/session/recovery", { method: "POST" })).code;
}

/**
 * Spends a recovery code: this browser is its owner's then, and no other. The same id gives the same session.
 * @param {{ id: string, code: string }} wish @returns {Promise<Player>}
 */
export async function recover(wish) {
  return (await insist("/session/recover", wish)).player;
}

/** @returns {Promise<Token[]>} one's tokens for programs */
export async function listTokens() {
  return (await call("/session/tokens")).tokens;
}

/** @param {{ id: string, label: string }} wish @returns {Promise<Token & { token: string }>} shown this once */
export function makeToken(wish) {
  return insist("/session/tokens", wish);
}

/** @param {string} id @returns {Promise<Token[]>} those that are left */
export async function revokeToken(id) {
  return (await call(`/session/tokens/${encodeURIComponent(id)}`, { method: "DELETE" })).tokens;
}

/** Ends the sessions of one's other browsers. @returns {Promise<number>} how many there were */
export async function endOthers() {
  return (await call("/session/others", { method: "DELETE" })).ended;
}

/** Deletes oneself, for good. @param {string} id one's own */
export function deleteMe(id) {
  return call(`/session/player?confirm=${encodeURIComponent(id)}`, { method: "DELETE" });
}

/** @returns {Promise<{ version: string, lan_urls: string[], rulesets: Ruleset[] }>} */
export function aboutServer() {
  return call("/server");
}

/**
 * Makes a game. The same id makes the same game, however often it is sent.
 * @param {{ id: string, ruleset?: string, seat?: Seat | "random", visibility?: Visibility, odds?: boolean }} wish
 * @returns {Promise<{ game: Summary, seat: Seat, commitment: string, invitation: string }>}
 */
export async function createGame(wish) {
  await ensureSession();
  return insist("/games", wish);
}

/**
 * A page of public games, newest first; `next` leads on and is absent on the last page.
 * `player` chooses those in which somebody sits; `own` has one's own instead, those in no list too.
 * @param {{ status?: "all" | "live" | "finished", limit?: number, cursor?: string, player?: string, own?: boolean }} [wish]
 * @returns {Promise<{ games: Summary[], next?: string }>}
 */
export function listGames({ status, limit, cursor, player, own = false } = {}) {
  const query = new URLSearchParams();
  if (player) query.set("player", player);
  if (status) query.set("status", status);
  if (limit) query.set("limit", String(limit));
  if (cursor) query.set("cursor", cursor);
  return call(`${own ? "/session/games" : "/games"}?${query}`);
}

/**
 * The record of a game: its summary and all its events.
 * @param {string} game
 * @returns {Promise<GameRecord>}
 */
export function getRecord(game) {
  return call(`/games/${encodeURIComponent(game)}`);
}

/**
 * Why a roll could not be played, be it a falla or a pass, or not whole.
 * @param {string} game @param {number} seq the event of the roll, or of the play that left dice over
 * @returns {Promise<Explanation>}
 */
export function getExplanation(game, seq) {
  return call(`/games/${encodeURIComponent(game)}/explanation?seq=${seq}`);
}

/**
 * Another invitation to the free seat of a game one made.
 * @param {string} game
 * @returns {Promise<{ invitation: string }>}
 */
export async function invite(game) {
  await ensureSession();
  return call(`/games/${encodeURIComponent(game)}/invitations`, { method: "POST", body: {} });
}

/**
 * What an invitation is for. Looking spends nothing.
 * @param {string} game @param {string} invitation
 * @returns {Promise<{ seat: Seat, free: boolean, from: Player }>}
 */
export function lookAtInvitation(game, invitation) {
  return call(`/games/${encodeURIComponent(game)}/invitation`, { method: "POST", body: { invitation } });
}

/**
 * Acts in a game without a socket.
 * @param {string} game @param {Command} command
 * @returns {Promise<Ack>}
 */
export async function command(game, command) {
  await ensureSession();
  return insist(`/games/${encodeURIComponent(game)}/commands`, command);
}

/**
 * Says a line beside a game, in one's own circle.
 * @param {string} game @param {{ id: string, text: string }} line
 * @returns {Promise<{ circle: string, line: ChatLine }>}
 */
export async function sayBeside(game, line) {
  await ensureSession();
  return insist(`/games/${encodeURIComponent(game)}/chat`, line);
}

/**
 * Closes a circle beside a game one plays, or opens it again.
 * @param {string} game @param {Chat["circle"]} circle @param {boolean} closed
 */
export function closeTalk(game, circle, closed) {
  return call(`/games/${encodeURIComponent(game)}/chat/closed`, { method: "PUT", body: { circle, closed } });
}

/** Whom this visitor does not want to read: ids. @returns {Promise<string[]>} */
export async function whomIMute() {
  return (await call("/session/muted")).muted;
}

/** @param {string} player @param {boolean} muted whether not to read them any more */
export function mute(player, muted) {
  return call(`/session/muted/${encodeURIComponent(player)}`, { method: muted ? "PUT" : "DELETE" });
}

/**
 * Wants to play again, after the end.
 * @param {string} game @param {string} id
 * @returns {Promise<Rematch>}
 */
export function wantRematch(game, id) {
  return insist(`/games/${encodeURIComponent(game)}/rematch`, { id });
}

/**
 * Takes that back.
 * @param {string} game @param {string} id
 * @returns {Promise<Rematch>}
 */
export function withdrawRematch(game, id) {
  return call(`/games/${encodeURIComponent(game)}/rematch?id=${id}`, { method: "DELETE" });
}

/**
 * Takes an open seek of somebody else that fits, or posts one of one's own.
 * @param {{ id: string, ruleset?: string, seat?: Seat | "random", odds?: boolean }} wish
 * @returns {Promise<{ seek: Seek }>} taken, with its game; or open
 */
export async function playNow(wish) {
  await ensureSession();
  return insist("/play", wish);
}

/**
 * @param {string} seek @param {string} id of the act
 * @returns {Promise<{ seek: Seek }>} with its game
 */
export async function acceptSeek(seek, id) {
  await ensureSession();
  return insist(`/seeks/${encodeURIComponent(seek)}/accept`, { id });
}

/**
 * @param {string} seek one's own @param {string} id of the act
 * @returns {Promise<{ seek: Seek }>}
 */
export function withdrawSeek(seek, id) {
  return call(`/seeks/${encodeURIComponent(seek)}?id=${id}`, { method: "DELETE" });
}
