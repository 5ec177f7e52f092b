// Rows with a null cell, on the main thread and in a worker.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { Worker } from "node:worker_threads";

import * as rowlens from "../dist/node.js";

const thread = new Worker(new URL("../dist/worker-node.js", import.meta.url));
const worker = rowlens.connect(thread);
const own = { kind: (...of) => new rowlens.Kind(...of) };
const texts = ["a", null, "b"].map((text) => text && new TextEncoder().encode(text));
const arrow = { offsets: Int32Array.of(0, 1, 2, 3), data: new TextEncoder().encode("axb"), validity: Uint8Array.of(0b11111101) };

before(async () => {
  await rowlens.init();
  await worker.init();
});
after(() => thread.terminate());

for (const [where, rl] of [["the main thread", own], ["a worker", worker]]) {
  test(`null in is null out on ${where}`, async () => {
    for (const value of [texts, arrow]) {
      const rows = [...(await rl.kind("lexicoders", "string").decodeBatch({ value }))];
      assert.deepEqual(rows.map((row) => row && row.fields.value), ["a", null, "b"]);
      const columns = await rl.kind("lexicoders", "string").decodeColumns({ value }, { text: ["value", "utf8"], why: ["", "error"] });
      assert.deepEqual([[...columns.get("text")], columns.get("text").nullCount, [...columns.codes]], [["a", null, "b"], 1, [0, 0, 0]]);
    }
  });

  test(`a null in any part makes the row null on ${where}, and is not a failure`, async () => {
    const row = rowlens.fromHex("8a21aff9346974656d002bdafe659d297e2983");
    const value = rowlens.fromHex("0000000000000001");
    const cells = { row: [row, row, null, row], value: [null, value, value, value.subarray(1)] };
    const rows = [...(await rl.kind("actionbase", "edge-count").decodeBatch(cells))];
    assert.deepEqual(rows.map((one) => one && (one.error ? one.error.row : one.fields.count)), [null, 1n, null, 3]);
    const columns = await rl.kind("actionbase", "edge-count").decodeColumns(cells, { n: ["count", "int64"], why: ["", "error"] });
    assert.deepEqual([...columns.get("n")], [null, 1n, null, null]);
    assert.deepEqual([...columns.get("why")].map((text) => text !== null), [false, false, false, true]);
    assert.deepEqual([...columns.codes].map((code) => code !== 0), [false, false, false, true]);
    const strict = rl.kind("actionbase", "edge-count", { strict: true });
    const first = Object.fromEntries(Object.entries(cells).map(([part, list]) => [part, list.slice(0, 3)]));
    assert.equal([...(await strict.decodeBatch(first))].length, 3);
    for (const call of [() => strict.decodeBatch(cells), () => strict.decodeColumns(cells, { n: ["count", "int64"] })]) {
      await assert.rejects(async () => call(), (e) => e instanceof rowlens.RowlensError && e.row === 3 && e.part === "value");
    }
    await assert.rejects(async () => strict.decodeColumns(first, { n: ["direction", "int64"] }), (e) => e.row === 1 && e.code === "bad-column" && e.path === "direction");
  });

  test(`a validity that is too short or not a bitmap is refused on ${where}`, async () => {
    const kind = rl.kind("lexicoders", "string");
    const nine = { offsets: new Int32Array(10), data: new Uint8Array() };
    await assert.rejects(async () => kind.decodeBatch({ value: { ...nine, validity: Uint8Array.of(1) } }), RangeError);
    await assert.rejects(async () => kind.decodeBatch({ value: { ...nine, validity: [true] } }), TypeError);
    await assert.rejects(async () => kind.decodeBatch({ value: [undefined] }), TypeError);
  });
}
