// The table of a RocksDB dump that does not say it: the tables of the models by how many
// rows decode.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { axe } from "./axe.mjs";
import { picture, settled, useBrowser, withPage as anyPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const withPage = (options, fn) => anyPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/, ...options }, fn);
const golden = (name) => fileURLToPath(new URL(`../../golden/maryk-rocksdb/${name}`, import.meta.url));

/** Loads the models and pastes a dump. */
async function open(page, name, models = "latest.models.json") {
  await page.locator("#schema-file").setInputFiles(golden(models));
  await page.waitForFunction(() => /3 models/.test(document.querySelector("#schema-words").textContent));
  await page.evaluate((t) => navigator.clipboard.writeText(t), readFileSync(golden(name), "utf8"));
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Control+v");
  await page.waitForSelector("html[data-view=rows]");
}

const decoded = (page, n) => page.waitForFunction((n) => document.querySelector("#document-rows").textContent === `${n} rows` && document.querySelector("#document-failed").textContent === "" && document.querySelector("#progress").hidden, n);

test("rows of ldb decode as the table of the models that alone reads them all", () => withPage({}, async (page) => {
  await open(page, "latest.0301.scan.txt");
  await page.waitForFunction(() => document.querySelector("#family-name").textContent === ": Ware table");
  await decoded(page, 138);
  await page.getByRole("button", { name: "Table", exact: true }).click();
  const options = page.getByRole("listbox", { name: "Table" }).getByRole("option");
  await soon.deepEqual(async () => (await options.allInnerTexts()).slice(0, 3).map((t) => t.replace(/\s+/g, " ")), ["Ware table 0301 138 of 138", "Vault table 0303 28 of 138", "Vault index 0403 12 of 138"]);
  await soon.equal(() => options.first().getAttribute("aria-selected"), "true");
  await picture(page, "rows-family-light-1280");
  await axe(page, "the tables of the models");
  // Another one can be chosen, and Row reads the row as it says.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /110 not decoded/.test(document.querySelector("#document-failed").textContent));
  await page.getByRole("button", { name: "Table", exact: true }).click();
  await options.first().click();
  await decoded(page, 138);
  await page.getByRole("tab", { name: "Row", exact: true }).click();
  await page.waitForSelector("html[data-view=row]:not([data-stale])");
  await soon.match(() => page.getByRole("listbox", { name: "Candidates" }).textContent(), /Maryk on RocksDB.*creat/i);
}));

test("rows that several tables read say so, and lead to the choice", () => withPage({}, async (page) => {
  await open(page, "latest.0201.dump.txt");
  const line = page.locator("#rows-family");
  await soon.match(() => line.innerText(), /^The dump does not say which table its rows are from/);
  await axe(page, "rows whose table is not known");
  // They were not checked: no zero says that none has a finding.
  await page.getByRole("tab", { name: "Findings" }).click();
  await page.waitForFunction(() => /checked/.test(document.querySelector("#findings-note").textContent));
  await page.getByRole("tab", { name: "Rows" }).click();
  await page.waitForFunction(() => /does not decode/.test(document.querySelector("#facets-list").textContent));
  await soon.equal(() => page.locator("#facets-list").getByText("rows with findings").count(), 0);
  await page.getByRole("button", { name: "Which table?" }).click();
  await page.getByRole("listbox", { name: "Table" }).getByRole("option", { name: "Ware keys" }).click();
  await decoded(page, 6);
  await soon.equal(() => line.isVisible(), false);
  // The choice is a step of the history.
  await page.getByRole("button", { name: "Table", exact: true }).click();
  await page.getByRole("listbox", { name: "Table" }).getByRole("option", { selected: false }).first().click();
  await page.waitForFunction(() => /^: (?!Ware keys)/.test(document.querySelector("#family-name").textContent));
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("#family-name").textContent === ": Ware keys");
}));

test("once the table is chosen, nothing says that it is not known, nor does a reload", () => withPage({ requests: /./ }, async (page) => {
  await open(page, "latest.0201.dump.txt");
  await page.getByRole("button", { name: "Which table?" }).click();
  await page.getByRole("listbox", { name: "Table" }).getByRole("option", { name: "Ware keys" }).click();
  await decoded(page, 6);
  await page.getByRole("tab", { name: "Row", exact: true }).click();
  for (const time of ["at first", "after a reload"]) {
    if (time !== "at first") await page.reload();
    await page.waitForFunction(() => /^Maryk on RocksDB.*\d fields?\./.test(document.querySelector("#status").textContent) && document.querySelector("#family-name").textContent === ": Ware keys");
    await soon.equal(() => page.locator("#document-rows").textContent(), "6 rows");
    assert.doesNotMatch(await page.locator("#status").textContent(), /does not say/, time);
  }
}));

