// Typed columns, in and out, on the main thread and in a worker.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after, before } from "node:test";
import { Worker } from "node:worker_threads";

import { Column, Columns, connect, fromHex, init, Kind, Rowlens, RowlensError, toHex, toJSON } from "../dist/node.js";

const lines = readFileSync(new URL("../../../golden/actionbase/actionbase-hbase-shell.expected.jsonl", import.meta.url), "utf8").trim().split("\n").map((line) => JSON.parse(line));
const rows = lines.filter(({ record }) => record === "edge-count");
const cells = { row: rows.map(({ row }) => fromHex(row)), value: rows.map(({ value }) => fromHex(value)) };
const counts = new Kind("actionbase", "edge-count");
const FIELDS = {
  code: ["tableCode", "int64"], direction: ["direction", "utf8"], type: ["directedSource.type", "utf8"], source: ["directedSource.value", "json"],
  count: ["count", "int64"], size: ["count", "float64"], all: ["", "json"], none: ["table", "binary"], source2: ["directedSource", "cbor"], why: ["", "error"],
};
let worker;
let inWorker;

before(async () => {
  await init();
  worker = new Worker(new URL("../dist/worker-node.js", import.meta.url));
  inWorker = connect(worker);
  await inWorker.init();
});
after(() => worker.terminate());

test("columns agree with records", () => {
  const columns = counts.decodeColumns(cells, FIELDS);
  const records = [...counts.decodeBatch(cells)].map(({ fields }) => fields);
  assert.deepEqual([columns.length, columns.names], [rows.length, Object.keys(FIELDS)]);
  assert.ok(columns.get("count").data instanceof BigInt64Array && columns.get("size").data instanceof Float64Array);
  records.forEach((fields, row) => {
    const of = (name) => columns.get(name).get(row);
    assert.deepEqual([of("code"), of("direction"), of("count"), of("size"), of("type")],
      [BigInt(fields.tableCode), fields.direction, fields.count, Number(fields.count), fields.directedSource.type]);
    assert.deepEqual(JSON.parse(of("source")), JSON.parse(toJSON(fields.directedSource.value)));
    assert.deepEqual(JSON.parse(of("all")), JSON.parse(toJSON(fields)));
    assert.deepEqual([of("none"), of("why")], [null, null]);
    assert.ok(of("source2") instanceof Uint8Array);
  });
  assert.deepEqual([columns.get("none").nullCount, columns.get("count").nullCount], [rows.length, 0]);
  assert.deepEqual([...columns].map(([name, one]) => [name, [...one].length]), columns.names.map((name) => [name, rows.length]));
  assert.throws(() => columns.get("toString"), RangeError);
  assert.throws(() => columns.get("count").get(rows.length), RangeError);
});

test("a row that fails is null, and says why in a column of errors", () => {
  const bad = { ...cells, row: cells.row.with(1, cells.row[1].subarray(0, 3)) };
  const columns = counts.decodeColumns(bad, { count: ["count", "int64"], why: ["", "error"] });
  assert.deepEqual([...columns.codes].map((code) => code !== 0), rows.map((_, row) => row === 1));
  assert.equal(columns.get("count").get(1), null);
  assert.equal(JSON.parse(columns.get("why").get(1)).error.part, "row");
  assert.throws(() => new Kind("actionbase", "edge-count", { strict: true }).decodeColumns(bad, { count: ["count", "int64"] }),
    (e) => e instanceof RowlensError && e.row === 1 && e.part === "row");
});

test("wrong requests are refused", () => {
  assert.throws(() => counts.decodeColumns(cells, { count: ["count", "int32"] }), /^TypeError: count: there is no type int32/);
  assert.throws(() => counts.decodeColumns(cells, { count: ["count", "toString"] }), TypeError);
  assert.throws(() => counts.decodeColumns(cells, { count: ["count.", "int64"] }), { code: "bad-option" });
  assert.throws(() => counts.decodeColumns(cells, {}), { code: "bad-length" });
  assert.throws(() => counts.decodeColumns({}, { count: ["count", "int64"] }), { code: "bad-part" });
  assert.equal(counts.decodeColumns({ row: [], value: [] }, { count: ["count", "int64"] }).length, 0);
});

test("several parts are encoded in one call, from records and from columns", () => {
  const records = [...counts.decodeBatch(cells)].map(({ fields }) => fields);
  const columns = counts.decodeColumns(cells, { code: FIELDS.code, direction: FIELDS.direction, source: ["directedSource", "cbor"], count: FIELDS.count });
  const members = { tableCode: columns.get("code"), direction: columns.get("direction"), directedSource: columns.get("source"), count: columns.get("count") };
  const lists = { tableCode: records.map(({ tableCode }) => tableCode), direction: records.map(({ direction }) => direction),
    directedSource: records.map(({ directedSource }) => directedSource), count: BigInt64Array.from(records, ({ count }) => count) };
  for (const written of [counts.encodeBatch(["row", "value"], records), counts.encodeColumns(["row", "value"], members), counts.encodeColumns(["row", "value"], lists)]) {
    for (const part of ["row", "value"]) assert.deepEqual(Array.from(written[part], ({ bytes }) => toHex(bytes)), cells[part].map(toHex));
  }
  const value = counts.encodeColumns("value", { count: [3n, null, 5n] });
  assert.deepEqual([...value.codes].map((code) => code === 0), [true, false, true]);
  const { error } = value.get(1);
  assert.deepEqual([error.row, error.number, error.path], [1, value.codes[1], "count"]);
});

