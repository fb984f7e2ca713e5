import assert from "node:assert/strict";
import { test } from "node:test";
import { beginning } from "../static/js/game/state.js";
import { TalkBeside } from "../static/js/game/views/talk.js";
import { Waiting } from "../static/js/game/views/waiting.js";
import { written } from "./written.js";

/** @import { State } from "../static/js/game/state.js" */

const ann = { id: "a", name: "Ann", guest: false };
const naomi = { id: "n", name: "נעמי", guest: false };

/** What a view of people needs to see of the table. @param {Partial<State>} state @param {object} [more] */
const tableOf = (state, more) => /** @type {any} */ ({ caughtUp: true, seating: { standing: "none" }, state: { ...beginning("g"), ...state }, ...more });

/** @param {object} more */
const talkOf = (more) => ({ circle: "players", open: true, unread: 0, read: [], silenced: 0, trouble: "", draft: "", ...more });

test("two people are named each in a direction of their own", () => {
  const players = { white: ann, black: naomi };
  const closed = tableOf({ players }, { talk: talkOf({ closers: ["white", "black"] }) });
  assert.match(written(TalkBeside({ table: closed })), /<bdi>Ann<\/bdi> and <bdi>נעמי<\/bdi> closed this talk\./);

  const summary = /** @type {any} */ ({ creator: naomi });
  const expected = tableOf({ summary, creatorSeat: "white", opponent: "a" });
  assert.match(written(Waiting({ table: expected })), /Waiting for <bdi>נעמי<\/bdi> and <bdi>the player of black<\/bdi> …/);
  const both = tableOf({ summary, creatorSeat: "white", opponent: "a", seated: { white: "n", black: "a" } });
  assert.match(written(Waiting({ table: both })), /Waiting for <bdi>the server<\/bdi> …/);
});
