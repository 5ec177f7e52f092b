// The package as a program sees it, in Node, from dist.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import * as rowlens from "../dist/node.js";

const { decode, fromHex, hash32, identify, init, inspect, Kind, Rowlens, RowlensError, Schema, toHex, toJSON } = rowlens;
const golden = (name) => readFileSync(new URL(`../../../golden/actionbase/${name}`, import.meta.url), "utf8");
const rows = golden("actionbase-hbase-shell.expected.jsonl").trim().split("\n").map((line) => JSON.parse(line));
const tables = golden("actionbase-hbase-shell.schema.json");
const PARTS = ["row", "family", "qualifier", "value"];
const partsOf = (row) => Object.fromEntries(PARTS.map((name) => [name, fromHex(row[name])]));
const cellsOf = (list) => Object.fromEntries(PARTS.map((name) => [name, list.map((row) => fromHex(row[name]))]));
const counts = new Kind("actionbase", "edge-count");
const states = new Kind("actionbase", "edge-state");
const kinds = [...new Set(rows.map((row) => row.record))].map((record) => new Kind("actionbase", record));

test("before init a call says what to do", () => {
  assert.throws(() => decode(new Uint8Array(1)), /call init\(\) first/);
});

test("init starts one decoder, however often it is called", async () => {
  const [a, b] = await Promise.all([init(), init()]);
  assert.equal(a, b);
  assert.match(a.version, /^\d+\.\d+\.\d+$/);
});

test("every row of a real scan is decoded and written again, with its schema", () => {
  const schema = new Schema("actionbase", tables);
  for (const row of rows) {
    const kind = new Kind("actionbase", row.record, { schema });
    const { fields } = kind.decode(partsOf(row));
    assert.deepEqual(JSON.parse(toJSON(fields)), row.fields);
    assert.deepEqual(JSON.parse(kind.decodeJSON(partsOf(row))), row.fields);
    for (const [name, bytes] of Object.entries(kind.encode(fields))) assert.equal(toHex(bytes), row[name]);
    assert.equal(toHex(kind.encodePart("row", fields)), row.row);
  }
  const another = new Schema("actionbase", { given: { names: ["demo.follow"] } }, { uses: [schema] });
  assert.ok(another.handle > schema.handle);
  schema.close();
  schema.close();
  assert.throws(() => new Kind("actionbase", rows[0].record, { schema }).decode(partsOf(rows[0])), /the schema of actionbase is closed/);
  const unknown = { handle: 99 };
  assert.throws(() => new Kind("actionbase", rows[0].record, { schema: unknown }).decode(partsOf(rows[0])), /^TypeError: schema: expected a Schema/);
});

test("a 64-bit integer is a bigint, however small; a smaller one is a number", () => {
  const count = rows.find((row) => row.record === "edge-count");
  const { fields } = counts.decode(partsOf(count));
  assert.equal(typeof fields.count, "bigint");
  assert.equal(typeof fields.tableCode, "number");
});

test("bytes of an unknown kind are identified, and so are lone ones", () => {
  for (const row of rows) {
    assert.equal(decode(partsOf(row)).record, row.record);
    assert.equal(new Kind("actionbase").decode(partsOf(row)).record, row.record);
    assert.equal(identify(partsOf(row)).kind().record, row.record);
  }
  assert.equal(identify(fromHex(rows[0].row)).part, "row");
  assert.equal(decode(fromHex(rows[0].row)).format, "actionbase");
  assert.throws(() => decode(fromHex("00"), { format: "actionbase" }), RowlensError);
});