test("columns of every type are encoded, with nulls", () => {
  const text = new Kind("lexicoders", "string");
  const strings = text.encodeColumns("value", { value: ["a", "", "é"] });
  assert.deepEqual([...strings].map(({ bytes }) => new TextDecoder().decode(bytes)), ["a", "", "é"]);
  const bytes = new Kind("lexicoders", "bytes");
  const layout = { type: "binary", offsets: Int32Array.of(0, 1, 1, 3), data: Uint8Array.of(1, 2, 3), validity: Uint8Array.of(5) };
  assert.deepEqual([...bytes.encodeColumns("value", { value: layout }).codes].map((code) => code === 0), [true, false, true]);
  assert.deepEqual(bytes.encodeColumns("value", { value: [Buffer.from([7])] }).get(0).bytes, Uint8Array.of(7));
  const doubles = new Kind("lexicoders", "double");
  assert.deepEqual([...doubles.decodeColumns({ value: Array.from(doubles.encodeColumns("value", { value: Float64Array.of(1.5, -2) }), (row) => row.bytes) }, { v: ["value", "float64"] }).get("v")], [1.5, -2]);
  assert.equal(text.encodeColumns("value", { value: [] }).length, 0);
});

test("inconsistent layouts are refused", () => {
  const bytes = new Kind("lexicoders", "bytes");
  const data = Uint8Array.of(1, 2, 3);
  const write = (value) => () => bytes.encodeColumns("value", { value });
  assert.throws(write({ type: "binary", offsets: Int32Array.of(0, 4), data }), RangeError);
  assert.throws(write({ type: "binary", offsets: Int32Array.of(0, -1), data }), { code: "bad-offsets" });
  assert.throws(write({ type: "binary", offsets: Int32Array.of(0, 3, 1), data }), { code: "bad-offsets" });
  assert.throws(write({ type: "binary", offsets: BigInt64Array.of(0n, 1n), data }), TypeError);
  assert.throws(write({ type: "binary", offsets: Int32Array.of(0, 1, 2, 3), data, validity: new Uint8Array() }), RangeError);
  assert.throws(write({ type: "bool", length: 9, data: Uint8Array.of(1) }), RangeError);
  assert.throws(write({ type: "bool", length: -1, data }), RangeError);
  assert.throws(write({ type: "bool", length: NaN, data }), RangeError);
  assert.throws(write({ type: "int64", data }), TypeError);
  assert.throws(write({ type: "error", offsets: Int32Array.of(0, 1), data }), { code: "bad-option" });
  for (const value of ["text", 5, null, undefined, {}, new Map()]) assert.throws(write(value), TypeError);
  assert.throws(() => counts.encodeColumns("value", { count: [1n], tableCode: [1, 2] }), RangeError);
  assert.throws(() => counts.encodeColumns([], { count: [1n] }), { code: "bad-part" });
  assert.throws(() => counts.encodeBatch("value", "text"), TypeError);
});

test("booleans are bits", () => {
  const values = new Kind("actionbase", "edge-state");
  const states = lines.filter(({ record }) => record === "edge-state");
  const parts = { row: states.map(({ row }) => fromHex(row)), value: states.map(({ value }) => fromHex(value)) };
  const active = values.decodeColumns(parts, { active: ["active", "bool"] }).get("active");
  assert.deepEqual([...active], states.map(({ fields }) => fields.active ?? null));
  const [{ fields }] = values.decodeBatch(parts);
  const members = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value, value]]));
  const written = values.encodeColumns("value", { ...members, active: [true, false] });
  assert.deepEqual([...values.decodeColumns({ row: [parts.row[0], parts.row[0]], value: Array.from(written, ({ bytes }) => bytes) }, { active: ["active", "bool"] }).get("active")], [true, false]);
});

test("a worker gives the same results", async () => {
  const kind = inWorker.kind("actionbase", "edge-count");
  const columns = await kind.decodeColumns(cells, FIELDS);
  assert.ok(columns instanceof Columns && columns.get("count") instanceof Column);
  assert.deepEqual(columns, counts.decodeColumns(cells, FIELDS));
  assert.deepEqual([...columns].map(([name, one]) => [name, [...one]]), [...counts.decodeColumns(cells, FIELDS)].map(([name, one]) => [name, [...one]]));
  const written = await kind.encodeColumns("value", { count: columns.get("count") });
  assert.deepEqual(written.map(({ bytes }) => toHex(bytes)), cells.value.map(toHex));
  const records = (await kind.decodeBatch(cells)).map(({ fields }) => fields);
  const parts = await kind.encodeBatch(["row", "value"], [...records, {}]);
  assert.deepEqual(parts.row.slice(0, -1).map(({ bytes }) => toHex(bytes)), cells.row.map(toHex));
  const { error } = parts.value.at(-1);
  assert.ok(error instanceof RowlensError && error.row === rows.length);
});

test("the memory for columns is released", async () => {
  const decoder = await Rowlens.start(await WebAssembly.compile(readFileSync(new URL("../dist/rowlens.wasm", import.meta.url))));
  const kind = new Kind("actionbase", "edge-count", { decoder });
  const many = Object.fromEntries(Object.entries(cells).map(([name, list]) => [name, Array.from({ length: 200 }, () => list).flat()]));
  const rounds = () => {
    for (let i = 0; i < 20; i++) kind.encodeColumns("value", { count: kind.decodeColumns(many, FIELDS).get("count") });
    return decoder.memory;
  };
  for (let i = 0; i < 4; i++) rounds(); // until the collector has found its pace
  const warm = rounds();
  assert.equal(rounds(), warm);
});
