// Compares records encoded in a batch with records encoded one by one, and with those that the command would read as JSON.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test, { before } from "node:test";
import { gunzipSync } from "node:zlib";

import { answer, fromHex, init, Kind, RowlensError, toHex, toJSON } from "../dist/node.js";

const folder = new URL("../../../golden/vectors/", import.meta.url);
const vectors = readdirSync(folder).filter((name) => name.endsWith(".jsonl.gz"))
  .flatMap((name) => gunzipSync(readFileSync(new URL(name, folder))).toString().split("\n").filter(Boolean).map((line) => JSON.parse(line)));

before(() => init());

/** The result of a call: bytes as hex, or the code of its error. */
function outcome(call) {
  try {
    return toHex(call());
  } catch (e) {
    if (e instanceof RowlensError) return e.code;
    throw e;
  }
}

const batched = (kind, part, fields) => outcome(() => {
  const { bytes, error } = kind.encodeBatch(part, [fields]).get(0);
  if (error) throw error;
  return bytes;
});

/** The parts of a record that is given as JSON, or the code of the error. */
const fromJSON = (format, record, fields) => {
  const { bytes, code, unsupported } = JSON.parse(answer(`{"op":"encode","format":"${format}","record":"${record}","given":{"lenient":true},"fields":${toJSON(fields)}}`));
  return bytes ?? (unsupported ? "unsupported" : code);
};

/** The parts of a record as hex, or the code of the error. */
function parts(call) {
  const hex = (of) => (Array.isArray(of) ? of.map(hex) : toHex(of));
  try {
    return Object.fromEntries(Object.entries(call()).map(([name, of]) => [name, hex(of)]));
  } catch (e) {
    if (e instanceof RowlensError) return e.code;
    throw e;
  }
}

test("the fields of every vector are encoded as in single calls, and as from JSON", () => {
  let written = 0;
  for (const { format, record, given, ops, bytes = {} } of vectors) {
    if (given || !ops?.includes("decode")) continue; // given members are passed another way
    const kind = new Kind(format, record, { lenient: true });
    const cells = Object.fromEntries(Object.entries(bytes).map(([name, hex]) => [name, fromHex(hex)]));
    let fields;
    try {
      ({ fields } = kind.decode(cells));
    } catch (e) {
      if (e instanceof RowlensError) continue;
      throw e;
    }
    assert.deepEqual(parts(() => kind.encode(fields)), fromJSON(format, record, fields), `${format} ${record}`);
    for (const part of Object.keys(cells)) {
      const alone = outcome(() => kind.encodePart(part, fields));
      assert.equal(batched(kind, part, fields), alone, `${format} ${record} ${part}`);
      if (!/[^0-9a-f]/.test(alone)) written++;
    }
  }
  assert.ok(written > 3000, `${written} parts were written`);
});

test("bytes are neither a text nor a number", () => {
  const counts = new Kind("actionbase", "edge-count");
  for (const type of ["string", "json", "long", "double"]) {
    const key = { tableCode: 5, direction: "OUT", directedSource: { type, value: Uint8Array.of(0x12) } };
    const fields = { ...key, count: 1n };
    for (const call of [() => counts.encode(fields), () => counts.encodePart("row", fields), () => counts.keyRange(key)]) {
      assert.throws(call, (e) => e.code === "refused" && e.path === "directedSource.value" && /found bytes$/.test(e.message), `${type}: ${call}`);
    }
    assert.equal(batched(counts, "row", fields), "refused");
    const { count, directedSource, ...rest } = fields;
    const columns = { ...Object.fromEntries(Object.entries(rest).map(([name, of]) => [name, [of]])), "directedSource.type": [type], "directedSource.value": [Uint8Array.of(0x12)] };
    assert.deepEqual(counts.encodeColumns("row", columns).codes, Int32Array.of(-109), type);
  }
});

test("JavaScript values that CBOR or JSON lacks are encoded or refused as in single calls", () => {
  const kind = new Kind("actionbase", "value");
  const of = (type, value) => ({ order: "ASC", value: { type, value } });
  class Count {
    value = 5;
  }
  const texts = ["", "x".repeat(64), "x".repeat(65), "x".repeat(300), "é", "x".repeat(63) + "é", "日本", "\u0000", "😀", "x".repeat(70000), "\ud800", "a\udc00"];
  const numbers = [0, -0, 23, 24, 255, 256, 65535, 65536, 2 ** 31 - 1, -(2 ** 31), 2 ** 32, 2 ** 53 - 1, 2 ** 53, -1, -24, -25, -256, -257, 0.1, 1e300, 5e-324, NaN, Infinity, -Infinity, 5n, -5n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 63n, 2n ** 64n - 1n, 2n ** 64n, -(2n ** 64n) - 1n];
  const others = [null, undefined, true, false, [], {}, [1], { a: undefined }, new Date(0), new Map(), new Count(), Object.create(null), new Uint8Array(2), new Float32Array(2), () => 1, Symbol("x")];
  for (const value of texts) assert.equal(batched(kind, "value", of("string", value)), outcome(() => kind.encodePart("value", of("string", value))), value.slice(0, 9));
  for (const type of ["byte", "short", "int", "long", "float", "double", "boolean", "null"]) {
    [...numbers, ...others].forEach((value, i) => assert.equal(batched(kind, "value", of(type, value)), outcome(() => kind.encodePart("value", of(type, value))), `${type}, value ${i}`));
  }
});

test("half of a surrogate pair is written as upstream does, and integers of any size keep their digits", () => {
  const kind = new Kind("actionbase", "value");
  const rows = ["a", "\ud800", "b\udc00é😀"].map((value) => ({ order: "ASC", value: { type: "string", value } }));
  const written = kind.encodeBatch("value", rows);
  rows.forEach((row, i) => {
    assert.equal(toHex(written.get(i).bytes), toHex(kind.encodePart("value", row)));
    assert.equal(toHex(written.get(i).bytes), fromJSON("actionbase", "value", row).value);
  });
  const integer = new Kind("lexicoders", "biginteger");
  for (const value of [2n ** 64n, -(2n ** 64n), -(2n ** 64n) - 1n, 2n ** 100n, -(10n ** 50n), 255n << 64n]) {
    assert.equal(integer.decode(integer.encode({ value })).fields.value, String(value));
    assert.equal(batched(integer, "value", { value }), fromJSON("lexicoders", "biginteger", { value }).value);
  }
});

test("a number beyond 2^53 has the same digits in every call", () => {
  const kind = new Kind("actionbase", "edge-count");
  for (const count of [2 ** 53, 2 ** 60, -(2 ** 62) - 2 ** 10, 123456789012345680000 / 100]) {
    assert.equal(kind.decode({ ...kind.encode({ tableCode: 5, direction: "OUT", directedSource: { type: "string", value: "a" }, count }) }).fields.count, BigInt(count));
    assert.equal(batched(kind, "value", { count }), toHex(kind.encodePart("value", { count })));
  }
  const double = new Kind("hbase-orderedbytes", "float64");
  for (const value of [2 ** 60, 2 ** 70, 1e300, 5e-324, 0.1]) {
    const fields = { order: "asc", value: { type: "float64", value } };
    assert.equal(double.decode(double.encode(fields)).fields.value.value, value);
    assert.equal(batched(double, "value", fields), toHex(double.encodePart("value", fields)));
  }
});
