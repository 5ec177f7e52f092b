import assert from "node:assert/strict";
import { test } from "node:test";
import { axe } from "./axe.mjs";
import { decode, giveSchema, picture, row, rows, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const field = (page, name) => page.locator("[role=treeitem]").filter({ has: page.locator(".words", { hasText: new RegExp(`^${name}$`) }) }).first();

/** The hex of each part of the draft, or of the one grid that is there. */
const bytes = (page, grid = "Bytes") => page.getByRole("grid", { name: grid, exact: true }).evaluate((g) => {
  const out = {};
  for (const c of g.querySelectorAll("[role=gridcell]")) out[c.dataset.part] = (out[c.dataset.part] ?? "") + c.textContent;
  return out;
});

/** Opens the editor of a field with a key, types, and ends it with a key. */
async function edit(page, name, text, { open = "Enter", end = "Enter" } = {}) {
  await field(page, name).focus();
  await page.keyboard.press(open);
  const box = page.getByRole("textbox", { name: `Edit ${name}` });
  await box.fill(text);
  await page.keyboard.press(end);
  return box;
}

const status = (page, pattern) => page.waitForFunction((p) => new RegExp(p).test(document.querySelector("#status").textContent), pattern);

async function start(page, record) {
  const r = row(record);
  await decode(page, `ROW  COLUMN+CELL\n${r.line}`);
  await giveSchema(page);
  return r;
}

test("what is edited back equals the original, and what is refused is named in words", () => withPage({}, async (page) => {
  const r = await start(page, "edge-index");
  const source = r.fields.directedSource.value;
  await edit(page, "source", "1001");
  await status(page, "^Draft: source");
  await edit(page, "source", source);
  await status(page, "^The draft equals the original again\\.$");
  await edit(page, "source", "abc");
  await status(page, "^source stays as it is: expected a whole number of 64 bits, found abc");
}));

test("a draft has as many bytes as its row, with the column that only the strip shows", () => withPage({}, async (page) => {
  await start(page, "edge-index");
  await status(page, ", \\d+ bytes in 4 parts");
  const [total] = (await page.locator("#status").textContent()).match(/\d+ bytes/);
  await edit(page, "source", "1001");
  await soon.match(() => page.locator("#status").textContent(), new RegExp(`^Draft: .* of ${total} differ\\.$`));
}));

test("an edited field is a draft beside the original, with what follows from it", () => withPage({ reducedMotion: "reduce" }, async (page) => {
  const r = await start(page, "edge-index");
  const source = r.fields.directedSource.value;
  await edit(page, "source", "1001", { open: "F2" });
  await status(page, "^Draft: source");
  const original = await bytes(page, "Original bytes");
  const draft = await bytes(page);
  assert.equal(original.row, r.row, "the original is kept");
  assert.notEqual(draft.row, r.row);
  const changed = await page.getByRole("table", { name: "Changes" }).locator("tbody tr").evaluateAll((list) => list.map((tr) => [...tr.cells].map((c) => c.textContent)));
  assert.deepEqual(changed.map((c) => [c[0], c[4]]), [["source", "edited"], ["salt", "recomputed"]]);
  await soon.match(() => field(page, "source").textContent(), new RegExp(`1001was ${source}`));
  await soon.match(() => field(page, "salt").textContent(), /was 0x[0-9a-f]{8}follows source/);
  // What is marked as changed is what differs.
  const marked = await page.getByRole("grid", { name: "Bytes", exact: true }).locator(".cell.changed").evaluateAll((list) => list.map((c) => Number(c.dataset.offset)));
  const differ = [...Buffer.from(draft.row, "hex")].flatMap((b, i) => (b === Buffer.from(r.row, "hex")[i] ? [] : [i]));
  assert.deepEqual(marked, differ);
  await soon.equal(() => page.locator(".copy-label").first().textContent(), "Copy draft as");
  await page.getByRole("button", { name: "Copy as JSON" }).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('"1001"'));
  await axe(page, "draft");
  await picture(page, "draft-light-1280");
  await page.emulateMedia({ colorScheme: "dark" });
  await axe(page, "draft, dark");
  await picture(page, "draft-dark-1280");
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 390, height: 800 });
  await axe(page, "draft, 390");
  await picture(page, "draft-light-390");
  await soon.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), "the page scrolls sideways");
}));

test("a row of a dump is edited as one that stands alone", () => withPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/ }, async (page) => {
  const lines = [row("edge-state"), row("edge-index")].map((r) => r.line);
  await page.getByLabel("Open file").setInputFiles({ name: "scan.txt", mimeType: "text/plain", buffer: Buffer.from(`ROW  COLUMN+CELL\n${lines.join("\n")}\n`) });
  await page.waitForSelector("html[data-view=rows]");
  await page.locator("#rows [data-display='1'] button").click();
  await page.waitForSelector("html[data-view=row]:not([data-stale])");
  await edit(page, "source", "1001", { open: "F2" });
  await status(page, "^Draft: source");
  await soon.equal(async () => (await bytes(page, "Original bytes")).row, row("edge-index").row);
  await soon.notEqual(async () => (await bytes(page)).row, row("edge-index").row);
}));

