// Acts that carry an id of their own, so that doing one again does it once.

import { Problem } from "./api.js";
import { newId } from "./ids.js";

export class Acts {
  /** The ids of acts whose outcome is not known, by what they do. @type {Map<string, string>} */
  #unsure = new Map();

  /** @param {() => string} [makeId] */
  constructor(makeId = newId) {
    this.makeId = makeId;
  }

  /**
   * Does something. Done again after no outcome came, it has the id it had before; after it was done or refused, it is
   * another act.
   * @template T
   * @param {string} what tells it from other acts @param {(id: string) => Promise<T>} send @returns {Promise<T>}
   */
  async once(what, send) {
    const id = this.#unsure.get(what) ?? this.makeId();
    this.#unsure.set(what, id);
    try {
      const done = await send(id);
      this.#unsure.delete(what);
      return done;
    } catch (problem) {
      if (problem instanceof Problem && problem.status >= 400 && problem.status < 500 && !problem.again) this.#unsure.delete(what);
      throw problem;
    }
  }
}
