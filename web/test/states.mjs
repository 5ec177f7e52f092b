// What the page can show: every view and tool with the data of the design's pictures, as far as
// golden has them, and the states in which something is missing or wrong. make screenshots uses them.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { goTo, settled } from "./browser.mjs";

const golden = (name) => fileURLToPath(new URL(`../../golden/${name}`, import.meta.url));
const DAMAGED = golden("actionbase/actionbase-hbase-shell-damaged.txt");
const SCHEMA = golden("actionbase/actionbase-hbase-shell.schema.json");
const rocks = mkdtempSync(join(tmpdir(), "rowlens-states-"));
process.on("exit", () => rmSync(rocks, { recursive: true }));
execFileSync("tar", ["xzf", golden("store-files/maryk-rocksdb/keepall-sst-v5.tar.gz"), "-C", rocks]);

const says = (page, pattern) => page.waitForFunction((p) => new RegExp(p).test(document.querySelector("#status").textContent), pattern);
const has = (page, selector, pattern) => page.waitForFunction(([s, p]) => new RegExp(p).test(document.querySelector(s)?.textContent ?? ""), [selector, pattern]);

async function names(page, file, words) {
  await page.locator("#schema-file").setInputFiles(file);
  await has(page, "#schema-words", words);
}

/** Opens a dump, and waits until its rows are there and its findings are counted. */
async function open(page, file, { rows, findings }) {
  await page.locator("#open-file").setInputFiles(file);
  await page.waitForFunction((n) => document.documentElement.dataset.rows === String(n), rows);
  await has(page, "#count-findings", `^${findings}$`);
}

const actionbase = async (page) => {
  await names(page, SCHEMA, "2 tables");
  await open(page, DAMAGED, { rows: 104, findings: 6 });
};

/** Row with one row of the document, counted from 1. */
async function showRow(page, n) {
  await goTo(page, "Row");
  await page.evaluate((row) => { location.hash = `#row=${row}`; }, n - 1);
  await has(page, "#row-place", `^row ${n} `);
  await settled(page);
}

/** A tool, starting with the row of the pictures. */
const tool = (name, ready) => async (page) => {
  await actionbase(page);
  await showRow(page, 54);
  // In a narrow window the action is in a menu.
  await page.$eval(`#place [data-from=${name}]`, (button) => button.click());
  await ready(page);
};

const folder = async (page) => {
  await page.locator("#folder").setInputFiles(rocks);
  await page.waitForSelector("html[data-view=tables]");
};

/** @type {Record<string, (page: import("playwright-core").Page) => Promise<void>>} */
export const states = {
  empty: async () => {},
  row: async (page) => {
    await actionbase(page);
    await showRow(page, 54);
    await page.locator("#fields [data-part=row][data-start='36']").first().click();
    await page.keyboard.press("ArrowRight");
  },
  "row-salt": async (page) => {
    await actionbase(page);
    await showRow(page, 28);
  },
  "row-store": async (page) => {
    await folder(page);
    await page.locator("#tables-all").click();
    await page.locator("#rows [data-display='0'] button").click();
    await page.waitForSelector("html[data-view=row]");
    await settled(page);
  },
  "row-damaged": async (page) => {
    await page.locator("#input").fill(readFileSync(DAMAGED, "utf8").split("\n").find((l) => l.startsWith(" \\x95\\xCAbC,")).replace("\\xD3\\x7F", "\\x93\\x7F"));
    await page.locator("#alert").waitFor();
  },
  "row-plain": async (page) => {
    await page.locator("#input").fill("no row of any store");
    await settled(page);
  },
  rows: async (page) => {
    await actionbase(page);
    await goTo(page, "Rows");
  },
  "rows-table": async (page) => {
    await names(page, golden("maryk-rocksdb/latest.models.json"), "3 models");
    await page.locator("#open-file").setInputFiles(golden("maryk-rocksdb/latest.0301.scan.txt"));
    await has(page, "#family-name", "Ware table");
    await page.waitForSelector("#rows [data-display='0'] button"); // rows that are still on their way cannot take the focus
    await page.locator("#family-toggle").click();
    await page.locator("#family-dialog").waitFor();
  },
  findings: async (page) => {
    await open(page, golden("implexus/corrupt.dump.hex.txt"), { rows: 118, findings: 16 });
    await goTo(page, "Findings");
    await page.locator("#stored-bytes [role=gridcell]").first().waitFor();
  },
  "findings-salt": async (page) => {
    await actionbase(page);
    await goTo(page, "Findings");
    await page.locator("#stored-bytes [role=gridcell]").first().waitFor();
  },
  "findings-none": async (page) => {
    await names(page, SCHEMA, "2 tables");
    await open(page, golden("actionbase/actionbase-hbase-shell.txt"), { rows: 106, findings: 0 });
    await goTo(page, "Findings");
  },
  overview: async (page) => {
    await actionbase(page);
    await goTo(page, "Overview");
    await has(page, "#overview", "edge index");
  },
  tables: folder,
  structure: async (page) => {
    await folder(page);
    await goTo(page, "Structure");
    await page.locator("#block-bytes [role=gridcell]").first().waitFor();
  },
  diff: async (page) => {
    await names(page, SCHEMA, "2 tables");
    await page.locator("#open-file").setInputFiles(golden("actionbase/actionbase-hbase-shell.txt"));
    await page.waitForSelector("html[data-view=rows]");
    await page.locator("#second-file").setInputFiles(DAMAGED);
    await page.waitForSelector("html[data-view=diff]");
    await page.locator("#differences [data-display]").first().waitFor();
  },
  build: tool("build", (page) => says(page, "equal to row 54\\.$")),
  order: tool("order", (page) => page.waitForSelector("#panel-order [data-key]")),
  range: tool("range", (page) => has(page, "#range-text", "\\S")),
  time: async (page) => {
    await actionbase(page);
    await showRow(page, 54);
    await goTo(page, "Time");
    await page.locator("#time-stored dt").nth(6).waitFor();
  },
  "time-empty": (page) => goTo(page, "Time"),
  "order-empty": (page) => goTo(page, "Order"),
  share: async (page) => {
    await states.row(page);
    await page.locator("#share-toggle").click();
    await has(page, "#share-length", "characters");
  },
  schema: async (page) => {
    await actionbase(page);
    await page.locator("#schema-toggle").click();
  },
};
