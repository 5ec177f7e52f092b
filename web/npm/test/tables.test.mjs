// Keys, dumps and differences, as a program uses them in Node and in a worker thread.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { gunzipSync, gzipSync } from "node:zlib";

import * as rowlens from "../dist/node.js";

const { connect, diff, diffRows, fromHex, hlcJoin, hlcSplit, init, Kind, openStore, Order, RowlensError, Schema, stats, toHex } = rowlens;
const golden = (name) => new URL(`../../../golden/${name}`, import.meta.url);
const json = (name) => JSON.parse(readFileSync(golden(name), "utf8"));
const KEY = fromHex("8a21aff9346974656d002bdafe659d297e2983");
const SAMPLES = fileURLToPath(golden("store-files/samples/"));

async function all(given) {
  const list = [];
  for await (const one of given) list.push(one);
  return list;
}

const optionsOf = ({ options = {}, schema }) => ({
  ...options, ...(options.splits ? { splits: options.splits.map(fromHex) } : {}), ...(schema ? { schema: json(schema) } : {}),
});

let thread;
let rl;
before(async () => {
  await init();
  thread = new Worker(new URL("../dist/worker-node.js", import.meta.url));
  rl = connect(thread);
  await rl.init();
});
after(() => thread.terminate());

test("a compressed dump is refused with what unpacks it", async () => {
  const text = Buffer.from("8a21aff9346974656d002bdafe659d297e2983\n8a21aff9346974656d002bdafe659d297e2983\n");
  const zstd = fromHex("28b52ffd24021100003130a8da3a27"); // of "10"
  const packed = gzipSync(text);
  const counts = { format: "actionbase" };
  const [last] = (await all(stats(text, counts))).slice(-1);
  assert.deepEqual([last.rows, last.undecodable], [2, {}]);
  for (const [bytes, message] of [[packed, /^the dump is compressed with gzip; give its content, .*DecompressionStream.*gunzipSync/], [zstd, /^the dump is compressed with Zstandard; give its content, .*zstd -dc/]]) {
    const refused = (e) => e instanceof RowlensError && e.code === "refused" && e.number === -109 && message.test(e.message);
    for (const data of [bytes, new Blob([bytes]), new Blob([bytes]).stream(), [...bytes].map((byte) => Uint8Array.of(byte)), { data: bytes, file: "rows.gz" }]) {
      await assert.rejects(all(stats(data, counts)), refused);
    }
    await assert.rejects(diff(text, bytes, counts).totals(), refused);
    await assert.rejects(all(diff(new Blob([bytes]), text, counts)), refused);
    await assert.rejects(all(rl.stats(new Uint8Array(bytes), counts)), refused);
  }
  for (const content of [gunzipSync(packed), new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))]) assert.deepEqual((await all(stats(content, counts))).at(-1), last);
});

test("keys sort as their store sorts them", async () => {
  const rows = ["0a", "", "ff00", "0aff", "7f"].map((hex) => ({ row: fromHex(hex) }));
  const order = new Order("actionbase");
  const sorted = rows.toSorted((a, b) => order.compare(a, b)).map(({ row }) => toHex(row));
  assert.deepEqual(sorted, ["", "0a", "0aff", "7f", "ff00"]);
  assert.equal(order.compare(rows[0], rows[0]), 0);
  assert.equal(new Order().compare({ row: fromHex("01"), family: fromHex("62") }, { row: fromHex("01"), family: fromHex("61") }), 1);
  assert.equal(await rl.order("actionbase").compare(rows[0], rows[2]), -1);
  assert.throws(() => new Order("nothing").compare(rows[0], rows[1]), { code: "unknown-format" });
  assert.throws(() => order.compare({}, rows[1]), { code: "bad-part" });
  assert.throws(() => order.compare({ row: "00" }, { row: 1 }), TypeError);
});

