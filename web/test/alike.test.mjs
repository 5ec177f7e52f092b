// From a row to the rows that belong with it, and to another document.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { schemaFile, settled, useBrowser, withPage as anyPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const withPage = (options, fn) => anyPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/, ...options }, fn);
const golden = (name) => fileURLToPath(new URL(`../../golden/${name}`, import.meta.url));
const place = (page) => page.getByRole("navigation", { name: "Place" });

async function openRow(page, file, n) {
  await page.locator("#open-file").setInputFiles(golden(file));
  await page.waitForSelector("#rows [data-display='0'] button");
  await page.evaluate((row) => { location.hash = `#row=${row}`; }, n - 1);
  await page.waitForFunction((at) => document.querySelector("#row-place").textContent.startsWith(`row ${at} `), n);
  await settled(page);
}

const edge = (target) => `table = social.user_likes and edge = "77 -> ${target}"`;

for (const [file, row, words, count, filter] of [
  ["actionbase/actionbase-hbase-shell.txt", 18, "edge", 7, edge("item-1")],
  ["actionbase/actionbase-hbase-shell.txt", 33, "edge", 7, edge("item 2")],
  ["actionbase/actionbase-hbase-shell.txt", 44, "source", 13, /^entity = /],
  ["implexus/good.dump.hex.txt", 60, "path", 64, /^entity = /],
]) {
  test(`all rows of the ${words} of row ${row} of ${file} are one step away`, () => withPage({}, async (page) => {
    await page.locator("#schema-file").setInputFiles(schemaFile);
    await openRow(page, file, row);
    const button = place(page).getByRole("button", { name: new RegExp(`^All rows of this ${words} \\d+$`) });
    await button.waitFor();
    await soon.equal(async () => Number((await button.textContent()).match(/\d+$/)[0]), count);
    await button.click();
    await page.waitForSelector("html[data-view=rows]");
    await page.waitForFunction((n) => document.querySelector("#rows").getAttribute("aria-rowcount") === String(n + 1), count);
    const where = await page.getByRole("searchbox", { name: "Filter", exact: true }).inputValue();
    assert.ok(filter.exec?.(where) ?? filter === where, where);
    await page.waitForFunction((n) => [...document.querySelectorAll("#rows [data-display] button")].some((b) => b.textContent === n), String(row));
    await page.goBack();
    await page.waitForSelector("html[data-view=row]");
    await place(page).getByText(`row ${row}`).waitFor();
  }));
}

test("a row on its own offers no such step", () => withPage({}, async (page) => {
  await page.getByRole("textbox", { name: "Input", exact: true }).fill("2c80000000000003ea");
  await settled(page);
  await soon.equal(() => place(page).getByRole("button", { name: /^All rows/ }).count(), 0);
}));

test("the document is compared with another, starting from a row", () => withPage({}, async (page) => {
  await openRow(page, "actionbase/actionbase-hbase-shell.txt", 20);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), place(page).getByRole("button", { name: "Compare with …" }).click()]);
  await chooser.setFiles(golden("actionbase/actionbase-hbase-shell-damaged.txt"));
  await page.waitForSelector("html[data-view=diff]");
  await page.waitForSelector("#differences [data-display]");
}));
