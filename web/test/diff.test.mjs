// Two documents beside each other: the rows in which they differ, byte by byte and in words.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { axe } from "./axe.mjs";
import { inThemes, picture, row, shownHex, useBrowser, withPage as anyPage } from "./browser.mjs";
import { drop } from "./drop.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const withPage = (options, fn) => anyPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/, ...options }, fn);

const golden = (name) => fileURLToPath(new URL(`../../golden/${name}`, import.meta.url));
const first = golden("actionbase/actionbase-hbase-shell.txt");
const second = golden("actionbase/actionbase-hbase-shell-damaged.txt");
const schema = golden("actionbase/actionbase-hbase-shell.schema.json");
const mdb = golden("store-files/samples/lmdb/implexus/data.mdb");

const list = (page) => page.getByRole("grid", { name: "Differences" });
const region = (page) => page.getByRole("region", { name: "Difference", exact: true });
const searchbox = (page) => page.getByRole("searchbox", { name: "Filter" });
const listed = (page, n) => page.waitForFunction((n) => document.querySelectorAll("#differences [data-display]").length === n, n);
const status = (page, text) => page.waitForFunction((t) => document.querySelector("#status").textContent === t, text);
const ALL = "101 rows are equal, 3 removed, 1 added, 2 changed.";

/** Drops two scans, of which the second one is damaged. */
async function compare(page) {
  await page.locator("#schema-file").setInputFiles(schema);
  await drop(page, [{ path: first }, { path: second }]);
  await page.waitForSelector("html[data-view=diff]");
  await listed(page, 6);
}

const bytes = (page, side) => page.getByRole("grid", { name: `${side} bytes` }).evaluate((g) => ({
  value: [...g.querySelectorAll("[data-part=value]")].map((c) => c.textContent).join(""),
  differ: [...g.querySelectorAll("[role=gridcell]")].filter((c) => /differs/.test(c.getAttribute("aria-label"))).map((c) => c.textContent).join(""),
}));

const opened = (page, words) => page.waitForFunction((t) => document.querySelector("#difference-what").textContent === t, words);

test("the filter of Diff offers the names of members", () => withPage({}, async (page) => {
  await compare(page);
  await searchbox(page).pressSequentially("coun");
  await page.getByRole("listbox", { name: "Names" }).getByRole("option", { name: "count", exact: true }).click();
  await searchbox(page).pressSequentially(" = 3");
  await listed(page, 1);
}));

test("two dropped scans are compared: what became of each row, in words and byte by byte", () => withPage({}, async (page) => {
  await compare(page);
  await status(page, ALL);
  await soon.equal(() => page.locator("#count-diff").textContent(), "6");
  await soon.match(() => page.locator("#document").innerText(), /actionbase-hbase-shell\.txt[\s\S]*with actionbase-hbase-shell-damaged\.txt[\s\S]*106 and 104 rows/);
  await soon.deepEqual(() => page.getByRole("radiogroup", { name: "Differences" }).getByRole("radio").allInnerTexts().then((all) => all.map((t) => t.replace(/\s+/g, " ").trim())), ["all 6", "removed 3", "added 1", "changed 2"]);
  await page.waitForFunction(() => /2024-05-04 08:00:00\.001/.test(document.querySelector("#differences").textContent));
  const lines = await list(page).locator("[data-display]").allInnerTexts();
  assert.deepEqual(lines.map((t) => t.replace(/\s+/g, " ").trim()), [
    "≠ changed edge count shop.orders 777 count 1 → 3 6 6",
    '− removed edge state social.user_likes 77 → "item-1" 19',
    '− removed edge index social.user_likes "item-1" ← 1001 · 2024-05-01 17:00:00 24',
    '+ added edge index social.user_likes "item 2" ← 77 · 2024-05-04 08:00:00 same fields, another key: line 31 of the first 29',
    '− removed edge index social.user_likes "item 2" ← 77 · 2024-05-04 08:00:00 same fields, another key: line 29 of the second 31',
    '≠ changed edge index social.user_likes "item 2" ← 77 · null · 2024-05-04 08:00:00 version 2024-05-04 08:00:00 → 2024-05-04 08:00:00.001 34 32',
  ]);
  await list(page).getByRole("button", { name: "changed" }).last().click();
  await opened(page, "row key equal, 1 of 43 value bytes differs");
  const [a, b] = [await bytes(page, "First"), await bytes(page, "Second")];
  assert.deepEqual([a.differ, b.differ, a.value.length], ["00", "01", 86]);
  await soon.deepEqual(() => region(page).getByRole("list", { name: "Fields that differ" }).locator("li").allInnerTexts().then((all) => all.map((t) => t.replace(/\s+/g, " "))),
    ["version 0–8, int64 2024-05-04 08:00:00 2024-05-04 08:00:00.001 +1 ms", "12 other fields are equal."]);
  await list(page).getByRole("button", { name: "added" }).click();
  await page.waitForFunction(() => document.querySelector("#first-none").textContent === "actionbase-hbase-shell.txt has no such row.");
  await soon.equal(() => page.getByRole("grid", { name: "First bytes" }).count(), 0);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export" }).click()]);
  let expected = "";
  try {
    execFileSync(process.env.ROWLENS_BIN, ["diff", "--json", "--model", schema, first, second]);
  } catch (e) {
    expected = e.stdout.toString();
  }
  await soon.equal(async () => readFileSync(await download.path(), "utf8"), expected, "what the command prints");
}));

