import assert from "node:assert/strict";
import { test } from "node:test";
import { gameOf, readRecord } from "../static/js/record.js";

const events = [
  { seq: 1, type: "created", game: "g" },
  { seq: 2, type: "seated", seat: "white" },
];

test("a record is read as the API answers it, as a bare list, and one event a line", () => {
  assert.deepEqual(readRecord(JSON.stringify({ id: "g", events }, null, 2)), events);
  assert.deepEqual(readRecord(JSON.stringify(events)), events);
  assert.deepEqual(readRecord(events.map((event) => JSON.stringify(event)).join("\n") + "\n"), events);
  assert.deepEqual(readRecord(JSON.stringify(events[0])), [events[0]]);
});

test("anything else is no record", () => {
  for (const text of ["", "hello", "null", "[]", "[1]", "{}", '{"events":[]}', '{"events":[null]}', "1\n2"]) {
    assert.equal(readRecord(text), null, text);
  }
});

test("the first event names the game", () => {
  const read = readRecord(JSON.stringify(events)) ?? assert.fail();
  assert.equal(gameOf(read), "g");
  assert.equal(gameOf(read.slice(1)), "");
});
