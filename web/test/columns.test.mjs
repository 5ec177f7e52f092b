// The columns of Rows: chosen, sorted and resized.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { axe } from "./axe.mjs";
import { inThemes, picture, schemaFile, useBrowser, withPage as anyPage } from "./browser.mjs";
import { openCounted, scan } from "./scan.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const withPage = (options, fn) => anyPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/, ...options }, fn);

const grid = (page) => page.getByRole("grid", { name: "Rows" });
const head = (page, name) => grid(page).getByRole("columnheader", { name, exact: true });
const heads = (page) => grid(page).getByRole("columnheader").allTextContents();

/** The texts of a column in the rows that are drawn, once the rows are in an order. */
async function column(page, name, order) {
  await page.waitForFunction((text) => document.querySelector("#status").textContent.includes(text), order);
  await page.waitForFunction(() => [...document.querySelectorAll("#rows [data-display]")].every((e) => e.childElementCount > 1));
  const at = (await heads(page)).findIndex((text) => text.replace(/ [↑↓]$/, "") === name);
  return page.$$eval("#rows [data-display]", (list, at) => list.sort((a, b) => a.dataset.display - b.dataset.display).map((e) => e.children[at].textContent), at);
}

/** The number of a cell, which shows a time as a date. */
const numberOf = (text) => (/^\d{4}-/.test(text) ? Date.parse(`${text.replace(" ", "T")}Z`) : Number(text));

test("a heading sorts ascending, descending and not at all, within the filter and in groups", () => withPage({}, async (page) => {
  await openCounted(page);
  const sort = head(page, /^version/).getByRole("button");
  await soon.equal(() => head(page, /^version/).getAttribute("aria-sort"), null);
  await sort.click();
  const up = (await column(page, "version", "sorted by version.")).filter(Boolean).map(numberOf);
  await soon.equal(() => head(page, /^version/).getAttribute("aria-sort"), "ascending");
  assert.ok(up.length > 20 && up.every((n, i) => n >= (up[i - 1] ?? 0)), up.join());
  await sort.press("Enter");
  const down = (await column(page, "version", "sorted by version, the greatest first.")).filter(Boolean).map(numberOf);
  await soon.equal(() => head(page, /^version/).getAttribute("aria-sort"), "descending");
  assert.ok(down.every((n, i) => n <= (down[i - 1] ?? n)), down.join());
  assert.equal(down[0], 1714903200000);
  await page.getByRole("searchbox", { name: "Filter", exact: true }).fill("record = edge cache");
  await page.waitForFunction(() => document.querySelector("#rows").getAttribute("aria-rowcount") === "19");
  const some = (await column(page, "version", "18 of 104 rows shown, sorted by version")).map(numberOf);
  assert.ok(some.length === 18 && some.every((n, i) => n <= (some[i - 1] ?? n)), some.join());
  await page.getByRole("searchbox", { name: "Filter", exact: true }).fill("");
  await page.waitForFunction(() => document.querySelector("#rows").getAttribute("aria-rowcount") === "105");
  await sort.click();
  const stored = await column(page, "#", "all decode");
  assert.deepEqual(stored.slice(0, 3), ["1", "2", "3"]);
  await soon.equal(() => head(page, /^version/).getAttribute("aria-sort"), null);
  await head(page, "row key").getByRole("button").click();
  const keys = await column(page, "row key", "sorted by row key.");
  assert.ok(keys.every((text, i) => text >= (keys[i - 1] ?? "")), "keys are in order");
}));

test("a sorted row opens as the row that it is", () => withPage({}, async (page) => {
  await openCounted(page);
  const sort = head(page, /^version/).getByRole("button");
  await sort.click();
  await sort.click();
  const [first] = await column(page, "#", "the greatest first.");
  await grid(page).locator("[data-display='0'] button").click();
  await page.waitForFunction((n) => document.querySelector("#row-place").textContent.startsWith(`row ${n} of 104`), first);
  await page.goBack();
  await page.waitForSelector("html[data-view=rows]");
  await soon.equal(async () => (await column(page, "#", "the greatest first."))[0], first);
}));

test("columns are shown and hidden by name, and chosen again by the page", () => withPage({}, async (page) => {
  await openCounted(page);
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
  await soon.deepEqual(() => heads(page), before);
  await page.keyboard.press("Escape");
  await soon.equal(() => page.evaluate(() => document.activeElement.id), "columns");
  await soon.equal(() => list.count(), 0);
}));

