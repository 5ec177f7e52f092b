// Wrong calls are refused with a sentence, and with the same code as in other calls.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after, before } from "node:test";
import { Worker } from "node:worker_threads";

import { connect, Kind, fromHex, init, inspect, openStore, Order, RowlensError, Schema, toHex } from "../dist/node.js";

const key = fromHex("8a21aff9346974656d002bdafe659d297e2983");
const counts = new Kind("actionbase", "edge-count");
const strict = new Kind("actionbase", "edge-count", { strict: true });
const golden = (name) => new URL(`../../../golden/${name}`, import.meta.url);
const content = readFileSync(golden("store-files/samples/lmdb/implexus/data.mdb"));
const memory = (read) => ({ name: "data.mdb", size: content.length, read });
const store = () => openStore(memory((at, n) => content.subarray(at, at + n)));

before(() => init());

async function all(rows) {
  const list = [];
  for await (const row of rows) list.push(row);
  return list;
}

const typeError = (text) => (e) => e instanceof TypeError && text.test(e.message) && !/undefined or null|of undefined|not iterable/.test(e.message);

test("missing and wrong values are refused with a sentence", async () => {
  for (const call of [(of) => counts.decode(of), (of) => counts.explain(of), (of) => counts.decodeBatch(of), (of) => counts.decodeColumns(of, { n: ["count", "int64"] }), (of) => new Order("actionbase").compare(of, of)]) {
    for (const of of [null, undefined, key, [key], "row", key.buffer]) assert.throws(() => call(of), typeError(/^expected parts by their names, such as {row: …}, found \w+$/));
  }
  assert.throws(() => counts.decodeBatch({ row: [key, , key] }), typeError(/^row: expected a Uint8Array, .*found Undefined$/));
  for (const fields of [null, undefined, []]) assert.throws(() => counts.decodeColumns({ row: [key] }, fields), typeError(/^expected columns by their names/));
  assert.throws(() => counts.encodeColumns("row", null), typeError(/^expected columns by the paths/));
  for (const call of [(of) => counts.encode(of), (of) => counts.encodePart("row", of), (of) => counts.keyRange(of)]) assert.throws(() => call(undefined), typeError(/^expected fields as an object, found Undefined$/));
  assert.throws(() => new Kind("actionbase", "edge-count", { schema: { names: ["demo.follow"] } }).decode({ row: key }), typeError(/^schema: expected a Schema, .*found Object$/));
  for (const given of [undefined, null, key, new Blob([key]), 5, {}, [undefined], { name: "data.mdb", read() {} }]) {
    await assert.rejects(openStore(given), typeError(/^expected a path, a URL, a file \{name, size, read\(position, length\)\}, or a list of them, found \w+$/));
  }
  assert.throws(() => counts.decodeColumns({ row: [key] }, {}), { code: "bad-length", message: "no columns were asked for" });
});

test("holes in a list count as missing members", () => {
  const want = counts.encodeColumns("value", { count: [1n, null, 2n] });
  assert.deepEqual([...counts.encodeColumns("value", { count: [1n, , 2n] })], [...want]);
  assert.deepEqual(counts.encodeBatch("value", [{ count: 1n }, , { count: 2n }]).codes.map((code) => Math.sign(code)), Int32Array.of(0, -1, 0));
});

test("a strict kind fails at the first row that cannot be encoded", () => {
  const list = [{ count: 1n }, { count: "x" }, { count: "y" }];
  const refused = (e) => e instanceof RowlensError && e.number === -109 && e.code === "refused" && e.row === 1 && e.path === "count" && e.message.length > 10;
  assert.throws(() => strict.encodeBatch("value", list), refused);
  assert.throws(() => strict.encodeBatch(["value"], list), refused);
  assert.throws(() => strict.encodeColumns("value", { count: list.map(({ count }) => count) }), refused);
  assert.deepEqual(counts.encodeBatch("value", list).codes, Int32Array.of(0, -109, -109));
  assert.equal(toHex(strict.encodeBatch("value", [{ count: 1n }]).get(0).bytes), toHex(counts.encodePart("value", { count: 1n })));
});

test("a text column with half of a surrogate pair is encoded as in a record", () => {
  const kind = new Kind("actionbase", "value");
  for (const text of ["\ud83d", "a\udc00b", "\ud83d\ude00"]) {
    const one = kind.encodeBatch("value", [{ order: "ASC", value: { type: "string", value: text } }]).get(0);
    assert.ok(one.bytes?.length > 1);
    assert.deepEqual(kind.encodeColumns("value", { order: ["ASC"], "value.type": ["string"], "value.value": [text] }).get(0), one);
    const list = counts.encodeBatch("row", [{ tableCode: 5, direction: "OUT", directedSource: { type: "string", value: text } }]).get(0);
    assert.deepEqual(counts.encodeColumns("row", { tableCode: [5], direction: ["OUT"], "directedSource.type": ["string"], "directedSource.value": [text] }).get(0), list);
  }
});

