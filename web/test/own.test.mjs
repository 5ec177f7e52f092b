// Rows and stores with keys of one's own, which no format reads: what is text is shown as text, and damage is said where
// it can be read.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { goTo, useBrowser, withPage as anyPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const golden = (path) => fileURLToPath(new URL(`../../golden/${path}`, import.meta.url));
const withPage = (options, fn) => anyPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/, ...options }, fn);

// Most values have the greatest size, so that the chart's mark is at its right end.
const cells = Array.from({ length: 12 }, (_, i) => `{"key":"${Buffer.from(`user#${String(i).padStart(5, "0")}`).toString("hex")}","cf":"6366","value":"${"76".repeat(i < 3 ? 3 : 23)}"}`).join("\n");

async function openCells(page) {
  await page.getByLabel("Open file").setInputFiles({ name: "cells.jsonl", mimeType: "text/plain", buffer: Buffer.from(cells) });
  await page.waitForSelector("html[data-view=rows]");
  await page.locator("[data-display='11'] .key").waitFor();
}

const box = (locator) => locator.evaluate((e) => e.getBoundingClientRect().toJSON());

test("a row key that is text is shown as text, and filtered as bytes", () => withPage({}, async (page) => {
  await openCells(page);
  const key = page.locator("[data-display='3'] .key");
  await soon.equal(() => key.textContent(), '"user#00003"');
  await key.click();
  await page.keyboard.press("+");
  await soon.equal(() => page.getByRole("grid", { name: "Rows" }).getAttribute("aria-rowcount"), "2");
  assert.match(await page.locator("#where").inputValue(), /^key = 75736572233030303033$/);
}));

test("a long reason covers whole rows", () => withPage({ viewport: { width: 800, height: 800 } }, async (page) => {
  await openCells(page);
  const reason = page.locator("[data-display='1'] .why span");
  const [before, row] = [await box(reason), await box(page.locator("[data-display='1']"))];
  await page.locator("[data-display='1']").hover();
  await soon.ok(async () => (await box(reason)).height > before.height, "it has one line");
  const { top, height } = await box(reason);
  assert.equal(top, row.top);
  assert.equal(height % row.height, 0, `${height} of ${row.height}`);
}));

test("on a card the reason has one line", () => withPage({ viewport: { width: 390, height: 844 } }, async (page) => {
  await openCells(page);
  const first = page.locator("[data-display='0']");
  await first.locator("button").focus();
  const [reason, card] = [await box(first.locator(".why span")), await box(first)];
  assert.ok(reason.top >= card.top && reason.height <= 24, `${JSON.stringify(reason)} in ${JSON.stringify(card)}`);
}));

test("the Overview names families, leaves out tables where there are none, and its charts' texts do not overlap", () => withPage({}, async (page) => {
  await openCells(page);
  await goTo(page, "Overview");
  await soon.match(() => page.locator("#status").textContent(), /12 rows in 12 row keys, 0 record kinds/);
  const figures = await page.locator("#overview-figures li span").allTextContents();
  assert.deepEqual(figures, ["rows", "row keys", "keys and values", "not decoded"]);
  await soon.deepEqual(() => page.getByRole("region", { name: "Column families", exact: true }).locator(".bar-name").allTextContents(), ["cf"]);
  const texts = await page.locator("svg.plot").evaluateAll((plots) => plots.map((p) => [...p.querySelectorAll("text")].map((t) => ({ text: t.textContent, ...t.getBoundingClientRect().toJSON() }))));
  assert.ok(texts.flat().some(({ text }) => text === "median 23 B"));
  for (const one of texts) {
    for (const [i, a] of one.entries()) {
      for (const b of one.slice(i + 1)) assert.ok(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top, `${a.text} and ${b.text}`);
    }
  }
}));

test("on a phone, the damage of a store leaves Schema in view, and its link on one line", () => withPage({ viewport: { width: 390, height: 844 } }, async (page) => {
  const into = mkdtempSync(join(tmpdir(), "rowlens-own-"));
  after(() => rmSync(into, { recursive: true }));
  execFileSync("tar", ["xzf", golden("store-files/rocksdb/damaged-data-block.tar.gz"), "-C", into]);
  await page.locator("#folder").setInputFiles(into);
  await page.waitForSelector("html[data-view=tables]");
  await page.getByRole("button", { name: "Rows of all tables" }).click();
  await soon.match(() => page.locator("#document-failed").textContent(), /damaged.*not decoded/);
  const schema = await box(page.getByRole("button", { name: "Schema", exact: true }));
  assert.ok(schema.right <= 390, `Schema ends at ${schema.right}`);
  await goTo(page, "Tables");
  const link = page.locator("#tables-list").getByText("Open its block").first();
  await soon.ok(async () => (await box(link)).height <= 30, "the link has several lines");
}));

test("Diff names rows by keys that are text, and does not say that rows are missing where the other could not be read", () => withPage({}, async (page) => {
  const into = mkdtempSync(join(tmpdir(), "rowlens-own-"));
  after(() => rmSync(into, { recursive: true }));
  for (const name of ["small", "damaged-data-block"]) {
    mkdirSync(join(into, name));
    execFileSync("tar", ["xzf", golden(`store-files/rocksdb/${name}.tar.gz`), "-C", join(into, name)]);
  }
  await page.locator("#folder").setInputFiles(join(into, "small/db"));
  await page.waitForSelector("html[data-view=tables]");
  const damaged = join(into, "damaged-data-block/db");
  await page.locator("#second-file").setInputFiles(readdirSync(damaged).map((name) => join(damaged, name)));
  await page.waitForFunction(() => /^3 places could not be read: rows that are missing there count as added or removed\. 198 rows are equal, 15 removed/.test(document.querySelector("#status").textContent));
  await soon.ok(async () => (await page.getByRole("grid", { name: "Differences" }).textContent()).includes('"index/00247"'));
  await page.locator("#differences").getByRole("button", { name: "removed" }).last().click();
  await soon.match(() => page.locator("#second-none").textContent(), / has no such row, as far as it could be read\.$/);
  await soon.match(() => page.locator("#differ-list").textContent(), /only in the first document, as far as it could be read\.$/);
  const places = await page.locator("#differences .place-cell").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent));
  assert.deepEqual(places, [], "places that are cut");
}));

