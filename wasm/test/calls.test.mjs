import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { length } from "../../web/npm/src/calls.js";
import { RowlensError } from "../../web/npm/src/error.js";
import { Decoder } from "./decoder.mjs";

const file = (name) => readFileSync(new URL(`../../golden/actionbase/${name}`, import.meta.url), "utf8");
const rows = file("actionbase-hbase-shell.expected.jsonl").split("\n").filter(Boolean).map((l) => JSON.parse(l));
const schema = file("actionbase-hbase-shell.schema.json");
const hex = (text) => Uint8Array.from(Buffer.from(text, "hex"));
const json = (bytes) => JSON.parse(Buffer.from(bytes));
const PARTS = ["row", "family", "qualifier", "value"];

/** The rows of one record kind as columns. */
function columnsOf(record) {
  const of = rows.filter((r) => r.record === record);
  return { of, columns: Object.fromEntries(PARTS.map((p) => [p, of.map((r) => hex(r[p]))])) };
}

test("a batch decodes the fixture's rows, each kind with all its columns", () => {
  const decoder = new Decoder();
  const handle = decoder.openSchema("actionbase", schema);
  let seen = 0;
  for (const record of new Set(rows.map((r) => r.record))) {
    const { of, columns } = columnsOf(record);
    const answers = decoder.decodeBatch({ schema: handle, format: "actionbase", record, columns, rows: of.length });
    of.forEach((row, i) => {
      assert.deepEqual(json(answers[i].bytes), row.fields, `${record} ${i}`);
      assert.equal(answers[i].code, 0);
      seen++;
    });
  }
  assert.equal(seen, rows.length);
  decoder.closeSchema(handle);
  assert.throws(() => decoder.closeSchema(handle), RowlensError);
});

test("one record gives the same fields as a batch, and as tree the same bytes", () => {
  const decoder = new Decoder();
  const { of, columns } = columnsOf("edge-state");
  const [first] = decoder.decodeBatch({ format: "actionbase", record: "edge-state", columns, rows: of.length });
  const one = { format: "actionbase", record: "edge-state", parts: Object.fromEntries(PARTS.map((p) => [p, hex(of[0][p])])) };
  assert.deepEqual(decoder.decode(one), first.bytes);
  const tree = json(decoder.decode({ ...one, form: 2 }));
  assert.equal(tree.parts[0].hex, of[0].row);
  assert.equal(decoder.decode({ ...one, form: 1 })[0] >> 5, 5, "CBOR begins with a map");
});

test("what is decoded is encoded to the same bytes, alone and in a batch", () => {
  const decoder = new Decoder();
  const { of, columns } = columnsOf("edge-index");
  const decoded = decoder.decodeBatch({ format: "actionbase", record: "edge-index", columns, rows: of.length });
  const fields = decoded.map(({ bytes }) => Buffer.from(bytes).toString());
  const what = { format: "actionbase", record: "edge-index", part: "row" };
  const again = decoder.encodeBatch({ ...what, fields: [...fields, "{"] });
  of.forEach((row, i) => assert.equal(Buffer.from(again[i].bytes).toString("hex"), row.row));
  assert.deepEqual([again[of.length].code, again[of.length].bytes.length], [-110, 0], "the row that is not JSON keeps its place");
  assert.equal(Buffer.from(decoder.encode({ ...what, fields: fields[0] })).toString("hex"), of[0].row);
});

test("a row that fails keeps its place in a batch", () => {
  const decoder = new Decoder();
  const { of, columns } = columnsOf("edge-count");
  columns.row[1] = columns.row[1].subarray(0, 7);
  const what = { format: "actionbase", record: "edge-count", columns, rows: of.length };
  const answers = decoder.decodeBatch(what);
  assert.ok(answers[1].code < 0 && answers[1].code > -100);
  const { error } = json(answers[1].bytes);
  assert.equal(error.part, "row");
  assert.equal(answers[2].code, 0);
  assert.throws(() => decoder.decodeBatch({ ...what, flags: 8 }), (e) => e.row === 1 && e.part === "row" && e.offset === error.offset && e.code === error.code);
});

test("calls with wrong arguments are refused with a code", () => {
  const decoder = new Decoder();
  const one = { format: "actionbase", record: "edge-count", parts: { row: hex(rows[0].row) } };
  const fails = (name, call) => assert.throws(call, (e) => e instanceof RowlensError && e.code === name && e.message.length > 0);
  fails("unknown-format", () => decoder.decode({ ...one, format: "nothing" }));
  fails("unknown-record", () => decoder.decode({ ...one, record: "nothing" }));
  fails("bad-part", () => decoder.decode({ ...one, parts: { nothing: hex("00") } }));
  fails("bad-part", () => decoder.decode({ ...one, parts: {} }));
  fails("bad-option", () => decoder.decode({ ...one, flags: 1 << 20 }));
  fails("bad-option", () => decoder.decode({ ...one, form: 99 }));
  fails("bad-handle", () => decoder.decode({ ...one, schema: 99 }));
  fails("not-json", () => decoder.openSchema("actionbase", "{"));
  fails("bad-length", () => decoder.decode({ ...one, record: "x".repeat(100) }));
  const { exports } = decoder;
  for (const n of [-1, -(2 ** 31), 2 ** 31 - 1]) {
    assert.equal(exports.rl_input(n), 0);
    assert.equal(exports.rl_answer(n), -101);
    assert.equal(exports.rl_inspect(n), -101);
    assert.equal(exports.rl_decode_batch(0, 0, 0, 1, n, 0, 0), -101);
  }
  assert.match(JSON.parse(decoder.answer("{}")).error, /^expected an op/, "the module still answers");
});

