// The files of databases, opened on the page.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { axe } from "./axe.mjs";
import { goTo, picture, useBrowser, withPage as anyPage } from "./browser.mjs";
import { soon } from "./soon.mjs";

useBrowser();

const samples = fileURLToPath(new URL("../../golden/store-files/samples/", import.meta.url));
const mdb = join(samples, "lmdb/implexus/data.mdb");
const rocks = join(samples, "rocksdb/maryk");
const folder = mkdtempSync(join(tmpdir(), "rowlens-page-"));
after(() => rmSync(folder, { recursive: true }));

const withPage = (options, fn) => anyPage({ requests: /\/worker-[0-9a-f]+\.js$|^blob:/, ...options }, fn);

/** Files in memory as a drop; zeros are so many pieces of 16 MiB after the bytes of each. @returns {Promise<number>} when it was dropped */
async function drop(page, files, zeros = 0) {
  const given = await page.evaluateHandle(([list, zeros]) => {
    const data = new DataTransfer();
    const nothing = zeros && new Blob([new Uint8Array(1 << 24)]);
    for (const { name, base64 } of list) {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      data.items.add(new File([bytes, ...Array(zeros).fill(nothing)], name));
    }
    return data;
  }, [files.map(({ name, path, bytes = readFileSync(path) }) => ({ name, base64: bytes.toString("base64") })), zeros]);
  const now = Date.now();
  await page.dispatchEvent("body", "drop", { dataTransfer: given });
  return now;
}

const tables = (page) => page.getByRole("grid", { name: "Tables" });
const rows = (page) => page.getByRole("grid", { name: "Rows" });
const status = (page, text) => page.waitForFunction((t) => new RegExp(t).test(document.querySelector("#status").textContent), text);
const read = (page) => page.waitForFunction(() => document.documentElement.dataset.view === "rows" && document.querySelector("#progress").hidden && /\d rows?$/.test(document.querySelector("#document-rows").textContent));

/** The columns of a table in the list. */
const listed = (page, name) => tables(page).getByRole("row").filter({ has: page.getByRole("button", { name, exact: true }) }).locator("th, td").allTextContents();

test("a dropped data.mdb opens as rows, in every view, and is never offered to the row formats", () => withPage({}, async (page) => {
  await drop(page, [{ name: "data.mdb", path: mdb }]);
  await read(page);
  await soon.equal(() => page.getByRole("tab", { name: "Rows" }).getAttribute("aria-selected"), "true");
  await soon.equal(() => page.locator("#input").inputValue(), "");
  await soon.equal(() => page.locator("#document-kind").textContent(), "LMDB");
  await soon.match(() => page.locator("#document-rows").textContent(), /^\d+ rows$/);
  const first = rows(page).locator("[data-display='0']");
  await first.locator("button").waitFor();
  await first.locator("button").click();
  await page.waitForFunction(() => /^row 1 of \d+ file data\.mdb block at \d+ entry at byte \d+/.test(document.querySelector("#row-place").textContent));
  await soon.equal(() => page.getByRole("textbox", { name: "Input" }).count(), 0, "a row of a store has no text");
  await goTo(page, "Tables");
  await soon.equal(() => tables(page).getByRole("row").count(), 2);
}));

test("names of LMDB's databases are said by themselves, and are not added to the entries", () => withPage({}, async (page) => {
  const path = join(folder, "named.mdb");
  const row = (key) => ` ${Buffer.from(key).toString("hex")}\n 00\n`;
  const load = (keys, ...args) => execFileSync("mdb_load", ["-n", ...args, path], { input: `VERSION=3\nformat=bytevalue\ntype=btree\nHEADER=END\n${keys.map(row).join("")}DATA=END\n` });
  load(["a", "b", "c"]);
  load(["d"], "-s", "one");
  load(["e", "f"], "-s", "two");
  await drop(page, [{ name: "data.mdb", path }]);
  await goTo(page, "Tables");
  const entries = async (name) => (await listed(page, name))[2];
  await soon.equal(() => entries("main"), "3 + 2 databases");
  assert.deepEqual([await entries("one"), await entries("two")], ["1", "2"]);
  await status(page, "^3 tables in .*, 6 entries stored\\.");
}));

