// Wrong calls are refused with a sentence, and with the same code as in other calls.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after, before } from "node:test";
import { Worker } from "node:worker_threads";

import {
  answer, connect, decode, diff, diffRows, fromHex, hlcJoin, hlcSplit, identify, init, inspect, Kind, openStore, Order, Rowlens, RowlensError, Schema, stats, toHex,
} from "../dist/node.js";

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
  for (const [given, found] of [[null, "null"], [5, "a number"], [-19n, "a number"], ["{}", "a text"], [true, "a truth value"], [key, "bytes"], [[], "a list"]]) {
    const refused = { code: "refused", path: "", message: `expected fields as an object, found ${found}` };
    for (const call of [(of) => counts.encode(of), (of) => counts.encodePart("row", of), (of) => counts.keyRange(of)]) assert.throws(() => call(given), refused);
  }
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
  for (const size of [1.5, -1, undefined, 5n]) {
    const file = { ...memory(() => content), open() { this.size = size; } };
    await assert.rejects(openStore(file), (e) => e instanceof RowlensError && e.cause instanceof TypeError && /the size of data\.mdb: expected a whole number, found /.test(e.message), String(size));
  }
});

test("a file that fails when it is closed was read", async () => {
  const closing = await openStore({ ...memory((at, n) => content.subarray(at, at + n)), close() { throw new Error("closed already"); } });
  const rows = await all((await store()).scan());
  assert.deepEqual(await all(closing.scan()), rows);
  assert.ok(closing.pieces("data.mdb").length > 0);
  assert.deepEqual(await all(closing.scan()), rows);
});

test("what lives in a worker may be closed twice", { timeout: 60_000 }, async (t) => {
  const thread = new Worker(new URL("../dist/worker-node.js", import.meta.url));
  t.after(() => thread.terminate());
  const rl = connect(thread);
  await rl.init();
  const schema = await rl.openSchema("actionbase", { given: { names: [] } });
  const opened = await rl.openStore(golden("store-files/samples/lmdb/").pathname);
  for (const one of [schema, opened]) await Promise.all([one.close(), one.close()]).then(() => one.close());
  await assert.rejects(opened.tables(), /^Error: the schema or store is closed$/);
  await assert.rejects(rl.kind("actionbase", "edge-count", { schema }).decode({ row: key }), /^Error: the schema or store is closed$/);
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

test("the module refuses fields that nest too deep", () => {
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
  assert.deepEqual(counts.encodeBatch("value", [nested(400), { count: 1n }]).codes.map((code) => Math.sign(code)), Int32Array.of(-1, 0));
});

test("a schema is used by the decoder that opened it, and nowhere else", { timeout: 60_000 }, async () => {
  const module = await WebAssembly.compile(readFileSync(new URL("../dist/rowlens.wasm", import.meta.url)));
  const [one, other] = [await Rowlens.start(module), await Rowlens.start(module)];
  const names = (name) => ({ given: { names: [name] } });
  const schema = new Schema("actionbase", names("demo.follow"), { decoder: one });
  const others = new Schema("actionbase", names("other"), { decoder: other });
  assert.equal(schema.handle, others.handle); // so the handle alone would be taken for the other schema
  const table = (decoder, schema) => new Kind("actionbase", "edge-count", { decoder, schema }).decode({ row: key }).fields.table;
  assert.equal(table(one, schema), "demo.follow");
  const refused = typeError(/^the schema of actionbase belongs to another decoder/);
  assert.throws(() => table(other, schema), refused);
  assert.throws(() => table(undefined, schema), refused);
  assert.throws(() => new Order("maryk-rocksdb", { decoder: other, schema }).compare({ key }, { key }), refused);
  assert.throws(() => new Schema("actionbase", names("x"), { decoder: other, uses: [schema] }), refused);
  assert.throws(() => diffRows({ row: key }, null, { schema }), refused);

  const threads = [0, 1].map(() => new Worker(new URL("../dist/worker-node.js", import.meta.url)));
  const [mine, theirs] = threads.map(connect);
  try {
    await Promise.all([mine.init(), theirs.init()]);
    const kept = await mine.openSchema("actionbase", names("demo.follow"));
    await theirs.openSchema("actionbase", names("other"));
    const main = new Schema("actionbase", names("main"));
    const there = async (rl, schema) => (await rl.kind("actionbase", "edge-count", { schema }).decode({ row: key })).fields.table;
    assert.equal(await there(mine, kept), "demo.follow");
    await assert.rejects(there(theirs, kept), typeError(/^a schema or store of another thread cannot be used in a worker/));
    await assert.rejects(there(mine, main), typeError(/^a schema or store of another thread cannot be used in a worker/));
    await assert.rejects(mine.diff({ store: await store() }, key).totals(), typeError(/^a schema or store of another thread cannot be used in a worker/));
    assert.throws(() => table(undefined, kept), typeError(/^schema: expected a Schema, .*found Object$/));
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
});

test("misspelt options and values of the wrong type are refused with a sentence", async () => {
  for (const call of [
    (options) => new Kind("actionbase", "edge-count", options), (options) => new Schema("actionbase", { given: { names: [] } }, options), (options) => new Order("actionbase", options),
    (options) => identify(key, options), (options) => decode(key, options), (options) => diffRows({ row: key }, null, options),
  ]) {
    assert.throws(() => call({ misspelt: true }), typeError(/^there is no option misspelt; there (is|are) \w+/));
    assert.throws(() => call(null), typeError(/^expected options as an object, found Null$/));
    call(undefined);
  }
  for (const call of [async (options) => all(stats(key, options)), async (options) => all(diff(key, key, options))]) await assert.rejects(call({ misspelt: true }), typeError(/^there is no option misspelt/));
  const names = { given: { names: [] } };
  assert.throws(() => new Schema("actionbase", names, { uses: new Schema("actionbase", names) }), typeError(/^uses: expected a list of schemas, found Object$/));
  assert.throws(() => new Schema("actionbase"), typeError(/^expected a schema, found Undefined$/));
  for (const given of [null, undefined, "ab", [], [null, "int64"], [5, "int64"]]) assert.throws(() => counts.decodeColumns({ row: [key] }, { n: given }), typeError(/^n: expected a path and a type/));
  for (const part of [5, undefined, [null]]) assert.throws(() => counts.encodeBatch(part, [{}]), typeError(/^expected the name of a part, or a list of names, found \w+$/));
  assert.throws(() => new Kind(5).decode({ row: key }), typeError(/^expected a text, found Number$/));
  assert.throws(() => inspect(), typeError(/^expected a request as an object, found Undefined$/));
  assert.throws(() => answer(), typeError(/^expected a line of JSON, found Undefined$/));
  for (const number of [-1, 1.5, "1", undefined, 2n ** 64n]) {
    for (const [call, field] of [[() => hlcJoin("maryk", number, 1), "physical"], [() => hlcJoin("maryk", 1, number), "logical"], [() => hlcSplit("maryk", number), "version"]]) {
      assert.throws(call, { name: "RowlensError", code: "refused", path: field, message: `${field}: expected a whole number of 64 bits, not negative, found ${number}` });
    }
  }
});

test("lone bytes may be shared memory", () => {
  const shared = new Uint8Array(new SharedArrayBuffer(key.length));
  shared.set(key);
  assert.deepEqual(decode(shared.buffer), decode(key));
  assert.deepEqual(identify(shared.buffer), identify(key));
});
