import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { afterEach, mock, test } from "node:test";
import { Problem, createGame, getRecord, listGames } from "../static/js/api.js";

afterEach(() => mock.restoreAll());

/**
 * Answers the requests in turn; a null is a network that is down.
 * @param {({ status?: number, body: unknown } | null)[]} answers
 */
function server(answers) {
  /** @type {{ url: string, method: string, body: unknown }[]} */
  const asked = [];
  mock.method(globalThis, "fetch", async (/** @type {string} */ url, /** @type {RequestInit} */ init) => {
    asked.push({ url, method: init.method ?? "GET", body: init.body ? JSON.parse(String(init.body)) : undefined });
    const answer = answers.shift();
    if (!answer) throw new TypeError("network is down");
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 });
  });
  return asked;
}

test("a refusal keeps its code and clause, and has words", async () => {
  server([{ status: 409, body: { code: "strands_a_die", clause: "R8", detail: "6/4 would leave the 5 unplayable." } }]);
  await assert.rejects(getRecord("x"), (problem) => {
    assert.ok(problem instanceof Problem);
    assert.deepEqual([problem.code, problem.clause, problem.status], ["strands_a_die", "R8", 409]);
    assert.equal(problem.message, "6/4 would leave the 5 unplayable.");
    return true;
  });
});

test("a network that is down, and an answer that is no problem+json, have words too", async () => {
  server([null]);
  await assert.rejects(listGames(), { code: "offline", status: 0, again: true });
  mock.restoreAll();
  mock.method(globalThis, "fetch", async () => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  await assert.rejects(listGames(), { code: "internal", status: 502, again: true });
});

test("a server that accepts a request and then says nothing is one that does not answer", async () => {
  /** @type {(() => void)[]} */
  const timers = [];
  mock.method(globalThis, "setTimeout", (/** @type {() => void} */ act) => timers.push(act));
  mock.method(globalThis, "fetch", (/** @type {string} */ _, /** @type {RequestInit} */ { signal }) =>
    new Promise((_answer, fail) => signal?.addEventListener("abort", () => fail(signal.reason))));
  const asked = getRecord("x");
  assert.equal(timers.length, 1);
  timers[0]();
  await assert.rejects(asked, { code: "offline", again: true });
});

test("a list asks for what is wished and nothing else", async () => {
  const asked = server([{ body: { games: [] } }, { body: { games: [] } }]);
  await listGames();
  await listGames({ status: "finished", limit: 10, cursor: "a+b" });
  assert.deepEqual(asked.map((request) => request.url), ["/api/v1/games?", "/api/v1/games?status=finished&limit=10&cursor=a%2Bb"]);
});

test("making a game makes a session first, and comes again with the same id while the outcome is unknown", async () => {
  mock.method(globalThis, "setTimeout", setImmediate);
  const made = { game: { id: "g" }, seat: "white", commitment: "", invitation: "" };
  const asked = server([
    { body: { player: { id: "p", name: "Guest", guest: true } } },
    null,
    { status: 503, body: { code: "again", again: true } },
    { status: 201, body: made },
  ]);
  const wish = { id: "1", seat: /** @type {const} */ ("white") };
  assert.deepEqual(await createGame(wish), made);
  assert.deepEqual(asked.map((request) => request.url), ["/api/v1/session", ...Array(3).fill("/api/v1/games")]);
  assert.deepEqual(asked.slice(1).map((request) => request.body), [wish, wish, wish]);
});

test("every code that is put into words is one the server says", async () => {
  const [client, protocol] = await Promise.all(["../static/js/api.js", "../PROTOCOL.md"].map((file) => readFile(new URL(file, import.meta.url), "utf8")));
  const said = new Set([...protocol.matchAll(/^\| `(\w+)` \| \d{3} \|/gm)].map(([, code]) => code));
  const worded = [...client.matchAll(/^ {4}case "(\w+)":/gm)].map(([, code]) => code);
  assert.ok(worded.length > 10 && said.size > 40, `${worded.length} of ${said.size}`);
  assert.deepEqual(worded.filter((code) => code !== "offline" && !said.has(code)), []);
});
