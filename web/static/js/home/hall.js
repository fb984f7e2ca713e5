// What the page knows of the lobby: one reducer folds in what the server says. Pure.

/** @import { Featured, HallMessage, LiveGame, Player, Seat, Seek, Summary } from "../types.js" */

/**
 * `news` is the game of one's own seek that was taken while one watched; `waiting` are games one was paired for
 * earlier and has not sat down at.
 * @typedef {{
 *   known: boolean, player: Player | null,
 *   seeks: Seek[], live: LiveGame[], featured: Featured | null, recent: Summary[],
 *   waiting: string[], news: string | null,
 * }} Hall
 */

/** @returns {Hall} */
export function emptyHall() {
  return { known: false, player: null, seeks: [], live: [], featured: null, recent: [], waiting: [], news: null };
}

/** @param {Hall} hall @param {HallMessage} message @returns {Hall} */
export function reduceHall(hall, message) {
  switch (message.type) {
    case "snapshot": {
      const { player, seeks, live, featured, recent, paired } = message;
      const taken = paired.find(({ seek }) => isMine(hall, seek));
      return {
        known: true,
        player,
        seeks: sortSeeks(seeks),
        live: sortLive(live),
        featured,
        recent: sortRecent(recent),
        waiting: paired.map(({ game }) => game),
        news: taken?.game ?? hall.news,
      };
    }
    case "changes": {
      const { seeks, live, featured, recent } = message;
      const taken = seeks?.gone.find(({ id, state, game }) => state === "taken" && game && isMine(hall, id));
      return {
        ...hall,
        seeks: seeks ? sortSeeks(changed(hall.seeks, seeks.set, seeks.gone.map(({ id }) => id))) : hall.seeks,
        live: live ? sortLive(changed(hall.live, live.set, live.gone)) : hall.live,
        featured: featured === undefined ? hall.featured : featured,
        recent: recent ? sortRecent(changed(hall.recent, recent.set, recent.gone)) : hall.recent,
        news: taken?.game ?? hall.news,
      };
    }
    default:
      return hall;
  }
}

/** One's own open seeks. @param {Hall} hall */
export function ownSeeks(hall) {
  return hall.seeks.filter((seek) => seek.owner.id === hall.player?.id);
}

/**
 * Whether one waits for that already.
 * @param {Hall} hall @param {{ ruleset?: string, seat?: Seat | "random", odds?: boolean }} wish
 */
export function waitsFor(hall, { ruleset, seat = "random", odds = false }) {
  return ownSeeks(hall).some((seek) => seek.ruleset === ruleset && (seek.seat || "random") === seat && seek.odds === odds);
}

/** What others look for. @param {Hall} hall */
export function othersSeeks(hall) {
  return hall.seeks.filter((seek) => seek.owner.id !== hall.player?.id);
}

/** Whether a seek known as open is one's own. @param {Hall} hall @param {string} id */
function isMine(hall, id) {
  return ownSeeks(hall).some((seek) => seek.id === id);
}

/**
 * A list with some items set and some gone.
 * @template {{ id: string }} T
 * @param {T[]} items @param {T[]} set @param {string[]} gone
 */
function changed(items, set, gone) {
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const id of gone) byId.delete(id);
  for (const item of set) byId.set(item.id, item);
  return [...byId.values()];
}

/** @param {string} a @param {string} b */
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** Who has waited longest comes first. @param {Seek[]} seeks */
const sortSeeks = (seeks) => [...seeks].sort((a, b) => compare(a.created_at, b.created_at));

/** The most watched first, then the newest. @param {LiveGame[]} games */
const sortLive = (games) => [...games].sort((a, b) => b.spectators - a.spectators || compare(b.created_at, a.created_at));

/** The last to end first. @param {Summary[]} games */
const sortRecent = (games) => [...games].sort((a, b) => compare(b.ended_at ?? "", a.ended_at ?? ""));