test("there is a column of tables only where something names the table of a row", () => withPage({}, async (page) => {
  const dump = readFileSync(golden("implexus/corrupt.dump.hex.txt"), "utf8");
  const lines = dump.split("\n");
  lines.splice(lines.indexOf("HEADER=END") + 1, 2);
  await drop(page, [{ name: "before.txt", bytes: Buffer.from(dump) }, { name: "after.txt", bytes: Buffer.from(lines.join("\n")) }]);
  await page.waitForSelector("html[data-view=diff]");
  await listed(page, 1);
  const heads = () => list(page).getByRole("columnheader").allTextContents();
  await soon.deepEqual(() => heads(), ["Difference", "Record", "Who", "What", "First", "Second"]);
  await compare(page);
  await soon.deepEqual(() => heads(), ["Difference", "Record", "Table", "Who", "What", "First", "Second"]);
}));

/** Compares a file of golden with what becomes of its lines, and gives the cells of each difference. */
async function compareEdited(page, file, edit) {
  const text = readFileSync(golden(file), "utf8");
  const lines = text.split("\n");
  edit(lines);
  const name = file.split("/").at(-1);
  await drop(page, [{ name, bytes: Buffer.from(text) }, { name: `edited.${name}`, bytes: Buffer.from(lines.join("\n")) }]);
  await page.waitForSelector("html[data-view=diff]");
  await page.waitForFunction(() => /equal/.test(document.querySelector("#status").textContent));
  return () => list(page).locator("[data-display]").evaluateAll((all) => all.map((row) => [...row.querySelectorAll("[role=gridcell]")].slice(1, 5).map((c) => c.textContent)));
}

test("a difference says the property that it is of, in formats that have a row for each", () => withPage({}, async (page) => {
  await page.locator("#schema-file").setInputFiles(golden("maryk-rocksdb/latest.models.json"));
  await page.waitForFunction(() => /3 models/.test(document.querySelector("#schema-words").textContent));
  const shown = await compareEdited(page, "maryk-rocksdb/latest.0301.scan.txt", (lines) => {
    lines[32] = lines[32].replace(/.$/, (c) => (c === "1" ? "2" : "1"));
    lines.splice(21, 1);
  });
  await soon.deepEqual(() => shown(), [
    ["value", "Ware", "0000000000017fffffff · shapes.@5.*Addr.street", ""],
    ["value", "Ware", "0000000000017fffffff · spot", "value 52.0906448,5.1212607 → 52.0906448,5.1212593"],
  ]);
  await soon.equal(() => page.locator("#difference-row").textContent(), "0000000000017fffffff · shapes.@5.*Addr.street");
}));

test("a changed row that does not decode any more is named by the one that does, and why is said", () => withPage({}, async (page) => {
  const shown = await compareEdited(page, "accumulograph/accumulograph-shell.txt", (lines) => { lines[23] = lines[23].replace(/.$/, "q"); });
  const why = "Does not decode: Expected a decimal digit, found 0x71 at offset 12 of the value. What gets farthest: AccumuloGraph entry, payload.";
  await soon.deepEqual(() => shown(), [["entry", "social_vertex", '"marko" · "born"', `${why} value 74333135353332383030303030 → 74333135353332383030303071`]]);
  await soon.match(() => page.locator("#difference-what").textContent(), /^Does not decode: Expected a decimal digit, .* row key equal/);
}));

