// Where the regions of a store begin, in the Overview.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { goTo, useBrowser, withPage as anyPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const withPage = (options, fn) => anyPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/, ...options }, fn);
const stores = fileURLToPath(new URL("../../golden/store-files/", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "rowlens-splits-"));
after(() => rmSync(home, { recursive: true }));

/** Unpacks stores from golden. @returns {string} the folder */
function unpacked(name) {
  const folder = join(home, name.replaceAll("/", "-"));
  mkdirSync(folder);
  execFileSync("tar", ["xzf", join(stores, `${name}.tar.gz`), "-C", folder]);
  return folder;
}

const tablesOf = (folder) => execFileSync(process.env.ROWLENS_BIN, ["tables", "--json", folder]).toString().split("\n").filter(Boolean).map((line) => JSON.parse(line));
const ready = (page) => page.waitForFunction(() => /^\d[^…]*$/.test(document.querySelector("#overview-figures").textContent));
const note = (page, text) => page.waitForFunction((t) => document.querySelector("[data-section=salt]")?.textContent.includes(t), text);

test("RocksDB: the files of the last level are offered as regions", () => withPage({}, async (page) => {
  const folder = join(unpacked("rocksdb/history-v5"), "db");
  const { starts, entries } = tablesOf(folder).find((t) => t.table === "many-files");
  assert.ok(starts.length === 1 && entries > 10, JSON.stringify(starts));
  await page.locator("#folder").setInputFiles(folder);
  await page.waitForSelector("html[data-view=tables]");
  await page.locator("#tables").getByRole("button", { name: "many-files", exact: true }).click();
  await page.waitForSelector("html[data-view=rows]");
  await goTo(page, "Overview");
  await ready(page);
  await page.getByRole("button", { name: "Files of the last level, 2" }).click();
  await note(page, " in 2 regions");
  await soon.equal(() => page.locator("#overview-splits").inputValue(), starts[0]);
}));

test("Accumulo: the folders of tablets are offered as regions, unless their rows overlap", () => withPage({}, async (page) => {
  const files = unpacked("rfile/all");
  const folder = join(home, "tablets");
  for (const [tablet, name] of [["t-0001", "one"], ["t-0002", "accumulo15-plain-none"]]) {
    mkdirSync(join(folder, tablet), { recursive: true });
    copyFileSync(join(files, `${name}.rf`), join(folder, tablet, "F0000001.rf"));
  }
  const firsts = tablesOf(folder).map((t) => t.first).sort();
  const overview = async (rows) => {
    await page.locator("#folder").setInputFiles(folder);
    await page.waitForSelector("html[data-view=tables]");
    await page.waitForFunction((n) => document.querySelectorAll("#tables [data-table]").length === n, rows);
    await page.getByRole("button", { name: "Rows of all tables" }).click();
    await page.waitForSelector("html[data-view=rows]");
    await goTo(page, "Overview");
    await ready(page);
  };
  await overview(2);
  await page.getByRole("button", { name: "Tablets of the store, 2" }).click();
  await note(page, " in 2 regions");
  await soon.equal(() => page.locator("#overview-splits").inputValue(), firsts[1]);
  mkdirSync(join(folder, "t-0003"));
  copyFileSync(join(files, "accumulo15-plain-gz.rf"), join(folder, "t-0003", "F0000001.rf"));
  await goTo(page, "Tables");
  await overview(3);
  await soon.equal(() => page.locator("#overview-own").isVisible(), false);
}));