test("a scan reads the keys of a range", async () => {
  const counts = new Kind("actionbase", "edge-count");
  const { fields } = counts.decode({ row: KEY });
  const { part, start, stop } = counts.keyRange(fields);
  assert.equal(part, "row");
  assert.deepEqual(start, KEY);
  assert.equal(toHex(stop), `${toHex(KEY)}00`);
  assert.deepEqual(await rl.kind("actionbase", "edge-count").keyRange(fields), { part, start, stop });
  assert.equal(new Kind("lexicoders", "key").format, "lexicoders");
  assert.throws(() => new Kind("lexicoders", "long").keyRange({}), { code: "unsupported" });
  assert.throws(() => counts.keyRange({}), (e) => e instanceof RowlensError && e.code === "refused");
});

test("versions of clocks are joined and split, to their limits", async () => {
  for (const [layout, physical, logical] of [["maryk", 2n ** 44n - 1n, 2n ** 20n - 1n], ["ms-16", 2n ** 48n - 1n, 65535n], ["ms-12", 2n ** 52n - 1n, 4095n], ["maryk", 0n, 0n]]) {
    const version = hlcJoin(layout, physical, logical);
    assert.deepEqual(hlcSplit(layout, version), { physical, logical });
    assert.equal(await rl.hlcJoin(layout, physical, logical), version);
  }
  assert.equal(hlcJoin("maryk", 5, 1), (5n << 20n) + 1n);
  assert.throws(() => hlcJoin("maryk", 2n ** 63n, 0), { code: "refused", number: -109, path: "physical" });
  assert.throws(() => hlcJoin("maryk", 2n ** 44n, 0), { code: "refused", number: -109, path: "physical" });
  assert.throws(() => hlcJoin("maryk", 0, 2 ** 20), { code: "refused", path: "logical" });
  assert.throws(() => hlcJoin("cockroach", 0, 0), { code: "bad-option" });
  for (const version of [2n ** 64n, -1n]) assert.throws(() => hlcSplit("maryk", version), RowlensError);
});

for (const about of json("stats/cases.json").filter(({ store }) => !store)) {
  test(`statistics of a dump: ${about.name}`, async () => {
    const want = json(`stats/${about.name}.json`);
    const bytes = readFileSync(golden(about.input));
    const { splits, ...options } = optionsOf(about);
    const how = splits ? { ...options, splits } : options;
    for (const given of [bytes, new Blob([bytes]), new Blob([bytes]).stream(), [bytes.subarray(0, 9), new Uint8Array(), bytes.subarray(9)], { data: bytes }]) {
      assert.deepEqual((await all(stats(given, how))).at(-1), want);
    }
    assert.deepEqual((await all(rl.stats(bytes, how))).at(-1), want);
  });
}

for (const about of json("differences/cases.json")) {
  test(`differences of dumps: ${about.name}`, async () => {
    const lines = readFileSync(golden(`differences/${about.name}.jsonl`), "utf8").trim().split("\n").map((line) => JSON.parse(line));
    const { totals } = lines.pop();
    const [old, now] = [about.old, about.new].map((name) => readFileSync(golden(name)));
    const found = diff(old, now, optionsOf(about));
    const seen = await all(found);
    const hexes = (parts) => Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, toHex(bytes)]));
    const plain = seen.map(({ parts, fields, was, ...one }) => ({ ...one, parts: hexes(parts), ...(Object.keys(fields).length ? { fields } : {}), ...(was ? { was: { ...was, ...(was.parts ? { parts: hexes(was.parts) } : {}) } } : {}) }));
    assert.deepEqual(plain, lines);
    assert.deepEqual(await found.totals(), totals);
    assert.deepEqual(await diff(old, now, optionsOf(about)).totals(), totals, "without the differences");
    const there = rl.diff(old, now, optionsOf(about));
    assert.deepEqual(await all(there), seen);
    assert.deepEqual(await there.totals(), totals);
  });
}