test("documents whose keys have other parts are not said to have no row in common", () => withPage({}, async (page) => {
  await page.locator("#open-file").setInputFiles({ name: "scan.txt", mimeType: "text/plain", buffer: Buffer.from("ROW  COLUMN+CELL\n a column=f:q, timestamp=1, value=v\n b column=f:q, timestamp=1, value=v\n") });
  await page.waitForSelector("html[data-view=rows]");
  await page.locator("#second-file").setInputFiles({ name: "keys.csv", mimeType: "text/plain", buffer: Buffer.from("row,value\n61,76\n62,76\n") });
  await soon.equal(() => page.locator("#diff-note").textContent(), "The documents cannot be compared: rows of the first have a row key and a column, rows of the second a row key without a column, so no keys can be equal; entities can.");
  await soon.ok(() => page.locator("#progress").isHidden());
}));

test("words of the decoder are no slugs, and stored text stays as it is", () => withPage({}, async (page) => {
  await page.locator("#schema-file").setInputFiles(golden("maryk-rocksdb/latest.models.json"));
  await page.waitForFunction(() => /3 models/.test(document.querySelector("#schema-words").textContent));
  const shown = await compareEdited(page, "maryk-rocksdb/latest.0301.scan.txt", (lines) => {
    const i = lines.findIndex((l) => l.includes("1A1FC677CC4000001280000009"));
    lines[i] = lines[i].replace("001280000009", "0000");
  });
  await soon.match(() => shown().then(([cells]) => cells[3]), /kind simple type → deleted/);
}));

test("differences are filtered, chosen by kind and walked with the keys", () => withPage({}, async (page) => {
  await compare(page);
  await page.getByRole("radio", { name: "removed" }).click();
  await listed(page, 3);
  await page.keyboard.press("ArrowRight");
  await listed(page, 1);
  await soon.equal(() => page.getByRole("radio", { name: "added" }).getAttribute("aria-checked"), "true");
  await page.getByRole("radio", { name: "all" }).click();
  await searchbox(page).fill("record = edge-index and source = 'item 2'");
  await listed(page, 3);
  await soon.match(() => page.getByRole("radio", { name: "removed" }).innerText(), /removed\s+1/);
  await searchbox(page).fill("record =");
  await page.waitForFunction(() => !document.querySelector("#diff-problem").hidden);
  await listed(page, 3);
  await searchbox(page).fill("no such words");
  await page.waitForFunction(() => document.querySelector("#diff-note").textContent === "No difference matches.");
  await searchbox(page).fill("");
  await listed(page, 6);
  await page.evaluate(() => document.activeElement.blur());
  const at = () => page.locator("#difference-at").textContent();
  await page.keyboard.press("j");
  await soon.equal(() => at(), "2 of 6");
  await page.keyboard.press("ArrowDown");
  await soon.equal(() => at(), "3 of 6");
  await page.keyboard.press("k");
  await soon.equal(() => at(), "2 of 6");
  await opened(page, "");
  await page.getByRole("grid", { name: "First bytes" }).waitFor();
  await page.keyboard.press("Enter");
  await soon.equal(() => page.evaluate(() => document.activeElement.closest("[role=grid]").id), "first-bytes");
}));

test("a second document comes by Shift and a drop, by the menu, and goes", () => withPage({}, async (page) => {
  await drop(page, [{ path: first }]);
  await page.waitForSelector("html[data-view=rows]");
  await soon.equal(() => page.getByRole("tab", { name: "Diff" }).count(), 0);
  await drop(page, [{ path: second }], { shiftKey: true });
  await page.waitForSelector("html[data-view=diff]");
  await listed(page, 6);
  const menu = async (name) => {
    await page.getByRole("button", { name: "Document", exact: true }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await menu(/^Stop comparing/);
  await page.waitForSelector("html[data-view=rows]");
  await soon.equal(() => page.getByRole("tab", { name: "Diff" }).count(), 0);
  await page.goBack();
  await page.waitForSelector("html[data-view=diff]");
  await listed(page, 6);
  // Back to where there was none, and Forward to it again.
  await page.goBack();
  await page.waitForSelector("html[data-view=rows]");
  await page.goForward();
  await page.waitForSelector("html[data-view=diff]");
  await listed(page, 6);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), menu("Compare with …")]);
  await chooser.setFiles(first);
  await status(page, "No difference: all 106 rows are equal.");
  await soon.equal(() => page.locator("#count-diff").textContent(), "0");
}));

