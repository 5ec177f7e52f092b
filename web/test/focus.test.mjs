// Where the focus goes when a key leads to another view or region.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { decode, row, schemaFile, settled, useBrowser, withPage } from "./browser.mjs";
import { damaged } from "./dump.mjs";
import { openCounted } from "./scan.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const store = fileURLToPath(new URL("../../golden/store-files/samples/rocksdb/maryk/", import.meta.url));
const reading = { requests: /\/worker-[0-9a-f]+\.js$|^blob:/ };

test("Enter on a table leads to the first of its rows", () => withPage(reading, async (page) => {
  await page.locator("#folder").setInputFiles(store);
  await page.waitForSelector("html[data-view=tables]");
  await page.locator("#tables [data-table] button").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForSelector("html[data-view=rows]");
  await page.waitForFunction(() => document.activeElement?.closest("#rows [data-display='0']"));
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.activeElement?.closest("#rows [data-display='0']"));
}));

async function pasteDump(page) {
  await page.evaluate((text) => navigator.clipboard.writeText(text), damaged);
  await page.keyboard.press("Control+v");
}

const focused = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.textContent);

test("what opens a row or an example leaves the focus inside the view that it opens, and Back returns to the row", () => withPage(reading, async (page) => {
  await page.getByRole("region", { name: "Examples" }).getByRole("button").first().press("Enter");
  await page.waitForSelector("#fields [role=treeitem]");
  await soon.equal(() => focused(page), "panel-row");
  await pasteDump(page);
  await page.waitForSelector("html[data-view=rows]:not([data-state=loading])");
  await page.locator("#rows [data-display='1'] button").press("Enter");
  await page.waitForSelector("html[data-view=row]");
  await soon.equal(() => focused(page), "panel-row");
  await page.waitForSelector("#row-previous:enabled");
  await page.keyboard.press("Tab");
  await soon.equal(() => focused(page), "row-previous");
  await page.keyboard.press("Backspace");
  await page.waitForSelector("html[data-view=rows]");
  await page.waitForFunction(() => document.activeElement?.closest("#rows [data-display='1']"));
}));

test("F6 goes through the list of findings, and to the tab of a tool", () => withPage(reading, async (page) => {
  await pasteDump(page);
  await page.waitForFunction(() => document.querySelector("#count-findings").textContent !== "");
  await page.getByRole("tab", { name: "Findings" }).click();
  await page.waitForSelector("#findings [data-display]");
  const names = ["#document", "#findings-filter", "#findings", "#stored-bytes", "#status", ".bar"];
  const passed = new Set();
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press("F6");
    passed.add(await page.evaluate((names) => names.find((s) => document.activeElement.closest(s)), names));
  }
  assert.deepEqual(names.filter((s) => !passed.has(s)), []);
  await page.keyboard.press("b");
  await page.waitForSelector("html[data-view=build]");
  for (let i = 0; i < 9 && !(await page.evaluate(() => document.activeElement.closest("#document"))); i++) await page.keyboard.press("F6");
  await page.keyboard.press("Shift+F6");
  await soon.equal(() => focused(page), "tab-build");
}));

test("what loses the focus to a change of the page hands it on to its view or its button", () => withPage(reading, async (page) => {
  await openCounted(page);
  await page.locator("#rows [data-display='1'] button").first().focus();
  await page.keyboard.press("Shift+F6");
  await soon.equal(() => page.evaluate(() => document.activeElement === document.querySelector("#facets-list button")), true, "the first facet, not the histogram");
  await page.locator("#rows [data-display='1'] button").first().focus();
  await pasteDump(page);
  await page.waitForSelector("#undo-document:not([hidden])");
  await soon.equal(() => focused(page), "panel-rows", "another document has other rows");
  await page.getByRole("button", { name: "Schema", exact: true }).click();
  await page.locator("#schema-text").fill(readFileSync(schemaFile, "utf8"));
  await page.getByRole("button", { name: "Use schema" }).press("Enter");
  await page.waitForSelector("#schema-panel", { state: "hidden" });
  await soon.equal(() => focused(page), "schema-toggle");
  await page.evaluate(() => { location.hash = "#row=102"; });
  await page.waitForFunction(() => document.querySelector("#row-place").textContent.startsWith("row 103 of 104"));
  await page.locator("#row-next").press("Enter");
  await page.waitForSelector("#row-next:disabled");
  await soon.equal(() => focused(page), "panel-row", "there is no next row");
  await settled(page);
  await page.locator("#fields [role=treeitem]").filter({ hasText: "target" }).first().click();
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("ord-9");
  await page.keyboard.press("Enter");
  await page.locator("#undo:enabled").press("Enter");
  await page.waitForSelector("#undo:disabled");
  await soon.equal(() => focused(page), "panel-row", "there is nothing more to undo");
  await page.keyboard.press("Control+Shift+Z");
  await page.waitForSelector("#undo:enabled");
}));

