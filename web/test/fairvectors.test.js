import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { commitmentOf, roll, scheme } from "../static/js/fair.js";
import { fromHex } from "../static/js/ids.js";

// The vectors that the server's own implementation is held to.
const vectors = JSON.parse(readFileSync(new URL("../../engine/fair/testdata/vectors.json", import.meta.url), "utf8"));

/** @param {string} hex */
const bytes = (hex) => fromHex(hex.replaceAll("-", "")) ?? assert.fail(`${hex} is not hexadecimal`);

test("the vectors are of the scheme this file knows", () => assert.equal(vectors.scheme, scheme));

test("commitments are those of the server", () => {
  assert.ok(vectors.commitments.length > 0);
  for (const { secret, commitment } of vectors.commitments) assert.equal(commitmentOf(bytes(secret)), commitment);
});

test("rolls are those of the server", () => {
  assert.ok(vectors.rolls.length > 0);
  for (const { shows, secret, game, white, black, n, faces } of vectors.rolls) {
    const of = { secret: bytes(secret), game: bytes(game), white: bytes(white), black: bytes(black) };
    assert.deepEqual(roll(of, n, faces.length), faces, `${shows}, roll ${n}`);
  }
});
