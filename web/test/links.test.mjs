import assert from "node:assert/strict";
import { test } from "node:test";
import { cells, decode, expandAll, row, tree, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const marked = (list) => list.filter((x) => x.marked !== "");

/** Checks that the marked field is the deepest one that holds a byte, and that the marked bytes are its range. */
async function checkMarks(page, part, offset) {
  const items = await tree(page);
  const [field, ...others] = marked(items);
  assert.equal(others.length, 0, "one field is marked");
  assert.ok(field.part === part && field.start <= offset && offset < field.end, `byte ${offset} is not in ${field.name}`);
  const size = Math.min(...items.filter((f) => f.part === part && f.start <= offset && offset < f.end).map((f) => f.end - f.start));
  assert.equal(field.end - field.start, size, "the marked field is the deepest");
  checkBytes(await cells(page), field);
}

function checkBytes(list, field) {
  const is = marked(list).map((c) => `${c.part}:${c.offset}`);
  const want = list.filter((c) => c.part === field.part && c.offset >= field.start && c.offset < field.end).map((c) => `${c.part}:${c.offset}`);
  assert.deepEqual(is, want, field.name);
}

for (const open of [false, true]) {
  test(`hovering a byte marks its deepest ${open ? "" : "shown "}field and nothing moves`, () => withPage({ viewport: { width: 1280, height: 1000 } }, async (page) => {
    await decode(page, row("edge-index").line);
    if (open) await expandAll(page);
    const list = await page.locator("[role=gridcell]").elementHandles();
    const before = await page.evaluate(() => [scrollX, scrollY, document.querySelector("[role=tree]").children.length]);
    for (const cell of list) {
      const { part, offset, x, y } = await cell.evaluate((e) => {
        const box = e.getBoundingClientRect();
        return { part: e.dataset.part, offset: Number(e.dataset.offset), x: box.x + box.width / 2, y: box.y + box.height / 2 };
      });
      await page.mouse.move(x, y);
      await checkMarks(page, part, offset);
    }
    await soon.deepEqual(() => page.evaluate(() => [scrollX, scrollY, document.querySelector("[role=tree]").children.length]), before);
  }));
}

test("clicking a field pins it and marks exactly its bytes", () => withPage({ viewport: { width: 1280, height: 2400 } }, async (page) => {
  await decode(page, row("edge-state").line);
  await expandAll(page);
  const n = await page.getByRole("treeitem").count();
  for (let i = 0; i < n; i++) {
    await page.getByRole("treeitem").nth(i).locator(".words").click();
    const field = (await tree(page))[i];
    assert.equal(field.marked, "pinned");
    assert.equal(field.selected, "true");
    checkBytes(await cells(page), field);
  }
}));

test("clicking a byte opens the tree to its leaf and pins it", () => withPage({}, async (page) => {
  await decode(page, row("edge-index").line);
  const cell = page.locator("[role=gridcell][data-part=row][data-offset='41']");
  await cell.click();
  const [field] = marked(await tree(page));
  assert.equal(field.marked, "pinned");
  assert.equal(field.level >= 3, true);
  assert.ok(field.start <= 41 && 41 < field.end);
  await soon.match(() => page.locator("#line").textContent(), /byte 41 \(0x29\).*hex c3.*unsigned 195.*signed −61.*bits 11000011/);
  await soon.ok(() => cell.evaluate((e) => e === document.activeElement));
}));

test("the inspector line shows the steps of a field", () => withPage({}, async (page) => {
  await decode(page, row("edge-index").line);
  await page.locator("[role=treeitem][data-part=row][data-start='36']").first().click();
  const line = await page.locator("#line").textContent();
  assert.match(line, /row key › .*↓ 36–44/);
  assert.match(line, /stored d37ffffe70c3641dff.*2c8000018f3c9be200.*1714708800000.*2024-05-03 04:00:00/);
}));

test("the inspector line shows the value of a field with several parts", () => withPage({}, async (page) => {
  await decode(page, row("edge-index").line);
  await page.locator("[role=treeitem][data-part=value][data-start='37']").first().click();
  await soon.match(() => page.locator("#line").textContent(), /31bfe0000000000000 0\.5$/);
}));

test("the grid's keys move, select, go to the field and back", () => withPage({}, async (page) => {
  await decode(page, row("edge-index").line);
  const at = () => page.evaluate(() => `${document.activeElement.dataset.part}:${document.activeElement.dataset.offset}`);
  const press = async (key, place) => {
    await page.keyboard.press(key);
    await soon.equal(() => at(), place, key);
  };
  await page.locator("[role=gridcell]").first().focus();
  await press("ArrowRight", "row:1");
  await press("ArrowDown", "row:17");
  await press("End", "row:31");
  await press("Home", "row:16");
  await press("ArrowLeft", "row:15");
  await press("Control+End", "value:50");
  await press("Control+Home", "row:0");
  await press("]", "row:4");
  await press("]", "row:13");
  await press("[", "row:4");
  await press("PageDown", await at() === "row:4" ? await pageDown(page) : "");
  await press("Control+Home", "row:0");
  await press("ArrowUp", "row:0");
  await press("Shift+ArrowRight", "row:1");
  await press("Shift+ArrowRight", "row:2");
  await press("Shift+ArrowRight", "row:3");
  await soon.match(() => page.locator("#line").textContent(), /length 4.*u32 2513068611.*i32 -1781898685/);
  await page.keyboard.press("Control+c");
  await soon.equal(() => page.evaluate(() => navigator.clipboard.readText()), "95ca6243");
  await page.keyboard.press("g");
  await page.keyboard.type("0x25");
  await press("Enter", "row:37");
  await page.keyboard.press("Enter");
  const field = await page.evaluate(() => ({ role: document.activeElement.role ?? document.activeElement.getAttribute("role"), start: document.activeElement.dataset.start, end: document.activeElement.dataset.end }));
  assert.deepEqual(field, { role: "treeitem", start: "37", end: "45" });
  await press("Escape", "row:37");
}));

/** Where PageDown leads from byte 4, given the window's height. */
async function pageDown(page) {
  const lines = await page.evaluate(() => Math.max(1, Math.floor(Math.min(document.querySelector("#bytes").clientHeight, innerHeight * 0.6) / 41) - 1));
  const places = ["row:4", "row:20", "row:36", "row:52", "value:4", "value:20", "value:36", "value:50"];
  return places[Math.min(lines, places.length - 1)];
}

test("the tree's keys move, open and close", () => withPage({}, async (page) => {
  await decode(page, row("edge-index").line);
  const at = () => page.evaluate(() => `${document.activeElement.dataset.part}:${document.activeElement.dataset.start}-${document.activeElement.dataset.end}`);
  const press = async (key, place) => {
    await page.keyboard.press(key);
    await soon.equal(() => at(), place, key);
  };
  await page.getByRole("treeitem").first().focus();
  await press("ArrowDown", "row:0-4");
  await press("]", "row:4-13");
  await press("ArrowRight", "row:4-13");
  await press("ArrowRight", "row:4-5");
  await press("ArrowLeft", "row:4-13");
  await press("ArrowLeft", "row:4-13");
  await press("ArrowLeft", "row:0-53");
  await press("End", await page.getByRole("treeitem").last().evaluate((e) => `${e.dataset.part}:${e.dataset.start}-${e.dataset.end}`));
  await press("Home", "row:0-53");
  await press("ArrowDown", "row:0-4");
  await page.keyboard.press("Enter");
  await soon.equal(async () => marked(await tree(page))[0].marked, "pinned");
}));

test("regions are one Tab stop each, and F6, slash and question mark work", () => withPage({}, async (page) => {
  await decode(page, row("edge-index").line);
  const where = () => page.evaluate(() => document.activeElement.closest("#input, #candidates, #bytes, #fields, #line, #copy, #status, [role=tablist]")?.id ?? "");
  await page.getByRole("textbox", { name: "Input", exact: true }).focus();
  const order = [];
  for (let i = 0; i < 40 && order.at(-1) !== "copy"; i++) {
    await page.keyboard.press("Tab");
    const is = await where();
    if (is) order.push(is);
  }
  assert.deepEqual(order, ["candidates", "bytes", "fields", "copy"]);
  for (let i = 0; i < 5 && await where() !== "input"; i++) await page.keyboard.press("F6");
  await soon.equal(() => where(), "input");
  for (const id of ["candidates", "bytes", "fields", "line", "copy", "status"]) {
    await page.keyboard.press("F6");
    await soon.equal(() => where(), id);
  }
  for (const id of ["copy", "line", "fields"]) {
    await page.keyboard.press("Shift+F6");
    await soon.equal(() => where(), id);
  }
  await page.keyboard.press("/");
  await soon.equal(() => where(), "input");
  await page.keyboard.press("F6");
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Shortcuts" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
}));
