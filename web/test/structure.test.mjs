// The files of stores block by block, and a block byte by byte.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { axe } from "./axe.mjs";
import { goTo, inThemes, picture, shownHex, schemaFile, useBrowser, withPage as anyPage } from "./browser.mjs";
import { drop } from "./drop.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const withPage = (options, fn) => anyPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/, ...options }, fn);

const stores = fileURLToPath(new URL("../../golden/store-files/", import.meta.url));
const mdb = join(stores, "samples/lmdb/implexus/data.mdb");
const home = mkdtempSync(join(tmpdir(), "rowlens-structure-"));
after(() => rmSync(home, { recursive: true }));
execFileSync("tar", ["xzf", join(stores, "maryk-rocksdb/keepall-sst-v5.tar.gz"), "-C", home]);
const damaged = mkdtempSync(join(tmpdir(), "rowlens-damaged-"));
after(() => rmSync(damaged, { recursive: true }));
execFileSync("tar", ["xzf", join(stores, "rocksdb/damaged-index.tar.gz"), "-C", damaged]);

const tab = (page) => page.getByRole("tab", { name: "Structure" });
const blocks = (page) => page.getByRole("listbox", { name: "Blocks" }).getByRole("option");
const shown = (page, text) => page.waitForFunction((t) => document.querySelector("#block-place").textContent.startsWith(t) && document.querySelectorAll("#block-bytes [role=gridcell]").length > 0, text);
const status = (page, text) => page.waitForFunction((t) => new RegExp(t).test(document.querySelector("#status").textContent), text);
const lines = (args) => execFileSync(process.env.ROWLENS_BIN, args).toString().split("\n").filter(Boolean).map((line) => JSON.parse(line));

/** Opens a folder of RocksDB and the structure of one of its files. */
async function table(page, name = "000009.sst", folder = home) {
  await page.locator("#folder").setInputFiles(folder);
  await page.waitForSelector("html[data-view=tables]");
  await goTo(page, "Structure");
  await shown(page, "› ");
  await page.getByRole("combobox", { name: "File" }).selectOption({ label: name });
  await status(page, `^${name.replace(".", "\\.")}, data block: `);
}

test("a file's blocks are drawn, and a block stands byte by byte as the command explains it", () => withPage({}, async (page) => {
  await table(page);
  const pieces = lines(["inspect", "--structure", join(home, "000009.sst"), "--json"]);
  const options = await blocks(page).evaluateAll((all) => all.map((o) => o.getAttribute("aria-label")));
  assert.equal(options.length, pieces.length);
  pieces.forEach((p, i) => assert.ok(options[i].includes(`${p.what}`) && new RegExp(` ${p.offset}\\D.*, ${p.bytes} byte`).test(options[i]), options[i]));
  await status(page, "^000009\\.sst, data block: 7 entries, 227 bytes from 177\\. The checksum matches\\.");
  await page.setViewportSize({ width: 390, height: 800 });
  assert.equal(await page.locator("#block-goto").evaluate((e) => e.getBoundingClientRect().right), 374, "the margin of the page");
  await page.setViewportSize({ width: 1280, height: 800 });
  const [tree] = lines(["inspect", "--structure", join(home, "000009.sst"), "--block", "1", "--json"]);
  const hex = () => page.locator("#block-bytes [role=gridcell]").allTextContents().then((all) => all.join(""));
  await soon.equal(() => hex(), tree.parts.find((p) => p.node !== undefined).hex);
  const tops = () => page.getByRole("tree", { name: "Fields of the block" }).locator("[aria-level='1']").evaluateAll((all) => all.map((row) => ["words", "range", "type", "value"].map((part) => row.querySelector(`.${part}`)?.textContent)));
  const listed = await tops();
  assert.deepEqual(listed.map(([name]) => name), [1, 2, 3, 4, 5, 6, 7].map((n) => `entry ${n}`).concat("restarts", "restart count", "compressed", "after the block"));
  assert.match(listed[0][3], /^0000000000017fffffffput 17Maryk on RocksDB record key: /);
  assert.deepEqual(listed.at(-1).slice(1, 3), ["172–176", "in the file"]);
  const check = page.getByRole("treeitem").filter({ hasText: /^checksum/ }).locator(".note.ok");
  assert.ok(await check.evaluate((note) => note.offsetTop < note.parentNode.offsetTop + note.parentNode.clientHeight), "the mark of the check is not on a line that is not shown");
  await page.getByRole("radio", { name: "stored" }).click();
  await soon.equal(() => hex(), tree.parts[0].hex);
  assert.deepEqual((await tops()).map((row) => row.slice(0, 3).join(" ")), ["body 0–171 block", "after the block 172–176 "], "types are those of before");
  await page.keyboard.press("ArrowRight");
  await soon.equal(() => page.getByRole("radio", { name: "unpacked" }).getAttribute("aria-checked"), "true");
  const entry = page.getByRole("tree", { name: "Fields of the block" }).getByRole("treeitem").filter({ hasText: /^entry 5/ });
  await entry.click();
  await page.keyboard.press("ArrowRight");
  await soon.match(() => page.locator("#block-line").textContent(), /^entry 5 108–136/);
  await page.getByRole("treeitem").filter({ hasText: "unshared" }).click();
  await page.waitForFunction(() => /unshared 109/.test(document.querySelector("#block-line").textContent));
  await soon.equal(() => page.getByText("Copy as", { exact: true }).filter({ visible: true }).count(), 1, "beside its buttons, without the menu of a narrow window");
  await page.locator("#block-copy").getByRole("button", { name: "Copy hex" }).click();
  await status(page, "Copied hex");
  await soon.equal(() => page.evaluate(() => navigator.clipboard.readText()), tree.parts.find((p) => p.node !== undefined).hex);
}));

