// Accessibility by axe-core, and by the keyboard.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** @import { Page } from "playwright-core" */
/** @import { AxeResults } from "axe-core" */

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails if axe finds anything on the page as it stands now. @param {Page} page */
export async function assertAccessible(page) {
  await page.evaluate(source);
  /** @type {AxeResults} */
  const results = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
  const found = results.violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map((node) => `${node.target.join(" ")}: ${node.failureSummary}`),
  }));
  assert.deepEqual(found, [], `axe found violations on ${page.url()}`);
}

/**
 * Presses Tab from the top of the page until the focus leaves it or comes round, and returns what had it:
 * the accessible name, or the text.
 * @param {Page} page
 */
export async function tabStops(page) {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    getSelection()?.removeAllRanges();
  });
  /** @type {string[]} */
  const stops = [];
  for (;;) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate((seen) => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return null;
      if (element.dataset.tabStop) return null;
      element.dataset.tabStop = String(seen);
      const { width, height } = element.getBoundingClientRect();
      if (width < 1 || height < 1) throw new Error(`focus is on something unseen: ${element.outerHTML}`);
      const label = /** @type {HTMLInputElement} */ (element).labels?.[0]?.textContent;
      return (element.getAttribute("aria-label") ?? label ?? element.textContent ?? "").trim().replace(/\s+/g, " ");
    }, stops.length + 1);
    if (stop === null) return stops;
    stops.push(stop);
  }
}