test("an answer never has bytes of an earlier call", () => {
  const decoder = new Decoder();
  const secret = new TextEncoder().encode("SECRET-OF-AN-EARLIER-CALL-".repeat(20));
  const lone = { format: "lexicoders", record: "bytes", rows: 1 };
  assert.equal(json(decoder.decode({ ...lone, parts: { value: secret } })).value.length, 2 * secret.length);
  const { exports } = decoder;
  const inputs = ["lexicoders", "bytes", length("value"), "value", new Uint8Array(Int32Array.of(0, 60).buffer), new Uint8Array(2)];
  // A host that says more bytes than it gave.
  assert.throws(() => decoder.calls.rows(1, "rl_decode_batch", inputs, (f, r) => [0, f, r, 1, 1, 0, 0]), { code: "bad-length" });
  assert.notEqual(exports.rl_input(4), 0);
  assert.equal(exports.rl_answer(5), -101);
  assert.equal(exports.rl_answer(400), -101);
  for (const offsets of [[0, 60], [100, 160]]) {
    const columns = { value: { offsets: Int32Array.from(offsets), data: new Uint8Array(2) } };
    assert.throws(() => decoder.decodeBatch({ ...lone, columns }), RangeError);
  }
});

test("inputs that are no bytes are refused before anything is written", () => {
  const decoder = new Decoder();
  const size = decoder.exports.memory.buffer.byteLength;
  for (const input of [new ArrayBuffer(8), new DataView(new ArrayBuffer(8)), new Uint16Array(4), [1, 2], { length: 2 }, 5, null, undefined]) {
    const parts = { row: input, value: new Uint8Array(8 << 20) };
    assert.throws(() => decoder.decode({ format: "actionbase", record: "edge-count", parts }), TypeError);
  }
  for (const offsets of [[0, 2], new Int16Array(2), new Uint32Array(2)]) {
    const columns = { value: { offsets, data: new Uint8Array(2) } };
    assert.throws(() => decoder.decodeBatch({ format: "lexicoders", record: "bytes", rows: 1, columns }), TypeError);
  }
  assert.equal(decoder.exports.memory.buffer.byteLength, size);
  const longer = { offsets: Int32Array.of(0, 2), data: new TextEncoder().encode("AB and more") };
  const answers = decoder.decodeBatch({ format: "lexicoders", record: "bytes", rows: 1, columns: { value: longer } });
  assert.equal(json(answers[0].bytes).value, "4142");
});

test("names are hashed as the format does", () => {
  assert.equal(new Decoder().hash32("actionbase", "social.user_likes"), 693920529);
});

test("inspect answers text with candidates", () => {
  const answer = JSON.parse(new Decoder().inspect(JSON.stringify({ text: rows[0].row })));
  assert.equal(answer.v, 1);
  assert.equal(answer.candidates[0].format, "actionbase");
});

test("op define is refused, and a schema's handle replaces it", () => {
  const decoder = new Decoder();
  const define = { id: "d", op: "define", format: "actionbase", given: { name: "s", names: ["social.user_likes"] } };
  assert.match(JSON.parse(decoder.answer(JSON.stringify(define))).error, /rl_schema_open/);
  const handle = decoder.openSchema("actionbase", JSON.stringify(define.given));
  const decode = { op: "decode", format: "actionbase", record: "edge-count", given: { schema: "s" }, bytes: { row: rows[0].row } };
  assert.equal(JSON.parse(decoder.answer(JSON.stringify({ ...decode, schema: handle }))).fields.table, "social.user_likes");
  const other = decoder.openSchema("actionbase", JSON.stringify({ name: "t", names: [] }));
  assert.equal(JSON.parse(decoder.answer(JSON.stringify({ ...decode, schema: [other, handle] }))).fields.table, "social.user_likes");
  assert.ok(JSON.parse(decoder.answer(JSON.stringify({ ...decode, schema: other }))).error, "only the schemas that are named");
  assert.match(JSON.parse(decoder.answer(JSON.stringify(decode))).error, /no schema called s/);
  assert.match(JSON.parse(decoder.answer(JSON.stringify({ ...decode, schema: 77 }))).error, /77/);
});
