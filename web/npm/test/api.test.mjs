// The package as a program sees it, in Node, from dist.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import * as rowlens from "../dist/node.js";

const { decode, decodeBatch, decodeJSON, encode, encodeBatch, encodePart, explain, fromHex, hash32, init, inspect, openSchema, toHex, toJSON, Rowlens, RowlensError } = rowlens;
const golden = (name) => readFileSync(new URL(`../../../golden/actionbase/${name}`, import.meta.url), "utf8");
const rows = golden("actionbase-hbase-shell.expected.jsonl").trim().split("\n").map((line) => JSON.parse(line));
const tables = golden("actionbase-hbase-shell.schema.json");
const PARTS = ["row", "family", "qualifier", "value"];
const partsOf = (row) => Object.fromEntries(PARTS.map((name) => [name, fromHex(row[name])]));
const columnsOf = (list) => Object.fromEntries(PARTS.map((name) => [name, list.map((row) => fromHex(row[name]))]));
const kinds = [...new Set(rows.map((row) => row.record))].map((record) => ({ format: "actionbase", record }));

test("before init a call says what to do", () => {
  assert.throws(() => decode(new Uint8Array(1)), /call init\(\) first/);
});

test("init starts one decoder, however often it is called", async () => {
  const [a, b] = await Promise.all([init(), init()]);
  assert.equal(a, b);
  assert.match(a.version, /^\d+\.\d+\.\d+$/);
});

test("every row of a real scan is decoded and written again, with its schema", () => {
  const schema = openSchema("actionbase", tables);
  for (const row of rows) {
    const what = { format: "actionbase", record: row.record, schema };
    const { fields } = decode(partsOf(row), what);
    assert.deepEqual(JSON.parse(toJSON(fields)), row.fields);
    assert.deepEqual(JSON.parse(decodeJSON(partsOf(row), what)), row.fields);
    for (const [name, bytes] of Object.entries(encode(fields, what))) assert.equal(toHex(bytes), row[name]);
    assert.equal(toHex(encodePart(fields, { ...what, part: "row" })), row.row);
  }
  schema.close();
  schema.close();
  assert.throws(() => decode(partsOf(rows[0]), { format: "actionbase", record: rows[0].record, schema: { handle: 99 } }), { code: "bad-handle" });
});

test("a 64-bit integer is a bigint, however small; a smaller one is a number", () => {
  const count = rows.find((row) => row.record === "edge-count");
  const { fields } = decode(partsOf(count), { format: "actionbase", record: "edge-count" });
  assert.equal(typeof fields.count, "bigint");
  assert.equal(typeof fields.tableCode, "number");
});

test("bytes of an unknown kind are identified, and so are lone ones", () => {
  for (const row of rows) assert.equal(decode(partsOf(row)).record, row.record);
  assert.equal(decode(fromHex(rows[0].row)).format, "actionbase");
  assert.throws(() => decode(fromHex("00"), { format: "actionbase" }), RowlensError);
});

test("a batch has a record or an error for each row", () => {
  for (const what of kinds) {
    const of = rows.filter((row) => row.record === what.record);
    const columns = columnsOf(of);
    const good = decodeBatch(columns, what);
    assert.deepEqual([...good].map(({ fields }) => fields), of.map((row) => decode(partsOf(row), what).fields));
    const written = encodeBatch([...good].map(({ fields }) => fields), { ...what, part: "row" });
    of.forEach((row, i) => assert.equal(toHex(written.get(i)), row.row));
    columns.row[0] = columns.row[0].subarray(0, 3);
    const bad = decodeBatch(columns, what);
    assert.ok(bad.codes[0] < 0);
    assert.equal(bad.get(0).error.part, "row");
    assert.throws(() => decodeBatch(columns, { ...what, strict: true }), (e) => e instanceof RowlensError && e.row === 0 && e.part === "row" && e.offset >= 0);
  }
});

test("rows of any kind are told apart, and wrong salts found where that is asked for", () => {
  const columns = columnsOf(rows);
  assert.deepEqual([...decodeBatch(columns, { format: "actionbase" })].map(({ record }) => record), rows.map((row) => row.record));
  columns.row[0] = columns.row[0].map((b, i) => (i === 0 ? b ^ 1 : b));
  assert.equal(decodeBatch(columns, { format: "actionbase" }).codes[0], 0);
  assert.equal(decodeBatch(columns, { format: "actionbase", check: true }).get(0).error.code, "bad-check");
});

test("columns in Arrow's layout are lists without copies", () => {
  const of = rows.filter((row) => row.record === "edge-state");
  const lists = columnsOf(of);
  const layout = (cells) => {
    const offsets = new Int32Array(cells.length + 1);
    cells.forEach((c, i) => (offsets[i + 1] = offsets[i] + c.length));
    return { offsets, data: new Uint8Array(Buffer.concat(cells)) };
  };
  const what = { format: "actionbase", record: "edge-state" };
  const arrow = Object.fromEntries(Object.entries(lists).map(([name, cells]) => [name, layout(cells)]));
  assert.deepEqual([...decodeBatch(arrow, what)], [...decodeBatch(lists, what)]);
  assert.throws(() => decodeBatch({ ...lists, row: lists.row.slice(1) }, what), /has \d+ rows/);
});

test("errors say code, number, offset, part and path", () => {
  const row = rows.find((r) => r.record === "edge-count");
  const parts = { ...partsOf(row), value: new Uint8Array(3) };
  assert.throws(() => decode(parts, { format: "actionbase", record: "edge-count" }),
    (e) => e.code === "truncated" && e.number < 0 && e.part === "value" && e.offset <= 3 && e.message.length > 10);
  assert.throws(() => encode({}, { format: "actionbase", record: "edge-count" }), RowlensError);
  assert.throws(() => decode(parts, { format: "nothing", record: "x" }), { code: "unknown-format" });
  assert.throws(() => openSchema("actionbase", "{"), { code: "not-json" });
});

test("a tree explains every byte, an inspection what text may be", () => {
  const row = rows[0];
  const tree = explain(partsOf(row), { format: "actionbase", record: row.record });
  assert.equal(tree.parts[0].hex, row.row);
  assert.equal(inspect({ text: row.row }).candidates[0].format, "actionbase");
  assert.equal(hash32("actionbase", "demo.follow"), 1526621597);
});

test("decoders have memories of their own, which stay flat", async () => {
  const module = await WebAssembly.compile(readFileSync(new URL("../dist/rowlens.wasm", import.meta.url)));
  const one = await Rowlens.start(module);
  const of = rows.filter((row) => row.record === "edge-state");
  const many = Array.from({ length: 40 }, () => of).flat();
  const columns = columnsOf(many);
  const size = () => {
    let last = 0;
    for (let done = 0; done < 20_000; done += many.length) last = one.decodeBatch(columns, { format: "actionbase", record: "edge-state" }).length;
    assert.equal(last, many.length);
    return one.memory;
  };
  size();
  const warm = size();
  assert.equal(size(), warm);
});
