import assert from "node:assert/strict";
import { test } from "node:test";
import { cells, decode, expandAll, giveSchema, row, rows, settled, shownHex, tree, useBrowser, withPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

/** Every text and number in the expected fields. */
function* values(fields) {
  for (const [key, v] of Object.entries(fields)) {
    // Order and type have columns of their own, in words.
    if (["type", "name", "order"].includes(key)) continue;
    if (v !== null && typeof v === "object") yield* values(v);
    else if (typeof v === "string") yield v;
    else if (typeof v === "number") yield String(v);
  }
}

for (const r of rows) {
  test(`a scanned ${r.record} row shows its record, bytes and values`, () => withPage({}, async (page) => {
    await decode(page, `ROW  COLUMN+CELL\n${r.line}`);
    await giveSchema(page);
    const option = page.getByRole("listbox", { name: "Candidates" }).getByRole("option").first();
    await soon.match(() => option.textContent(), new RegExp(`^Actionbase ${r.record.replaceAll("-", " ")}`));
    await expandAll(page);
    const shown = await shownHex(page);
    assert.equal(shown.row, r.row);
    if (shown.value !== undefined) assert.equal(shown.value, r.value);
    const text = (await tree(page)).map((f) => f.text).join("\n");
    for (const v of values(r.fields)) assert.ok(text.includes(v), `${v} is not in\n${text}`);
  }));
}

test("every byte has exactly one leaf, and its name gives position, digits and field", () => withPage({}, async (page) => {
  await decode(page, row("edge-state").line);
  await expandAll(page);
  const items = await tree(page);
  for (const c of await cells(page)) {
    assert.match(c.name, new RegExp(`^offset ${c.offset}, hex ${c.text[0]} ${c.text[1]}, .+, \\d+ of \\d+$`));
    const holding = items.filter((f) => f.part === c.part && f.start <= c.offset && c.offset < f.end);
    const leaves = holding.filter((f) => !items.some((g) => g.part === f.part && g.level === f.level + 1 && g.start >= f.start && g.end <= f.end && g.end > g.start));
    assert.equal(leaves.length, 1, `byte ${c.offset} of ${c.part}`);
  }
}));

test("the rows of a pasted scan can be stepped through", () => withPage({}, async (page) => {
  await decode(page, `ROW  COLUMN+CELL\n${rows.map((r) => r.line).join("\n")}`);
  const at = (row) => page.waitForFunction((text) => document.querySelector("#row-place").textContent.startsWith(text), `row ${row} of ${rows.length} `);
  await at(1);
  await soon.equal(async () => (await shownHex(page)).row, rows[0].row);
  await page.getByRole("button", { name: "Next" }).click();
  await at(2);
  await settled(page);
  await soon.equal(async () => (await shownHex(page)).row, rows[1].row);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("j");
  await at(3);
  await page.keyboard.press("Alt+ArrowUp");
  await at(2);
  await settled(page);
  await soon.equal(async () => (await shownHex(page)).row, rows[1].row);
}));

test("a sample of the empty page decodes", () => withPage({}, async (page) => {
  const samples = page.locator("[data-sample]");
  const n = await samples.count();
  const formats = await page.locator("[data-sample] .sample-format").allTextContents();
  for (const name of ["Maryk on RocksDB", "HBase OrderedBytes"]) assert.ok(formats.includes(name), `no sample of ${name}`);
  for (let i = 0; i < n; i++) {
    await samples.nth(i).click();
    await settled(page);
    await soon.match(() => page.locator("html").getAttribute("data-reading"), /^(decode|ambiguous)$/, await page.getByRole("textbox", { name: "Input", exact: true }).inputValue());
    await page.getByRole("button", { name: "Clear" }).click();
  }
}));

test("a file is opened: text as text, bytes as hex", () => withPage({}, async (page) => {
  const r = row("edge-index");
  const open = page.getByLabel("Open file");
  await open.setInputFiles({ name: "scan.txt", mimeType: "text/plain", buffer: Buffer.from(r.line) });
  await page.waitForSelector("[role=gridcell]");
  await settled(page);
  await soon.equal(async () => (await shownHex(page)).row, r.row);
  await open.setInputFiles({ name: "key.bin", mimeType: "application/octet-stream", buffer: Buffer.from(r.row, "hex") });
  await page.waitForFunction((hex) => document.querySelector("#input").value === hex, r.row);
  await settled(page);
  await soon.equal(async () => Object.values(await shownHex(page))[0], r.row);
}));

test("a schema is used, kept, and erased", () => withPage({}, async (page) => {
  await decode(page, row("edge-index").line);
  await giveSchema(page);
  const text = () => page.getByRole("tree", { name: "Fields" }).textContent();
  await soon.match(() => text(), /social\.user_likes/);
  await page.getByRole("button", { name: /^Schema/ }).click();
  await page.getByRole("button", { name: "Erase schema" }).click();
  await page.waitForFunction(() => !document.querySelector("[role=tree]").textContent.includes("social.user_likes"));
  await soon.equal(() => page.evaluate(() => sessionStorage.getItem("rowlens.schema")), null);
  await page.getByLabel("Schema", { exact: true }).fill("no schema");
  await page.getByRole("button", { name: "Use schema" }).click();
  await page.locator("#schema-problem").waitFor();
  await soon.match(() => page.locator("#schema-problem").textContent(), /cannot be used/);
}));

test("only bytes near the visible place of a long input are drawn", () => withPage({}, async (page) => {
  const bytes = Buffer.alloc(20_000, row("edge-index").row, "hex");
  await decode(page, bytes.toString("hex"));
  await page.locator("[role=gridcell]").first().focus();
  await soon.ok(async () => (await cells(page)).length < 5_000);
  await page.keyboard.press("Control+End");
  const last = page.locator("[role=gridcell]:focus");
  await soon.equal(() => last.getAttribute("data-offset"), "19999");
  await soon.equal(() => last.textContent(), bytes.subarray(-1).toString("hex"));
}));

test("an example opens in the view it names", () => withPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/ }, async (page) => {
  const examples = page.locator(".samples button:not([data-sample])");
  const n = await examples.count();
  assert.ok(n > 4, String(n));
  for (let i = 0; i < n; i++) {
    const opens = (await examples.nth(i).locator(".opens").textContent()).toLowerCase();
    await examples.nth(i).click();
    await page.waitForSelector(`html[data-view=${opens}][data-state=open]`);
    if (opens === "findings") await page.waitForSelector("#findings [data-display]");
    await page.getByRole("button", { name: "Document", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Close/ }).click();
    await page.waitForSelector("html[data-state=empty]");
    await page.getByRole("tab", { name: "Row", exact: true }).click();
  }
}));
