// Differences of documents and of rows, beside what the command prints for them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { Calls } from "../../web/npm/src/calls.js";
import { Dump } from "../../web/npm/src/dump.js";
import { start } from "../../web/npm/src/wasi.js";
import { fixture, hosted, storeOf, textFile } from "./stores.mjs";
import { compiled } from "./wasi.mjs";

const module = compiled();
const golden = (name) => readFileSync(new URL(`../../golden/${name}`, import.meta.url));
const cases = JSON.parse(golden("differences/cases.json"));
const lines = (text) => text.trimEnd().split("\n").map((line) => JSON.parse(line));

/** A dump with its blocks. */
async function read(name, options) {
  const dump = await Dump.open(module, { ...options, text: "text" }, [textFile(golden(name))]);
  const blocks = [];
  for (let block = dump.next(); block; block = dump.next()) blocks.push(block);
  return { dump, blocks };
}

/** All lines of a comparison. */
function compared(dump, options, old, now) {
  dump.diffOpen(options);
  for (const [side, blocks] of [old, now].entries()) for (const block of blocks) dump.diffAdd(side, block);
  let all = "";
  for (let text = dump.diffNext(); text; text = dump.diffNext()) all += text;
  assert.equal(dump.diffNext(), "");
  return all;
}

test("differences of two dumps are those of the command, byte for byte", async () => {
  assert.ok(cases.length >= 5);
  for (const { name, old, new: now, schema, options = {} } of cases) {
    const given = schema ? { schema: JSON.parse(golden(schema)) } : {};
    const [a, b] = [await read(old, given), await read(now, {})];
    const want = golden(`differences/${name}.jsonl`).toString();
    assert.equal(compared(a.dump, options, a.blocks, b.blocks), want, name);
    assert.equal(compared(b.dump, { ...options, ...given }, a.blocks, b.blocks), want, `${name}, with its schema`);
  }
});

test("placed lines say which rows they are, and their table, and are otherwise the same", async () => {
  const { name, old, new: now, schema } = cases[0];
  const [a, b] = [await read(old, { schema: JSON.parse(golden(schema)) }), await read(now, {})];
  const placed = lines(compared(a.dump, { placed: true }, a.blocks, b.blocks));
  const plain = lines(golden(`differences/${name}.jsonl`).toString());
  assert.deepEqual(placed.map(({ rows, lines: _, summary, table, ...rest }) => rest), plain);
  assert.deepEqual([...new Set(placed.map((d) => d.table))].sort(), ["shop.orders", "social.user_likes", undefined]);
  const records = [a, b].map(({ dump, blocks }) => lines(blocks.map((block) => new TextDecoder().decode(dump.write(block, null, 0))).join("")));
  for (const d of placed.slice(0, -1)) {
    assert.ok(d.summary.length > 1, d.summary);
    for (const side of [0, 1]) {
      assert.equal(d.rows[side] === null, d.change === ["added", "removed"][side]);
      const record = records[side][d.rows[side]];
      assert.equal(record?.source.line ?? null, d.lines[side]);
      if (record) assert.equal(record.parts.row, d.parts.row);
    }
  }
});

test("a comparison that has begun takes no more rows, and wrong calls do no harm", async () => {
  const { dump, blocks } = await read(cases[0].old, {});
  assert.throws(() => dump.diffNext(), /nothing is compared/);
  assert.throws(() => dump.diffAdd(0, blocks[0]), /nothing is compared/);
  for (const options of [{ limit: -1 }, { limit: "x" }, { stored: true, visible: true }]) assert.throws(() => dump.diffOpen(options), /expected/);
  dump.diffOpen({});
  assert.throws(() => dump.diffAdd(2, blocks[0]), (e) => e.code === "bad-option" || /option/.test(e.message));
  for (let i = 0; i < blocks[0].length; i += 11) {
    const broken = blocks[0].slice();
    broken[i] ^= 0xff;
    dump.diffAdd(i % 2, broken.subarray(0, broken.length - (i % 3)));
  }
  dump.diffNext();
  assert.throws(() => dump.diffAdd(0, blocks[0]), /has begun/);
});

test("two states of a store", async () => {
  const files = storeOf(fixture("rocksdb/small"));
  const scan = async (options) => {
    const dump = await Dump.open(module, { store: true, ...options }, hosted(files));
    const blocks = [];
    for (let block = dump.next(); block; block = dump.next()) blocks.push(block);
    return { dump, blocks };
  };
  const [before, now] = [await scan({ at: "3" }), await scan({})];
  const { totals } = lines(compared(now.dump, {}, before.blocks, now.blocks)).at(-1);
  assert.ok(totals.added > 0 && totals.unread === 0, JSON.stringify(totals));
  const { totals: same } = lines(compared(now.dump, {}, now.blocks, now.blocks)).at(-1);
  assert.deepEqual([same.added, same.removed, same.changed], [0, 0, 0]);
  assert.ok(same.same > 0);
});

test("two versions of a row", async () => {
  const calls = new Calls(await start(module));
  const rows = (request) => new TextDecoder().decode(calls.bytes("rl_diff_rows", [JSON.stringify(request)], (n) => [n]));
  const schema = JSON.parse(golden(cases[0].schema));
  const changed = lines(golden("differences/actionbase.jsonl").toString()).filter((d) => d.change === "changed");
  assert.ok(changed.length > 0);
  for (const line of changed) {
    const { parts, timestamp, was, source } = line;
    const old = { parts: { ...parts, ...was.parts }, timestamp: was.timestamp ?? timestamp, source };
    const now = { parts, timestamp, source };
    assert.deepEqual(JSON.parse(rows({ schema, old, new: now })), line);
    assert.equal(rows({ schema, old: now, new: now }), "");
    assert.equal(JSON.parse(rows({ schema, old: null, new: now })).change, "added");
    assert.equal(JSON.parse(rows({ schema, old, new: null })).change, "removed");
  }
  assert.equal(rows({ old: null, new: null }), "");
  for (const request of [{ old: 7 }, { old: {} }, { new: { parts: { row: "xyz" } } }, { format: "nothing" }, { schema: 99, old: null }]) {
    assert.throws(() => rows(request), (e) => e.message.length > 10, JSON.stringify(request));
  }
});
