// Input other than plain dumps: files without rows, text in UTF-16, schemas.

import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { decode, useBrowser, withPage } from "./browser.mjs";
import { drop } from "./drop.mjs";
import { makeDump } from "./dump.mjs";
import { soon } from "./soon.mjs";

useBrowser();

let dump;
before(() => { dump = makeDump(8000); });
after(() => dump.remove());

const reading = { requests: /\/worker-[0-9a-f]+\.js$|^blob:/ };
const golden = (name) => new URL(`../../golden/${name}`, import.meta.url);
const models = readFileSync(golden("maryk-rocksdb/latest.models.json"));
const scan = readFileSync(golden("actionbase/actionbase-hbase-shell.txt"), "utf8");
const status = (page, text) => page.waitForFunction((t) => new RegExp(t).test(document.querySelector("#status").textContent), text);
const name = (page) => page.locator("#document-name").textContent();
const facts = (page) => page.locator("#document").textContent();

test("a file without rows is named for what it is", () => withPage(reading, async (page) => {
  for (const [file, bytes, title] of [
    ["a.png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG image"], ["program", "\x7fELF\x02\x01\x01\0", "a program or library \\(ELF\\)"], ["a.pdf", "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "a PDF document"],
    ["a.zip", "PK\x03\x04\x14\0", "a ZIP archive"], ["a.parquet", "PAR1\x15\x04", "a Parquet file"], ["a.wasm", "\0asm\x01\0\0\0", "a WebAssembly module"],
  ]) {
    await drop(page, [{ name: file, bytes: Buffer.from(bytes, "latin1") }]);
    await status(page, `^${file.replace(".", "\\.")} is known and not read: ${title}\\.`);
  }
  await soon.match(() => page.locator("#tables-list").textContent(), /a\.wasm a WebAssembly module, not a store or rows that rowlens reads/);
}));

test("a text that no format reads says so first, then that nothing is near and what gets farthest, without a dot", () => withPage(reading, async (page) => {
  await drop(page, [{ name: "app.log", bytes: Buffer.from("2024-05-01 10:00:00 INFO starting\n2024-05-01 10:00:01 WARN foo bar\n") }]);
  await status(page, "^No format reads it\\. Nothing is near\\. What gets farthest, .*, stops at byte \\d+");
  await soon.equal(() => page.locator("#alert .what").textContent(), "No format reads it.");
  await soon.match(() => page.locator("#alert").textContent(), /Nothing is near\. What gets farthest is .*expected/);
  await soon.equal(() => page.locator("#candidates [role=option]").first().locator(".dots").getAttribute("aria-label"), "evidence 0 of 3");
}));

for (const [title, bytes] of [
  ["UTF-16 with a mark", Buffer.from(`\ufeff${scan}`, "utf16le")],
  ["UTF-16 without one", Buffer.from(scan, "utf16le")],
  ["big-endian UTF-16", Buffer.from(`\ufeff${scan}`, "utf16le").swap16()],
]) {
  test(`a dump in ${title} is read as in UTF-8`, () => withPage(reading, async (page) => {
    await drop(page, [{ name: "scan.txt", bytes: Buffer.from(scan) }]);
    await status(page, "\\d+ rows");
    const rows = await page.locator("#document-rows").textContent();
    await drop(page, [{ name: "wide.txt", bytes }]);
    await soon.equal(() => name(page), "wide.txt");
    await soon.match(() => facts(page), /HBase shell.*, read as UTF-16/);
    await soon.equal(() => page.locator("#document-rows").textContent(), rows);
    await page.getByRole("tab", { name: "Row", exact: true }).click();
    await status(page, "wide\\.txt was read as UTF-16\\.");
  }));
}

test("the same for one that is not held in memory as a whole", () => withPage(reading, async (page) => {
  const text = readFileSync(dump.path, "utf8");
  await drop(page, [{ name: "large.txt", bytes: Buffer.from(`\ufeff${text}`, "utf16le") }]);
  await status(page, "rows?\\.|not decode");
  await soon.match(() => facts(page), /8,000 rows.*8 not decoded/);
  await soon.match(() => facts(page), /read as UTF-16/);
}));

test("a dropped schema is used, and the document stays", () => withPage(reading, async (page) => {
  await drop(page, [{ name: "scan.txt", bytes: Buffer.from(scan) }]);
  await status(page, "\\d+ rows");
  await drop(page, [{ name: "latest.models.json", bytes: models }]);
  await status(page, "^latest\\.models\\.json is a schema: \\d+ models, in use now\\. \\d+ rows");
  await soon.equal(() => name(page), "scan.txt");
  await soon.match(() => page.locator("#schema-words").textContent(), /\d+ models/);
  await drop(page, [{ name: "names.json", bytes: Buffer.from(`\ufeff["likes"]`, "utf16le") }, { name: "other.txt", bytes: Buffer.from(scan) }]);
  await soon.equal(() => name(page), "other.txt");
  await soon.match(() => page.locator("#schema-words").textContent(), /1 name/);
}));

test("of several dumps none is opened as if it were all of them", () => withPage(reading, async (page) => {
  const dumps = ["one.txt", "two.txt", "three.txt"].map((name) => ({ name, bytes: Buffer.from(scan) }));
  await drop(page, dumps.slice(0, 1));
  await status(page, "^\\d+ rows");
  await drop(page, dumps);
  await status(page, "^None of the 3 files belongs to a store\\. Open one dump at a time, or two to compare them\\.");
  await soon.equal(() => name(page), "one.txt");
  await drop(page, dumps.slice(1));
  await soon.match(() => page.getByRole("tab", { selected: true }).textContent(), /Diff/);
}));

test("rows as JSON are not taken for a schema", () => withPage(reading, async (page) => {
  for (const [file, text] of [
    ["parts.json", `{"parts":{"row":"0bc76fbe2c80"}}`], ["row.json", `{"row":"00ff","family":"66","qualifier":"","value":""}`], ["list.json", `["0bc76fbe2c80"]`], ["base64.json", `["C8dvviyA","C8dvvg=="]`], ["escapes.json", String.raw`["\\x0B\\xC7o"]`], ["other.json", `{"id":"00ff"}`],
  ]) {
    await drop(page, [{ name: file, bytes: Buffer.from(text) }]);
    await soon.equal(() => name(page), file);
  }
  await soon.equal(() => page.locator("#schema-words").textContent(), "");
}));

test("a layout is given as a line, and its mistakes are reported with their column", () => withPage({}, async (page) => {
  await decode(page, "0000000100000002");
  await page.getByRole("button", { name: /^Schema/ }).click();
  const box = page.getByRole("textbox", { name: "Schema", exact: true });
  await box.fill("id:u23 seq:u32");
  await page.getByRole("button", { name: "Use schema" }).click();
  await soon.match(() => page.locator("#schema-problem").textContent(), /column 4: expected a type/);
  await box.fill("hello");
  await page.getByRole("button", { name: "Use schema" }).click();
  await soon.match(() => page.locator("#schema-problem").textContent(), /a layout such as id:u32 name:str/);
  const live = page.locator("#schema-live");
  await box.fill("id:u32 seq:u3");
  await soon.match(() => live.textContent(), /column 12: expected a type/, "while it is typed");
  await box.fill("id:u32 seq:ms");
  await soon.equal(() => live.textContent(), "the row: id 1, byte 4: expected 8 bytes, found 4 bytes");
  await box.fill("id:u32 seq:u32");
  await soon.equal(() => live.textContent(), "the row: id 1, seq 2");
  await box.fill('{"names": []}');
  await soon.equal(() => live.textContent(), "");
  await box.fill("id:u32 seq:u32");
  await page.getByRole("button", { name: "Use schema" }).click();
  await page.waitForFunction(() => /id.*1.*seq.*2/s.test(document.querySelector("[role=tree]").textContent));
  await soon.match(() => page.locator("#schema-words").textContent(), /1 layout/);
}));