test("of the entries' keys, which begin alike, the end can be seen, and what is done to them", () => withPage({}, async (page) => {
  await page.locator("#folder").setInputFiles(home);
  await page.waitForSelector("html[data-view=tables]");
  await goTo(page, "Structure");
  const entries = page.getByRole("tree", { name: "Fields of the block" }).getByRole("treeitem").filter({ hasText: /^entry/ });
  await page.getByRole("combobox", { name: "File" }).selectOption({ label: "000015.sst" });
  const ends = () => entries.locator(".value").evaluateAll((values) => values.filter((v) => v.querySelector(".does")).map((v) => {
    const [end, does] = [v.querySelector(".key").lastChild, v.querySelector(".does")];
    const row = v.closest(".field-row").getBoundingClientRect();
    const isSeen = (e) => {
      const range = document.createRange();
      range.selectNodeContents(e);
      const seen = range.getBoundingClientRect();
      return seen.width > 0 && seen.right <= row.right && seen.bottom <= row.bottom;
    };
    return /^(put|delete) \d+$/.test(does.textContent) && end.textContent.length >= 16 && isSeen(end) && isSeen(does);
  }));
  for (const width of [1280, 1000, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await soon.equal(async () => (await ends()).length, 104);
    assert.ok((await ends()).every(Boolean), `${width} px`);
  }
}));

test("the place leads to the folder's tables and to the table, and the map has the ranges that fit", () => withPage({}, async (page) => {
  await table(page);
  const place = page.getByRole("navigation", { name: "Place" });
  await soon.match(() => page.locator("#block-place").textContent(), /^› data block block 1 of 5 at 0 \(0x0\) level 0 table Ware keys$/);
  await soon.equal(() => page.getByRole("button", { name: /^Rows of this block/ }).textContent(), "Rows of this block 7");
  const names = await page.locator(".block-name").evaluateAll((all) => all.map((e) => [...e.children].map((c) => c.textContent).join(" ")));
  assert.deepEqual([names[0], names[2]], ["data block 0–176", "properties 205–1195"]);
  const seen = await page.locator(".block-range").evaluateAll((all) => all.filter((e) => e.offsetTop < e.parentNode.offsetTop + e.parentNode.clientHeight));
  assert.ok(seen.length > 0 && seen.length < names.length);
  const cut = await page.locator(".block-range").evaluateAll((all) => all.filter((e) => e.offsetTop < e.parentNode.offsetTop + e.parentNode.clientHeight && e.scrollWidth > e.clientWidth).length);
  assert.equal(cut, 0, "no range is cut");
  await place.getByRole("link", { name: "Ware keys" }).click();
  await page.waitForSelector("html[data-view=tables]");
  await page.waitForFunction(() => document.activeElement?.ariaLabel === "Ware keys, 0x0201");
  await page.goBack();
  await page.waitForSelector("html[data-view=structure]");
  await place.getByRole("link", { name: await page.locator("#document-name").textContent() }).click();
  await page.waitForSelector("html[data-view=tables]");
}));

test("the status line writes sizes as the view does", () => withPage({}, async (page) => {
  await table(page);
  await page.getByRole("combobox", { name: "File" }).selectOption({ label: "000011.sst" });
  await status(page, "^000011\\.sst, data block: 62 entries, 2,488 bytes from 1,345\\.");
}));

test("a link to a block, opened before its store, takes a schema without an error", () => withPage({ path: "#view=structure" }, async (page) => {
  await page.locator("#schema-file").setInputFiles(schemaFile);
  await soon.match(() => page.locator("#schema-words").textContent(), /2 tables/);
}));

test("an entry's key stands where values do, in their font, without a word before it", () => withPage({}, async (page) => {
  await table(page);
  const look = (selector) => page.locator(selector).first().evaluate((e) => {
    const text = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    while (text.nextNode() && !text.currentNode.data);
    const range = document.createRange();
    range.selectNodeContents(text.currentNode);
    return { x: Math.round(range.getBoundingClientRect().x), font: getComputedStyle(text.currentNode.parentNode).fontFamily };
  });
  const entry = page.getByRole("tree", { name: "Fields of the block" }).getByRole("treeitem").filter({ hasText: /^entry 1/ });
  await soon.match(() => entry.locator(".value").textContent(), /^0000000000017fffffff/);
  const key = await look("#block-fields [aria-level='1'] .value:has(.does)");
  assert.deepEqual(key, await look("#block-fields [aria-level='1'] .value:not(:has(.note)) .main"), "as the value of the restart count");
  assert.equal(key.x, await look(".structure .field-heads .value, #panel-structure .field-heads > :last-child").then(({ x }) => x));
}));

for (const [kind, what, second, path] of [
  ["lmdb", "leaf page", /^node\D* 2/, mdb], ["hfile", "data block", /^0x0000000000017fffffff d:0x0001/, join(stores, "samples/hfile/rllatest.Ware.d.f6a695d491d649219a9d18d8b01a19d8.hfile")],
  ["rfile", "data block", /^(entry|key)\D* 2/, join(stores, "samples/rfile/social_vertex.rf")],
]) {
  test(`${kind}: a block of entries has its offset, its rows, and an entry that becomes a row`, () => withPage({}, async (page) => {
    await drop(page, [{ path }]);
    await page.waitForSelector("html[data-view=rows]");
    await goTo(page, "Structure");
    const pieces = lines(["inspect", "--structure", path, "--json"]);
    const at = pieces.findIndex((p) => p.what === what && p.entries > 1);
    await page.getByRole("textbox", { name: "Go to offset" }).fill(String(pieces[at].offset + 1));
    await page.getByRole("textbox", { name: "Go to offset" }).press("Enter");
    await page.waitForFunction((text) => document.querySelector("#block-place").textContent.includes(text), `block ${at + 1} of ${pieces.length} at ${pieces[at].offset} `);
    const entry = page.getByRole("tree", { name: "Fields of the block" }).getByRole("treeitem").filter({ hasText: second }).first();
    await entry.click();
    await page.getByRole("button", { name: "Entry 2 as row" }).click();
    await page.waitForSelector("html[data-view=row]:not([data-stale])");
    await page.waitForFunction((offset) => document.querySelector("#row-place").textContent.includes(`block at ${offset} `), pieces[at].offset);
    await page.goBack();
    await page.waitForSelector("html[data-view=structure]");
    await page.getByRole("button", { name: /^Rows of this block/ }).click();
    await page.waitForSelector("html[data-view=rows]");
    // Those that a reader of the store sees.
    const seen = lines(["dump", path]).filter(({ source }) => source.offset === pieces[at].offset).length;
    await page.waitForFunction((n) => document.querySelector("#rows").getAttribute("aria-rowcount") === String(n + 1), seen);
  }));
}

test("a log and a MANIFEST have their pieces, of many a window", () => withPage({}, async (page) => {
  await page.locator("#folder").setInputFiles(join(stores, "samples/rocksdb/maryk"));
  await page.waitForSelector("html[data-view=tables]");
  await goTo(page, "Structure");
  for (const name of ["MANIFEST-000005", "000004.log"]) {
    const pieces = lines(["inspect", "--structure", join(stores, "samples/rocksdb/maryk", name), "--json"]);
    await page.getByRole("combobox", { name: "File" }).selectOption({ label: name });
    await page.waitForFunction((text) => document.querySelector("#block-place").textContent.includes(text), `block 1 of ${pieces.length}`);
    await soon.equal(() => blocks(page).count(), Math.min(pieces.length, 200));
    await page.getByRole("listbox", { name: "Blocks" }).focus();
    await page.keyboard.press("End");
    await page.waitForFunction((text) => document.querySelector("#block-place").textContent.includes(text), `block ${pieces.length} of ${pieces.length}`);
  }
}));

test("blocks are walked with the keys and by offset, and Back and a reload return to one", () => withPage({ requests: /./ }, async (page) => {
  await table(page);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("j");
  await shown(page, "› index block");
  await page.keyboard.press("k");
  await shown(page, "› data block");
  await page.getByRole("listbox", { name: "Blocks" }).focus();
  await page.keyboard.press("End");
  await shown(page, "› footer");
  await soon.equal(() => blocks(page).last().getAttribute("aria-selected"), "true");
  await page.getByRole("textbox", { name: "Go to offset" }).fill("0x100");
  await page.getByRole("textbox", { name: "Go to offset" }).press("Enter");
  await shown(page, "› properties");
  await status(page, ", properties"); // it is explained now, which would be said after what follows
  await page.getByRole("textbox", { name: "Go to offset" }).fill("99999999");
  await page.getByRole("textbox", { name: "Go to offset" }).press("Enter");
  await status(page, "^No block has the offset 99999999\\.");
  await page.goBack();
  await shown(page, "› footer");
  await page.reload();
  await page.waitForSelector("html[data-view=structure]");
  await shown(page, "› footer");
}));

test("a row leads to its block, a block to its rows", () => withPage({}, async (page) => {
  await drop(page, [{ path: mdb }]);
  await page.waitForSelector("html[data-view=rows]");
  await page.locator("#rows [data-display='2'] button").click();
  await page.waitForFunction(() => /block at \d+/.test(document.querySelector("#row-place").textContent));
  await page.getByRole("link", { name: /^Block at \d+, byte by byte/ }).click();
  await page.waitForSelector("html[data-view=structure]");
  await shown(page, "› leaf page");
  const offset = /at (\d+) \(/.exec(await page.locator("#block-place").textContent())[1];
  const piece = lines(["inspect", "--structure", mdb, "--json"]).find((p) => p.offset === Number(offset));
  await page.getByRole("button", { name: "Rows of this block" }).click();
  await page.waitForSelector("html[data-view=rows]");
  await page.waitForFunction((n) => document.querySelector("#rows").getAttribute("aria-rowcount") === String(n + 1), piece.entries);
  await soon.equal(() => page.getByRole("searchbox", { name: "Filter" }).inputValue(), `file = "data.mdb" and offset = ${offset}`);
}));

test("in a narrow window a menu copies the block", () => withPage({ viewport: { width: 320, height: 800 } }, async (page) => {
  await drop(page, [{ path: mdb }]);
  await page.waitForSelector("html[data-view=rows]");
  await goTo(page, "Structure");
  await shown(page, "›");
  const button = page.getByRole("toolbar", { name: "Copy the block" }).getByRole("button");
  assert.deepEqual(await button.allTextContents().then((all) => all.map((t) => t.trim())), ["Copy as"]);
  await button.click();
  await axe(page, "Structure's menu, 320");
  await page.getByRole("menu", { name: "Copy the block as" }).getByRole("menuitem", { name: "Hex", exact: true }).click();
  await status(page, "^Copied hex");
  await soon.equal(() => button.evaluate((b) => b === document.activeElement), true);
}));

test("an entry of a store whose files are gone is not said to be no row of it", () => withPage({}, async (page) => {
  const folder = mkdtempSync(join(tmpdir(), "rowlens-changed-"));
  try {
    for (const name of readdirSync(home)) copyFileSync(join(home, name), join(folder, name));
    await table(page, "000009.sst", folder);
    await page.getByRole("tree", { name: "Fields of the block" }).getByRole("treeitem").filter({ hasText: /^entry 5/ }).click();
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    await page.getByRole("button", { name: "Entry 5 as row" }).click();
    await status(page, "^Not all rows are read: .*changed, moved or removed.* Entry 5 is not among the rows that were read\\.");
  } finally {
    rmSync(folder, { recursive: true });
  }
}));

test("each part of a row's place leads there: its file, its block, its entry", () => withPage({}, async (page) => {
  await drop(page, [{ path: mdb }]);
  await page.waitForSelector("html[data-view=rows]");
  await page.locator("#rows [data-display='2'] button").click();
  await page.waitForFunction(() => /entry at byte \d+/.test(document.querySelector("#row-place").textContent));
  const at = /entry at byte (\d+)/.exec(await page.locator("#row-place").textContent())[1];
  const key = (await shownHex(page)).key;
  await page.getByRole("link", { name: `Entry at byte ${at} of its block, byte by byte` }).click();
  await page.waitForSelector("html[data-view=structure]");
  await shown(page, "› leaf page");
  await soon.match(() => page.locator("#block-fields-note").textContent(), /^entry \d+ as Implexus/);
  await page.getByRole("button", { name: /^Entry \d+ as row/ }).click();
  await page.waitForSelector("html[data-view=row]:not([data-stale])");
  await soon.equal(async () => (await shownHex(page)).key, key);
  await page.getByRole("link", { name: "File data.mdb, in Structure" }).click();
  await page.waitForSelector("html[data-view=structure]");
  await shown(page, "› meta page");
}));

test("an entry shows the fields of its format, and becomes the current row", () => withPage({}, async (page) => {
  await table(page);
  const fields = page.getByRole("tree", { name: "Fields of the block" });
  const item = (text) => fields.getByRole("treeitem").filter({ hasText: text });
  const noted = (text) => page.waitForFunction((t) => document.querySelector("#block-fields-note").textContent.startsWith(t), text);
  await item(/^entry 5/).click();
  await noted("entry 5 as Maryk on RocksDB record key");
  await page.getByRole("button", { name: "Entry 5 as row" }).click();
  await page.waitForSelector("html[data-view=row]:not([data-stale])");
  await page.waitForFunction(() => /000009\.sst.*entry at byte 108/.test(document.querySelector("#row-place").textContent));
  const ofRow = await page.locator("#fields [aria-level='2'] .words").allTextContents();
  await page.goBack();
  await page.waitForSelector("html[data-view=structure]");
  await item(/^entry 5/).click();
  await noted("entry 5 as");
  await page.getByRole("button", { name: "Expand all" }).last().click();
  const all = await fields.locator(".words").allTextContents();
  for (const name of ofRow) assert.ok(all.includes(name), `${name} is a field of the row: ${all}`);
  // A deletion is a row only among what is stored.
  await item(/^entry 3/).click();
  await noted("entry 3 as");
  await page.getByRole("button", { name: "Entry 3 as row" }).click();
  await page.waitForFunction(() => /000009\.sst.*entry at byte 58/.test(document.querySelector("#row-place").textContent));
}));

test("damage leads to its block, where it is said", () => withPage({}, async (page) => {
  await page.locator("#folder").setInputFiles(join(damaged, "db"));
  await page.waitForSelector("html[data-view=tables]");
  await page.getByRole("link", { name: "Open its block" }).first().click();
  await page.waitForSelector("html[data-view=structure]");
  await shown(page, "› index block");
  await status(page, "^(A check does not match|The block is damaged)\\. 000009\\.sst, index block");
  await soon.ok(() => blocks(page).and(page.locator("[aria-selected=true]")).getAttribute("aria-label").then((name) => name.endsWith(", damaged")));
  await soon.match(() => page.locator("#structure-alert").textContent(), /not those that were written/);
  await soon.match(() => page.locator("#block-fields .failing").textContent(), /u32(0x[0-9a-f]{8})✗ should be (?!\1)0x[0-9a-f]{8}$/);
}));

test("a file of 1 GB is not read whole", () => withPage({}, async (page) => {
  const zeros = Buffer.alloc(1 << 24);
  const head = readFileSync(mdb);
  await page.evaluate(async ([base64, n, size]) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes, ...Array(n).fill(new Blob([new Uint8Array(size)]))], "data.mdb"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [head.toString("base64"), 64, zeros.length]);
  await page.waitForSelector("html[data-view=rows]");
  await goTo(page, "Structure");
  await shown(page, "› meta page");
}));

for (const width of [1280, 390, 320]) {
  test(`Structure at ${width} px: axe finds nothing, nothing sticks out`, (t) => withPage({ viewport: { width, height: 800 } }, async (page) => {
    await table(page);
    await page.getByRole("treeitem").filter({ hasText: /^entry 5/ }).click();
    await inThemes(t, page, async (colorScheme, again) => {
      await picture(page, `structure-${colorScheme}-${width}`);
      await axe(page, "structure", again);
      await soon.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), "the page scrolls sideways");
    });
  }));
}