test("a folder of RocksDB lists its tables, and each opens as rows", () => withPage({}, async (page) => {
  await page.locator("#folder").setInputFiles(rocks);
  await status(page, "^19 tables in maryk, [\\d,]+ entries stored\\. Not all blocks are read yet\\.$");
  const heads = await tables(page).getByRole("columnheader").allTextContents();
  assert.deepEqual(heads, ["Table", "Id", "Order of keys", "Entries", "Bytes stored", "First key", "Last key"]);
  const [name, id, order, entries, , first, last] = await listed(page, "Ware table, 0x0301");
  assert.deepEqual([name, id, order, entries, first, last], ["table", "0301", "bytes", "461", "0000000000017fffffff", "000003eb00027fffb27631"]);
  await soon.match(() => page.getByRole("group", { name: "Document line" }).innerText(), /RocksDB\s+19 tables\s+[\d.]+ KB in \d files/);
  await soon.equal(() => page.locator("#count-findings").textContent(), "", "no rows yet");
  await tables(page).getByRole("button", { name: "Ware table, 0x0301", exact: true }).click();
  await read(page);
  await soon.equal(() => page.locator("#document-name").textContent(), "maryk › 0x0301");
  await soon.equal(() => rows(page).getAttribute("aria-rowcount"), "139");
  await page.getByRole("tab", { name: "Findings" }).click();
  await page.waitForFunction(() => /findings?|checked|agree/i.test(document.querySelector("#findings-note").textContent));
  await goTo(page, "Tables");
  await page.getByRole("radio", { name: "stored" }).click();
  await tables(page).getByRole("button", { name: "Ware table, 0x0301", exact: true }).click();
  await read(page);
  await soon.equal(() => rows(page).getAttribute("aria-rowcount"), "462", "every version");
  await goTo(page, "Tables");
  await page.getByRole("radio", { name: "visible" }).click();
  await goTo(page, "Rows");
  await soon.equal(() => rows(page).getAttribute("aria-rowcount"), "139", "the mode holds for the rows that are shown already");
  await goTo(page, "Tables");
  await page.getByRole("radio", { name: "stored" }).click();
  await page.getByRole("button", { name: "Rows of all tables" }).click();
  await read(page);
  await soon.ok(async () => Number(await rows(page).getAttribute("aria-rowcount")) > 600);
  await soon.equal(() => page.locator("#document-name").textContent(), "maryk");
  await page.getByRole("searchbox", { name: "Filter" }).fill("cf = 0301");
  await page.waitForFunction(() => document.querySelector("#rows").getAttribute("aria-rowcount") === "462");
}));

test("until a table is chosen, Row and Rows offer to, and neither shows rows of the document before", () => withPage({}, async (page) => {
  await page.evaluate(() => navigator.clipboard.writeText("2c8000018f3c9be200"));
  await page.keyboard.press("Control+v");
  await page.waitForSelector("#bytes [role=gridcell]");
  await page.locator("#folder").setInputFiles(rocks);
  await page.waitForSelector("html[data-view=tables]");
  for (const name of ["Row", "Rows"]) {
    await goTo(page, name);
    await status(page, "^maryk has \\d+ tables, none of them read yet\\.$");
    const panel = page.getByRole("tabpanel", { name });
    await soon.deepEqual(() => panel.getByRole("gridcell").count(), 0, name);
    await soon.ok(() => panel.getByRole("button", { name: "Choose a table" }).isVisible());
  }
  await goTo(page, "Build");
  await status(page, "This is a sample\\.$");
  await goTo(page, "Row");
  await page.getByRole("tabpanel", { name: "Row" }).getByRole("button", { name: "Read the rows of all tables" }).click();
  await page.waitForFunction(() => /^row 1 of \d+ file /.test(document.querySelector("#row-place").textContent) && document.querySelector("#bytes [role=gridcell]")?.checkVisibility());
}));

test("long names of tables and of a second document end in an ellipsis, and move nothing out of the window", () => withPage({}, async (page) => {
  const name = `${"a-file-of-a-store-whose-name-has-no-end-".repeat(4)}.rf`;
  const path = join(samples, "rfile/social_vertex.rf");
  await drop(page, [{ name: `1${name}`, path }, { name: `2${name}`, path }]);
  await page.waitForSelector("#document-with:not([hidden])");
  await goTo(page, "Tables");
  for (const width of [1280, 900, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await soon.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), `the page scrolls sideways at ${width}`);
    const out = await page.evaluate(() => ["#document-second", "#tables [data-table] button", "#schema-toggle", "#show-shortcuts", "#tables td"].filter((s) => document.querySelector(s).getBoundingClientRect().right > innerWidth));
    assert.deepEqual(out, [], `${width} px`);
  }
}));

