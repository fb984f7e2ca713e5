// What the rulesets are called. The server is asked once a page; until it has answered, and if it does not, they go by their ids.

import { aboutServer } from "../api.js";

/** @type {Promise<Map<string, string>> | null} */
let asked = null;

/** @returns {Promise<Map<string, string>>} names by id; empty if they cannot be had */
export function rulesetNames() {
  asked ??= aboutServer().then(
    ({ rulesets }) => new Map(rulesets.map(({ id, name }) => [id, name])),
    () => {
      asked = null;
      return new Map();
    },
  );
  return asked;
}