test("the menu of a column sorts, hides, pins, spells and filters", () => withPage({}, async (page) => {
  await openCounted(page);
  const menu = page.getByRole("menu", { name: "Column version" });
  const pick = (name, role = "menuitem") => menu.getByRole(role, { name }).click();
  const opened = () => head(page, /^version/).click({ button: "right" });
  await opened();
  await axe(page, "the menu of a column");
  await picture(page, "column-menu-light-1280");
  await pick("Sort, greatest first", "menuitemradio");
  await soon.equal(() => head(page, /^version/).getAttribute("aria-sort"), "descending");
  // By keys, from the head.
  await head(page, /^version/).getByRole("button").focus();
  await page.keyboard.press("Alt+ArrowDown");
  await soon.equal(() => menu.getByRole("menuitemradio", { checked: true }).textContent(), "Sort, greatest first");
  await page.keyboard.press("Escape");
  await soon.equal(() => page.evaluate(() => document.activeElement.dataset.sort), "version");
  await soon.equal(() => menu.count(), 0);
  await opened();
  await pick("As stored", "menuitemradio");
  await soon.equal(() => head(page, /^version/).getAttribute("aria-sort"), null);
  await opened();
  await pick("As number", "menuitemcheckbox");
  await soon.ok(async () => (await column(page, "version", "all decode")).every((text) => /^\d*$/.test(text)));
  await opened();
  await pick("Pin", "menuitemcheckbox");
  await soon.equal(async () => (await members(page))[0], "version");
  await opened();
  await pick("Filter by it …");
  await soon.equal(() => page.getByRole("searchbox", { name: "Filter" }).inputValue(), "version = ");
  await page.getByRole("searchbox", { name: "Filter" }).fill("");
  await opened();
  await pick("Hide");
  await soon.ok(async () => !(await members(page)).includes("version"));
}));

test("a column is as wide as its edge is dragged", () => withPage({}, async (page) => {
  await openCounted(page);
  const width = async () => (await head(page, "source").boundingBox()).width;
  const before = await width();
  const edge = await head(page, "source").locator(".edge").boundingBox();
  await page.mouse.move(edge.x + 3, edge.y + 5);
  await page.mouse.down();
  await page.mouse.move(edge.x + 63, edge.y + 5, { steps: 3 });
  await page.mouse.up();
  await soon.ok(async () => Math.abs(await width() - before - 60) < 1, "it follows the pointer");
  await soon.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
}));

/** The names of the columns that are members. */
const members = async (page) => (await heads(page)).map((text) => text.replace(/ [↑↓]$/, "")).slice(2, -1);

test("a column is moved by keys and by its head, and all that was chosen is there after a reload and in another view", () => withPage({ requests: /./ }, async (page) => {
  await openCounted(page);
  const [first, second, third, ...rest] = await members(page);
  await head(page, first).getByRole("button").focus();
  await page.keyboard.press("Alt+ArrowRight");
  await soon.deepEqual(() => members(page), [second, first, third, ...rest]);
  await soon.equal(() => page.evaluate(() => document.activeElement.dataset.sort), first, "the focus moves along");
  await page.keyboard.press("Alt+ArrowLeft");
  await page.keyboard.press("Alt+ArrowLeft");
  await soon.deepEqual(() => members(page), [first, second, third, ...rest]);
  const [from, to] = [await head(page, third).boundingBox(), await head(page, first).boundingBox()];
  await page.mouse.move(from.x + 10, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 12, { steps: 4 });
  await soon.equal(() => grid(page).locator("[data-drop=before]").textContent(), first);
  await page.mouse.up();
  await soon.deepEqual(() => members(page), [third, first, second, ...rest]);
  await soon.equal(() => head(page, third).getAttribute("aria-sort"), null, "a drag does not sort");
  await head(page, /^version/).getByRole("button").click();
  await page.getByRole("button", { name: "Columns" }).click();
  const list = page.getByRole("group", { name: "Columns" });
  await list.getByRole("button", { name: `Pin ${first}` }).click();
  await soon.equal(() => list.getByRole("button", { name: `Pin ${first}` }).getAttribute("aria-pressed"), "true");
  await list.getByRole("checkbox", { name: "direction" }).check();
  await axe(page, "pinned");
  await picture(page, "columns-pinned-light-1280");
  await page.keyboard.press("Escape");
  const now = await members(page);
  assert.deepEqual(now, [first, third, second, ...rest, "direction"]);
  const sorted = await column(page, "#", "sorted by version.");
  const edge = await head(page, first).locator(".edge").boundingBox();
  await page.mouse.move(edge.x + 3, edge.y + 5);
  await page.mouse.down();
  await page.mouse.move(edge.x + 43, edge.y + 5, { steps: 3 });
  await page.mouse.up();
  const wide = (await head(page, first).boundingBox()).width;
  await page.getByRole("tab", { name: "Time" }).click();
  await page.getByRole("tab", { name: "Rows" }).click();
  await soon.deepEqual(() => members(page), now);
  await page.reload();
  await page.waitForSelector("html[data-view=rows]");
  await page.waitForSelector("#rows [data-display] [data-term]");
  await soon.deepEqual(() => column(page, "#", "sorted by version."), sorted);
  await soon.deepEqual(() => members(page), now);
  await soon.equal(async () => (await head(page, first).boundingBox()).width, wide);
}));