test("the rows of both open, and Back and a reload return to the same difference", () => withPage({ requests: /./ }, async (page) => {
  await compare(page);
  await list(page).getByRole("button", { name: "changed" }).last().click();
  await opened(page, "row key equal, 1 of 43 value bytes differs");
  await page.getByRole("button", { name: "Open first" }).click();
  await page.waitForFunction(() => /^row \d+ of 106 line 34/.test(document.querySelector("#row-place").textContent));
  await page.goBack();
  await page.waitForSelector("html[data-view=diff]");
  await page.getByRole("button", { name: "Open second" }).click();
  await page.waitForFunction(() => /^row \d+ of 104 line 32/.test(document.querySelector("#row-place").textContent));
  await page.waitForFunction(() => /^2c8000018f429df801/.test([...document.querySelectorAll("#bytes [data-part=value]")].map((c) => c.textContent).join("")));
  await page.goBack();
  await page.waitForSelector("html[data-view=diff]");
  await listed(page, 6);
  await opened(page, "row key equal, 1 of 43 value bytes differs");
  await page.getByRole("radio", { name: "changed" }).click();
  await listed(page, 2);
  await page.reload();
  await page.waitForSelector("html[data-view=diff]");
  await listed(page, 2);
  await soon.equal(() => page.getByRole("radio", { name: "changed" }).getAttribute("aria-checked"), "true");
  await page.getByRole("tab", { name: "Row", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll("#bytes [role=gridcell]").length > 0);
  await soon.ok(async () => (await shownHex(page)).row);
}));

test("two stores are compared, a store with a dump of it, and both are there after a reload", () => withPage({ requests: /./ }, async (page) => {
  await drop(page, [{ path: mdb, name: "before.mdb" }, { path: mdb, name: "after.mdb" }]);
  await page.waitForSelector("html[data-view=diff]");
  await page.waitForFunction(() => /^No difference: all \d+ rows are equal\.$/.test(document.querySelector("#status").textContent));
  await page.reload();
  await page.waitForSelector("html[data-view=diff]");
  await page.waitForFunction(() => /^No difference: all \d+ rows are equal\.$/.test(document.querySelector("#status").textContent));
  const dump = execFileSync(process.env.ROWLENS_BIN, ["dump", mdb]).toString();
  const bytes = Buffer.from(dump);
  await drop(page, [{ name: "dump.txt", bytes }], { shiftKey: true });
  await page.waitForFunction(() => /^No difference: all \d+ rows are equal\.$/.test(document.querySelector("#status").textContent) && document.querySelector("#document-second").textContent === "dump.txt");
  await drop(page, [{ name: "other.txt", bytes: Buffer.from(dump.replace('"value":"07', '"value":"06')) }]);
  await page.waitForFunction(() => document.querySelector("#document-name").textContent === "other.txt");
  await drop(page, [{ path: mdb, name: "after.mdb" }], { shiftKey: true });
  await listed(page, 1);
  await page.getByRole("button", { name: "Open second" }).click();
  await page.waitForFunction(() => /^row 1 of \d+/.test(document.querySelector("#row-place").textContent) && document.querySelector("#document-name").textContent.startsWith("after.mdb"));
  await soon.match(async () => (await shownHex(page)).value, /^07/);
}));

test("a second document that is too large to be kept is said before and after a reload", () => withPage({ requests: /./ }, async (page) => {
  await drop(page, [{ path: first }]);
  await page.waitForSelector("html[data-view=rows]");
  const line = `${readFileSync(second, "utf8").split("\n").find((l) => l.includes("column=f:e"))}\n`;
  await drop(page, [{ name: "long.txt", bytes: Buffer.from(line), repeat: Math.ceil((65 << 20) / line.length) }], { shiftKey: true });
  await page.waitForSelector("html[data-view=diff]");
  await page.getByRole("progressbar", { name: "Comparing" }).waitFor(); // what can be cancelled before is the check of the first one
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForFunction(() => document.querySelector("#diff-note").textContent === "The comparison was cancelled. long.txt is too large to survive a reload.");
  await page.reload();
  await page.waitForFunction(() => document.querySelector("#document-with").textContent === "with long.txt, which the browser did not keep: open it again");
}));

test("long values begin shortly before they differ, in the list and among the fields", () => withPage({}, async (page) => {
  const text = (end) => Buffer.from(JSON.stringify({ parts: { key: Buffer.from("/notes/n1").toString("hex"), value: Buffer.from(JSON.stringify({ type: "Note", title: `${"ü".repeat(500)}${end}` })).toString("hex") } }));
  await drop(page, [{ name: "a.jsonl", bytes: text("🎉 old") }, { name: "b.jsonl", bytes: text("🎈 new") }]);
  await page.waitForSelector("html[data-view=diff]");
  await listed(page, 1);
  const ends = async (selector) => (await page.locator(selector).allTextContents()).map((t) => [/6f6c64/.test(t), /6e6577/.test(t), t.length < 500]);
  await soon.deepEqual(() => ends("#differences [data-display] [role=gridcell]:nth-child(5)"), [[true, true, true]]);
  await soon.deepEqual(() => ends("#differ-list .differ-value"), [[true, false, true], [false, true, true]]);
}));

test("what cannot be compared is said", () => withPage({}, async (page) => {
  await page.locator("#folder").setInputFiles(golden("store-files/samples/rocksdb/maryk"));
  await page.waitForSelector("html[data-view=tables]");
  await drop(page, [{ path: first }], { shiftKey: true });
  await page.waitForFunction(() => /^The documents cannot be compared: one document does not say of which table its rows are/.test(document.querySelector("#diff-note").textContent));
}));

for (const width of [1280, 390, 320]) {
  test(`Diff at ${width} px: axe finds nothing, nothing sticks out`, (t) => withPage({ viewport: { width, height: 800 } }, async (page) => {
    await compare(page);
    await page.locator("#differences [data-display='5'] button").click();
    await opened(page, "row key equal, 1 of 43 value bytes differs");
    await inThemes(t, page, async (colorScheme, again) => {
      await picture(page, `diff-${colorScheme}-${width}`);
      await axe(page, "diff", again);
      await soon.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), "the page scrolls sideways");
    });
  }));
}

