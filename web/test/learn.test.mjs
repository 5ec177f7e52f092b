// A layout for keys of one's own, learnt from the rows of the document: from the clipboard to fields in three steps.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { axe } from "./axe.mjs";
import { goTo, useBrowser, withPage as anyPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const withPage = (options, fn) => anyPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/, ...options }, fn);

const LAYOUT = 'salt:md5(1..9, 1) n:i64! at:ms! desc "ev-" text:str';
const NEWEST = Date.UTC(2024, 10, 20, 3, 12, 44);

/** A key of that layout: a byte of a hash, a signed number, a time, newest first, and text. */
function keyOf(i) {
  const n = Buffer.alloc(8);
  n.writeBigUInt64BE((1n << 63n) + BigInt(7919 * i));
  const at = Buffer.alloc(8);
  at.writeBigUInt64BE((1n << 63n) - 1n - BigInt(NEWEST + 60_000 * i));
  return Buffer.concat([createHash("md5").update(n).digest().subarray(0, 1), n, at, Buffer.from(`ev-${i}`)]).toString("hex");
}
const keys = Array.from({ length: 12 }, (_, i) => keyOf(i));

async function paste(page, lines) {
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join("\n"));
  await page.keyboard.press("Control+v");
  await page.waitForSelector("html[data-view=rows]");
  await page.locator(`[data-display='${lines.length - 1}'] .key`).waitFor();
}

const learnt = (page) => page.getByRole("list", { name: "Layouts that the row keys suggest" });
const proposed = (page) => learnt(page).locator("code").allTextContents();
const learn = (page) => page.getByRole("button", { name: "Learn a layout", exact: true });
const problem = (page) => page.locator("#schema-problem");

for (const [width, colorScheme] of [[1280, "light"], [390, "dark"]]) {
  test(`keys that no format reads suggest a layout, which one press uses, at ${width} px`, () => withPage({ colorScheme, viewport: { width, height: 800 } }, async (page) => {
    await paste(page, keys);
    if (width < 900) await page.getByRole("button", { name: "Facets" }).click();
    await learn(page).click();
    await soon.deepEqual(() => proposed(page), [LAYOUT]);
    assert.match(await learnt(page).textContent(), /salt: equals that hash of the bytes after it in all 12 keys/);
    await axe(page, `learnt, ${width}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.keyboard.press("Enter"); // the button of the first one has the focus
    await soon.match(() => page.locator("#status").textContent(), /12 rows, all decode/);
    await soon.equal(() => page.locator("#schema-panel").isVisible(), false);
    await soon.equal(() => learn(page).isVisible(), false, "all rows decode");
    await soon.ok(async () => (await page.locator("[data-display='1']").textContent()).includes("2024-11-20 03:13:44"));
  }));
}

test("rows of the filter alone suggest a layout, from the panel of every view, and a few that a format reads are no reason not to offer it", () => withPage({}, async (page) => {
  const accidents = ["2c8000000000000001", "2c8000000000000002"]; // ordered values of Actionbase
  await paste(page, [...keys, ...accidents]);
  await soon.match(() => page.locator("#status").textContent(), /^12 rows do not decode\. 14 rows\./);
  await soon.equal(() => learn(page).isVisible(), true);
  const others = ["00ff12", "77aa", "10"].map((hex) => hex.padEnd(42, "c3"));
  await paste(page, [...keys, ...others]);
  await page.locator("#where").fill("bytes ~ 65762d");
  await soon.match(() => page.locator("#status").textContent(), /^12 of 15 rows shown/);
  await goTo(page, "Findings");
  await page.getByRole("button", { name: "Schema", exact: true }).click();
  await page.getByRole("button", { name: "Learn a layout from the rows" }).click();
  await soon.deepEqual(() => proposed(page), [LAYOUT]);
}));

test("where the keys suggest nothing, or are too few, that is said, and another document begins anew", () => withPage({}, async (page) => {
  await paste(page, ["5480aa07", "80001ee1c3", "00ff12"]);
  await learn(page).click();
  await soon.equal(() => problem(page).textContent(), "The row keys show no layout.");
  await paste(page, ["00ff12", "00ff12", "00ff12"]);
  await learn(page).click();
  await soon.match(() => problem(page).textContent(), /at least 3 keys that differ, better ten, found 1/);
  await paste(page, keys);
  await learn(page).click();
  await soon.deepEqual(() => proposed(page), [LAYOUT]);
  await soon.equal(() => problem(page).isVisible(), false);
  await paste(page, keys.slice(0, 5));
  await soon.deepEqual(() => proposed(page), []);
  await paste(page, keys.slice(0, 2));
  await soon.equal(() => page.locator("#count-rows").textContent(), "2");
  await soon.deepEqual(() => page.$$eval("#rows-learn, #schema-learn", (buttons) => buttons.map((b) => b.hidden)), [true, true]);
}));
