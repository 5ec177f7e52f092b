import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

// The page's own calls, so that what is tested is what the page does.
import { Dump } from "../../web/npm/src/dump.js";
import { textFile } from "./stores.mjs";
import { compiled } from "./wasi.mjs";

const file = (name) => readFileSync(new URL(`../../golden/actionbase/${name}`, import.meta.url));
const text = file("actionbase-hbase-shell-damaged.txt");
const expected = file("actionbase-hbase-shell-damaged.expected.jsonl").toString().trimEnd().split("\n").map((l) => JSON.parse(l));
const schema = JSON.parse(file("actionbase-hbase-shell.schema.json"));
const options = { file: "scan.txt", schema, zones: { "Asia/Seoul": [[0, 32400]] } };
const module = compiled();

/** Reads a dump that arrives in pieces of n bytes. */
async function read(bytes, n, given = options) {
  const dump = await Dump.open(module, { ...given, text: "text" }, [textFile(bytes, n)]);
  const blocks = [];
  for (let b = dump.next(); b; b = dump.next()) blocks.push(b);
  return { dump, blocks };
}

const records = ({ dump, blocks }, form = 0) => Buffer.concat(blocks.map((b) => dump.write(b, null, form))).toString();
const lines = (text) => text.trimEnd().split("\n").map((l) => JSON.parse(l));

test("a dump decodes to the same records in pieces of any size", async () => {
  const whole = await read(text, text.length);
  const all = records(whole);
  assert.deepEqual(lines(all).map((r) => [r.record, r.parts, r.timestamp, r.fields]),
    expected.map((r) => [r.record, { row: r.row, family: r.family, qualifier: r.qualifier, value: r.value }, r.timestamp, r.fields]));
  for (const n of [1, 7, 4096]) assert.equal(records(await read(text, n)), all, `pieces of ${n}`);
  const about = whole.dump.about();
  assert.equal(about.form.id, "hbase2-scan");
  const view = new DataView(whole.blocks[0].buffer);
  lines(all).forEach((r, i) => assert.equal(about.kinds[view.getUint16(4 + 2 * i, true)].record, r.record));
});

test("a dump is searched for the models among its rows, which it is read with then", async () => {
  const rows = readFileSync(new URL("../../golden/maryk-rocksdb/latest.rows.jsonl", import.meta.url));
  const { dump, blocks } = await read(rows, 5000, { search: true });
  assert.equal(blocks.length, 0, "a search gives no rows");
  const { schemas } = dump.about();
  assert.deepEqual(Object.keys(schemas), ["maryk-rocksdb"]);
  const named = (r) => r.record === "table-value" && r.fields?.property;
  assert.ok(!lines(records(await read(rows, 5000, {}))).some(named));
  assert.ok(lines(records(await read(rows, 5000, { inside: schemas }))).some(named));
  // What the host gives goes before what was found.
  const { 1: _, ...others } = JSON.parse(readFileSync(new URL("../../golden/maryk-rocksdb/latest.models.json", import.meta.url)));
  const known = lines(records(await read(rows, 5000, { schema: { models: others }, inside: schemas }))).filter(named);
  assert.ok(known.length > 0 && known.every((r) => r.fields.model !== 1), "nothing was given of model 1");
  // Rows that do not name their family are not read to their end.
  const long = Buffer.concat(Array(200).fill(text));
  let seen = 0;
  const watched = { ...textFile(long), read: (at, length) => long.subarray(at, (seen = at + length)) };
  const plain = await Dump.open(module, { search: true, text: "text" }, [watched]);
  assert.equal(plain.next(), null);
  assert.ok(0 < seen && seen < long.length / 2, `${seen} of ${long.length} bytes`);
  assert.deepEqual(plain.about().schemas, {});
});

