// How a person works a page: with a mouse or a finger, or with the keyboard alone. What a test does with both hands in
// turn can be done without either.

import assert from "node:assert/strict";

/** @import { Locator } from "playwright-core" */

/**
 * `press` works a button, a link or the like, `pressTwice` twice in a row, as the impatient do; `choose` takes one of several radio buttons; `write` replaces what is in a
 * field, and leaves the focus there.
 * @typedef {{
 *   called: string,
 *   press: (it: Locator) => Promise<void>, pressTwice: (it: Locator) => Promise<void>,
 *   choose: (radio: Locator) => Promise<void>, write: (field: Locator, text: string) => Promise<void>,
 * }} Hands
 */

/** @type {Hands} */
export const pointer = {
  called: "by pointing",
  press: (it) => it.click(),
  pressTwice: (it) => it.dblclick(),
  choose: (radio) => radio.check({ force: true }),
  write: (field, text) => field.fill(text),
};

/** Nothing but keys: Tab leads there, or the test fails. @type {Hands} */
export const keyboard = {
  called: "by keyboard alone",
  async press(it) {
    await tabTo(it);
    await it.page().keyboard.press("Enter");
  },
  async pressTwice(it) {
    await tabTo(it);
    const { keyboard } = it.page();
    await keyboard.press("Enter");
    await keyboard.press("Enter");
  },
  async choose(radio) {
    const group = radio.page().locator(`input[type=radio][name="${await radio.getAttribute("name")}"]`);
    await tabTo(group.and(radio.page().locator(":checked")));
    for (let left = await group.count(); !(await hasFocus(radio)); left--) {
      assert.ok(left > 0, "the arrows lead from one choice to the next");
      await radio.page().keyboard.press("ArrowDown");
    }
  },
  async write(field, text) {
    await tabTo(field);
    const { keyboard } = field.page();
    await keyboard.press("ControlOrMeta+a");
    await keyboard.press("Delete");
    await keyboard.type(text);
  },
};

/** Both ways. */
export const bothHands = [pointer, keyboard];

/** @param {Locator} it */
export function hasFocus(it) {
  return it.evaluate((element) => element === document.activeElement);
}

/** Waits until something has the focus. @param {Locator} it */
export async function focused(it) {
  await it.waitFor();
  await it.page().waitForFunction((element) => element === document.activeElement, await it.elementHandle());
}

/** No page here has so many places for the focus between two things. */
const mostStops = 200;

/** Presses Tab until something has the focus. @param {Locator} it */
export async function tabTo(it) {
  await it.waitFor({ state: "attached" });
  for (let stop = 0; stop < mostStops; stop++) {
    if (await hasFocus(it)) return;
    await it.page().keyboard.press("Tab");
  }
  assert.fail(`Tab does not lead to ${it}`);
}
