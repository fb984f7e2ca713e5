import assert from "node:assert/strict";
import { test } from "node:test";
import { GameList } from "../static/js/gamelist.js";
import { Results } from "../static/js/people.js";
import { written } from "./written.js";

const names = new Map([["fallas-2010", "Fallas (2010 reading)"]]);

test("lists of games and of results call a ruleset by its name, one that is not known by its id", () => {
  const at = "2026-11-30T06:12:25.123456Z";
  const game = /** @type {any} */ ({ id: "g", ruleset: "fallas-2010", phase: "playing", turn: "white", last_at: at, players: { white: null, black: null } });
  const list = written(GameList({ games: [game, { ...game, id: "h", ruleset: "newer" }], asking: false, problem: "", names, status: "live", whose: "player", now: Date.parse(at), more: () => {} }));
  assert.match(list, /href="\/games\/g">Fallas \(2010 reading\) · White to play · /);
  assert.match(list, /href="\/games\/h">newer · White to play · /);

  const results = written(Results({ results: [{ ruleset: "fallas-2010", won: 2, lost: 1, points_won: 2, points_lost: 1 }], names }));
  assert.match(results, /<a href="\/rules#fallas-2010">Fallas \(2010 reading\)<\/a>/);
});

test("that nothing is shown is said of what is looked at: everybody's games, a player's public ones, all of one's own", () => {
  const empty = (/** @type {"everybody" | "player" | "own"} */ whose) => written(GameList({ games: [], asking: false, problem: "", names, status: "finished", whose, now: 0, more: () => {} }));
  assert.match(empty("everybody"), /No public game has been finished yet/);
  assert.match(empty("player"), /No public game has been finished yet/);
  assert.match(empty("own"), /No game has been finished yet/);
});