test("a part that did not change stands once, behind what did", () => withPage({ reducedMotion: "reduce" }, async (page) => {
  const r = await start(page, "edge-state");
  const heads = (grid) => page.getByRole("grid", { name: grid, exact: true }).locator(".part-head").allTextContents();
  const [row, value] = [r.row, r.value].map((hex) => `${hex.length / 2} bytes`);
  await edit(page, "source", "ord-9");
  await status(page, "^Draft: ");
  await soon.deepEqual(async () => Object.keys(await bytes(page, "Original bytes")), ["row"]);
  await soon.match(async () => (await heads("Bytes")).join("|"), new RegExp(`^Draft row key${row}.* differ\\|value${value}, unchanged$`));
  await page.keyboard.press("Control+z");
  await soon.equal(() => page.getByRole("grid", { name: "Original bytes" }).count(), 0, "nothing differs");
  await soon.deepEqual(() => heads("Bytes"), [`row key${row}, unchanged`, `value${value}, unchanged`]);
  await edit(page, "version", "7");
  await status(page, "^Draft: version");
  await soon.deepEqual(async () => Object.keys(await bytes(page, "Original bytes")), ["value"]);
  await soon.match(async () => (await heads("Bytes")).join("|"), new RegExp(`^Draft value.*\\|row key${row}, unchanged$`));
  // The keys walk the bytes in the order in which they stand.
  const cells = page.getByRole("grid", { name: "Bytes", exact: true }).getByRole("gridcell");
  await cells.first().focus();
  const place = () => page.evaluate(() => [document.activeElement.dataset.part, Number(document.activeElement.dataset.offset)]);
  for (const [key, wanted] of [["Control+End", ["row", r.row.length / 2 - 1]], ["Control+Home", ["value", 0]], ["ArrowLeft", ["value", 0]], ["ArrowRight", ["value", 1]], ["PageDown", null], ["Control+End", null], ["ArrowRight", ["row", r.row.length / 2 - 1]]]) {
    await page.keyboard.press(key);
    if (wanted) await soon.deepEqual(() => place(), wanted, key);
  }
  await page.keyboard.press("[");
  await soon.equal(async () => (await place())[0], "row");
  await picture(page, "draft-value-light-1280");
}));

test("the draft of a row is kept while others are shown, and over a reload", () => withPage({ requests: /./ }, async (page) => {
  const [r, other] = [row("edge-index"), row("edge-state")];
  await decode(page, `ROW  COLUMN+CELL\n${r.line}\n${other.line}`);
  await page.getByRole("tab", { name: "Row", exact: true }).click();
  await edit(page, "source", "1001");
  await status(page, "^Draft: source");
  const draft = await bytes(page);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("j");
  await status(page, "The draft is kept: it comes back with its row");
  await soon.equal(() => page.getByRole("grid", { name: "Original bytes" }).count(), 0);
  await page.keyboard.press("k");
  await status(page, "^Draft: source 1002 → 1001");
  await soon.deepEqual(() => bytes(page), draft);
  await page.reload();
  await status(page, "^Draft: source 1002 → 1001");
  await soon.deepEqual(() => bytes(page), draft);
  await page.getByRole("button", { name: "Revert" }).click();
  await status(page, "^Draft discarded");
  await page.keyboard.press("j");
  await page.waitForFunction(() => /^row 2 /.test(document.querySelector("#row-place").textContent));
  await page.keyboard.press("k");
  await page.waitForFunction(() => /^row 1 /.test(document.querySelector("#row-place").textContent));
  await soon.equal(async () => (await bytes(page)).row, r.row);
}));

test("a draft that is too long to be kept is not lost without a word", () => withPage({ requests: /./ }, async (page) => {
  await decode(page, "e1 __LABEL__:in__DELIM__out []    aknows");
  await edit(page, "in vertex", "x".repeat(300_000));
  await status(page, "^Draft: in vertex");
  await page.reload();
  await status(page, "The drafts were too long to survive the reload\\.");
  await edit(page, "in vertex", "other");
  await status(page, "^Draft: in vertex");
  await page.reload();
  await status(page, "^Draft: in vertex");
}));

test("undo, redo and revert by key", () => withPage({}, async (page) => {
  const r = await start(page, "edge-index");
  await edit(page, "source", "1001");
  await status(page, "source 1002 → 1001");
  const first = await bytes(page);
  await edit(page, "target", "item 3");
  await status(page, "target");
  const second = await bytes(page);
  assert.notEqual(second.row, first.row);
  await page.keyboard.press("Control+z");
  await soon.deepEqual(() => bytes(page), first);
  await page.keyboard.press("Control+z");
  await soon.equal(async () => (await bytes(page)).row, r.row);
  await soon.ok(() => page.getByRole("button", { name: "Undo" }).isDisabled());
  await page.keyboard.press("Control+Shift+Z");
  await soon.deepEqual(() => bytes(page), first);
  await page.getByRole("button", { name: "Redo" }).click();
  await soon.deepEqual(() => bytes(page), second);
  await field(page, "source").focus();
  await page.keyboard.press("r");
  await soon.equal(() => page.getByRole("grid", { name: "Original bytes" }).count(), 0);
  await soon.equal(async () => (await bytes(page)).row, r.row);
  await soon.equal(() => page.locator(".copy-label").first().textContent(), "Copy as");
}));