test("a size of a table is beside its bar, not over the next column, where a name takes the width", () => withPage({}, async (page) => {
  const name = "rllatest.Ware.d.f6a695d491d649219a9d18d8b01a19d8.hfile";
  await drop(page, [{ name, path: join(samples, "hfile", name) }]);
  await read(page);
  await goTo(page, "Tables");
  for (const width of [1280, 800]) {
    await page.setViewportSize({ width, height: 800 });
    const [text, cell] = await tables(page).locator("td.sized").evaluate((td) => {
      const range = document.createRange();
      range.selectNodeContents(td);
      return [Math.max(...[...range.getClientRects()].map((r) => r.right)), td.getBoundingClientRect().right];
    });
    assert.ok(text <= cell, `${text} of ${cell} at ${width} px`);
  }
}));

/** Opens a store of golden/, as it stands in its archive. */
async function openDamaged(page, name) {
  const from = mkdtempSync(join(tmpdir(), "rowlens-damaged-"));
  after(() => rmSync(from, { recursive: true }));
  execFileSync("tar", ["xzf", fileURLToPath(new URL(`../../golden/store-files/rocksdb/damaged-${name}.tar.gz`, import.meta.url)), "-C", from]);
  await drop(page, readdirSync(join(from, "db")).map((file) => ({ name: file, path: join(from, "db", file) })));
  await goTo(page, "Tables");
}

test("the table of a file that is missing is marked, and no view says that all is well", () => withPage({}, async (page) => {
  await openDamaged(page, "missing-table");
  await status(page, "1 place damaged\\.$");
  const damaged = tables(page).locator("tr.failed");
  await soon.equal(() => damaged.count(), 1);
  await soon.match(() => damaged.textContent(), /≥ [\d,]+.*1 place damaged$/);
  await goTo(page, "Findings");
  await status(page, "^1 place of the store is damaged, so rows are missing\\. .+ has \\d+ tables?, none of them read yet\\.$");
  await goTo(page, "Tables");
  await page.getByRole("button", { name: "Rows of all tables" }).click();
  await read(page);
  await goTo(page, "Findings");
  await status(page, "^1 place of the store is damaged, so rows are missing");
  await soon.equal(() => page.locator("#count-findings").textContent(), "");
  await page.getByRole("button", { name: "Show the damage" }).click();
  await soon.ok(() => damaged.isVisible());
}));

test("damage of a log may be of any table: each says so", () => withPage({}, async (page) => {
  await openDamaged(page, "log-flip");
  await page.getByRole("button", { name: "Rows of all tables" }).click();
  await read(page);
  await goTo(page, "Tables");
  await status(page, "2 places damaged\\.$");
  const marks = await tables(page).locator("td.bad").allTextContents();
  assert.ok(marks.length > 1 && marks.every((text) => text === "may lack rows"), marks.join());
}));

test("tables stand below their model, are filtered and walked with the keys, and say when all blocks were read", () => withPage({}, async (page) => {
  await page.locator("#folder").setInputFiles(rocks);
  await status(page, "Not all blocks are read yet");
  const groups = await page.locator(".tables-group b").allTextContents();
  assert.ok(groups.length >= 2 && groups.every((name) => /^[A-Z][a-z]+$/.test(name)), groups.join());
  assert.match(await page.locator(".tables-group").first().innerText(), /^Ware\s*\d+ tables\s*\d+ entries$/, "in a log they have no size of their own");
  await tables(page).getByRole("button", { name: "Ware table, 0x0301", exact: true }).focus();
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => document.activeElement.ariaLabel === "Ware keys, 0x0201");
  await page.keyboard.press("End");
  await soon.equal(() => tables(page).locator("[tabindex='0']").count(), 1, "one Tab stop");
  await page.getByRole("searchbox", { name: "Filter tables" }).fill("ware");
  await soon.deepEqual(() => page.locator(".tables-group b").allTextContents(), ["Ware"]);
  await page.getByRole("searchbox", { name: "Filter tables" }).fill("nothing of this name");
  await soon.match(() => page.locator("#tables").textContent(), /No table matches\./);
  await page.getByRole("radio", { name: "stored" }).click();
  await page.getByRole("button", { name: "Rows of all tables" }).click();
  await read(page);
  await goTo(page, "Tables");
  await status(page, "Every block with rows is read, and none is damaged\\.$");
}));

