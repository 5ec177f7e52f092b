// The files of stores, read by the module through its host.

import assert from "node:assert/strict";
import test from "node:test";

import { Dump } from "../../web/npm/src/dump.js";
import { StoreFiles } from "../../web/npm/src/store-files.js";
import { fixture, fixtures, hosted, lines, sample, sparse, storeOf } from "./stores.mjs";
import { compiled } from "./wasi.mjs";

const module = compiled();

/** All records of a scan. */
async function rows(files, options = {}) {
  const dump = await Dump.open(module, { store: true, ...options }, Array.isArray(files) ? files : hosted(files));
  const all = [];
  for (let block = dump.next(); block; block = dump.next()) all.push(...lines(Buffer.from(dump.write(block, null, 0))));
  return { dump, all };
}

const opened = async (files) => StoreFiles.open(module, hosted(files));

/** What expected lines and records have in common: the key and the value of pairs. */
const pairs = (list) => list.filter((e) => e.parts ?? e.value !== undefined).map((e) => (e.parts ? [e.parts.key, e.parts.value] : [e.key, e.value]));

test("the sample of each kind lists its tables, and its rows are decoded with their places", async () => {
  const expected = {
    lmdb: { kind: "lmdb", format: "implexus" }, rocksdb: { kind: "rocksdb", format: "maryk-rocksdb" },
    hfile: { kind: "hbase", format: "maryk-hbase" }, rfile: { kind: "accumulo", format: "accumulograph" },
  };
  for (const [name, { kind, format }] of Object.entries(expected)) {
    const files = sample(name);
    const { about } = await opened(files);
    assert.deepEqual([...new Set(about.stores.map((s) => s.kind))], [kind], name);
    const tables = about.stores.flatMap((s) => s.tables);
    assert.ok(tables.length > 0 && tables.every((t) => t.kind === kind && typeof t.table === "string" && t.damage === 0), name);
    assert.ok(about.files.every((f) => files.has(f.file) && f.title && !f.why), name);
    const { all, dump } = await rows(files);
    assert.ok(all.length > 20, `${name}: ${all.length} rows`);
    assert.ok(all.every((r) => r.format === format && r.fields), JSON.stringify(all.find((r) => !r.fields)));
    assert.ok(all.every(({ source }) => files.has(source.file) && source.offset >= 0 && source.at >= 0), JSON.stringify(all[0].source));
    assert.equal(dump.about().form.title, `entries of ${about.stores[0].title}`);
  }
});

test("the models inside a store name what its rows have as codes", async () => {
  const { all } = await rows(sample("rocksdb"));
  const named = all.filter((r) => JSON.stringify(r.fields).includes('"model"'));
  assert.ok(named.length > 50, JSON.stringify(all.at(-1)));
});

test("a store whose operands were joined by an assumed delimiter says so", async () => {
  const files = [...storeOf(fixture("rocksdb/delimiters"))];
  const notes = async (kept) => {
    const { dump, all } = await rows(new Map(kept));
    assert.ok(all.length > 10, `${all.length} rows`);
    return dump.about().notes;
  };
  assert.deepEqual(await notes(files), []);
  const [said, ...more] = await notes(files.filter(([name]) => !/OPTIONS-/.test(name)));
  assert.match(said, /joined by commas, which is assumed: no OPTIONS file has the delimiter$/);
  assert.deepEqual(more, []);
});

test("entries are those that the stores' own libraries read", async () => {
  const kinds = [...fixtures("lmdb"), ...["small", "wal", "wal-recycled", "tables-v6-7", "tables-v0-2", "wal-zstd", "blobs"].map((n) => `rocksdb/${n}`)];
  let compared = 0;
  for (const name of kinds) {
    const files = fixture(name);
    const want = pairs(lines(files.get("expected.jsonl")));
    if (name.includes("damaged") || want.length === 0) continue;
    const { all } = await rows(storeOf(files));
    assert.deepEqual(pairs(all), want, name);
    compared++;
  }
  assert.ok(compared > 15, `${compared}`);
});