test("a card that is pressed beside its button leaves the focus in Row", () => withPage({ ...reading, viewport: { width: 390, height: 800 } }, async (page) => {
  const folder = mkdtempSync(join(tmpdir(), "rowlens-focus-"));
  after(() => rmSync(folder, { recursive: true }));
  execFileSync("tar", ["xzf", fileURLToPath(new URL("../../golden/store-files/lmdb/v1-named.tar.gz", import.meta.url)), "-C", folder]);
  await page.locator("#folder").setInputFiles(folder);
  await page.waitForSelector("html[data-view=tables]");
  await page.locator("#tables [data-table] button").first().click();
  await page.locator("#rows [data-display='0'] [role=gridcell]").nth(1).click();
  await page.waitForSelector("html[data-view=row]");
  await page.waitForSelector("#bytes [role=gridcell]");
  await soon.equal(() => focused(page), "panel-row");
}));

test("t opens Time and focuses its input", () => withPage({}, async (page) => {
  await decode(page, row("edge-index").line);
  await page.getByRole("tab", { name: "Row", exact: true }).focus();
  await page.keyboard.press("t");
  await page.waitForSelector("html[data-view=time]");
  await soon.equal(() => page.evaluate(() => document.activeElement.id), "time-input");
}));

test("the key of a view leaves the focus where a click on its tab would", () => withPage(reading, async (page) => {
  await decode(page, row("edge-index").line);
  const focused = () => page.evaluate(() => document.activeElement.dataset.view ?? document.activeElement.id);
  await page.evaluate(() => document.activeElement.blur());
  for (const [key, view] of [["4", "overview"], ["2", "rows"], ["b", "build"], ["1", "row"]]) {
    await page.keyboard.press(key);
    await page.waitForSelector(`html[data-view=${view}]`);
    await soon.equal(focused, view, key);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await page.keyboard.press("o");
  await page.waitForSelector("html[data-view=order]");
  await soon.equal(focused, "order");
}));

test("Time is offered for a number of ten to nineteen digits", () => withPage({ requests: /\/worker-[0-9a-f]+\.js$/ }, async (page) => {
  const offer = page.getByRole("button", { name: "A time? Open it in Time" });
  const input = page.getByRole("textbox", { name: "Input", exact: true });
  for (const [text, is] of [["171478440", false], ["1714784409000", true], ["1714784409", true], ["171478440900012345678", false], ["1714784409000", true]]) {
    await input.fill(text);
    await soon.equal(() => offer.isVisible(), is, text);
  }
  await offer.click();
  await page.waitForSelector("html[data-view=time]");
  await soon.equal(() => page.locator("#time-input").inputValue(), "1714784409000");
  await soon.match(() => page.locator("#panel-time").textContent(), /2024-05-04/);
}));

test("a severity in Findings that is switched off and on keeps the focus", () => withPage(reading, async (page) => {
  await openCounted(page);
  await page.getByRole("tab", { name: /^Findings/ }).click();
  const errors = page.getByRole("button", { name: "5 errors" });
  await errors.focus();
  for (const pressed of ["false", "true"]) {
    await page.keyboard.press("Space");
    await soon.equal(() => errors.getAttribute("aria-pressed"), pressed);
    assert.equal(await focused(page), "5 errors");
  }
}));