test("the text of sst_dump decodes with its models, too, and of several tables the file's name decides", () => withPage({}, async (page) => {
  await open(page, "latest-sst-v5.000010.txt");
  await page.waitForFunction(() => document.querySelector("#family-name").textContent === ": Ware table");
  await decoded(page, 253);
  await page.locator("#open-file").setInputFiles(golden("latest.0201.dump.txt"));
  await page.waitForFunction(() => document.querySelector("#family-name").textContent === ": Ware keys");
  await decoded(page, 6);
  // Without a name that says it, the reader is asked.
  await page.locator("#open-file").setInputFiles({ name: "dump.txt", mimeType: "text/plain", buffer: readFileSync(golden("latest.0201.dump.txt")) });
  await page.waitForFunction(() => document.querySelector("#family-name").textContent === ": which?");
}));

test("rows of a model show what their values are of, and their versions as dates", () => withPage({}, async (page) => {
  await open(page, "latest.0301.scan.txt");
  await decoded(page, 138);
  const cells = (row) => page.locator(`#rows [data-display="${row}"] [role=gridcell]`).allTextContents();
  await soon.deepEqual(() => page.locator("#rows [role=columnheader]").allTextContents(), ["#", "record", "record key", "property", "value", "version", "row key"]);
  await soon.deepEqual(() => cells(10), ["11", "value", "0000000000017fffffff", "log.@4", "fourth", "2026-11-21 04:40:03.111", "0000000000017fffffff7404fffffffb"]);
  const facets = () => page.getByRole("complementary", { name: "Facets" }).getByRole("heading").allTextContents();
  await soon.ok(async () => (await facets()).some((text) => text.startsWith("Kind")));
  assert.ok(!(await facets()).some((text) => text.startsWith("What")), "it would say what the record kind says");
  // A version is filtered by as it is stored, and can be shown so.
  await page.locator("#rows [data-display='10'] [data-term^='version']").click();
  await soon.equal(() => page.getByRole("searchbox", { name: "Filter", exact: true }).inputValue(), "version = 1882441387198119936");
  await page.getByRole("searchbox", { name: "Filter", exact: true }).fill("");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("group", { name: "Columns" }).getByRole("button", { name: "As number: version" }).click();
  await soon.equal(async () => (await cells(10))[5], "1882441387198119936");
}));

test("the models among the rows of a dump are used in all views, without a schema given", () => withPage({}, async (page) => {
  const folder = mkdtempSync(join(tmpdir(), "rowlens-family-"));
  const run = (args, input) => execFileSync(process.env.ROWLENS_BIN, args, { encoding: "utf8", input, stdio: ["pipe", "pipe", "ignore"] });
  execFileSync("tar", ["xzf", fileURLToPath(new URL("../../golden/store-files/maryk-rocksdb/keepall-sst-v5.tar.gz", import.meta.url)), "-C", folder]);
  const text = run(["dump", "--as", "jsonl", folder]);
  rmSync(folder, { recursive: true });
  const records = run(["decode", "--json"], text).trim().split("\n").map((line) => JSON.parse(line));
  const at = records.findIndex((r) => r.record === "historic-value" && r.fields.property && typeof r.fields.value === "string");
  await page.locator("#open-file").setInputFiles({ name: "dump.jsonl", mimeType: "application/x-ndjson", buffer: Buffer.from(text) });
  await page.waitForSelector("html[data-view=rows]");
  await decoded(page, records.length);
  await soon.match(() => page.locator("#schema-words").textContent(), /models.*, found inside$/);
  await page.evaluate((n) => { location.hash = `#row=${n}`; }, at);
  await page.waitForFunction((n) => document.querySelector("#row-place").textContent.startsWith(`row ${n} `), at + 1);
  await settled(page);
  const { property, value } = records[at].fields;
  await soon.ok(async () => (await page.getByRole("tree", { name: "Fields" }).innerText()).includes(property));
  await soon.ok(async () => (await page.getByRole("tree", { name: "Fields" }).innerText()).includes(value));
  // Models go with their document.
  await page.evaluate((t) => navigator.clipboard.writeText(t), readFileSync(golden("latest.0301.scan.txt"), "utf8"));
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Control+v");
  await soon.equal(() => page.locator("#schema-words").textContent(), "");
}));
