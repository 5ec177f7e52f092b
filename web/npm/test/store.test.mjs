// Files of stores, as a program opens them in Node.

import assert from "node:assert/strict";
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { fromHex, init, openStore, Rowlens, RowlensError, Store, toHex } from "../dist/node.js";

const samples = fileURLToPath(new URL("../../../golden/store-files/samples/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "rowlens-"));
after(() => rmSync(folder, { recursive: true }));

async function all(scan) {
  const list = [];
  for await (const row of scan) list.push(row);
  return list;
}

test("a store needs the decoder", async () => {
  await assert.rejects(openStore(samples), /call init\(\) first/);
  assert.ok(await init() instanceof Rowlens);
});

test("a folder of a database, its tables and its rows", async () => {
  const store = await openStore(join(samples, "rocksdb"));
  assert.ok(store instanceof Store);
  const tables = store.tables();
  assert.ok(tables.length > 10 && tables.every((t) => t.kind === "rocksdb" && t.cf instanceof Uint8Array));
  const full = tables.find((t) => t.entries > 100);
  assert.ok(full.first instanceof Uint8Array && full.last instanceof Uint8Array);
  const rows = await all(store.scan(full));
  assert.ok(rows.length > 100 && rows.length < full.entries);
  assert.equal((await all(store.scan(full, { stored: true }))).length, full.entries, "every version");
  assert.deepEqual(await all(store.scan(full.table)), rows);
  const { parts, fields, source, format } = rows[0];
  assert.equal(format, "maryk-rocksdb");
  assert.ok(fields && parts.key instanceof Uint8Array && parts.value instanceof Uint8Array);
  assert.deepEqual([typeof source.offset, typeof source.at, typeof source.sequence], ["number", "number", "bigint"]);
  assert.ok(source.file.endsWith(".log"));
  assert.equal(source.cf, toHex(full.cf));
  const some = await all(store.scan(full, { start: rows[3].parts.key, stop: rows[9].parts.key, limit: 4 }));
  assert.deepEqual(some, rows.slice(3, 7));
  const [a, b] = [store.scan(full), store.scan(tables.at(-1))];
  assert.deepEqual((await a.next()).value, rows[0]);
  await b.return();
  assert.deepEqual((await a.next()).value, rows[1], "scans run beside each other");
  assert.ok((await all(store.scan(undefined, { where: `record = ${rows[0].record}` }))).every((r) => r.record === rows[0].record));
  await assert.rejects(all(store.scan("nothing")), /there is no table "nothing"/);
  await assert.rejects(all(store.scan(full, { reverse: true })), /there is no option reverse/);
});

test("paths are text or URLs, one or several; a file may lie in memory", async () => {
  const path = join(samples, "lmdb/implexus/data.mdb");
  const content = readFileSync(path);
  const memory = { name: "x/data.mdb", size: content.length, read: (at, n) => content.subarray(at, at + n) };
  const rows = async (given) => {
    const store = await openStore(given);
    const list = await all(store.scan());
    store.close();
    store.close();
    assert.throws(() => store.tables(), /the store is closed/);
    await assert.rejects(all(store.scan()), /the store is closed/);
    return list.map((r) => r.parts);
  };
  const want = await rows(path);
  assert.ok(want.length > 10);
  for (const given of [pathToFileURL(path), [path], join(samples, "lmdb"), memory, [memory]]) assert.deepEqual(await rows(given), want);
  const both = await openStore([path, join(samples, "rfile/social_vertex.rf")]);
  assert.deepEqual([...new Set(both.tables().map((t) => t.kind))].sort(), ["accumulo", "lmdb"]);
  assert.deepEqual(both.files.map((f) => f.file), ["data.mdb", "social_vertex.rf"]);
});

test("what is no store says why", async () => {
  await assert.rejects(openStore(join(folder, "nothing")), (e) => e instanceof RowlensError && e.code === "refused" && e.number === -109 && e.cause.code === "ENOENT" && e.message === e.cause.message);
  const text = join(folder, "scan.txt");
  writeFileSync(text, "ROW  COLUMN+CELL");
  await assert.rejects(openStore(text), (e) => e instanceof RowlensError && /there is no store/.test(e.message));
  const parquet = join(folder, "rows.parquet");
  writeFileSync(parquet, Buffer.concat([Buffer.from("PAR1"), Buffer.alloc(64), Buffer.from("PAR1")]));
  await assert.rejects(openStore(parquet), /rows\.parquet: a Parquet file: .*duckdb/);
});

test("damage is a row in the place of those that are missing", async () => {
  const path = join(folder, "damaged.rf");
  copyFileSync(join(samples, "rfile/social_vertex.rf"), path);
  const bytes = readFileSync(path);
  bytes.fill(0xff, 16, 40);
  writeFileSync(path, bytes);
  const store = await openStore(path);
  const lost = (await all(store.scan())).filter((r) => r.damage);
  assert.ok(lost.length > 0 && lost[0].error instanceof RowlensError);
  const { damage, error, source } = lost[0];
  assert.equal(source.file, "damaged.rf");
  assert.equal(error.code, damage.code);
  assert.equal(error.message, damage.message);
  assert.ok(damage.expected && damage.found && typeof damage.lost === "number");
});

test("a file that shrinks or goes away while it is read is an error or damage, never a trap", async () => {
  const path = join(folder, "db");
  cpSync(join(samples, "rocksdb"), path, { recursive: true });
  const store = await openStore(path);
  rmSync(path, { recursive: true });
  await assert.rejects(all(store.scan()), (e) => e.code === "ENOENT" || e instanceof RowlensError);
});

test("a file explains itself piece by piece", async () => {
  const store = await openStore(join(samples, "lmdb/implexus/data.mdb"));
  const pieces = store.pieces("data.mdb");
  assert.equal(pieces[0].what, "meta page");
  const tree = store.explain("data.mdb", { block: 1 });
  assert.equal(tree.v, 1);
  assert.equal(tree.parts[0].hex.length, 2 * pieces[0].bytes);
  const leaf = pieces.find((p) => p.first);
  assert.ok(leaf.first instanceof Uint8Array);
  assert.ok(JSON.stringify(store.explain("data.mdb", { offset: leaf.offset })).includes(toHex(leaf.first)));
});

test("a file of 1 GB is read where its rows are", async () => {
  const path = join(folder, "large.mdb");
  copyFileSync(join(samples, "lmdb/implexus/data.mdb"), path);
  truncateSync(path, 2 ** 30); // makes it sparse
  const before = process.memoryUsage().rss;
  const store = await openStore(path);
  const rows = await all(store.scan());
  assert.deepEqual(store.damage, []);
  assert.ok(rows.length > 10 && rows.every((r) => r.fields));
  const used = process.memoryUsage().rss - before;
  assert.ok(used < 200 * 2 ** 20, `${used} bytes more`);
  assert.deepEqual((await all(store.scan(undefined, { limit: 1 }))).map((r) => r.parts), [rows[0].parts]);
  assert.deepEqual(await all(store.scan(undefined, { start: fromHex("ff".repeat(600)) })), []);
});

test("statistics are those of the command, and are there before the end", async () => {
  const golden = (name) => JSON.parse(readFileSync(new URL(`../../../golden/stats/${name}.json`, import.meta.url)));
  const store = await openStore(join(samples, "rocksdb"));
  const seen = await all(store.stats());
  assert.deepEqual(seen.at(-1), golden("rocksdb"));
  assert.ok(seen.length > 1 && seen[0].rows > 0 && seen[0].store.stored.entries === 0, "the first is of a part");
  assert.deepEqual((await all(store.stats(undefined, { stored: true }))).at(-1), golden("rocksdb-stored"));
  const hbase = await openStore(join(samples, "hfile"));
  assert.deepEqual((await all(hbase.stats(undefined, { where: "record=data-created" }))).at(-1), golden("hbase-where"));
  assert.deepEqual((await all(hbase.stats(undefined, { splits: [fromHex("00")], top: 1 }))).at(-1).entities.byRows.length, 1);
  await assert.rejects(all(store.stats(undefined, { limit: 3 })), /no option limit/);
  await assert.rejects(all(store.stats("nothing")), /no table/);
  store.close();
  await assert.rejects(all(store.stats()), /closed/);
});

test("a member that no row has is an error, unless rows are left out", async () => {
  const store = await openStore(join(samples, "rfile"));
  const misspelt = (e) => e instanceof RowlensError && e.code === "refused" && e.message === 'where: no row has a member "nope"';
  await assert.rejects(all(store.scan(undefined, { where: "nope = 3" })), misspelt);
  await assert.rejects(all(store.stats(undefined, { where: "nope = 3" })), misspelt);
  assert.deepEqual(await all(store.scan(undefined, { where: "nope = 3", limit: 5 })), []);
  assert.deepEqual(await all(store.scan(undefined, { where: "label = 77" })), []);
});
