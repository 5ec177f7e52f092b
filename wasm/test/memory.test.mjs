import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { Decoder } from "./decoder.mjs";

const rows = readFileSync(new URL("../../golden/actionbase/actionbase-hbase-shell.expected.jsonl", import.meta.url), "utf8")
  .split("\n").filter(Boolean).map((l) => JSON.parse(l));

const WARM = 150_000; // until the collector has run
const COUNT = 200_000;
// One lost object a call, of 16 bytes at least, would be 3 MB.
const PAGES = 4 * 65536;

test("the memory stays flat over 200,000 decodes", () => {
  const decoder = new Decoder();
  const lines = rows.map(({ record, row, family, qualifier, value }) =>
    JSON.stringify({ op: "decode", format: "actionbase", record, bytes: { row, family, qualifier, value } }));
  const encoded = lines.map((l) => new TextEncoder().encode(l));
  const { exports } = decoder;
  const run = (count) => {
    for (let i = 0; i < count; i++) {
      const line = encoded[i % encoded.length];
      new Uint8Array(exports.memory.buffer, exports.rl_input(line.length), line.length).set(line);
      assert.ok(exports.rl_answer(line.length) > 20);
    }
  };
  run(WARM);
  const warm = exports.memory.buffer.byteLength;
  run(COUNT);
  const grown = exports.memory.buffer.byteLength - warm;
  assert.ok(grown <= PAGES, `${grown} bytes more than after ${WARM}`);
});
