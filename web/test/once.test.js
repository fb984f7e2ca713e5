import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../static/js/api.js";
import { Acts } from "../static/js/once.js";

function counting() {
  let ids = 0;
  return new Acts(() => `id-${(ids += 1)}`);
}

/** @param {ConstructorParameters<typeof Problem>[0]} told */
const refuse = (told) => async () => {
  throw new Problem(told);
};

test("an act whose outcome is not known keeps its id until it is", async () => {
  const acts = counting();
  await assert.rejects(acts.once("play", refuse({ code: "offline", again: true })));
  await assert.rejects(acts.once("play", refuse({ code: "internal", status: 500 })));
  assert.equal(await acts.once("play", async (id) => id), "id-1");
  assert.equal(await acts.once("play", async (id) => id), "id-2", "done: the next is another");
});

test("what was refused, and what is other than before, has an id of its own", async () => {
  const acts = counting();
  await assert.rejects(acts.once("play", refuse({ code: "too_many_seeks", status: 409 })));
  assert.equal(await acts.once("play", async (id) => id), "id-2");
  await assert.rejects(acts.once("take this", refuse({ code: "again", status: 503, again: true })));
  assert.equal(await acts.once("take that", async (id) => id), "id-4");
  assert.equal(await acts.once("take this", async (id) => id), "id-3");
});