test("rows match by key, by key without salt, or by entity, and Back and a reload keep it", () => withPage({ requests: /./ }, async (page) => {
  await compare(page);
  const match = page.getByRole("combobox", { name: "Rows match by" });
  await soon.equal(() => match.inputValue(), "key");
  await match.selectOption("key without salt");
  await listed(page, 5);
  await status(page, "101 rows are equal, 2 removed, 0 added, 3 changed.");
  const salt = list(page).locator("[data-display]").filter({ hasText: "64d95d7e" });
  await salt.getByRole("button").click();
  await page.waitForFunction(() => /^salt.*0x64d95d7f0x64d95d7e$/.test(document.querySelector("#differ-list li")?.textContent));
  await soon.equal(async () => (await page.getByRole("grid", { name: "First bytes" }).locator("[role=gridcell][aria-label*=differs]").allTextContents()).join(), "7f");
  await page.reload();
  await listed(page, 5);
  await soon.equal(() => match.inputValue(), "key without salt");
  await page.goBack();
  await listed(page, 6);
  await soon.equal(() => match.inputValue(), "key");
  await match.selectOption("entity");
  await page.waitForFunction(() => /equal, \d+ removed/.test(document.querySelector("#status").textContent) && document.querySelector("#differences [data-display]"));
}));

test("a difference leads to the findings about either row", () => withPage({}, async (page) => {
  await compare(page);
  await list(page).getByRole("button", { name: "added" }).click();
  await soon.equal(() => page.getByRole("button", { name: "Findings about first" }).isVisible(), false);
  await page.getByRole("button", { name: "Findings about second" }).click();
  await page.waitForSelector("html[data-view=findings]");
  await page.waitForFunction(() => /salt/i.test(document.querySelector("#finding-title").textContent));
  await soon.match(() => page.locator("#document-name").textContent(), /damaged/);
  await soon.equal(() => page.locator("#findings [data-display]").count(), 1);
  await page.goBack();
  await page.waitForSelector("html[data-view=diff]");
  await region(page).waitFor();
}));

