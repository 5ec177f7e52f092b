// The versions of a row, listed under its fields, and the place of a store's row.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, test } from "node:test";
import { axe } from "./axe.mjs";
import { clipboard, picture, row, settled, useBrowser, withPage as anyPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const withPage = (options, fn) => anyPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/, ...options }, fn);
const folder = mkdtempSync(join(tmpdir(), "rowlens-versions-"));
after(() => rmSync(folder, { recursive: true }));
execFileSync("tar", ["xzf", fileURLToPath(new URL("../../golden/store-files/maryk-rocksdb/keepall-sst-v5.tar.gz", import.meta.url)), "-C", folder]);
const records = execFileSync(process.env.ROWLENS_BIN, ["decode", "--json", folder], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim().split("\n").map((line) => JSON.parse(line));

const place = (page) => page.getByRole("navigation", { name: "Place" });
const list = (page) => page.getByRole("table", { name: /^Versions of/ });
const lines = (page) => list(page).locator("tbody tr").evaluateAll((all) => all.map((tr) => [...tr.children].map((td) => td.textContent)));
const dateOf = (version) => new Date(Number(BigInt(version) >> 20n)).toISOString().replace("T", " ").replace(/(\.0+)?Z$/, "");

/** Opens a row of the folder by its position in store order, counted from 0. */
async function openRow(page, at) {
  await page.locator("#folder").setInputFiles(folder);
  await page.waitForSelector("html[data-view=tables]");
  await page.getByRole("button", { name: "Rows of all tables" }).click();
  await page.waitForSelector("#rows [data-display='0'] button");
  await page.evaluate((n) => { location.hash = `#row=${n}`; }, at);
  await page.waitForFunction((n) => document.querySelector("#row-place").textContent.startsWith(`row ${n} `), at + 1);
  await settled(page);
}

test("a value of a table that keeps all versions lists them, newest first, each one step away", () => withPage({}, async (page) => {
  const groups = {};
  records.forEach((r, i) => { if (r.record === "historic-value") (groups[[r.source.cf, r.fields.record, r.fields.property]] ??= []).push({ ...r, i }); });
  const [key, all] = Object.entries(groups).find(([, group]) => group.length > 2);
  const wanted = all.sort((a, b) => (BigInt(a.fields.version) < BigInt(b.fields.version) ? 1 : -1));
  await openRow(page, wanted[1].i);
  await list(page).waitFor();
  await soon.equal(() => page.locator("#versions-title").textContent(), `Versions of ${key.split(",")[2]}`);
  await soon.deepEqual(async () => (await lines(page)).map(([time, value]) => [time.replace(/\/\d+$/, ""), value]), wanted.map(({ fields }) => [dateOf(fields.version), fields.value ?? "null"]));
  assert.deepEqual((await lines(page)).map((l) => l[2]), wanted.map(({ i }, n) => (n === 1 ? "this row" : `row ${i + 1}`)));
  await axe(page, "versions");
  await picture(page, "versions-light-1280");
  await list(page).getByRole("link", { name: `row ${wanted[0].i + 1}`, exact: true }).click();
  await page.waitForFunction((n) => document.querySelector("#row-place").textContent.startsWith(`row ${n} `), wanted[0].i + 1);
  await soon.equal(async () => (await lines(page))[0][2], "this row");
  await place(page).getByRole("button", { name: "Diff with previous version" }).click();
  await page.waitForSelector("html[data-view=diff]");
  await page.goBack();
  await page.waitForSelector("html[data-view=row]");
}));

test("a row of a store is read with the models inside the store", () => withPage({}, async (page) => {
  const at = records.findIndex((r) => r.record === "historic-value" && r.fields.property === "name");
  await openRow(page, at);
  await soon.match(() => page.locator("#document").textContent(), /Schema: 3 models, found inside/);
  const tree = page.getByRole("tree", { name: "Fields" });
  await tree.getByRole("treeitem", { name: /^property reference/ }).waitFor();
  await soon.equal(() => page.getByRole("listbox", { name: "Candidates" }).getByRole("option").count(), 1);
  await page.getByRole("button", { name: "Schema", exact: true }).click();
  const panel = page.locator("#schema-panel");
  await panel.getByText("found inside").waitFor();
  assert.equal(await panel.getByRole("button", { name: "Remove found inside" }).count(), 0, "it goes with the document");
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "Input", exact: true }).count();
  await page.locator("#open-file").setInputFiles({ name: "scan.txt", mimeType: "text/plain", buffer: Buffer.from(row("edge-state").line) });
  await page.waitForFunction(() => !document.querySelector("#document").textContent.includes("found inside"));
}));

