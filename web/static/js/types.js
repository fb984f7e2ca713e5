// The things that travel, as JSDoc types. There is nothing to run here.
// Numbering: a step and a position are always in the owner's own numbering, 25 = bar, 0 = off.

/** @typedef {"white" | "black"} Seat */
/** @typedef {Seat | ""} MaybeSeat  "" is nobody: no turn, no winner, a spectator */
/** @typedef {"waiting" | "playing" | "over"} Phase */
/** @typedef {"public" | "unlisted"} Visibility */
/** @typedef {"borne_off" | "falla" | "resigned" | "timeout" | "abandoned" | "aborted"} EndReason */

/** @typedef {{ id: string, name: string, guest: boolean, deleted?: boolean }} Player */
/** @typedef {{ ruleset: string, won: number, lost: number, points_won: number, points_lost: number }} Results */
/** @typedef {{ id: string, label: string, created_at: string }} Token  of a program */

/** @typedef {{ points: number[], bar: number, off: number }} Side  index 0 of points is the side's own point 1 */
/** @typedef {{ white: Side, black: Side }} Position */

/** @typedef {[from: number, to: number, die: number, hit: 0 | 1]} Step */
/** @typedef {[from: number, to: number, die: number, hit: 0 | 1, next: number]} LegalStep */
/** @typedef {LegalStep[][]} LegalNodes  node 0 is the start; a node without steps is a complete play */
/** @typedef {[from: number, to: number] | [from: number, to: number, die: number] | Step} AskedStep */

/**
 * A ruleset as data: one field for each row of the table of rules. Those that the client draws by are named.
 * @typedef {{
 *   id: string, name: string, source: string, dice: 2 | 3, start: number[],
 *   dice_played?: "as_rolled" | "larger_once_smaller_twice" | "as_rolled_doubles_four_times",
 *   must_play?: "all_dice" | "most_dice", worth?: "one" | "up_to_three", hit_goes_to?: number,
 *   [row: string]: unknown,
 * }} Ruleset
 */

/** @typedef {{ reason: EndReason, winner: MaybeSeat, worth: number }} Result */

/**
 * A game as a list shows it.
 * @typedef {{
 *   id: string,
 *   ruleset: string,
 *   visibility: Visibility,
 *   phase: Phase,
 *   turn: MaybeSeat,
 *   seq: number,
 *   created_at: string,
 *   last_at: string,
 *   ended_at?: string,
 *   creator: Player,
 *   players: { white: Player | null, black: Player | null },
 *   result: Result | null,
 * }} Summary
 */

/** @typedef {Summary & { events: GameEvent[] }} GameRecord */

/**
 * What every event carries.
 * @typedef {{ seq: number, at: string, v: number }} Entry
 */

/**
 * @typedef {Entry & {
 *   type: "created", game: string, ruleset: string, visibility: Visibility, creator: string,
 *   creator_seat: Seat, scheme: number, commitment: string, away_limit: number,
 *   opponent?: string, series?: string, odds?: boolean,
 * }} Created
 */
/** @typedef {Entry & { type: "seated", seat: Seat, player: string, seed: string, commitment: string }} Seated */
/** @typedef {Entry & { type: "opened", n: number, dice: number[] }} Opened */
/** @typedef {Entry & { type: "rolled", n: number, seat: Seat, dice: number[] }} Rolled */
/** @typedef {Entry & { type: "played", seat: Seat, steps: Step[] }} Played */
/** @typedef {Entry & { type: "passed", seat: Seat }} Passed */
/** @typedef {Entry & { type: "left", seat: Seat }} Left */
/** @typedef {Entry & { type: "returned", seat: Seat }} Returned */
/** @typedef {Entry & { type: "resignation_offered", seat: Seat, worth: number }} ResignationOffered */
/** @typedef {Entry & { type: "resignation_declined", seat: Seat }} ResignationDeclined  seat: who declines */
/** @typedef {Entry & { type: "resignation_withdrawn", seat: Seat }} ResignationWithdrawn */
/** @typedef {Entry & { type: "ended", reason: EndReason, winner: MaybeSeat, worth: number }} Ended */
/** @typedef {Entry & { type: "revealed", secret: string }} Revealed */
/** @typedef {Entry & { type: "outage", from: string, to: string }} Outage */
/** @typedef {ResignationOffered | ResignationDeclined | ResignationWithdrawn} ResignationEvent */
/** @typedef {Created | Seated | Opened | Rolled | Played | Passed | Left | Returned | Outage | ResignationEvent | Ended | Revealed} GameEvent */

/** @typedef {"blocked" | "bar_first" | "not_home" | "too_high"} Obstruction */
/** @typedef {{ from: number, to: number, why: Obstruction, clause: string, detail: string }} Obstacle */
/** @typedef {{ die: number, count: number, checkers: Obstacle[] }} DieLeft  count: how many dice of this face */

