// Reads a game's record from a text: what the API answers, a bare list of events, or one event a line. Pure.

/** @import { GameEvent } from "./types.js" */

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {unknown} value @returns {value is GameEvent[]} */
function isEvents(value) {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((event) => event !== null && typeof event === "object" && typeof event.type === "string")
  );
}

/**
 * The events of a record, or null if the text is none.
 * @param {string} text
 * @returns {GameEvent[] | null}
 */
export function readRecord(text) {
  const whole = parse(text);
  if (isEvents(whole)) return whole;
  if (whole !== null && typeof whole === "object" && isEvents(whole.events)) return whole.events;
  const lines = text.split("\n").filter((line) => line.trim());
  const events = lines.map(parse);
  return isEvents(events) ? events : null;
}

/**
 * The game a record is of, "" if it does not say.
 * @param {readonly GameEvent[]} events
 */
export function gameOf(events) {
  const [first] = events;
  return first?.type === "created" ? first.game : "";
}
