// Plays in writing: `24/18*/13`, `bar/21`, `6/off(2)`. Steps of one checker that follow each other are
// joined; a stop is written where something was hit.

/** @import { Step } from "../types.js" */

/** @param {number} spot */
export function spotName(spot) {
  if (spot === 25) return "bar";
  if (spot === 0) return "off";
  return String(spot);
}

/**
 * A whole play.
 * @param {readonly (readonly number[])[]} steps each from, to, die, hit
 */
export function writePlay(steps) {
  /** @type {{ text: string, end: number }[]} */
  const moves = [];
  for (const [from, to, , hit] of steps) {
    const stop = spotName(to) + (hit ? "*" : "");
    const running = moves.find((move) => move.end === from && from !== 25);
    if (running) {
      const hitBefore = running.text.endsWith("*");
      running.text = hitBefore ? `${running.text}/${stop}` : `${running.text.replace(/\/[^/]*$/, "")}/${stop}`;
      running.end = to;
    } else {
      moves.push({ text: `${spotName(from)}/${stop}`, end: to });
    }
  }
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const { text } of moves) times.set(text, (times.get(text) ?? 0) + 1);
  return Array.from(times, ([text, count]) => (count > 1 ? `${text}(${count})` : text)).join(" ");
}

/** @param {Step} step */
export function writeStep(step) {
  return writePlay([step]);
}
