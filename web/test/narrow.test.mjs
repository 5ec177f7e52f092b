// A narrow window: four tabs, and a menu for the other views and the tools.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { axe } from "./axe.mjs";
import { goTo, inThemes, picture, rows, useBrowser, withPage as anyPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const withPage = (options, fn) => anyPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/, ...options }, fn);
const scan = rows.map((r) => r.line).join("\n");

const tabs = (page) => page.getByRole("tab").evaluateAll((all) => all.filter((t) => t.checkVisibility()).map((t) => t.firstChild.textContent.trim()));
const more = (page) => page.getByRole("button", { name: "More", exact: true });
const selected = (page) => page.locator("[role=tab][aria-selected=true]").evaluate((t) => t.dataset.view);

async function openScan(page) {
  await page.getByLabel("Open file").setInputFiles({ name: "scan.txt", mimeType: "text/plain", buffer: Buffer.from(scan) });
  await page.waitForSelector("html[data-view=rows]");
}

for (const width of [390, 320]) {
  test(`the tabs fit on one line of ${width} px, with the rest in a menu`, (t) => withPage({ viewport: { width, height: 800 } }, async (page) => {
    await openScan(page);
    await inThemes(t, page, async (colorScheme, again) => {
      await page.getByRole("tab", { name: "Rows" }).click();
      await soon.deepEqual(() => tabs(page), ["Row", "Rows", "Findings", "Overview"]);
      await more(page).click();
      await soon.deepEqual(() => page.getByRole("menuitem").allTextContents(), ["Build", "Order", "Range", "Time", "Formats"]);
      await picture(page, `more-${colorScheme}-${width}`);
      await axe(page, `More, ${width}`, again);
      await page.getByRole("menuitem", { name: "Time" }).click();
      await soon.deepEqual(() => tabs(page), ["Row", "Rows", "Findings", "Overview", "Time"]);
      await soon.equal(() => page.locator(".more-word").evaluate((e) => e.getBoundingClientRect().right < 0), true, "Time takes the place of the word");
      const [tops, right, wide] = await page.evaluate(() => {
        const boxes = [...document.querySelectorAll(".bar [role=tab], #more-toggle")].filter((t) => t.checkVisibility()).map((t) => t.getBoundingClientRect());
        return [new Set(boxes.map((b) => b.top + b.height / 2)).size, Math.max(...boxes.map((b) => b.right)), document.documentElement.scrollWidth];
      });
      assert.equal(tops, 1, "one line");
      assert.ok(right <= width && wide <= width, `${right} and ${wide} of ${width}`);
    });
  }));
}

for (const [width, lines] of [[390, 2], [1280, 1]]) {
  test(`the input of a row has as many lines as fit at ${width} px, from the line of the row on`, () => withPage({ viewport: { width, height: 800 } }, async (page) => {
    await openScan(page);
    await page.locator("[data-display='3'] button, [data-display='3'] a").first().click();
    await page.waitForSelector("html[data-view=row]");
    const seen = () => page.locator("#input").evaluate((box) => {
      const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(box);
      const height = parseFloat(lineHeight);
      return { lines: (box.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)) / height, top: box.scrollTop, whole: box.scrollTop % height };
    });
    await soon.equal(async () => (await seen()).lines, lines);
    await soon.equal(async () => (await seen()).whole, 0);
    // The lines before it wrap where no more characters fit: the text is ASCII, in letters of one width.
    const above = () => page.locator("#input").evaluate((box, wraps) => {
      const style = getComputedStyle(box);
      const ruler = document.createElement("canvas").getContext("2d");
      ruler.font = `${style.fontSize} ${style.fontFamily}`;
      const fit = Math.floor((box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)) / ruler.measureText("0".repeat(100)).width * 100);
      const before = box.value.split("\n").slice(0, Number(document.querySelector("#row-place").textContent.match(/line (\d+)/)[1]) - 1);
      return parseFloat(style.lineHeight) * before.reduce((n, text) => n + (wraps ? Math.max(1, Math.ceil(text.length / fit)) : 1), 0);
    }, lines === 2);
    await soon.ok(async () => Math.abs((await seen()).top - (await above())) < 1, "the box does not begin with the line of the row");
    // A wide line ends in an ellipsis; a narrow window has no room for the formats that do not parse, if one does.
    await soon.equal(() => page.locator("#input").evaluate((box) => getComputedStyle(box).textOverflow), "ellipsis");
    await soon.deepEqual(async () => [await page.locator("#refused").getAttribute("hidden"), await page.locator("#refused").isVisible()], [null, width > 390]);
    await picture(page, `row-input-${width}`);
  }));
}

