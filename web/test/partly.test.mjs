// Documents of which not all could be read, and links into a document that is open.

import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { giveSchema, goTo, row, useBrowser, withPage } from "./browser.mjs";
import { drop } from "./drop.mjs";
import { damaged, makeDump } from "./dump.mjs";
import { soon } from "./soon.mjs";
import { worstFirst } from "../src/rows/worst.js";

useBrowser();

let dump;
before(() => { dump = makeDump(60_000); });
after(() => dump.remove());

const reading = { requests: /\/worker-[0-9a-f]+\.js$|^blob:/ };
const status = (page) => page.locator("#status").textContent();
const GONE = /^Not all rows are read: the file was changed, moved or removed after it was opened; open it again\./;

/** Opens the long dump from the disk, and waits for its first rows. */
async function begin(page) {
  await page.locator("#open-file").setInputFiles(dump.path);
  await page.waitForFunction(() => /^[1-9].*…$/.test(document.querySelector("#document-rows").textContent));
}

test("a file that changes while it is read: every view says that rows are missing, and no repair is offered", () => withPage(reading, async (page) => {
  await giveSchema(page);
  await begin(page);
  appendFileSync(dump.path, "\n");
  await soon.match(() => status(page), GONE);
  await soon.match(() => page.locator("#document-rows").textContent(), /^[\d,]+ rows$/);
  const [read] = (await page.locator("#document-rows").textContent()).split(" ");
  assert.notEqual(read, "60,000");
  await goTo(page, "Findings");
  await soon.match(() => status(page), GONE);
  await soon.match(() => page.locator("#findings-note").textContent(), GONE);
  await page.waitForSelector("#findings [data-display]");
  assert.ok(await page.locator("#repair").isDisabled());
  await goTo(page, "Overview");
  await soon.match(() => status(page), GONE);
  await soon.ok(async () => (await status(page)).includes(`${read} rows in `));
  await soon.match(() => page.locator("#overview-note").textContent(), GONE);
  await goTo(page, "Rows");
  await page.getByRole("searchbox", { name: "Filter", exact: true }).fill("record = edge-count");
  await soon.match(() => status(page), new RegExp(`^[\\d,]+ of ${read} rows shown\\. .*Not all rows are read: `));
  await goTo(page, "Row");
  await soon.match(() => page.locator("#row-alike").textContent(), /^All rows of this source at least [\d,]+$/);
  await goTo(page, "Range");
  await soon.match(() => page.locator("#range-rows").textContent(), /^At least \d+ rows? of this document (is|are) in the range$/);
}));

test("rows are exported once all are there", () => withPage(reading, async (page) => {
  await page.locator("#open-file").setInputFiles(dump.path);
  // Pressed within the page, as soon as there are rows: between two steps of a test all of them may have come.
  await page.waitForFunction(() => {
    if (!/^[1-9].*…$/.test(document.querySelector("#document-rows").textContent)) return false;
    document.querySelector("#export").click();
    document.querySelector("#export-menu [data-form=json]").click();
    return true;
  });
  await soon.match(() => status(page), /^Not all rows are here yet/);
  await soon.match(() => status(page), /60,000 rows/);
}));

test("of more findings than are listed the worst are, and all are counted", async () => {
  const line = (severity, code) => JSON.stringify({ severity, code, parts: {} });
  assert.deepEqual(worstFirst([line("info", "a"), line("warning", "b"), line("info", "a"), line("error", "c")], 2), {
    list: [line("error", "c"), line("warning", "b")], under: [-1, -1],
    codes: [{ severity: "info", code: "a", number: 2 }, { severity: "warning", code: "b", number: 1 }, { severity: "error", code: "c", number: 1 }],
  });
  const after = (severity, code, finding) => JSON.stringify({ severity, code, parts: {}, follows: { finding } });
  const { list, under } = worstFirst([after("error", "a", 3), line("error", "b"), line("warning", "c"), after("info", "d", 3)], 9);
  assert.deepEqual(list.map((l) => JSON.parse(l).code), ["b", "c", "a", "d"]);
  assert.deepEqual(under, [-1, -1, 1, 1]);
  await withPage(reading, async (page) => {
    const { line: text } = row("edge-index");
    const wrong = text.replace(/^ .{4}/, (salt) => ` ${salt[3] === "1" ? "\\x02" : "\\x01"}${salt.slice(5)}`);
    await drop(page, [{ name: "salts.txt", bytes: Buffer.from(`ROW  COLUMN+CELL\n${`${wrong}\n`.repeat(5200)}`) }]);
    await goTo(page, "Findings");
    await soon.match(() => status(page), /5,200 findings in salts\.txt: 5,200 errors\./);
    await soon.match(() => page.locator("#findings-note").textContent(), /the first 5000 of 5200 are listed/);
    await goTo(page, "Overview");
    await soon.match(() => page.locator("[data-section=problems]").textContent(), /Salt does not match5,200/);
  });
});

