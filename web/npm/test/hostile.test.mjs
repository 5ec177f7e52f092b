// Calls that are wrong, from the table that the packages share (golden/hostile), on the main thread and in a worker.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

import * as rowlens from "../dist/node.js";

const golden = (name) => new URL(`../../../golden/${name}`, import.meta.url);
const cases = readFileSync(golden("hostile/calls.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
const thread = new Worker(new URL("../dist/worker-node.js", import.meta.url));
const own = { ...rowlens, kind: (...of) => new rowlens.Kind(...of), openSchema: (...of) => new rowlens.Schema(...of) };
const worker = rowlens.connect(thread);

before(async () => {
  await rowlens.init();
  await worker.init();
});
after(() => thread.terminate());

const bytes = ({ hex, given }) => (hex ? rowlens.fromHex(given) : given);
const parts = (of) => ("part" in of ? { [of.part]: bytes(of) } : {});
const CALLS = {
  decode: (rl, of) => rl.kind(of.format, of.record).decode(parts(of)),
  offsets: (rl, { format, record, part, offsets, data }) => rl.kind(format, record).decodeBatch({ [part]: { offsets: Int32Array.from(offsets), data: rowlens.fromHex(data) } }),
  rows: (rl, { format, record, rows }) => rl.kind(format, record).decodeBatch(Object.fromEntries(Object.entries(rows).map(([part, n]) => [part, Array(n).fill(new Uint8Array())]))),
  option: (rl, { format, record, option }) => rl.kind(format, record, { [option]: true }).decode({ row: new Uint8Array() }),
  columns: (rl, { format, record, part, path, type }) => rl.kind(format, record).decodeColumns({ [part]: [new Uint8Array()] }, type ? { one: [path, type] } : {}),
  members: (rl, { format, record, part, path }) => rl.kind(format, record).encodeColumns(part, { [path]: [null] }),
  encode: (rl, { format, record, part, fields }) => rl.kind(format, record).encodePart(part, JSON.parse(fields)),
  schema: (rl, { format, json }) => rl.openSchema(format, json),
  async "closed-schema"(rl, of) {
    const schema = await rl.openSchema(of.format, { given: { names: [] } });
    await schema.close();
    return rl.kind(of.format, of.record, { schema }).decode(parts(of));
  },
  async "closed-store"(rl, { files }) {
    const store = await rl.openStore(fileURLToPath(golden(files)));
    await store.close();
    return store.tables();
  },
  hash: (rl, { format, text }) => rl.hash32(format, text),
  clock: (rl, { layout }) => rl.hlcJoin(layout, 1, 1),
};

for (const [where, rl] of [["the main thread", own], ["a worker", worker]]) {
  test(`every wrong call on ${where} is refused as the table says`, async () => {
    for (const { name, call, expect, ...of } of cases) {
      assert.ok(Object.hasOwn(CALLS, call), call);
      const error = await Promise.resolve().then(() => CALLS[call](rl, of)).then((found) => assert.fail(`${name}: ${JSON.stringify(found)}`), (e) => e);
      assert.equal(error instanceof rowlens.RowlensError ? error.code : error.constructor.name, expect.javascript, `${name}: ${error.stack}`);
      assert.ok(error.message.length > 5, name);
    }
  });
}

test("what was refused left nothing behind", () => {
  const kind = new rowlens.Kind("lexicoders", "string");
  const answer = kind.decodeBatch({ value: [rowlens.fromHex("4142")] });
  assert.deepEqual([...answer].map(({ fields }) => fields), [{ value: "AB" }]);
});
