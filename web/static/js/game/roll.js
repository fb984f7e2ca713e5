// What a roll is played as: the row "dice played" of a ruleset.

/**
 * The faces to be played, those thrown first, then those that are only counted.
 * @param {unknown} dicePlayed the ruleset's word for it @param {readonly number[]} thrown
 * @returns {number[]}
 */
export function facesPlayed(dicePlayed, thrown) {
  if (thrown.length !== 2) return [...thrown];
  const [a, b] = thrown;
  switch (dicePlayed) {
    case "larger_once_smaller_twice":
      return [a, b, Math.min(a, b)];
    case "as_rolled_doubles_four_times":
      return a === b ? [a, a, a, a] : [a, b];
    default:
      return [a, b];
  }
}