test("a link without data is about the document that is open: its filter, its regions, its row", () => withPage(reading, async (page) => {
  const go = (hash) => page.evaluate((to) => { location.hash = to; }, hash);
  await drop(page, [{ name: "scan.txt", bytes: Buffer.from(damaged) }]);
  await page.waitForSelector("html[data-view=rows]");
  await soon.match(() => status(page), /104 rows/);
  await go("view=rows&where=record+%3D+edge-count");
  await soon.equal(() => page.getByRole("searchbox", { name: "Filter", exact: true }).inputValue(), "record = edge-count");
  await soon.match(() => status(page), /^\d+ of 104 rows shown/);
  await go("view=overview&splits=80");
  await soon.equal(() => page.locator("#overview-splits").inputValue(), "80");
  await go("row=99999");
  await page.waitForSelector("html[data-view=row]");
  await soon.match(() => status(page), /^There is no row 100,000; the last one is shown\. /);
  await soon.match(() => page.locator("#row-place").textContent(), /^row 104 of 104/);
  await soon.match(() => page.evaluate(() => location.hash), /row=103/);
  // Of a long file Row takes single rows.
  await page.locator("#open-file").setInputFiles(dump.path);
  await soon.match(() => page.locator("#document-rows").textContent(), /^60,000 rows$/);
  await go("row=99999");
  await soon.match(() => status(page), /^There is no row 100,000; the last one is shown\. /);
  await soon.match(() => page.locator("#row-place").textContent(), /^row 60,000 of 60,000/);
  // So many are searched only when asked to: there is no number, and versions are looked for after a click.
  const from = page.getByRole("navigation", { name: "Place" });
  await from.getByRole("button", { name: /^All rows of this/ }).waitFor();
  await from.getByRole("button", { name: "Diff with previous version" }).click();
  await soon.match(() => status(page), /Row 60,000 has no previous version in scan\.txt/);
  await from.getByRole("button", { name: /^All rows of this/ }).click();
  await page.waitForSelector("html[data-view=rows]");
  await soon.match(() => status(page), /[\d,]+ of 60,000 rows shown/);
}));

test("a filter that is not finished shows all rows after a reload, and says what is missing", () => withPage({ requests: /./ }, async (page) => {
  await drop(page, [{ name: "scan.txt", bytes: Buffer.from(damaged) }]);
  await page.waitForSelector("html[data-view=rows]");
  await soon.match(() => status(page), /104 rows/);
  await page.getByRole("searchbox", { name: "Filter", exact: true }).fill("source =");
  await soon.match(() => page.evaluate(() => location.hash), /where=source/);
  await page.reload();
  await soon.match(() => page.locator("#where-problem").textContent(), /^Expected a value after =/);
  await soon.equal(() => page.locator("#rows").getAttribute("aria-rowcount"), "105");
  await page.getByRole("tab", { name: "Row", exact: true }).click();
  await page.getByRole("tab", { name: "Rows" }).click();
  await soon.match(() => status(page), /104 rows/);
}));

test("versions of rows whose worker ended are refused with the reason", () => withPage({ ...reading, prepare: (page) => page.addInitScript(() => {
  globalThis.workers = [];
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      globalThis.workers.push(this);
    }
  };
}) }, async (page) => {
  await drop(page, [{ name: "scan.txt", bytes: Buffer.from(damaged) }]);
  await page.waitForSelector("#rows [data-display] button");
  await page.getByRole("tab", { name: "Row", exact: true }).click();
  await page.waitForSelector("#fields [role=treeitem]");
  await page.evaluate(() => globalThis.workers.at(-1).onerror());
  await page.locator("#version-before").evaluate((e) => e.click());
  await soon.match(() => status(page), /^The versions cannot be compared: the worker script could not be loaded\./);
}));
