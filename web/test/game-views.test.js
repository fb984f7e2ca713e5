import assert from "node:assert/strict";
import { test } from "node:test";
import { startPosition } from "../static/js/game/position.js";
import { beginning } from "../static/js/game/state.js";
import { shiftInto } from "../static/js/game/views/choice.js";
import { Hand } from "../static/js/game/views/hand.js";
import { Behind } from "../static/js/game/views/moves.js";
import { Story } from "../static/js/game/views/story.js";
import { Saying } from "../static/js/game/views/talk.js";
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
  assert.match(written(Saying({ table: closed })), /<bdi>Ann<\/bdi> and <bdi>נעמי<\/bdi> closed this talk\./);

  const mine = tableOf({ players, seat: "black" }, { talk: talkOf({ closers: ["white", "black"] }) });
  assert.match(written(Saying({ table: mine })), /<bdi>Ann<\/bdi> and <bdi>you<\/bdi> closed this talk\./);

  const summary = /** @type {any} */ ({ creator: naomi });
  const expected = tableOf({ summary, creatorSeat: "white", opponent: "a" });
  assert.match(written(Waiting({ table: expected })), /Waiting for <bdi>נעמי<\/bdi> and <bdi>the player of black<\/bdi> …/);
  const both = tableOf({ summary, creatorSeat: "white", opponent: "a", seated: { white: "n", black: "a" } });
  assert.match(written(Waiting({ table: both })), /Waiting for <bdi>the server<\/bdi> …/);
});

/** @param {string} markup */
const textOf = (markup) => markup.replace(/<[^>]*>/g, "").replace(/\s+/g, " ");

test("R11, R14: of a play that left dice over it is told which, by what rule, and what stands in the way", () => {
  const start = startPosition(Array.from({ length: 24 }, () => 0));
  const checkers = [{ from: 25, to: 21, why: "blocked", clause: "R3", detail: "the opponent holds 21 with 2 checkers" }, { from: 6, to: 2, why: "bar_first", clause: "R6", detail: "a checker on the bar must enter first" }];
  const steps = [[25, 19, 6, 0]];
  for (const [must_play, fate, clause] of /** @type {const} */ ([["all_dice", "void", "R11"], ["most_dice", "lost", "R14"]])) {
    const turn = { seat: "white", n: 2, dice: [4, 6, 4], seq: 5, at: "", ended: 6, before: start, after: start, steps, passed: false };
    const next = { ...turn, seat: "black", seq: 7, ended: 0, steps: null, after: null };
    const explanation = { partial: steps, position: start, left: [{ die: 4, count: 2, checkers }], each_alone: false };
    const state = /** @type {any} */ ({ phase: "playing", turn: "black", position: start, players: { white: ann, black: naomi }, ruleset: { must_play }, turns: [turn, next] });
    const hand = textOf(written(Hand({ table: tableOf(state, { at: null, hand: null, notice: null, showing: false, moving: {}, shownTurn: next }) })));
    assert.match(hand, new RegExp(`Ann could not play the 4 and the 4: they are ${fate}\\. ?Why\\?`));
    const back = textOf(written(Hand({ table: tableOf(state, { at: 1, hand: null, notice: null, moving: {} }) })));
    assert.match(back, new RegExp(`White, 4, 6, 4: bar/19, 4 and 4 ${fate} \\(${clause}\\)`));
    const markup = written(Story({ table: tableOf(state, { telling: { chapter: 1, explanation, turn } }) }));
    assert.match(markup, new RegExp(`<h2 id="story-title">Why dice were ${fate}</h2>`));
    const told = textOf(markup);
    assert.match(told, new RegExp(`Ann rolled .*\\(${clause}\\).*The play was bar/19\\..*The two 4s are ${fate}\\.`));
    assert.match(told, /bar\/21: the opponent holds 21 with 2 checkers \(R3\)/);
    assert.match(told, /All others wait: a checker on the bar must enter first \(R6\)/);
    assert.match(markup, new RegExp(`href="/rules#${clause}"`));
  }
});

test("how one plays is told in one's first turn, until a checker is taken up", () => {
  const start = startPosition(Array.from({ length: 24 }, () => 0));
  const turn = { seat: "white", n: 2, dice: [6, 4, 3], seq: 5, at: "", ended: 0, before: start, steps: null, after: null, passed: false };
  const hand = { seq: 5, nodes: [[[24, 18, 6, 0, 1]], []], gestures: [], node: 0, held: null, die: null, choice: null, laidOut: false };
  const told = (/** @type {object} */ more, /** @type {object[]} */ turns = [turn]) =>
    textOf(written(Hand({ table: tableOf(/** @type {any} */ ({ phase: "playing", seat: "white", turn: "white", turns }), { at: null, hand, notice: null, showing: false, acting: true, moving: {}, ...more }) })));
  assert.match(told({}), /Your turn\. Play 6, 4, 3\. ?Choose one of the lit checkers/);
  assert.doesNotMatch(told({ hand: { ...hand, held: 24 } }), /Choose one/);
  assert.doesNotMatch(told({ acting: false }), /Choose one/);
  assert.doesNotMatch(told({}, [{ ...turn, steps: [], after: start }, turn]), /Choose one/);
});

test("what would end beyond the board is moved into it, and no more", () => {
  const board = { left: 0, right: 360 };
  assert.equal(shiftInto({ left: -70, right: 176 }, board), 70);
  assert.equal(shiftInto({ left: 157, right: 403 }, board), -43);
  assert.equal(shiftInto({ left: 32, right: 278 }, board), 0);
});

test("whoever looks back is told how far the game is away, and when it waits for them", () => {
  const playing = /** @type {const} */ ({ phase: "playing", turn: "white" });
  const told = (/** @type {Partial<State>} */ state, /** @type {number} */ turns) => textOf(written(Behind({ table: tableOf(state), turns })));
  assert.equal(told({ ...playing, seat: "white" }, 2), "It is your turn, 2 turns from here");
  assert.equal(told({ ...playing, seat: "black" }, 1), "The game has gone on: 1 turn from here");
  assert.equal(told({ ...playing, seat: "" }, 0), "");
  assert.equal(told({ phase: "over", turn: "" }, 3), "");
});
