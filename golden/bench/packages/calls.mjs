#!/usr/bin/env node
// Measures calls of the npm package (make npm) when its standard input says so, as calls.py does Python's. It has no typed columns.
import { readFile } from "node:fs/promises";
import { argv, cpuUsage, stdin } from "node:process";
import { createInterface } from "node:readline";
import { init, Kind } from "../../../web/npm/dist/node.js";

const nameBytes = 16;
const warmUp = 40; // runs of each operation before it is measured: until it is compiled

/** The rows of each part: 16 bytes of its name, count + 1 offsets, the bytes. */
function cellsOf(data, count) {
  const cells = {};
  for (let at = 0; at < data.length; ) {
    const name = data.toString("latin1", at, at + nameBytes).replace(/\0+$/, "");
    at += nameBytes;
    const offsets = new Int32Array(data.buffer.slice(data.byteOffset + at, data.byteOffset + at + 4 * (count + 1)));
    at += offsets.byteLength;
    cells[name] = Array.from({ length: count }, (_, row) => data.subarray(at + offsets[row], at + offsets[row + 1]));
    at += offsets[count];
  }
  return cells;
}

await init();
const [format, record, file, rows] = argv.slice(2);
const count = Number(rows);
const kind = new Kind(format, record);
const cells = cellsOf(await readFile(file), count);
const parts = Object.keys(cells);
const entries = Array.from({ length: count }, (_, row) => Object.fromEntries(parts.map((part) => [part, cells[part][row]])));
const fields = [...kind.decodeBatch(cells)].map((one) => one.fields);
const operations = {
  empty: () => {},
  single: () => entries.forEach((entry) => kind.decode(entry)),
  batch: () => kind.decodeBatch(cells),
  records: () => [...kind.decodeBatch(cells)],
  encode: () => parts.forEach((part) => kind.encodeBatch(part, fields)),
  part: () => fields.forEach((one) => kind.encodePart(parts[0], one)),
};
for (const work of Object.values(operations)) {
  for (let i = 0; i < warmUp; i++) work();
}
for await (const operation of createInterface({ input: stdin })) {
  const start = cpuUsage();
  operations[operation]();
  const { user, system } = cpuUsage(start);
  console.log((user + system) * 1000 / count);
}
