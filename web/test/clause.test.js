import assert from "node:assert/strict";
import { test } from "node:test";
import { Clauses, clauseAddress, clausesOfEnd } from "../static/js/clause.js";

test("a clause leads to its place on the page of the rules", () => {
  assert.equal(clauseAddress("R8"), "/rules#R8");
  assert.equal(clauseAddress("D"), "/rules#D");
});

test("each way a game ends has its clause, and so has a win that is worth more", () => {
  /** @type {[import("../static/js/types.js").EndReason, number, string[]][]} */
  const ends = [
    ["borne_off", 1, ["R10"]],
    ["borne_off", 3, ["R10", "S1"]],
    ["falla", 1, ["R9"]],
    ["resigned", 1, ["S4"]],
    ["resigned", 2, ["S4", "S2"]],
    ["timeout", 1, ["S3"]],
    ["abandoned", 2, ["S3", "S2"]],
    ["aborted", 0, ["S3"]],
  ];
  for (const [reason, worth, clauses] of ends) assert.deepEqual(clausesOfEnd({ reason, worth }), clauses, reason);
});

test("where no clause refuses, none is named", () => {
  assert.equal(Clauses({ clauses: [] }), null);
  assert.equal(Clauses({ clauses: ["", undefined] }), null);
});