test("pinned columns stay in sight", () => withPage({}, async (page) => {
  await openCounted(page);
  await page.getByRole("button", { name: "Columns" }).click();
  const list = page.getByRole("group", { name: "Columns" });
  for (const box of await list.getByRole("checkbox").all()) await box.check();
  await list.getByRole("button", { name: "Pin target" }).click();
  await page.keyboard.press("Escape");
  await page.locator("#rows-scroll").evaluate((e) => { e.scrollLeft = 2000; });
  const [shown, cell, last] = await page.evaluate(() => [document.querySelector("#rows-scroll"), document.querySelector("#rows [data-display='0'] .pinned:nth-child(3)"), document.querySelector("#rows [role=columnheader]:nth-child(3)")]
    .map((e) => e.getBoundingClientRect().left));
  assert.ok(cell >= shown && cell < shown + 300, `${cell} of ${shown}`);
  assert.equal(cell, last, "the head stays with it");
}));

test("the keys of Rows: cells, their values in the filter, sorting, facets and columns", () => withPage({}, async (page) => {
  await openCounted(page);
  const at = (await heads(page)).indexOf("source");
  const focused = () => page.evaluate(() => document.activeElement.textContent);
  await grid(page).locator("[data-display='0'] button").focus();
  for (let i = 0; i < at; i++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  const value = await focused();
  assert.equal(value, await grid(page).locator("[data-display='1'] > span").nth(at).textContent());
  await soon.equal(() => grid(page).locator("[tabindex='0']").evaluateAll((all) => all.filter((e) => e.closest("[data-display]")).length), 1, "one Tab stop");
  await page.keyboard.press("s");
  await page.waitForFunction(() => document.querySelector("#status").textContent.includes("sorted by source."));
  await page.waitForFunction(() => document.activeElement.closest("#rows [data-display='1']"));
  await page.keyboard.press("s");
  await page.waitForFunction(() => document.querySelector("#status").textContent.includes("the greatest first") && document.activeElement.closest("#rows [data-display='1']"));
  await page.keyboard.press("s");
  await page.waitForFunction(() => document.querySelector("#rows [data-display='0'] button")?.textContent === "1" && document.activeElement.closest("#rows [data-display='1']"));
  await soon.equal(() => focused(), value, "the focus stays in its row");
  const term = await grid(page).locator("[data-display='1'] > span").nth(at).locator("[data-term]").getAttribute("data-term");
  await page.keyboard.press("-");
  await soon.equal(() => page.getByRole("searchbox", { name: "Filter", exact: true }).inputValue(), term.replace(" = ", " != "));
  await page.waitForFunction(() => /\d+ of 104 rows shown/.test(document.querySelector("#status").textContent));
  await page.getByRole("searchbox", { name: "Filter", exact: true }).fill("");
  await page.waitForFunction(() => document.querySelector("#rows").getAttribute("aria-rowcount") === "105");
  const kind = await grid(page).locator("[data-display='1'] > span").nth(1).textContent();
  const hex = await grid(page).locator("[data-display='1'] > .key").textContent();
  for (const [cell, key, term] of [["span:nth-child(2)", "+", `record = ${kind}`], ["span:nth-child(2)", "-", `record != ${kind}`], [".key", "+", `row = ${hex}`], [".key", "-", `row != ${hex}`]]) {
    await grid(page).locator(`[data-display='1'] > ${cell}`).click();
    await page.keyboard.press(key);
    await soon.equal(() => page.getByRole("searchbox", { name: "Filter", exact: true }).inputValue(), term);
    await page.waitForFunction(() => /\d+ of 104 rows shown/.test(document.querySelector("#status").textContent));
    await page.getByRole("searchbox", { name: "Filter", exact: true }).fill("");
    await page.waitForFunction(() => document.querySelector("#rows").getAttribute("aria-rowcount") === "105");
  }
  await grid(page).locator("[data-display='1'] > span").nth(1).click();
  await page.keyboard.press("c");
  await page.getByRole("group", { name: "Columns" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("f");
  await soon.ok(() => page.evaluate(() => document.activeElement.closest("#facets-list") !== null));
  await page.getByRole("searchbox", { name: "Filter", exact: true }).fill("");
  await page.waitForFunction(() => document.querySelector("#rows").getAttribute("aria-rowcount") === "105");
  await grid(page).locator("[data-display='2'] button").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#row-place").textContent.startsWith("row 3 of 104"));
}));

test("where no row matches, a name that no row has is said, with near ones", () => withPage({}, async (page) => {
  await openCounted(page);
  const where = page.getByRole("searchbox", { name: "Filter", exact: true });
  const why = () => page.locator("#rows-none-why").textContent();
  for (const [text, want] of [
    ["sorce = 1001", "No row has a member called sorce; near: source."], ["source = 4242", ""], ["version > yesterday", "yesterday is neither a number nor a time, and is compared as text."],
    ["salt = 64d95d7e", "No row has a member called salt."], ["record = edge index and nonsense = 1", "No row has a member called nonsense."],
  ]) {
    await where.fill(text);
    await page.waitForFunction((t) => document.querySelector("#rows-none-term").textContent === t, text.split(" and ").at(-1));
    await soon.equal(why, want, text);
  }
  await page.waitForFunction(() => document.querySelector("#status").textContent === "No row matches. No row has a member called nonsense.");
}));

test("where no row matches, the term that excluded the last ones can be removed", () => withPage({}, async (page) => {
  await openCounted(page);
  const where = page.getByRole("searchbox", { name: "Filter", exact: true });
  await where.fill("record = edge index and source = 4242 and direction = IN");
  await page.getByText("No row matches.").waitFor();
  await soon.equal(() => page.locator("#rows-none-term").textContent(), "source = 4242");
  await axe(page, "none");
  await page.getByRole("button", { name: "Remove it" }).click();
  await soon.equal(() => where.inputValue(), "record = edge index and direction = IN");
  await page.waitForSelector("#rows [data-display]");
  await soon.equal(() => page.getByText("No row matches.").isVisible(), false);
  await page.getByRole("button", { name: "Errors only" }).click();
  await page.getByText("No row matches.").waitFor();
  await page.getByRole("button", { name: "Remove it" }).click();
  await page.waitForSelector("#rows [data-display]");
  await soon.equal(() => where.inputValue(), "record = edge index and direction = IN");
}));

test("a key makes a column wider, and its times are numbers where one wants those", () => withPage({ requests: /./ }, async (page) => {
  await openCounted(page);
  const width = async () => (await head(page, "version").boundingBox()).width;
  const before = await width();
  await head(page, "version").getByRole("button").focus();
  await page.keyboard.press("Alt+Shift+ArrowRight");
  await soon.equal(() => width(), before + 16);
  await soon.equal(() => page.evaluate(() => document.activeElement.dataset.sort), "version");
  await page.keyboard.press("Alt+Shift+ArrowLeft");
  await soon.equal(() => width(), before);
  const at = (await heads(page)).indexOf("version");
  const cells = () => page.$$eval("#rows [data-display]", (list, i) => list.map((e) => e.children[i]?.textContent).filter(Boolean), at);
  await soon.ok(async () => (await cells()).every((text) => /^\d{4}-\d\d-\d\d /.test(text)));
  const list = page.getByRole("group", { name: "Columns" });
  await page.getByRole("button", { name: "Columns" }).click();
  await soon.equal(() => list.getByRole("button", { name: "As number: source" }).count(), 0, "it has no times");
  await list.getByRole("button", { name: "As number: version" }).click();
  await axe(page, "as number");
  await page.keyboard.press("Escape");
  await soon.ok(async () => (await cells()).every((text) => /^\d{13}$/.test(text)), String(await cells()));
  await page.reload();
  await page.waitForSelector("#rows [data-display] [data-term]");
  await soon.ok(async () => (await cells()).every((text) => /^\d{13}$/.test(text)), "it stays over a reload");
}));

test("a column that says the same in all rows is left out, and that is said", () => withPage({}, async (page) => {
  const lines = readFileSync(scan, "utf8").split("\n");
  await page.locator("#schema-file").setInputFiles(schemaFile);
  await page.waitForFunction(() => document.querySelector("#schema-words").textContent);
  const index = lines.filter((l) => l.includes("+\\xA9\\x5Cc\\x11)|")); // the index rows of one table
  await page.locator("#open-file").setInputFiles({ name: "scan.txt", mimeType: "text/plain", buffer: Buffer.from(["ROW  COLUMN+CELL", ...index].join("\n")) });
  await page.waitForFunction(() => / All have .*table social\.user_likes/.test(document.querySelector("#status").textContent));
  await soon.ok(async () => !(await heads(page)).includes("table"), String(await heads(page)));
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("group", { name: "Columns" }).getByRole("checkbox", { name: "table", exact: true }).check();
  await soon.ok(async () => (await heads(page)).includes("table"), "who chooses it sees it");
}));

test("what the filter makes equal needs no column", () => withPage({}, async (page) => {
  await openCounted(page);
  const where = page.getByRole("searchbox", { name: "Filter", exact: true });
  await where.fill("record = edge index");
  await page.waitForFunction(() => document.querySelector("#rows").getAttribute("aria-rowcount") === "46");
  const before = await heads(page);
  await where.fill(`record = edge index and ${before[3]} = 77`);
  await page.waitForFunction((name) => ![...document.querySelectorAll("#rows [role=columnheader]")].some((e) => e.textContent === name), before[3]);
}));

test("a head says once of which zone the dates below it are, and nothing of other columns", () => withPage({}, async (page) => {
  await openCounted(page);
  const said = (name) => head(page, name).evaluate((e) => [e.querySelector(".zone") ? getComputedStyle(e.querySelector(".zone"), "::after").content : "", e.querySelector("button").getAttribute("aria-description")]);
  await soon.deepEqual(() => said("version"), ['" (UTC)"', "dates in UTC"]);
  await soon.deepEqual(() => said("source"), ["", null]);
  await head(page, "version").getByRole("button").click();
  await page.waitForFunction(() => document.querySelector("#status").textContent.includes("sorted by version."));
  await soon.ok(() => head(page, /^version/).getByRole("button").evaluate((e) => e.scrollWidth <= e.clientWidth), "it is not cut");
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("group", { name: "Columns" }).getByRole("button", { name: "As number: version" }).click();
  await soon.deepEqual(() => said(/^version/), ["", null]);
}));

for (const width of [390, 320]) {
  test(`Columns is a sheet over a page of ${width} px`, (t) => withPage({ viewport: { width, height: 700 } }, async (page) => {
    await openCounted(page);
    const button = page.getByRole("button", { name: "Columns", exact: true });
    const list = page.getByRole("group", { name: "Columns" });
    await inThemes(t, page, async (colorScheme, again) => {
      await page.setViewportSize({ width, height: 700 });
      await button.click();
      await soon.deepEqual(async () => Object.values(await list.boundingBox()), [0, 0, width, 700]);
      await soon.ok(() => list.evaluate((e) => e.scrollWidth <= e.clientWidth), "nothing sticks out");
      await axe(page, "sheet", again);
      await picture(page, `columns-${colorScheme}-${width}`);
      await list.getByRole("checkbox", { name: "table", exact: true }).click();
      await list.getByRole("button", { name: "Close" }).click();
      await soon.equal(() => list.count(), 0);
      await soon.equal(() => page.evaluate(() => document.activeElement.id), "columns");
      await button.click();
      await page.keyboard.press("Escape");
      await soon.equal(() => list.count(), 0);
      await soon.equal(() => page.evaluate(() => document.activeElement.id), "columns");
      await page.setViewportSize({ width: 1280, height: 700 });
      await button.click();
      await soon.ok(async () => (await list.boundingBox()).width < 400, "where there is room, it stands under its button");
      await soon.equal(() => list.getByRole("button", { name: "Close" }).count(), 0);
      await page.keyboard.press("Escape");
    });
  }));
}