/**
 * Why a roll could not be played, or not whole (R9, R11, R14): a longest possible partial play or the one made, the
 * position after it, and for each die left over what stops every checker.
 * @typedef {{ partial: Step[], position: Position, left: DieLeft[], each_alone: boolean }} Explanation
 */

/**
 * How a game stands after event `seq`. `seat` is whose turn it is or begins next; `worth` is what a win would count for
 * either if the game ended there (S2).
 * @typedef {{
 *   seq: number, seat: MaybeSeat, position: Position, position_id: string, pips: { white: number, black: number },
 *   contact: boolean, falla_possible: boolean, worth: { white: number, black: number },
 * }} Standing
 */
/**
 * How likely the roll of a turn is a falla: in `ways` of `of` throws.
 * @typedef {{ ways: number, of: 216 | 36, failing: { dice: number[], ways: number }[] }} FallaChance
 */

/** @typedef {{ white: boolean, black: boolean, spectators: number }} Presence */

/** @typedef {{ id: string, first: number, last: number }} Ack */

/**
 * What a player can do in a game.
 * @typedef {{ id: string } & (
 *   | { command: "sit", seed: string, commitment: string, invitation?: string }
 *   | { command: "play", expect: number, steps: AskedStep[] }
 *   | { command: "resign", worth: number, expect?: number }
 *   | { command: "answer_resignation", accept: boolean }
 *   | { command: "withdraw_resignation" }
 *   | { command: "abort" }
 *   | { command: "claim" }
 * )} Command
 */

/**
 * How a finished game goes on: which seats want to play again, the next game, and the score of the series by the seats of this game.
 * @typedef {{ white: boolean, black: boolean, next: string | null, series: { games: number, white: number, black: number } }} Rematch
 */

/** @typedef {{ n: number, at: string, player: Player | null, text: string, deleted?: boolean }} ChatLine */
/**
 * A circle beside a game, as far as it has changed.
 * @typedef {{ circle: "players" | "spectators", change: number, closed: { white: boolean, black: boolean }, lines: ChatLine[] }} Chat
 */

/**
 * An open offer to play: the owner's wish for a seat, "" for a draw; `game` is what it led to once it is taken.
 * @typedef {{
 *   id: string, owner: Player, ruleset: string, seat: MaybeSeat, odds: boolean, created_at: string,
 *   state: "open" | "taken" | "withdrawn" | "expired", game?: string,
 * }} Seek
 */
/** @typedef {{ id: string, ruleset: string, players: { white: Player | null, black: Player | null }, turn: MaybeSeat, created_at: string, spectators: number }} LiveGame */
/** The board of the most watched game. @typedef {{ game: string, seq: number, position: Position, turn: MaybeSeat, roll: number[] }} Featured */

/**
 * What the server says on the lobby's socket.
 * @typedef {(
 *   | { type: "snapshot", player: Player | null, seeks: Seek[], live: LiveGame[], featured: Featured | null, recent: Summary[],
 *       paired: { seek: string, game: string }[] }
 *   | { type: "changes", seeks?: { set: Seek[], gone: { id: string, state: Seek["state"], game?: string }[] },
 *       live?: { set: LiveGame[], gone: string[] }, featured?: Featured | null, recent?: { set: Summary[], gone: string[] } }
 *   | { type: "pong", id: string, at: string }
 *   | { type: "error", code: string, detail: string }
 * )} HallMessage
 */

/**
 * What the server says on a game's socket.
 * @typedef {(
 *   | { type: "snapshot", seq: number, game: Summary, ruleset: Ruleset, seat: MaybeSeat, player: Player | null,
 *       commitment: string, presence: Presence, rematch?: Rematch | null }
 *   | { type: "events", events: GameEvent[] }
 *   | { type: "legal", seq: number, seat: Seat, nodes: LegalNodes }
 *   | ({ type: "ack" } & Ack)
 *   | { type: "refused", id: string, code: string, clause?: string, detail: string, seq: number, again: boolean }
 *   | { type: "answer", id: string, ask: "why", code?: string, clause?: string, detail?: string, legal?: boolean }
 *   | { type: "answer", id: string, ask: "complete", steps: Step[] }
 *   | { type: "answer", id: string, ask: "explain", explanation: Explanation }
 *   | { type: "answer", id: string, ask: "position", position: Standing }
 *   | { type: "answer", id: string, ask: "odds", odds: Standing & { falla: FallaChance | null } }
 *   | ({ type: "presence", players: { white: Player | null, black: Player | null } } & Presence)
 *   | ({ type: "rematch" } & Rematch)
 *   | ({ type: "chat" } & Chat)
 *   | { type: "pong", id: string, at: string }
 *   | { type: "error", code: string, detail: string }
 * )} ServerMessage
 */

export {};