test("a row of RocksDB is copied as an ldb put, which the page reads back", () => withPage({}, async (page) => {
  const at = records.findIndex((r) => r.record === "historic-value");
  const { parts: { key, value }, source: { cf } } = records[at];
  await openRow(page, at);
  assert.equal(await page.getByRole("button", { name: "Copy as hbase get" }).count(), 0);
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.getByRole("button", { name: "Copy as ldb put" }).click();
  const text = await clipboard(page);
  assert.ok(text.endsWith(` --hex put 0x${key.toUpperCase()} 0x${value.toUpperCase()}\n`) && text.includes(`--column_family=$'\\x${cf.slice(0, 2)}\\x${cf.slice(2)}'`), text);
  const [got] = execFileSync(process.env.ROWLENS_BIN, ["decode", "--json"], { input: text, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] }).trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual([got.parts.key, got.parts.value, got.source.cf], [key, value, cf]);
  await page.locator("#open-file").setInputFiles({ name: "scan.txt", mimeType: "text/plain", buffer: Buffer.from(row("edge-state").line) });
  await page.getByRole("button", { name: "Copy as hbase get" }).waitFor();
}));

test("cells with the same key are versions, told apart by timestamp", () => withPage({}, async (page) => {
  const { row: key, family, qualifier, value } = row("edge-state");
  const line = (timestamp, more) => JSON.stringify({ row: key, family, qualifier, timestamp, value, ...more });
  await page.locator("#open-file").setInputFiles({ name: "versions.jsonl", mimeType: "text/plain", buffer: Buffer.from([line("1714809600400"), line("1714809600501"), line("1714809600500")].join("\n")) });
  await page.getByRole("grid", { name: "Rows" }).getByRole("button", { name: "Open row 1" }).click();
  await list(page).waitFor();
  await soon.deepEqual(async () => (await lines(page)).map(([time, , at]) => [time, at]), [["2024-05-04 08:00:00.501", "row 2"], ["2024-05-04 08:00:00.500", "row 3"], ["2024-05-04 08:00:00.400", "this row"]]);
  const before = page.getByRole("button", { name: "Diff with previous version" });
  await soon.equal(() => before.isVisible(), false, "it is the oldest");
  await list(page).getByRole("link", { name: "row 3" }).click();
  await soon.ok(() => before.isVisible());
  // Of the row that comes next it is not known whether it has one: nothing is offered until it is.
  await page.evaluate(() => {
    window.offered = new Promise((told) => {
      const look = () => (document.querySelector("#row-place").textContent.startsWith("row 1 ") ? told(!document.querySelector("#version-before").hidden) : requestAnimationFrame(look));
      look();
    });
  });
  await page.keyboard.press("Backspace");
  assert.equal(await page.evaluate(() => window.offered), false);
  await soon.equal(() => before.isVisible(), false);
  assert.ok((await lines(page)).every(([, stored]) => stored.length > 10 && value.startsWith(stored.replace("…", ""))), "a value of several members is shown as it is stored");
  const input = page.getByRole("textbox", { name: "Input", exact: true });
  await input.fill("2c80000000000003ea");
  await list(page).waitFor({ state: "hidden" });
  // A pasted text is read row by row for its versions; all the while it has as many rows as Row has counted.
  await page.evaluate(() => {
    window.totals = [];
    new MutationObserver(() => window.totals.push(document.documentElement.dataset.rows)).observe(document.documentElement, { attributeFilter: ["data-rows"] });
  });
  await input.fill([line("1714809600400"), line("1714809600501")].join("\n"));
  await list(page).waitFor();
  const totals = await page.evaluate(() => window.totals);
  assert.deepEqual([...new Set(totals.slice(totals.indexOf("2")))], ["2"]);
}));

test("a row of a store shows its file, block, level, sequence and effect, and leads to its table", () => withPage({}, async (page) => {
  const at = records.findIndex((r) => r.record === "historic-value");
  const { file, offset, at: entry, level, sequence } = records[at].source;
  await openRow(page, at);
  await soon.match(() => page.locator("#row-place").textContent(), new RegExp(`file ${file} block at ${offset} entry at byte ${entry} level ${level} sequence ${sequence} operation put table Ware historic table`));
  await place(page).getByRole("link", { name: "Table Ware historic table, in Tables" }).click();
  await page.waitForSelector("html[data-view=tables]");
  await page.goBack();
  await page.waitForSelector("html[data-view=row]");
  await place(page).getByRole("button", { name: "Block byte by byte" }).click();
  await page.waitForSelector("html[data-view=structure]");
}));