test("a batch has a record or an error for each row", () => {
  for (const kind of kinds) {
    const of = rows.filter((row) => row.record === kind.record);
    const cells = cellsOf(of);
    const good = kind.decodeBatch(cells);
    assert.deepEqual([...good], of.map((row) => kind.decode(partsOf(row))));
    const written = kind.encodeBatch("row", [...good].map(({ fields }) => fields));
    of.forEach((row, i) => assert.equal(toHex(written.get(i).bytes), row.row));
    cells.row[0] = cells.row[0].subarray(0, 3);
    const bad = kind.decodeBatch(cells);
    assert.ok(bad.codes[0] < 0);
    const { error } = bad.get(0);
    assert.ok(error instanceof RowlensError && error.part === "row" && error.row === 0 && error.number === bad.codes[0]);
    assert.throws(() => new Kind("actionbase", kind.record, { strict: true }).decodeBatch(cells), (e) => e instanceof RowlensError && e.row === 0 && e.part === "row" && e.offset >= 0);
  }
});

test("doubts about a record are reported", () => {
  const count = rows.find((row) => row.record === "edge-count");
  const cells = cellsOf([count]);
  const sound = Object.fromEntries(Object.entries(cells).map(([name, [cell]]) => [name, cell]));
  cells.row[0] = cells.row[0].map((b, i) => (i === 0 ? b ^ 1 : b));
  const parts = Object.fromEntries(Object.entries(cells).map(([name, [cell]]) => [name, cell]));
  for (const kind of [new Kind("actionbase", "edge-count"), new Kind("actionbase")]) {
    const one = kind.decodeBatch(cells).get(0);
    assert.equal(one.record, "edge-count");
    assert.equal(one.doubts.canonical, false);
    assert.deepEqual(one.doubts.check[0].stored, parts.row.slice(0, 4));
    assert.deepEqual(kind.decode(parts), one);
    assert.equal("doubts" in kind.decode(sound), false);
  }
  assert.throws(() => new Kind("actionbase", "edge-count").decodeJSON(parts), (e) => e.code === "bad-check");
});

test("records of any kind name theirs, and wrong salts are found on request", () => {
  const cells = cellsOf(rows);
  const any = new Kind("actionbase");
  assert.deepEqual([...any.decodeBatch(cells)].map(({ record }) => record), rows.map((row) => row.record));
  cells.row[0] = cells.row[0].map((b, i) => (i === 0 ? b ^ 1 : b));
  assert.equal(any.decodeBatch(cells).codes[0], 0);
  assert.equal(new Kind("actionbase", "", { check: true }).decodeBatch(cells).get(0).error.code, "bad-check");
});

test("a record that cannot be encoded keeps its place", () => {
  const written = counts.encodeBatch("row", [{}]);
  assert.ok(written.codes[0] < 0);
  const { error, bytes } = written.get(0);
  assert.deepEqual([error.row, error.number, error.code, bytes], [0, written.codes[0], "refused", undefined]);
  assert.ok(error.message.length > 10);
  assert.throws(() => written.get(1), RangeError);
});

test("Arrow layouts are accepted without a copy", () => {
  const of = rows.filter((row) => row.record === "edge-state");
  const lists = cellsOf(of);
  const layout = (cells) => {
    const offsets = new Int32Array(cells.length + 1);
    cells.forEach((c, i) => (offsets[i + 1] = offsets[i] + c.length));
    return { offsets, data: new Uint8Array(Buffer.concat(cells)) };
  };
  const arrow = Object.fromEntries(Object.entries(lists).map(([name, cells]) => [name, layout(cells)]));
  assert.deepEqual([...states.decodeBatch(arrow)], [...states.decodeBatch(lists)]);
  assert.throws(() => states.decodeBatch({ ...lists, row: lists.row.slice(1) }), /has \d+ rows/);
});

test("errors say code, number, offset, part and path", () => {
  const row = rows.find((r) => r.record === "edge-count");
  const parts = { ...partsOf(row), value: new Uint8Array(3) };
  assert.throws(() => counts.decode(parts),
    (e) => e.code === "truncated" && e.number < 0 && e.part === "value" && e.offset <= 3 && e.message.length > 10);
  assert.throws(() => counts.encode({}), RowlensError);
  assert.throws(() => new Kind("nothing", "x").decode(parts), { code: "unknown-format" });
  assert.throws(() => new Schema("actionbase", "{"), { code: "not-json" });
  assert.throws(() => new Kind("actionbase", "edge-count", { lenint: true }), /there is no option lenint/);
});