test("a cell with a value of 40,000 bytes has its parts, and places of five digits have room", () => withPage({}, async (page) => {
  const into = mkdtempSync(join(tmpdir(), "rowlens-own-"));
  after(() => rmSync(into, { recursive: true }));
  execFileSync("tar", ["xzf", golden("store-files/hfile/files.tar.gz"), "-C", into, "big-none.hfile"]);
  await page.getByLabel("Open file").setInputFiles(join(into, "big-none.hfile"));
  await page.waitForSelector("html[data-view=rows]");
  await page.locator("[data-display='0'] button").first().click();
  await page.waitForSelector("html[data-view=row]:not([data-stale])");
  await soon.deepEqual(() => page.locator("#panel-row .part-head").allTextContents().then((all) => all.join(" ").match(/[\d,]+ bytes?/g)), ["4 bytes", "3 bytes", "1 byte", "40,000 bytes"]);
  await goTo(page, "Structure");
  await page.waitForFunction(() => [...document.querySelectorAll("#block-fields .range")].some((e) => /^\d{5,}–\d{5,}$/.test(e.textContent)));
  const cut = await page.locator("#block-fields .range").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent));
  assert.deepEqual(cut, []);
}));

test("values of items that are called as the filter's own names are filtered as members of the fields", () => withPage({}, async (page) => {
  await page.getByRole("button", { name: "Schema", exact: true }).click();
  await page.getByLabel("Open schema file").setInputFiles({ name: "own.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ layout: "line:u8 file:u8 note:str" })) });
  await page.waitForSelector("#schema-panel", { state: "hidden" });
  const keys = Array.from({ length: 12 }, (_, i) => `0${i % 2 ? 7 : 8}0${i % 4}${Buffer.from(i < 6 ? "no" : "yes").toString("hex")}`);
  await page.getByLabel("Open file").setInputFiles({ name: "keys.txt", mimeType: "text/plain", buffer: Buffer.from(keys.map((row) => JSON.stringify({ row })).join("\n")) });
  await page.waitForFunction(() => document.querySelector("#document-rows").textContent === "12 rows" && document.querySelector("#document-failed").textContent === "");
  const [where, grid] = [page.locator("#where"), page.getByRole("grid", { name: "Rows" })];
  for (const [item, value, wanted] of [["line", "7", 6], ["file", "3", 3], ["note", "yes", 6]]) {
    await page.locator(`#rows [data-term='fields.${item} = ${value}']`).first().click();
    await soon.equal(() => where.inputValue(), `fields.${item} = ${value}`);
    await soon.equal(() => grid.getAttribute("aria-rowcount"), String(wanted + 1));
    await where.fill("");
    await where.press("Enter");
    await soon.equal(() => grid.getAttribute("aria-rowcount"), "13");
  }
  await page.locator("#facets-list [data-term='fields.note = no']").click();
  await soon.equal(() => where.inputValue(), "fields.note = no");
  await soon.equal(() => grid.getAttribute("aria-rowcount"), "7");
  await soon.equal(() => page.locator("#facets-list [data-term='fields.note = no']").getAttribute("aria-pressed"), "true");
  await soon.deepEqual(() => grid.getByRole("columnheader").allTextContents(), ["#", "record", "line", "file", "row key"]);
}));