test("states of a store differ", async () => {
  const store = await openStore(`${SAMPLES}rocksdb`);
  const counts = async (found) => {
    const changes = (await all(found)).map(({ change }) => change);
    return [...["added", "removed", "changed"].map((what) => changes.filter((one) => one === what).length), (await found.totals()).same];
  };
  assert.deepEqual(await counts(diff({ store, at: 50 }, store)), [185, 27, 5, 18]);
  assert.deepEqual((await diff(store, store, { stored: true }).totals()).added, 0);
  const there = await rl.openStore(`${SAMPLES}rocksdb`);
  assert.deepEqual(await counts(rl.diff({ store: there, at: 50 }, there)), [185, 27, 5, 18]);
  assert.throws(() => diff(store, store, { salvag: true }), /no option salvag/);
  await assert.rejects(diff(store, store, { stored: true, visible: true }).totals(), RowlensError);
  await assert.rejects(diff("path", store).totals(), TypeError);
  await assert.rejects(all(stats({ data: new Uint8Array(), fil: "x" })), /no option fil/);
  await assert.rejects(all(stats(["text"])), /expected pieces of a dump as Uint8Arrays, found String/);
});

test("two rows differ in fields", async () => {
  const row = { row: KEY, value: fromHex("0000000000000003") };
  const more = { row: KEY, value: fromHex("0000000000000004") };
  const { change, fields, parts, was } = diffRows(row, more, { format: "actionbase" });
  assert.deepEqual([change, fields, parts, was.parts.value], ["changed", { count: ["3", "4"] }, more, row.value]);
  assert.equal(diffRows(row, row), null);
  const schema = new Schema("actionbase", { given: { names: ["demo.follow"] } });
  assert.equal(diffRows(null, row, { schema }).change, "added");
  schema.close();
  assert.throws(() => diffRows(null, row, { schema }), /closed/);
  assert.deepEqual((await rl.diffRows(row, more)).fields, fields);
});

test("a worker keeps schemas and stores until they are closed", async () => {
  const schema = await rl.openSchema("actionbase", { given: { names: ["demo.follow"] } });
  const second = await rl.openSchema("actionbase", { given: { names: ["demo.like"] } }, { uses: [schema] });
  const kind = rl.kind("actionbase", "edge-count", { schema });
  const { fields } = await kind.decode({ row: KEY });
  assert.equal(fields.table, "demo.follow");
  assert.equal((await rl.kind("actionbase", "edge-count", { schema: second }).decode({ row: KEY })).fields.table, undefined);
  assert.deepEqual(toHex((await kind.encode({ ...fields, count: 3n })).row), toHex(KEY));
  const [good, bad] = await kind.decodeBatch({ row: [KEY, KEY.subarray(0, 5)] });
  assert.deepEqual(good.fields, fields);
  assert.ok(bad.error instanceof RowlensError && bad.error.row === 1 && bad.error.number < 0);
  await schema.close();
  await assert.rejects(kind.decode({ row: KEY }), /is closed/);

  const store = await rl.openStore(`${SAMPLES}rocksdb`);
  const here = await openStore(`${SAMPLES}rocksdb`);
  assert.deepEqual(await store.tables(), here.tables());
  assert.deepEqual(await store.files(), here.files);
  assert.deepEqual(await store.damage(), []);
  assert.deepEqual(await all(store.scan("default")), await all(here.scan("default")));
  assert.deepEqual((await all(store.stats())).at(-1), json("stats/rocksdb.json"));
  for await (const row of store.scan()) { // reads no further
    assert.ok(row.parts);
    break;
  }
  await assert.rejects(all(store.scan("nothing")), RowlensError);
  await store.close();
  await assert.rejects(store.tables(), /is closed/);
});

test("a worker refuses what the package does not have", async () => {
  await assert.rejects(rl.kind("actionbase", "edge-count", { lenint: true }).decode({ row: KEY }), (e) => e instanceof TypeError && /no option lenint/.test(e.message));
  await assert.rejects(rl.kind("actionbase", "edge-count").decode({ row: [1, 2] }), TypeError);
  await assert.rejects(rl.openStore(`${SAMPLES}nothing`), /ENOENT/);
  await assert.rejects(rl.kind("actionbase").decode({ row: () => 1 }), { name: "DataCloneError" });
  const error = await rl.kind("nothing").decode({ row: KEY }).catch((e) => e);
  assert.deepEqual([error instanceof RowlensError, error.code, await rl.meaning(error.number)], [true, "unknown-format", "unknown-format: there is no format with this id"]);
  const ended = connect(new Worker("", { eval: true }));
  await assert.rejects(ended.init(), /the worker has ended/);
});