test("bytes come as ArrayBuffer and DataView too; text and numbers are refused", () => {
  const kind = new Kind("lexicoders", "string");
  const bytes = new TextEncoder().encode("xABy");
  const { buffer } = bytes.slice(1, 3);
  for (const value of [buffer, new DataView(bytes.buffer, 1, 2), bytes.subarray(1, 3), Buffer.from("AB")]) {
    assert.equal(kind.decode({ value }).fields.value, "AB");
    assert.equal(kind.decodeBatch({ value: [value] }).get(0).fields.value, "AB");
  }
  assert.equal(identify(fromHex(rows[0].row).buffer).part, "row");
  for (const value of ["4142", 5, true, null, undefined, [65, 66], Int32Array.of(1), {}]) {
    for (const call of [() => kind.decode({ value }), () => kind.explain({ value }), () => kind.decodeBatch({ value: [value ?? undefined] }), () => identify({ value }), () => rowlens.diffRows({ value }, null)]) {
      assert.throws(call, (e) => e instanceof TypeError && /^value: expected a Uint8Array, ArrayBuffer or DataView, found /.test(e.message));
    }
  }
  assert.throws(() => identify("4142"), /^TypeError: bytes: expected/);
  assert.throws(() => kind.decodeBatch({ value: { offsets: Int32Array.of(0, 1), data: "A" } }), TypeError);
});

test("encoding accepts Buffers, as database clients return them", () => {
  const bytes = Buffer.from([1, 2, 3]);
  const kind = new Kind("lexicoders", "bytes");
  assert.deepEqual(kind.encode({ value: bytes }).value, Uint8Array.of(1, 2, 3));
  assert.deepEqual(kind.encodePart("value", { value: bytes }), Uint8Array.of(1, 2, 3));
  assert.deepEqual(kind.encodeBatch("value", [{ value: bytes }]).get(0).bytes, Uint8Array.of(1, 2, 3));
  assert.throws(() => new Kind("actionbase", "edge-count").encode({}), (e) => e.number === -109 && e.path !== "");
});

test("a tree explains every byte, and an inspection says what a text may be", () => {
  const row = rows[0];
  const tree = new Kind("actionbase", row.record).explain(partsOf(row));
  assert.equal(tree.parts[0].hex, row.row);
  assert.equal(inspect({ text: row.row }).candidates[0].format, "actionbase");
  assert.equal(hash32("actionbase", "demo.follow"), 1526621597);
});

test("each decoder has its own memory, and it does not grow", async () => {
  const module = await WebAssembly.compile(readFileSync(new URL("../dist/rowlens.wasm", import.meta.url)));
  const one = await Rowlens.start(module);
  const of = rows.filter((row) => row.record === "edge-state");
  const many = Array.from({ length: 40 }, () => of).flat();
  const cells = cellsOf(many);
  const kind = new Kind("actionbase", "edge-state", { decoder: one });
  const size = () => {
    let last = 0;
    for (let done = 0; done < 20_000; done += many.length) last = kind.decodeBatch(cells).length;
    assert.equal(last, many.length);
    return one.memory;
  };
  size();
  const warm = size();
  assert.equal(size(), warm);
});

test("closed schemas leave nothing in memory", async () => {
  const decoder = await Rowlens.start((await init()).module);
  const row = rows.find(({ record }) => record === "edge-count");
  for (let i = 0; i < 12_000; i++) {
    const schema = new Schema("actionbase", { given: { names: ["demo.follow"] } }, { decoder });
    new Kind("actionbase", "edge-count", { schema, decoder }).decode(partsOf(row));
    schema.close();
  }
  assert.ok(decoder.memory < 30e6, `${decoder.memory} bytes`);
});