test("damage stands in the place of the rows that are missing", async () => {
  let compared = 0;
  for (const name of fixtures("lmdb").filter((n) => n.includes("damaged"))) {
    const files = fixture(name);
    const issues = lines(files.get("issues.jsonl"));
    const { about } = await opened(storeOf(files));
    if (!about.stores.length) continue;
    const { all } = await rows(storeOf(files));
    const lost = [...all.filter((r) => !r.parts), ...about.stores.flatMap((s) => s.damage.map((error) => ({ error })))];
    for (const { code, offset } of issues) {
      if (!Number.isInteger(offset)) continue;
      assert.ok(lost.some(({ error }) => error.code === code && error.offset === offset), `${name}: ${code} at ${offset} in ${JSON.stringify(lost)}`);
      compared++;
    }
    for (const { error, source } of all.filter((r) => !r.parts)) assert.ok(error.message && error.expected && source.file, JSON.stringify(error));
  }
  assert.ok(compared > 5, `${compared}`);
});

test("every compression unpacks to the same rows", async () => {
  const all = fixture("rfile/all");
  const want = (await rows(new Map([["a.rf", all.get("codec-none.rf")]]))).all.map((r) => r.parts);
  assert.ok(want.length > 10);
  for (const codec of ["gz", "bzip2", "snappy", "lz4", "lzo", "zstd"]) {
    const { all: got } = await rows(new Map([["a.rf", all.get(`codec-${codec}.rf`)]]));
    assert.deepEqual(got.map((r) => r.parts), want, codec);
  }
});

test("a scan has a table, a range, a mode and a limit", async () => {
  const files = storeOf(fixture("rocksdb/small"));
  const { about } = await opened(files);
  const names = about.stores[0].tables.map((t) => t.table);
  const { all } = await rows(files);
  const table = names.findIndex((_, i) => i > 0 && about.stores[0].tables[i].entries > 3);
  const { all: one } = await rows(files, { table: [0, table] });
  assert.ok(one.length > 2 && one.length < all.length);
  assert.deepEqual((await rows(files, { table: names[table] })).all, one);
  assert.deepEqual((await rows(files, { table: [0, table], limit: 2 })).all, one.slice(0, 2));
  const [start, stop] = [one[1].parts.key, one.at(-1).parts.key];
  assert.deepEqual((await rows(files, { table: [0, table], start, stop })).all, one.slice(1, -1));
  const { all: stored } = await rows(files, { stored: true });
  assert.ok(stored.length > all.length, "versions and tombstones");
  assert.ok(stored.some((r) => r.deleted));
  for (const options of [{ table: "nothing" }, { table: [0, 99] }, { table: [9, 0] }]) await assert.rejects(rows(files, options), /no (such )?table/);
  await assert.rejects(rows(files, { start: "xyz" }), /start: expected a key in hex/);
  await assert.rejects(rows(files, { limit: -1 }), /limit: expected a whole number from 0 to 2147483648/);
  await assert.rejects(rows(files, { table: 7 }), /table: expected a name/);
  await assert.rejects(rows(new Map([["a.txt", Buffer.from("no store")]])), /there is no store in the files/);
  await assert.rejects(rows(new Map()), /there is no store in the files/);
});

test("a filter leaves damage in its place, and the verifiers read rows of a store", async () => {
  const files = storeOf(fixture("lmdb/implexus-corrupt"));
  const { all, dump } = await rows(files);
  const again = await Dump.open(module, { store: true }, hosted(files));
  let count = 0;
  for (let block = again.next(); block; block = again.next()) {
    dump.where("record = entity");
    count += dump.match(block).length;
    dump.verify(block);
  }
  assert.equal(count, all.filter((r) => r.record === "entity" || !r.parts).length);
  assert.ok(lines(Buffer.from(dump.findings())).length > 1);
});

test("known files that are not read say why, and text is not known", async () => {
  const sqlite = Buffer.alloc(4096);
  sqlite.write("PAR1");
  const { about } = await opened(new Map([["a/data.parquet", sqlite], ["a/scan.txt", Buffer.from("ROW  COLUMN+CELL\n")], ...sample("lmdb")]));
  assert.equal(about.stores.length, 1);
  const parquet = about.files.find((f) => f.file === "a/data.parquet");
  assert.match(parquet.title, /Parquet/);
  assert.match(parquet.why, /duckdb/);
  assert.ok(!about.files.some((f) => f.file === "a/scan.txt"));
});