test("another view leaves a draft as it is: r is Range there, and Row still says what differs", () => withPage({}, async (page) => {
  await start(page, "edge-index");
  await edit(page, "source", "1001");
  await status(page, "^Draft: source");
  await page.keyboard.press("o");
  await page.waitForSelector("html[data-view=order]");
  await page.keyboard.press("r");
  await page.waitForSelector("html[data-view=range]");
  await page.keyboard.press("1");
  await page.waitForSelector("html[data-view=row]");
  await status(page, "^Draft: source");
}));

test("a refused edit says why at the field and changes nothing; Esc drops", () => withPage({}, async (page) => {
  const r = await start(page, "edge-index");
  const box = await edit(page, "source", "not a number");
  const problem = page.getByRole("treeitem").getByRole("alert");
  await page.waitForFunction(() => document.querySelector(".field-problem")?.textContent);
  await soon.match(() => problem.textContent(), /^expected.*found/);
  await soon.equal(() => box.getAttribute("aria-invalid"), "true");
  await axe(page, "refused edit");
  await page.keyboard.press("Escape");
  await soon.equal(() => page.getByRole("textbox", { name: "Edit source" }).count(), 0);
  await soon.equal(() => field(page, "source").evaluate((e) => e === document.activeElement), true, "focus is back on the field");
  await soon.equal(async () => (await bytes(page)).row, r.row);
  await soon.equal(() => page.getByRole("grid", { name: "Original bytes" }).count(), 0);
  await field(page, "salt").focus();
  await page.keyboard.press("Enter");
  await soon.equal(() => page.locator(".field-editor").count(), 0, "a salt follows from other fields");
}));

test("hostile text in an editor is text", () => withPage({}, async (page) => {
  await start(page, "edge-index");
  const hostile = '<img src=x onerror=alert(1)>"\'‮';
  await edit(page, "target", hostile);
  await status(page, "^Draft: target");
  await soon.match(() => field(page, "target").textContent(), /<img src=x onerror=alert\(1\)>/);
  await soon.equal(() => page.locator("img").count(), 0);
  await edit(page, "target", "item 2");
  await page.waitForFunction(() => document.querySelector("#changes").textContent === "Nothing differs.");
}));

for (const r of rows) {
  test(`each pencil of a ${r.record} row edits, and setting it back gives the same bytes`, () => withPage({}, async (page) => {
    await decode(page, `ROW  COLUMN+CELL\n${r.line}`);
    await giveSchema(page);
    const before = await bytes(page);
    const names = await page.locator(".depth-2:has(> .pencil) .words").allTextContents();
    assert.ok(names.length > 0, "nothing can be edited");
    for (const name of new Set(names)) {
      await field(page, name).focus();
      await page.keyboard.press("F2");
      const old = await page.locator(".field-editor").inputValue();
      const next = /^-?\d+$/.test(old) ? String(BigInt(old) + 1n) : { OUT: "IN", IN: "OUT" }[old] ?? `${old}x`;
      await page.locator(".field-editor").fill(next);
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => !document.querySelector(".field-editor") || document.querySelector(".field-problem").textContent);
      if (await page.locator(".field-editor").count()) {
        await page.keyboard.press("Escape");
        continue;
      }
      await soon.notDeepEqual(() => bytes(page), before, `${name} changed nothing`);
      await edit(page, name, old);
      await page.waitForFunction(() => document.querySelector("#changes").textContent === "Nothing differs.");
      await soon.deepEqual(() => bytes(page), before, name);
      await page.getByRole("button", { name: "Revert" }).click();
    }
  }));
}

test("bytes that no writer makes have a badge, and can be compared with those that one makes", () => withPage({}, async (page) => {
  const odd = "64392e393939393939393939393939393939453232"; // d9.99…E22, where a writer puts d1.0E23
  await decode(page, odd);
  const badge = page.locator("#odd");
  await badge.waitFor();
  await soon.match(() => badge.textContent(), /Not canonical.*They differ here: value 1, 3–20\./);
  await soon.match(() => page.locator(".cell.changed").first().getAttribute("aria-label"), /^offset 1, hex 3 9, .*, not canonical$/);
  await axe(page, "not canonical");
  await picture(page, "odd-light-1280");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await soon.deepEqual(() => bytes(page, "Original bytes"), { value: odd });
  await soon.notDeepEqual(() => bytes(page), { value: odd });
  await page.getByRole("button", { name: "Revert" }).click();
  await badge.waitFor();
}));