test("a folder that the browser hands over is read where it is", () => withPage({}, async (page) => {
  await page.evaluate(async (files) => {
    const root = await navigator.storage.getDirectory();
    const inside = await (await root.getDirectoryHandle("db", { create: true })).getDirectoryHandle("deep", { create: true });
    for (const { name, base64 } of files) {
      const writer = await (await inside.getFileHandle(name, { create: true })).createWritable();
      await writer.write(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
      await writer.close();
    }
    globalThis.showDirectoryPicker = () => root.getDirectoryHandle("db");
  }, ["CURRENT", "MANIFEST-000005", "000004.log"].map((name) => ({ name, base64: readFileSync(join(rocks, name)).toString("base64") })));
  await page.getByRole("button", { name: "Open folder" }).click();
  await status(page, "19 tables in db,");
  await tables(page).getByRole("button", { name: "Ware keys, 0x0201", exact: true }).click();
  await read(page);
  await soon.ok(async () => Number(await rows(page).getAttribute("aria-rowcount")) > 3);
}));

test("a folder with too many files is refused, and not read in part", () => withPage({}, async (page) => {
  await page.evaluate(() => {
    const folder = async function* () {
      for (let i = 0; i <= 50_000; i++) yield [`${i}.rf`, { kind: "file", getFile: async () => new File([], `${i}.rf`) }];
    };
    globalThis.showDirectoryPicker = async () => ({ name: "tables", entries: folder });
  });
  await page.getByRole("button", { name: "Open folder" }).click();
  await status(page, "^The folder could not be read: it has more than 50,000 files: open a folder inside it, or use the command rowlens\\.$");
}));

test("a file of 1 GB is not read whole", () => withPage({}, async (page) => {
  await page.evaluate(() => {
    const slice = Blob.prototype.slice;
    Blob.prototype.slice = function () { throw new Error(`the page itself reads ${this.size} bytes`); };
    globalThis.restore = () => { Blob.prototype.slice = slice; };
  });
  const began = await drop(page, [{ name: "data.mdb", path: mdb }], 64);
  await read(page);
  const took = Date.now() - began;
  assert.ok(took < 3000, `${took} ms`);
  await page.evaluate(() => globalThis.restore());
  await soon.match(() => page.locator("#document-rows").textContent(), /^\d+ rows$/);
}));

test("locality groups of a file do not count its bytes twice", () => withPage({}, async (page) => {
  const names = ["accumulo15-groups-gz.rf", "accumulo15-groups-none.rf", "accumulo17-groups-gz.rf"];
  const own = mkdtempSync(join(folder, "groups-"));
  execFileSync("tar", ["xzf", fileURLToPath(new URL("../../golden/store-files/rfile/all.tar.gz", import.meta.url)), "-C", own, ...names]);
  const files = names.map((name) => ({ name, path: join(own, name) }));
  await page.locator("#open-file").setInputFiles(files.map(({ path }) => path));
  const group = tables(page).getByRole("row").filter({ hasText: `Accumulo, ${names[0]}` });
  const size = `${(readFileSync(files[0].path).length / 1024).toFixed(1)} KB`;
  await soon.ok(async () => (await group.textContent()).includes(size), `${size} is not what it says`);
  rmSync(own, { recursive: true });
}));

test("damage is a row in its place, and listed before", () => withPage({}, async (page) => {
  const bytes = readFileSync(join(samples, "rfile/social_vertex.rf"));
  bytes.fill(0xff, 16, 40);
  await drop(page, [{ name: "a.rf", bytes }]);
  await read(page);
  await rows(page).locator(".failed").first().waitFor();
  await soon.ok(async () => (await rows(page).locator(".failed").first().textContent()).length > 20);
}));

test("what is known and not read is named, and text opens as before", () => withPage({}, async (page) => {
  const parquet = Buffer.concat([Buffer.from("PAR1"), Buffer.alloc(100), Buffer.from("PAR1")]);
  await drop(page, [{ name: "rows.parquet", bytes: parquet }]);
  await status(page, "rows\\.parquet is known and not read: a Parquet file");
  await soon.match(() => page.locator("#tables-list").textContent(), /rows\.parquet a Parquet file.*duckdb/);
  await soon.equal(() => page.locator("#input").inputValue(), "");
  await drop(page, [{ name: "a.sqlite", bytes: Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(4080)]) }]);
  await status(page, "a\\.sqlite is known and not read: an SQLite database");
  await drop(page, [{ name: "zeros", bytes: Buffer.alloc(1) }], 3);
  await status(page, "^1 row does not decode\\. 1 row\\.");
  await drop(page, [{ name: "nothing", bytes: Buffer.alloc(0) }]);
  await status(page, "^nothing is empty; there is nothing to open\\.");
  await drop(page, [{ name: "key.txt", bytes: Buffer.from("8a21aff9346974656d002bdafe659d297e2983") }]);
  await page.waitForFunction(() => document.querySelector("#input").value.startsWith("8a21"));
  await status(page, "^1 row, which decodes");
  const notes = mkdtempSync(join(folder, "notes-"));
  writeFileSync(join(notes, "notes.txt"), "nothing");
  await page.locator("#folder").setInputFiles(notes);
  await status(page, "The folder has no store that rowlens can read. Open a dump in it by itself");
  writeFileSync(join(notes, "logo.png"), Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
  await page.locator("#folder").setInputFiles(notes);
  await status(page, "^notes-.{6} has no store that rowlens can read: notes-.{6}/logo.png is a PNG image. Open a dump in it by itself");
}));