test("picked rows are written in the order asked for", async () => {
  const { dump, blocks } = await read(text, text.length);
  const all = lines(records({ dump, blocks }));
  const some = lines(Buffer.from(dump.write(blocks[0], Uint32Array.of(5, 3, 90), 0)).toString());
  assert.deepEqual(some, [all[5], all[3], all[90]]);
  assert.equal(dump.write(blocks[0], new Uint32Array(0), 0).length, 0);
  assert.equal(dump.write(blocks[0], Uint32Array.of(1 << 30), 0).length, 0, "a row that is not there");
});

test("rows that fail keep their place", async () => {
  const damaged = Buffer.from(text.toString().replace(/^ (\S{20})(\S+) column/m, " $1 column").replace(/^( \S+ )column=(.*)$/m, "$1colum=$2"));
  const { dump, blocks } = await read(damaged, 100);
  const all = lines(records({ dump, blocks }));
  assert.equal(all.length, expected.length);
  assert.equal(all[0].error.code, "bad-text");
  assert.equal(new DataView(blocks[0].buffer).getUint16(4, true), 0);
});

test("a filter chooses rows, and a wrong one changes nothing", async () => {
  const { dump, blocks } = await read(text, text.length);
  dump.where("record=edge-index target=77");
  const hits = [...dump.match(blocks[0])];
  const wanted = expected.flatMap((r, i) => (r.record === "edge-index" && r.fields.directedTarget.value === "77" ? [i] : []));
  assert.ok(wanted.length > 2);
  assert.deepEqual(hits, wanted);
  assert.throws(() => dump.where("target>"), /expected a value after >/);
  assert.deepEqual([...dump.match(blocks[0])], wanted);
  dump.where("");
  assert.equal(dump.match(blocks[0]).length, expected.length);
});

test("the verifiers find the faults of the dump", async () => {
  const { dump, blocks } = await read(text, text.length);
  for (const b of blocks) dump.verify(b);
  const codes = lines(dump.findings()).map((f) => f.code);
  for (const code of ["missing-index-row", "missing-state-row", "wrong-count", "wrong-salt", "index-value-mismatch"]) assert.ok(codes.includes(code), code);
  const bare = await read(text, text.length, {});
  for (const b of bare.blocks) bare.dump.verify(b);
  assert.throws(() => bare.dump.findings(), /without a schema/);
});

test("calls out of turn and bytes that are no block do no harm", async () => {
  const { dump, blocks } = await read(text, text.length);
  assert.equal(dump.next(), null, "it has ended");
  await assert.rejects(Dump.open(module, { format: "nothing" }), /no format called nothing/);
  await assert.rejects(Dump.open(module, { schema: { tables: 1 } }), /schema/);
  await assert.rejects(Dump.open(module, {}), /text: expected the name of a file/);
  await assert.rejects(Dump.open(module, { text: "text" }), /there is no such file|not there|no file/);
  const open = await Dump.open(module, { spelling: "nothing", text: "text" }, [textFile(text)]);
  assert.throws(() => open.next(), /no text form/);
  const unread = await Dump.open(module, { text: "text" }, [{ ...textFile(text), read: () => { throw new Error("the disk is gone"); } }]);
  assert.throws(() => unread.next(), /the disk is gone/);
  const [block] = blocks;
  for (let n = 0; n < block.length; n += 13) dump.write(block.subarray(0, n), null, 0);
  for (let i = 0; i < block.length; i += 3) {
    const broken = block.slice();
    broken[i] ^= 0xff;
    dump.match(broken);
    dump.write(broken, null, 2);
  }
});

test("a value that is too long ends the dump before its text", async () => {
  let seen = 0;
  const zeros = { name: "text", size: 1 << 30, read: (at, length) => new Uint8Array(Math.min(length, (seen = at + length))) };
  const dump = await Dump.open(module, { text: "text" }, [zeros]);
  const records = [];
  for (let block = dump.next(); block; block = dump.next()) records.push(...Buffer.from(dump.write(block, null, 0)).toString().trim().split("\n"));
  assert.equal(records.length, 1);
  assert.match(JSON.parse(records[0]).error.message, /16777216|16 MiB|too long|longer/);
  assert.ok(seen < 100 << 20, "more than 100 MiB of zeros are read");
});
