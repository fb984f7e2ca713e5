import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { test } from "node:test";
import { assertAccessible } from "./axe.js";
import { openHouse } from "./house.js";

/** @import { GameRecord } from "../static/js/types.js" */

const { server, browser } = await openHouse();

/** Somebody who plays without a browser. */
async function player() {
  /** @param {string} path @param {unknown} [body] @param {string} [token] */
  const post = async (path, body, token) => {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = await response.json();
    assert.ok(response.ok, JSON.stringify(answer));
    return answer;
  };
  const { token } = await post("/session");
  return (/** @type {string} */ path, /** @type {unknown} */ body) => post(path, body, token);
}

/** A game that both sat down to, and its maker's view of it. */
async function startedGame() {
  const [maker, guest] = [await player(), await player()];
  const made = await maker("/games", { id: randomUUID(), seat: "white", visibility: "public" });
  const { commitment, invitation, game } = made;
  const seed = randomBytes(32).toString("hex");
  const sit = { command: "sit", commitment };
  await maker(`/games/${game.id}/commands`, { id: randomUUID(), ...sit, seed });
  await guest(`/games/${game.id}/commands`, { id: randomUUID(), ...sit, seed: "00".repeat(32), invitation });
  return { id: /** @type {string} */ (game.id), seed, commitment: /** @type {string} */ (commitment), maker };
}

/** @param {{ id: string, maker: Awaited<ReturnType<typeof player>> }} game @returns {Promise<GameRecord>} */
async function resigned({ id, maker }) {
  const record = async () => (await fetch(`${server.url}/api/v1/games/${id}`)).json();
  if ((await record()).phase === "playing") {
    await maker(`/games/${id}/commands`, { id: randomUUID(), command: "resign", worth: 1 });
  }
  return record();
}

/** @param {GameRecord} record */
const rollsOf = (record) => record.events.filter(({ type }) => type === "opened" || type === "rolled");

test("a finished game is checked by its link, its seeds judged, and what this browser kept compared", async () => {
  const game = await startedGame();
  const record = await resigned(game);
  const visitor = await browser.visitor({ size: "phone", lan: true });
  const { page } = visitor;
  await visitor.go("/fairness");
  await page.evaluate(
    ({ id, seed, commitment }) => localStorage.setItem(`fallas.seed.${id}`, JSON.stringify({ id, seed, commitment })),
    { id: game.id, seed: game.seed, commitment: game.commitment },
  );
  await page.getByLabel("A game’s link or id").fill(`${server.url}/games/${game.id}`);
  await page.getByRole("button", { name: "Check the dice" }).tap();
  await page.getByText(`All ${rollsOf(record).length} rolls are right.`).waitFor();
  await page.getByText("Black had added no seed").waitFor();
  await page.getByText("This browser played White").waitFor();
  await page.getByText(/^All \d+ rolls$/).tap();
  assert.equal(await page.locator(".rolls li").count(), rollsOf(record).length);
  await assertAccessible(page);
  await visitor.leave();
});

test("a record is checked from a file and as pasted text, without asking the server", async () => {
  const record = await resigned(await startedGame());
  const visitor = await browser.visitor({ theme: "dark" });
  const { page } = visitor;
  await visitor.go("/fairness");
  const right = page.getByText(`All ${rollsOf(record).length} rolls are right.`);
  const asked = /** @type {string[]} */ ([]);
  page.on("request", (request) => request.resourceType() === "fetch" && asked.push(request.url()));
  const file = page.getByLabel("Or a record saved as a file");
  await file.setInputFiles({ name: "game.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(record)) });
  await right.waitFor();
  await file.setInputFiles({ name: "cat.txt", mimeType: "text/plain", buffer: Buffer.from("a cat") });
  await page.getByText("This file is not a record of a game.").waitFor();
  await page.getByLabel("A game’s link or id").fill(record.events.map((event) => JSON.stringify(event)).join("\n"));
  await page.getByRole("button", { name: "Check the dice" }).click();
  await right.waitFor();
  assert.deepEqual(asked, []);
  await visitor.leave();
});

test("a record with one die turned is refused, and the roll named", async () => {
  const record = await resigned(await startedGame());
  const wrong = rollsOf(record)[1];
  assert.ok(wrong.type === "opened" || wrong.type === "rolled");
  wrong.dice[0] = (wrong.dice[0] % 6) + 1;
  const visitor = await browser.visitor();
  const { page } = visitor;
  await visitor.go("/fairness");
  await page.getByLabel("A game’s link or id").fill(JSON.stringify(record));
  await page.getByRole("button", { name: "Check the dice" }).click();
  await page.getByText("This record does not hold.").waitFor();
  await page.getByText(`Roll ${wrong.n} is recorded as`).waitFor();
  const opened = record.events.find(({ type }) => type === "opened") ?? assert.fail();
  const bare = { ...opened, type: "rolled", seat: "white", dice: undefined };
  const hostile = [...record.events.slice(0, opened.seq), { ...bare, seq: opened.seq + 1 }, ...record.events.slice(opened.seq).map((event) => ({ ...event, seq: event.seq + 1 }))];
  await page.getByLabel("A game’s link or id").fill(JSON.stringify(hostile));
  await page.getByRole("button", { name: "Check the dice" }).click();
  await page.getByText("has a wrong number of dice").waitFor();
  await assertAccessible(page);
  await visitor.leave();
});

test("what was asked last is shown, also if an earlier record comes later", async () => {
  const game = await startedGame();
  const record = await resigned(game);
  const visitor = await browser.visitor();
  const { page } = visitor;
  /** @type {() => void} */
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route(`**/api/v1/games/${game.id}`, async (route) => {
    await held;
    await route.continue();
  });
  await visitor.go("/fairness");
  await page.getByLabel("A game’s link or id").fill(game.id);
  await page.getByRole("button", { name: "Check the dice" }).click();
  await page.getByText("Fetching the record").waitFor();
  await page.getByLabel("Or a record saved as a file").setInputFiles({ name: "letter.json", mimeType: "application/json", buffer: Buffer.from("Dear friend") });
  await page.getByText("This file is not a record of a game.").waitFor();
  release();
  await page.locator("#check button:enabled").waitFor();
  assert.equal(await page.locator("#verdict").innerText(), "This file is not a record of a game.");
  assert.ok(record.result);
  await visitor.leave();
});

test("what cannot be checked is told kindly: a game not over, an unknown one, nonsense", async () => {
  const maker = await player();
  const { game } = await maker("/games", { id: randomUUID() });
  const visitor = await browser.visitor();
  visitor.expect(/the server responded with a status of 404/);
  const { page } = visitor;
  await visitor.go(`/fairness#game=${game.id}`);
  await page.getByText("This game is not over yet.").waitFor();
  const field = page.getByLabel("A game’s link or id");
  for (const [given, answer] of [
    [randomUUID(), "There is no game with this id."],
    ["the game of yesterday", "This is neither a game’s link or id nor a whole record."],
  ]) {
    await field.fill(given);
    await page.getByRole("button", { name: "Check the dice" }).click();
    await page.getByText(answer).waitFor();
  }
  await assertAccessible(page);
  await visitor.leave();
});