test("a store of each kind is among the examples of the empty page", () => withPage({}, async (page) => {
  const examples = page.locator("[data-store-sample]");
  const shown = [];
  for (let i = 0; i < await examples.count(); i++) {
    const name = await examples.nth(i).getAttribute("data-store-sample");
    shown.push(await examples.nth(i).locator(".sample-format").textContent());
    await examples.nth(i).click();
    await status(page, "^(\\d+ tables in|\\d+ rows, all decode)");
    await goTo(page, "Tables");
    await soon.ok(async () => await tables(page).locator("tbody tr").count() > 0, name);
    await page.getByRole("button", { name: "Document", exact: true }).click();
    await page.getByRole("menuitem", { name: "Close document" }).click();
  }
  assert.deepEqual(shown, ["HBase", "Accumulo", "LMDB", "RocksDB"]);
}));

test("the list of tables is accessible and fits a narrow window", async () => {
  for (const width of [1280, 390, 320]) {
    await withPage({ viewport: { width, height: 800 } }, async (page) => {
      await page.locator("#folder").setInputFiles(rocks);
      await status(page, "19 tables");
      await axe(page, `tables, ${width}`);
      await soon.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
      await picture(page, `stores-${width}`);
    });
  }
});

test("damage that is found while rows are read is said in Rows and listed in Tables", () => withPage({}, async (page) => {
  const into = mkdtempSync(join(tmpdir(), "rowlens-damaged-"));
  after(() => rmSync(into, { recursive: true }));
  execFileSync("tar", ["xzf", fileURLToPath(new URL("../../golden/store-files/rocksdb/damaged-data-block.tar.gz", import.meta.url)), "-C", into]);
  const lines = spawnSync(process.env.ROWLENS_BIN, ["dump", "--as", "jsonl", "--stored", into]).stdout.toString().trim().split("\n").map((line) => JSON.parse(line));
  const lost = lines.filter((l) => l.damage && !l.damage.remark).length;
  assert.ok(lost > 0);
  await page.locator("#folder").setInputFiles(into);
  await page.waitForSelector("html[data-view=tables]");
  await page.getByRole("radio", { name: "stored" }).click();
  await page.getByRole("button", { name: "Rows of all tables" }).click();
  await status(page, `^${lost} places? of the store (is|are) damaged, so rows are missing\\. `);
  await soon.match(() => page.locator("#document-failed").textContent(), new RegExp(`^${lost} places? damaged`));
  await goTo(page, "Tables");
  await status(page, `\\. ${lost} places? damaged\\.$`);
  await soon.equal(() => page.locator("#tables-list li.error").count(), lost);
  await page.locator("#tables-list li.error").first().getByText("Open its block").click();
  await page.waitForSelector("html[data-view=structure]");
}));

test("files that the browser has not kept are opened again by a button, and go on where they were", () => withPage({ requests: /./ }, async (page) => {
  const path = fileURLToPath(new URL("../../golden/store-files/samples/rfile/social_vertex.rf", import.meta.url));
  await drop(page, [{ path, name: "social_vertex.rf" }]);
  await read(page);
  await page.getByRole("searchbox", { name: "Filter" }).fill("keyBytes > 1");
  await page.getByRole("searchbox", { name: "Filter" }).press("Enter");
  await page.evaluate(() => new Promise((done, failed) => {
    indexedDB.databases().then(([{ name }]) => {
      const asked = indexedDB.open(name);
      asked.onerror = failed;
      asked.onsuccess = () => {
        const transaction = asked.result.transaction("files", "readwrite");
        transaction.objectStore("files").clear();
        transaction.oncomplete = done;
      };
    }, failed);
  }));
  await page.reload();
  const again = page.getByRole("button", { name: "Open social_vertex.rf again" });
  await again.waitFor();
  const chooser = page.waitForEvent("filechooser");
  await again.click();
  await (await chooser).setFiles(path);
  await read(page);
  await soon.equal(() => page.getByRole("searchbox", { name: "Filter" }).inputValue(), "keyBytes > 1");
}));