test("a row with versions is compared with the one before, and Back leads to the document", () => withPage({}, async (page) => {
  const { row: key, value } = row("edge-index");
  const [family, qualifier] = ["66", "65"];
  const line = (timestamp, end) => JSON.stringify({ row: key, family, qualifier, value: value.slice(0, -2) + end, timestamp });
  // In no order, with another row between them: the version before is the newest of the older ones.
  const other = JSON.stringify({ row: row("edge-state").row, family, qualifier, value: row("edge-state").value });
  const text = [line("1714809600501", "fe"), line("1714809600502", "fd"), other, line("1714809600400", "fc"), line("1714809600500", "ff")].join("\n");
  await page.locator("#open-file").setInputFiles({ name: "versions.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.waitForSelector("html[data-view=rows]");
  await page.getByRole("grid", { name: "Rows" }).getByRole("button", { name: "Open row 1" }).click();
  const action = page.getByRole("button", { name: "Diff with previous version" });
  await action.waitFor();
  await action.click();
  await page.waitForSelector("html[data-view=diff]");
  await listed(page, 1);
  await opened(page, `row key equal, 1 of ${value.length / 2} value bytes differs`);
  await soon.equal(async () => (await bytes(page, "First")).differ + (await bytes(page, "Second")).differ, "fffe");
  await page.goBack();
  await page.waitForSelector("html[data-view=row]");
  await action.waitFor();
  await page.waitForSelector("#versions");
  await page.getByRole("button", { name: /^All rows of this edge \d/ }).waitFor();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("#row-place").textContent.startsWith("row 2 of 5"));
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("#row-place").textContent.startsWith("row 3 of 5"));
  await page.waitForSelector("#versions", { state: "hidden" });
  assert.equal(await action.isVisible(), false);
}));

test("rows that could not be read come first, and the others are not all of them", () => withPage({}, async (page) => {
  const lines = readFileSync(first, "utf8").split("\n");
  lines[10] = lines[10].slice(0, 40);
  const cut = Buffer.from(lines.join("\n"));
  await page.locator("#schema-file").setInputFiles(schema);
  await drop(page, [{ name: "one.txt", bytes: cut }, { name: "two.txt", bytes: cut }]);
  await page.waitForSelector("html[data-view=diff]");
  await page.waitForFunction(() => /^\d places could not be read: rows that are missing there count as added or removed\. No difference: all other \d+ rows are equal\.$/.test(document.querySelector("#status").textContent));
  await soon.match(() => page.locator("#diff-note").textContent(), /^\d places could not be read/);
}));

test("at 390 px the list of a few differences is whole, and neither who nor what changed is cut", () => withPage({ viewport: { width: 390, height: 844 } }, async (page) => {
  await page.locator("[data-first]").first().click();
  await listed(page, 3);
  await soon.match(() => list(page).locator("[data-display='2']").textContent(), /version 2024-05-04 08:00:00 → 2024-05-04 08:00:00\.001/);
  assert.deepEqual(await list(page).locator("[data-display] > *").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1).map((e) => e.textContent)), []);
  assert.equal(await page.locator("#diff-scroll").evaluate((e) => e.scrollHeight > e.clientHeight), false, "the list scrolls");
}));

for (const width of [390, 320]) {
  test(`at ${width} px each of a few differences is as tall as its words, of which none is cut`, () => withPage({ viewport: { width, height: 844 } }, async (page) => {
    await compare(page);
    await page.waitForFunction(() => /"item-1" ← 1001/.test(document.querySelector("#differences").textContent));
    const lines = await list(page).locator("[data-display]").evaluateAll((all) => all.map((line) => {
      const shown = [...line.children].filter((e) => e.textContent && e.checkVisibility());
      const bottom = Math.max(...shown.map((e) => e.getBoundingClientRect().bottom));
      return { cut: shown.filter((e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1).map((e) => e.textContent), empty: Math.round(line.getBoundingClientRect().bottom - bottom) };
    }));
    assert.deepEqual(lines.map(({ cut, empty }) => ({ cut, empty: empty > 14 })), lines.map(() => ({ cut: [], empty: false })));
    // The keys reach the last one, in the list's own scrolled part.
    await list(page).locator("[data-display='0'] button").focus();
    await page.keyboard.press("End");
    await soon.ok(() => list(page).locator("[data-display='5']").evaluate((e) => e.getBoundingClientRect().bottom <= document.querySelector("#diff-scroll").getBoundingClientRect().bottom + 1), "the last line is not in view");
  }));
}
