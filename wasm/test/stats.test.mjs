// Statistics of dumps and stores, beside what the command prints for them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { Dump } from "../../web/npm/src/dump.js";
import { hosted, sample, textFile } from "./stores.mjs";
import { compiled } from "./wasi.mjs";

const module = compiled();
const golden = (name) => readFileSync(new URL(`../../golden/${name}`, import.meta.url));
const cases = JSON.parse(golden("stats/cases.json"));
const parsed = (text) => JSON.parse(text);

/** What the options of a case say of the rows, and of the statistics. */
function split({ schema, options: { where = "", top, regions, splits, ...rest } = {} }) {
  return { where, rows: schema ? { ...rest, schema: parsed(golden(schema)) } : rest, stats: { top, regions, splits, now: Date.now() } };
}

/** Opens the input of a case; text is read at most n bytes at a time. */
async function opened(one, rows, n) {
  if (!one.store) return Dump.open(module, { ...rows, text: "text" }, [textFile(golden(one.input), n)]);
  return Dump.open(module, { ...rows, store: true }, hosted(sample(one.input.split("/").at(-1))));
}

function* blocksOf(dump) {
  for (let block = dump.next(); block; block = dump.next()) yield block;
}

test("statistics are those of the command, byte for byte", async () => {
  assert.ok(cases.length >= 10);
  for (const one of cases) {
    const { where, rows, stats } = split(one);
    const want = golden(`stats/${one.name}.json`).toString();
    for (const n of one.store ? [1] : [100, 1 << 20]) {
      const dump = await opened(one, rows, n);
      if (where) dump.where(where);
      dump.statsOpen(stats);
      for (const block of blocksOf(dump)) {
        dump.statsAdd(block, where || rows.record ? dump.match(block) : null);
        assert.ok(parsed(dump.stats()).rows >= 0, "they may be asked for in between");
      }
      while (dump.statsRest());
      assert.equal(dump.stats(), want, one.name);
      dump.statsOpen(stats);
      assert.equal(parsed(dump.stats()).rows, 0, "they begin anew");
    }
  }
});

test("statistics of rows that are chosen by another filter than that of their scan", async () => {
  const one = cases.find((c) => c.name === "actionbase-where");
  const { where, rows, stats } = split(one);
  const dump = await opened(one, rows);
  const blocks = [...blocksOf(dump)];
  for (const [expression, name] of [[where, "where"], ["", "all"]]) {
    dump.where(expression);
    dump.statsOpen(stats);
    for (const block of blocks) dump.statsAdd(block, dump.match(block));
    const { rows: count, records } = parsed(dump.stats());
    assert.ok(count > 10);
    if (name === "where") assert.deepEqual(records.map((r) => r.record), ["edge-index"]);
    else assert.ok(records.length > 3);
  }
});

test("calls out of turn, wrong options and bytes that are no block do no harm", async () => {
  const one = cases[0];
  const { rows, stats } = split(one);
  const dump = await opened(one, rows);
  const [block] = [...blocksOf(dump)];
  for (const call of [() => dump.stats(), () => dump.statsAdd(block, null), () => dump.statsRest()]) assert.throws(call, /nothing is counted/);
  const wrong = [{}, { now: -5 }, { now: 1, top: 1e6 }, { now: 1, regions: 0 }, { now: 1, splits: ["x"] }, { now: 1, splits: [], regions: 1 }];
  for (const options of wrong) assert.throws(() => dump.statsOpen(options), /expected/, JSON.stringify(options));
  assert.throws(() => dump.stats(), /nothing is counted/);
  dump.statsOpen(stats);
  assert.equal(dump.statsRest(), false, "a dump has no rest");
  dump.statsAdd(block, Uint32Array.of(3, 1, 1 << 30));
  assert.equal(parsed(dump.stats()).rows, 1, "numbers ascend");
  for (let i = 0; i < block.length; i += 7) {
    const broken = block.slice();
    broken[i] ^= 0xff;
    dump.statsAdd(broken, null);
    if (i % 13 === 0) dump.statsAdd(block.subarray(0, i), null);
  }
  assert.ok(parsed(dump.stats()).rows > 1);
});