test("the line of the document gives its kind, or the number of rows that do not decode, and neither is cut", () => withPage({ viewport: { width: 390, height: 800 } }, async (page) => {
  const open = (text) => page.getByLabel("Open file").setInputFiles({ name: "scan-of-regions-1-to-40.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  const said = () => page.evaluate(() => ["#document-kind", "#document-failed"].map((id) => document.querySelector(id)).filter((e) => e.checkVisibility() && e.textContent).map((e) => (e.scrollWidth <= e.clientWidth ? e.textContent : `cut: ${e.textContent}`)));
  await open(scan);
  await soon.deepEqual(said, ["HBase shell scan"]);
  await open(`${scan}\n ff                                   column=f:e, timestamp=2024-05-03T04:00:01.000, value=\\x00\n`);
  await soon.deepEqual(said, ["1 not decoded"]);
}));

test("a row that does not decode is one line at 768 px, and a long name leaves Undo its room", () => withPage({ viewport: { width: 768, height: 800 } }, async (page) => {
  await page.getByLabel("Open file").setInputFiles(fileURLToPath(new URL("../../golden/maryk-rocksdb/latest.0301.scan.txt", import.meta.url)));
  const failed = page.locator("#rows .rows-row.failed").first();
  await failed.waitFor();
  await soon.equal(() => failed.evaluate((e) => new Set([...e.children].map((c) => Math.round(c.getBoundingClientRect().bottom / 8))).size), 1);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByLabel("Open file").setInputFiles({ name: `${"long-name-".repeat(20)}.txt`, mimeType: "text/plain", buffer: Buffer.from(scan) });
  await goTo(page, "Findings");
  await soon.match(() => page.locator("#status").textContent(), /long-name/);
  await soon.ok(() => page.locator("#undo-document").evaluate((e) => e.checkVisibility() && e.scrollWidth <= e.clientWidth), "Undo is squeezed");
  const cut = () => page.locator("#status").evaluate((e) => e.scrollHeight > e.clientHeight);
  assert.equal(await cut(), true, "two lines");
  for (let i = 0; i < 9 && !(await page.evaluate(() => document.activeElement.id === "status")); i++) await page.keyboard.press("F6");
  assert.equal(await cut(), false, "with the focus, all");
  await page.evaluate(() => document.activeElement.blur());
  assert.equal(await cut(), true);
  await page.locator("#status").hover();
  assert.equal(await cut(), false, "pressed, all");
}));

test("arrow keys move over the present tabs, and the menu works with the keyboard", () => withPage({ viewport: { width: 390, height: 800 } }, async (page) => {
  await openScan(page);
  await page.getByRole("tab", { name: "Overview" }).click();
  await page.keyboard.press("ArrowRight");
  await soon.equal(() => selected(page), "row");
  await page.keyboard.press("ArrowLeft");
  await soon.equal(() => selected(page), "overview");
  await more(page).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await soon.equal(() => selected(page), "time");
  await soon.equal(() => page.evaluate(() => document.activeElement.id), "tab-time");
  await page.keyboard.press("Shift+Tab");
  await soon.equal(() => page.evaluate(() => document.activeElement.id), "tab-row");
}));

test("a wide window has all tabs, and no menu", () => withPage({}, async (page) => {
  await openScan(page);
  await soon.equal(async () => (await tabs(page)).length, 8);
  await soon.equal(() => more(page).count(), 0);
  await goTo(page, "Range");
  await page.setViewportSize({ width: 390, height: 800 });
  await soon.deepEqual(() => tabs(page), ["Row", "Rows", "Findings", "Overview", "Range"]);
}));

test("Open and Share are in the narrow bar, on the empty page too", () => withPage({ viewport: { width: 320, height: 800 } }, async (page) => {
  const inBar = (name) => page.locator(".bar").getByRole("button", { name, exact: true });
  await inBar("Open").click();
  await page.getByRole("menuitem", { name: "An example" }).waitFor();
  await page.keyboard.press("Escape");
  await openScan(page);
  await inBar("Share").click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await dialog.waitFor();
  const box = await dialog.boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 320, JSON.stringify(box));
  await page.keyboard.press("Escape");
  await soon.equal(() => page.evaluate(() => document.activeElement.id), "share-toggle");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator("#document").getByRole("button", { name: "Share", exact: true }).waitFor();
}));

for (const width of [390, 320]) {
  test(`actions for a row are in one menu beside its place, at ${width} px`, () => withPage({ viewport: { width, height: 800 } }, async (page) => {
    await openScan(page);
    await goTo(page, "Row");
    await page.waitForFunction(() => /^row 1 of/.test(document.querySelector("#row-place").textContent));
    const button = page.getByRole("navigation", { name: "Place" }).getByRole("button", { name: "From this row" });
    await button.waitFor();
    await soon.equal(() => page.getByRole("button", { name: "Order with neighbours" }).count(), 0);
    await page.waitForFunction(() => /^All rows of this/.test(document.querySelector("#row-alike").textContent) && document.querySelector("#version-before").hidden);
    await button.focus();
    await page.keyboard.press("Enter");
    const items = page.getByRole("menuitem");
    await items.first().waitFor();
    const names = await items.allTextContents();
    assert.equal(names.length, 5);
    assert.match(names[1], /^All rows of this source \d+$/);
    assert.deepEqual([names[0], ...names.slice(2)], ["Scan this prefix", "Order with neighbours", "Build from it", "Compare with …"]);
    const box = await page.locator("#from-row-menu").boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
    await axe(page, `From this row, ${width}`);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForSelector("html[data-view=order]");
    await page.setViewportSize({ width: 1280, height: 800 });
    await goTo(page, "Row");
    await page.getByRole("button", { name: "Order with neighbours" }).waitFor();
    await soon.equal(() => button.count(), 0);
  }));
}

test("at 320 px nothing lies over the heading of the stored bytes, and a long spelling stays in the input", () => withPage({ viewport: { width: 320, height: 800 } }, async (page) => {
  const golden = (name) => fileURLToPath(new URL(`../../golden/maryk-hbase/${name}`, import.meta.url));
  await page.locator("#schema-file").setInputFiles(golden("latest.models.json"));
  await page.waitForFunction(() => /models/.test(document.querySelector("#schema-words").textContent));
  await page.locator("#open-file").setInputFiles(golden("latest.scan.txt"));
  await page.waitForSelector("html[data-view=rows]");
  await page.evaluate(() => { location.hash = "#row=11"; });
  await page.waitForFunction(() => /^row 12 /.test(document.querySelector("#row-place").textContent));
  await soon.ok(() => page.locator("#read-as").evaluate((e) => e.checkVisibility() && e.getBoundingClientRect().right < e.closest(".strip").getBoundingClientRect().right), "the spelling sticks out");
  await page.locator("#open-file").setInputFiles(fileURLToPath(new URL("../../golden/implexus/corrupt.dump.hex.txt", import.meta.url)));
  await goTo(page, "Findings");
  await page.locator("#stored-bytes [role=gridcell]").first().waitFor();
  const [text, side] = await page.evaluate(() => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector("#stored-title"));
    return [[...range.getClientRects()].map((r) => r.toJSON()), document.querySelector("#finding-side").getBoundingClientRect().toJSON()];
  });
  assert.ok(text.every((r) => r.right <= side.left || r.top >= side.bottom || r.bottom <= side.top), JSON.stringify([text, side]));
}));
