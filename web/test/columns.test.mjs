// The columns of Rows: chosen, sorted and resized.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { axe } from "./axe.mjs";
import { picture, schemaFile, useBrowser, withPage as anyPage } from "./browser.mjs";

useBrowser();

const scan = fileURLToPath(new URL("../../golden/actionbase/actionbase-hbase-shell-damaged.txt", import.meta.url));
const withPage = (options, fn) => anyPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/, ...options }, fn);

const grid = (page) => page.getByRole("grid", { name: "Rows" });
const head = (page, name) => grid(page).getByRole("columnheader", { name });
const heads = (page) => grid(page).getByRole("columnheader").allTextContents();

async function open(page) {
  await page.locator("#schema-file").setInputFiles(schemaFile);
  await page.waitForFunction(() => document.querySelector("#schema-words").textContent);
  await page.locator("#open-file").setInputFiles(scan);
  await page.waitForSelector("html[data-view=rows]");
  await page.waitForSelector("#rows [data-display] [data-term]");
  await page.waitForSelector("#facets-list button");
}

/** The texts of a column in the rows that are drawn, once the rows are in an order. */
async function column(page, name, order) {
  await page.waitForFunction((text) => document.querySelector("#status").textContent.includes(text), order);
  await page.waitForFunction(() => [...document.querySelectorAll("#rows [data-display]")].every((e) => e.childElementCount > 1));
  const at = (await heads(page)).findIndex((text) => text.replace(/ [↑↓]$/, "") === name);
  return page.$$eval("#rows [data-display]", (list, at) => list.sort((a, b) => a.dataset.display - b.dataset.display).map((e) => e.children[at].textContent), at);
}

test("a heading sorts ascending, descending and not at all, within the filter and in groups", () => withPage({}, async (page) => {
  await open(page);
  const sort = head(page, /^version/).getByRole("button");
  assert.equal(await head(page, /^version/).getAttribute("aria-sort"), null);
  await sort.click();
  const up = (await column(page, "version", "sorted by version.")).filter(Boolean).map(Number);
  assert.equal(await head(page, /^version/).getAttribute("aria-sort"), "ascending");
  assert.ok(up.length > 20 && up.every((n, i) => n >= (up[i - 1] ?? 0)), up.join());
  await sort.press("Enter");
  const down = (await column(page, "version", "sorted by version, the greatest first.")).filter(Boolean).map(Number);
  assert.equal(await head(page, /^version/).getAttribute("aria-sort"), "descending");
  assert.ok(down.every((n, i) => n <= (down[i - 1] ?? n)), down.join());
  assert.equal(down[0], 1714903200000);
  await page.getByRole("searchbox", { name: "Filter", exact: true }).fill("record = edge cache");
  await page.waitForFunction(() => document.querySelector("#rows").getAttribute("aria-rowcount") === "19");
  const some = (await column(page, "version", "18 of 104 rows shown, sorted by version")).map(Number);
  assert.ok(some.length === 18 && some.every((n, i) => n <= (some[i - 1] ?? n)), some.join());
  await page.getByRole("searchbox", { name: "Filter", exact: true }).fill("");
  await page.waitForFunction(() => document.querySelector("#rows").getAttribute("aria-rowcount") === "105");
  await sort.click();
  const stored = await column(page, "#", "all decode");
  assert.deepEqual(stored.slice(0, 3), ["1", "2", "3"]);
  assert.equal(await head(page, /^version/).getAttribute("aria-sort"), null);
  await head(page, "row key").getByRole("button").click();
  const keys = await column(page, "row key", "sorted by row key.");
  assert.ok(keys.every((text, i) => text >= (keys[i - 1] ?? "")), "keys are in order");
}));

test("a sorted row opens as the row that it is", () => withPage({}, async (page) => {
  await open(page);
  const sort = head(page, /^version/).getByRole("button");
  await sort.click();
  await sort.click();
  const [first] = await column(page, "#", "the greatest first.");
  await grid(page).locator("[data-display='0'] button").click();
  await page.waitForFunction((n) => document.querySelector("#row-place").textContent.startsWith(`row ${n} of 104`), first);
  await page.goBack();
  await page.waitForSelector("html[data-view=rows]");
  assert.equal((await column(page, "#", "the greatest first."))[0], first);
}));

test("columns are shown and hidden by name, and chosen again by the page", () => withPage({}, async (page) => {
  await open(page);
  const before = await heads(page);
  await page.getByRole("button", { name: "Columns" }).click();
  const list = page.getByRole("group", { name: "Columns" });
  await list.getByRole("checkbox", { name: "direction" }).check();
  await list.getByRole("checkbox", { name: "version" }).uncheck();
  const now = await heads(page);
  assert.ok(now.includes("direction") && !now.includes("version"), now.join());
  await axe(page, "columns");
  await picture(page, "columns-light-1280");
  await list.getByRole("button", { name: "Choose them for me" }).click();
  assert.deepEqual(await heads(page), before);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.id), "columns");
  assert.equal(await list.count(), 0);
}));

test("a column is as wide as its edge is dragged", () => withPage({}, async (page) => {
  await open(page);
  const width = async () => (await head(page, "source").boundingBox()).width;
  const before = await width();
  const edge = await head(page, "source").locator(".edge").boundingBox();
  await page.mouse.move(edge.x + 3, edge.y + 5);
  await page.mouse.down();
  await page.mouse.move(edge.x + 63, edge.y + 5, { steps: 3 });
  await page.mouse.up();
  assert.ok(Math.abs(await width() - before - 60) < 1, "it follows the pointer");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
}));
