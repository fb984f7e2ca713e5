import assert from "node:assert/strict";
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { test } from "node:test";

// What all pages have in common, read from their files.

const root = new URL("../static/", import.meta.url);
const pages = readdirSync(root)
  .filter((name) => name.endsWith(".html"))
  .map((name) => ({ name, text: readFileSync(new URL(name, root), "utf8") }));

/** @param {string} text @param {RegExp} pattern */
const part = (text, pattern) => text.match(pattern)?.[0].replaceAll(' aria-current="page"', "");

const header = /<header class="site-header">[\s\S]*<\/header>/;
const footer = /<footer class="site-footer">[\s\S]*<\/footer>/;
const [home] = pages.filter(({ name }) => name === "index.html");

for (const { name, text } of pages) {
  test(`${name} has the header of all pages, and the footer if it has one`, () => {
    assert.equal(part(text, header), part(home.text, header));
    if (footer.test(text)) assert.equal(part(text, footer), part(home.text, footer));
  });

  test(`${name} says its language, its title and how wide it is, and has a way past the header`, () => {
    assert.match(text, /^<!doctype html>\n<html lang="en">/);
    assert.match(text, /<title>[^<]+<\/title>/);
    assert.match(text, /<meta name="viewport" content="width=device-width, initial-scale=1/);
    assert.match(text, /<a class="skip unseen" href="#main">/);
    assert.match(text, /<main id="main"/);
  });

  test(`${name} has nothing inline and asks for nothing outside`, () => {
    assert.doesNotMatch(text, /<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/);
    for (const [, address] of text.matchAll(/(?:src|href)="([^"]*)"/g)) {
      assert.match(address, /^[/#]/, "addresses are of this server");
      if (!address.startsWith("/static/")) continue;
      assert.ok(existsSync(new URL(address.slice("/static/".length), root)), `${address} is a file`);
    }
  });
}

test("no stylesheet asks for anything outside", () => {
  const folder = new URL("css/", root);
  for (const name of readdirSync(folder)) {
    const text = readFileSync(new URL(name, folder), "utf8");
    assert.doesNotMatch(text, /@import|https?:/);
    for (const [, file] of text.matchAll(/url\("?([^")]+)"?\)/g)) assert.ok(existsSync(new URL(file, folder)), file);
  }
});

test("no stylesheet takes away a place that is listened to", () => {
  const folder = new URL("css/", root);
  const rules = readdirSync(folder).flatMap((name) => [...readFileSync(new URL(name, folder), "utf8").replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{}]+)\{([^{}]*)\}/g)]);
  assert.ok(rules.length > 200);
  for (const [, selector, body] of rules) {
    if (/\[role="?(status|alert|log)|aria-live|:empty/.test(selector)) assert.doesNotMatch(body, /display:\s*none|visibility:\s*hidden/, selector.trim());
  }
});