test("an unknown kind has one code in every call", () => {
  for (const [format, record, code, number] of [["actionbase", "nope", "unknown-record", -104], ["nope", "nope", "unknown-format", -103], ["actionbase", "", "unknown-record", -104], ["actionbase", "string-hash", "unsupported", -108]]) {
    const kind = new Kind(format, record);
    for (const call of [() => kind.encode({}), () => kind.encodePart("row", {}), () => kind.encodeBatch("row", [{}])]) {
      assert.throws(call, (e) => e instanceof RowlensError && e.code === code && e.number === number && e.message.startsWith(`${code}: `), `${format} ${record}`);
    }
  }
});

test("undecodable rows of a store have the same numbers as in other calls, and damage has none", async () => {
  const opened = await openStore(new URL(golden("store-files/samples/rocksdb/")));
  const errors = (await all(opened.scan(undefined, { format: "actionbase" }))).filter(({ error }) => error).map(({ error }) => error);
  assert.ok(errors.length > 0);
  for (const { code, number } of errors) assert.ok(number < 0, code);
  await assert.rejects(openStore({ ...memory(() => new Uint8Array()), name: "data" }), (e) => e instanceof RowlensError && e.code === "refused" && e.number === -109);
});

test("a row limit is an integer from 1", async () => {
  const opened = await store();
  for (const limit of [0, -1, 1.5, "3", NaN, null]) await assert.rejects(all(opened.scan(undefined, { limit })), (e) => e instanceof RangeError && /^limit: expected a whole number from 1 on, found/.test(e.message));
  assert.equal((await all(opened.scan(undefined, { limit: 1 }))).length, 1);
});

test("a file that is not read has a reason", async () => {
  const broken = new Error("the disk is on fire");
  for (const [read, why] of [
    [() => { throw broken; }, (e) => e.cause === broken && /on fire$/.test(e.message)],
    [async () => content, (e) => e.cause instanceof TypeError && /read returned Promise, expected a Uint8Array and not a promise of it$/.test(e.message)],
    [() => "bytes", (e) => e.cause instanceof TypeError && /read returned String, expected a Uint8Array$/.test(e.message)],
    [(_, n) => new Uint8Array(n + 1), (e) => e.cause instanceof RangeError && /read returned \d+ bytes, asked for \d+$/.test(e.message)],
  ]) await assert.rejects(openStore(memory(read)), (e) => e instanceof RowlensError && e.number === -109 && e.message.startsWith("data.mdb: ") && why(e));
  let after = Infinity;
  const opened = await openStore(memory((at, n) => {
    if (after-- <= 0) throw broken;
    return content.subarray(at, at + n);
  }));
  after = 3;
  await assert.rejects(all(opened.scan()), (e) => e instanceof RowlensError && e.cause === broken);
  after = Infinity;
  assert.ok((await all(opened.scan())).length > 10);
  await assert.rejects(openStore({ ...memory(() => content), open() { throw broken; } }), { cause: broken });
});

test("calls to a worker that has ended fail at once", { timeout: 60_000 }, async () => {
  const thread = new Worker(new URL("../dist/worker-node.js", import.meta.url));
  const rl = connect(thread);
  await rl.init();
  const schema = await rl.openSchema("actionbase", { given: { names: [] } });
  const running = rl.decode(key);
  await thread.terminate();
  await running.catch(() => {});
  for (const call of [() => rl.decode(key), () => rl.init(), () => schema.close(), () => rl.kind("actionbase", "edge-count").decode({ row: key }), () => rl.stats(key).next(), () => rl.diff(key, key).totals()]) {
    await assert.rejects(call(), /^Error: the worker has ended$/);
  }
  await assert.rejects(connect(thread).init(), /the worker has ended/);
  const broken = new Worker("throw new Error('no such decoder')", { eval: true });
  const none = connect(broken);
  await assert.rejects(none.init(), /no such decoder/);
  await assert.rejects(none.init(), /no such decoder/);
});

test("the module refuses fields that nest too deep or contain themselves", () => {
  const nested = (levels) => {
    let fields = {};
    for (let i = 0; i < levels; i++) fields = { a: fields, timezone: [] };
    return fields;
  };
  const deep = /at most 256 nested values/;
  for (const levels of [400, 100_000]) {
    const fields = nested(levels);
    for (const call of [(of) => counts.encode(of), (of) => counts.encodePart("value", of), (of) => counts.keyRange(of), (of) => strict.encodeBatch("value", [of]), (of) => new Schema("actionbase", of)]) {
      assert.throws(() => call(fields), (e) => e instanceof RowlensError && deep.test(e.message));
    }
    assert.match(inspect(fields).error.message, deep);
  }
  const endless = {};
  endless.a = endless;
  assert.throws(() => counts.encode(endless), TypeError);
});
