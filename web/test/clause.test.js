import assert from "node:assert/strict";
import { test } from "node:test";
import { Clauses, clauseAddress, clauseOfEnd } from "../static/js/clause.js";

test("a clause leads to its place on the page of the rules", () => {
  assert.equal(clauseAddress("R8"), "/rules#R8");
  assert.equal(clauseAddress("D"), "/rules#D");
});

test("each way a game ends has its clause", () => {
  assert.equal(clauseOfEnd("borne_off"), "R10");
  assert.equal(clauseOfEnd("falla"), "R9");
  assert.equal(clauseOfEnd("resigned"), "S4");
  for (const reason of /** @type {const} */ (["timeout", "abandoned", "aborted"])) assert.equal(clauseOfEnd(reason), "S3");
});

test("where no clause refuses, none is named", () => {
  assert.equal(Clauses({ clauses: [] }), null);
  assert.equal(Clauses({ clauses: ["", undefined] }), null);
});
