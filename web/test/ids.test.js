import assert from "node:assert/strict";
import { test } from "node:test";
import { fromHex, newId, newSeed, readGameLink, toHex } from "../static/js/ids.js";

test("an id is a UUIDv4, never the same twice", () => {
  const ids = Array.from({ length: 100 }, newId);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(new Set(ids).size, 100);
});

test("a seed is 32 bytes", () => {
  assert.match(newSeed(), /^[0-9a-f]{64}$/);
  assert.notEqual(newSeed(), newSeed());
});

test("bytes come back from their text", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  assert.deepEqual(fromHex(toHex(bytes)), bytes);
  for (const bad of ["0", "0g", "AB", " 00"]) assert.equal(fromHex(bad), null);
});

test("a pasted link leads to this server, with its invitation", () => {
  const game = "01939d5c-8a3e-7b2f-9c4d-5e6f7a8b9c0d";
  assert.deepEqual(readGameLink(` ${game.toUpperCase()} `), { game, path: `/games/${game}` });
  assert.deepEqual(readGameLink(`http://192.168.1.5:8080/games/${game}`), { game, path: `/games/${game}` });
  assert.deepEqual(readGameLink(`http://elsewhere/games/${game}#sit=Ab_-9`), { game, path: `/games/${game}#sit=Ab_-9` });
  assert.equal(readGameLink("hello"), null);
});