test("the pieces of a file are listed, and each is explained byte by byte", async () => {
  const beside = ["CURRENT", "MARYK_META.yml"];
  for (const kind of ["lmdb", "rocksdb", "rfile"]) {
    const files = sample(kind);
    const store = await opened(files);
    for (const [name, bytes] of files) {
      if (beside.some((n) => name.endsWith(n))) continue;
      const pieces = store.pieces(name);
      assert.ok(pieces.length > 0, name);
      assert.equal(pieces.at(-1).offset + pieces.at(-1).bytes, bytes.length, name);
      for (const { block, offset, what } of [...pieces.slice(0, 5), pieces.at(-1)]) {
        const tree = store.explain({ file: name, block });
        assert.equal(tree.v, 1);
        assert.ok(tree.nodes.length > 0, `${name} ${what}`);
        assert.deepEqual(store.explain({ file: name, offset }), tree);
      }
      assert.throws(() => store.explain({ file: name, block: pieces.length + 1 }), /the file has the blocks 1 to/);
      assert.throws(() => store.explain({ file: name, offset: bytes.length }), /no piece/);
    }
    assert.throws(() => store.pieces("nothing"), /there is no such file/);
    store.close();
    assert.throws(() => store.pieces([...files.keys()][0]), /no store is open/);
  }
});

test("a file of 1 GB of each kind is read where its rows are, in little memory", async () => {
  const maryk = fixture("maryk-rocksdb/latest-sst-v5");
  const [table] = [...maryk.keys()].filter((name) => name.endsWith(".sst")).sort((a, b) => maryk.get(b).length - maryk.get(a).length);
  const [hfile] = sample("hfile");
  const [rfile] = sample("rfile");
  const [named] = storeOf(fixture("lmdb/v1-named"));
  // What a reader looks for at the end of a file: nothing, a footer, a trailer, a footer. A log has no index and is read whole.
  for (const [[name, bytes], last] of [[named, 0], [[table, maryk.get(table)], 53], [hfile, 4096], [rfile, 36]]) {
    const whole = hosted(new Map([[name, bytes]]));
    const { all: want } = await rows(whole);
    assert.ok(want.length > 5 && want.every((r) => r.parts), `${name}: ${JSON.stringify(want.find((r) => !r.parts))}`);
    const large = sparse(name, bytes, last);
    const store = await StoreFiles.open(module, [large]);
    assert.deepEqual(store.about.stores.flatMap((s) => s.damage), [], name);
    const dump = await Dump.open(module, { store: true, limit: 1 }, [large]);
    assert.ok(dump.next());
    assert.ok(large.count < 1 << 20, `${name}: ${large.count} bytes were read for one row`);
    large.count = 0;
    const began = process.cpuUsage();
    const { all, dump: read } = await rows([large]);
    const { user } = process.cpuUsage(began);
    assert.deepEqual(all.filter((r) => r.parts), want, name);
    // The zeros stand where an HFile has its Bloom filters: HBase would not read them, but no row is lost.
    const remarks = all.filter((r) => !r.parts).map(({ error: { code, lost } }) => ({ code, lost }));
    assert.deepEqual(remarks, name.endsWith(".hfile") ? [{ code: "block", lost: 0 }] : [], name);
    assert.ok(large.count < 2 * whole.read + (1 << 20), `${name}: ${large.count} bytes of 1 GiB were read; of the short file ${whole.read}`);
    assert.ok(read.memory < 64 << 20, `${name}: ${read.memory} bytes of memory`);
    assert.ok(user < 5e6, `${name}: ${user} µs`);
  }
});

test("a write-ahead log of 1 GB, most of it reserved and not written to, is read to its end in little more memory than its bytes need", async () => {
  const [log] = [...storeOf(fixture("rocksdb/wal"))].filter(([name, bytes]) => name.endsWith(".log") && bytes.length);
  const { all: want } = await rows(new Map([log]));
  assert.ok(want.length > 5 && want.every((r) => r.parts), JSON.stringify(want.find((r) => !r.parts)));
  const large = sparse(...log, 0);
  const { all, dump } = await rows([large]);
  assert.deepEqual(all, want);
  assert.ok(large.count >= large.size, `${large.count} bytes were read`);
  // Rows of a log are in the order of writing: all of it is held. The memory doubles when it is used up.
  assert.ok(dump.memory <= 2 * large.size, `${dump.memory} bytes of memory`);
});
