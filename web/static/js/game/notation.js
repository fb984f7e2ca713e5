// Plays in writing, exactly as the server writes them in transcripts and refusals: every step by itself in the order
// made, `bar/21 24/18* 18/13 6/off(2)`. engine/testdata/notation.jsonl holds both writers to the same texts.

/** @param {number} spot */
export function spotName(spot) {
  if (spot === 25) return "bar";
  if (spot === 0) return "off";
  return String(spot);
}

/**
 * A whole play. Equal steps in a row are written once with their number; of those only the first can hit.
 * @param {readonly (readonly number[])[]} steps each from, to, die, hit
 */
export function writePlay(steps) {
  /** @type {{ from: number, to: number, hit: number, times: number }[]} */
  const moves = [];
  for (const [from, to, , hit] of steps) {
    const last = moves[moves.length - 1];
    if (last && last.from === from && last.to === to && !hit) last.times += 1;
    else moves.push({ from, to, hit, times: 1 });
  }
  return moves
    .map(({ from, to, hit, times }) => `${spotName(from)}/${spotName(to)}${hit ? "*" : ""}${times > 1 ? `(${times})` : ""}`)
    .join(" ");
}
