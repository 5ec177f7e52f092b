// Wrong calls, from the table that the packages share (golden/hostile), on the main thread and in a worker.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

import * as rowlens from "../dist/node.js";

const golden = (name) => new URL(`../../../golden/${name}`, import.meta.url);
const cases = readFileSync(golden("hostile/calls.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
const thread = new Worker(new URL("../dist/worker-node.js", import.meta.url));
const own = { ...rowlens, kind: (...of) => new rowlens.Kind(...of), order: (...of) => new rowlens.Order(...of), openSchema: (...of) => new rowlens.Schema(...of) };
const worker = rowlens.connect(thread);

before(async () => {
  await rowlens.init();
  await worker.init();
});
after(() => thread.terminate());

const bytes = ({ hex, given }) => (hex ? rowlens.fromHex(given) : given);
const parts = (of) => ("part" in of ? { [of.part]: bytes(of) } : {});

/** The bytes AB, in memory of some kind. */
const MEMORY = {
  slice: () => Uint8Array.of(63, 65, 66, 63).subarray(1, 3),
  changeable: () => new Uint8Array(new SharedArrayBuffer(2)).fill(65).fill(66, 1),
  untyped: () => Uint8Array.of(65, 66).buffer,
  wide: () => Uint16Array.of(0x4241),
  gone() {
    const given = Uint8Array.of(65, 66);
    structuredClone(given.buffer, { transfer: [given.buffer] });
    return given;
  },
  shrunk() {
    const buffer = new ArrayBuffer(8, { maxByteLength: 8 });
    const given = new Uint8Array(buffer, 4, 2).fill(65);
    buffer.resize(2);
    return given;
  },
};

const fileOf = (folder) => {
  const [name] = readdirSync(golden(folder));
  return { name, data: new Uint8Array(readFileSync(golden(`${folder}/${name}`))) };
};

/** A file that misbehaves as told. */
function liar({ name, data }, how) {
  const lies = {
    one: (bytes) => bytes.subarray(0, 1), nothing: () => new Uint8Array(), more: (bytes) => Uint8Array.of(...bytes, 0), text: (bytes) => String.fromCharCode(...bytes),
    number: () => 5, wide: (bytes) => new Uint16Array(bytes.length >> 1), promise: (bytes) => Promise.resolve(bytes),
    throws() {
      throw new Error("the disk is gone");
    },
    close(bytes) {
      file.store.close();
      return bytes;
    },
    tables(bytes) {
      assert.ok(file.store.tables().length);
      return bytes;
    },
  };
  const file = {
    name, size: data.length + ({ longer: 1000, shorter: -100, negative: -data.length - 5 }[how] ?? 0), on: false,
    read(position, length) {
      const bytes = data.subarray(position, position + length);
      return this.on && how in lies ? lies[how](bytes) : bytes;
    },
  };
  return file;
}

const all = async (rows) => {
  const found = [];
  for await (const row of rows) found.push(row);
  return found;
};

/** The table's options in this package's form. */
const optionsOf = ({ keys, ...options }) => (keys ? { ...options, keys: { part: keys.part, start: keys.from } } : options);

const opened = (rl, files) => rl.openStore(fileURLToPath(golden(files)));

const CALLS = {
  cells: (rl, { format, record, part, given }) => rl.kind(format, record).decodeBatch({ [part]: given }),
  parts: (rl, { format, record, given }) => rl.kind(format, record).decode(given),
  write: (rl, { format, record, parts, fields }) => rl.kind(format, record).encodeBatch(parts, [JSON.parse(fields)]),
  compare: (rl, { format, left, right }) => rl.order(format).compare(...[left, right].map((key) => Object.fromEntries(Object.entries(key).map(([part, hex]) => [part, rowlens.fromHex(hex)])))),
  async memory(rl, { format, record, part, form }) {
    const kind = rl.kind(format, record);
    assert.deepEqual((await kind.decode({ [part]: MEMORY[form]() })).fields, { value: "AB" });
    assert.deepEqual([...await kind.decodeBatch({ [part]: [MEMORY[form]()] })].map(({ fields }) => fields), [{ value: "AB" }]);
  },
  open: (rl, { given }) => rl.openStore(given),
  named: (rl, { files, names }) => rl.openStore(names.map((name) => ({ ...liar(fileOf(files), ""), name }))),
  async scan(rl, { files, options: { table, ...options } }) {
    const store = await opened(rl, files);
    await all(store.scan(table, options));
  },
  async cut(rl, { files, options: { table, ...options } }) {
    const store = await opened(rl, files);
    await store.parts(table, optionsOf(options));
  },
  async read(rl, { files, stage, how }) {
    const file = liar(fileOf(files), how);
    file.on = stage === "open";
    const honest = await all((await rl.openStore(liar(fileOf(files), ""))).scan());
    const store = await rl.openStore(file);
    file.store = store;
    file.on ||= stage === "scan";
    const found = await all(store.scan());
    const damaged = found.some(({ error }) => error);
    if (!damaged) assert.deepEqual(found, honest);
    return damaged ? "damage" : "reads";
  },
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

/** What cannot be sent to a worker: a program's file objects, and memory that is gone. */
const unsent = ({ call, form }) => call === "read" || call === "named" || form === "gone" || form === "shrunk";

for (const [where, rl] of [["the main thread", own], ["a worker", worker]]) {
  test(`every wrong call on ${where} is refused as in the table`, async (t) => {
    let unwritable = 0;
    for (const { name, call, expect, ...of } of cases) {
      assert.ok(Object.hasOwn(CALLS, call), call);
      if (expect.javascript.startsWith("cannot be written: ")) unwritable++;
      if (expect.javascript.startsWith("cannot be written: ") || rl === worker && unsent({ call, ...of })) continue;
      await t.test(name, async () => {
        const said = await Promise.resolve().then(() => CALLS[call](rl, of)).catch((e) => e);
        if (!(said instanceof Error)) return assert.equal(typeof said === "string" ? said : "reads", expect.javascript);
        assert.equal(said instanceof rowlens.RowlensError ? said.code : said.constructor.name, expect.javascript, said.stack);
        assert.ok(said.message.length > 5);
      });
    }
    assert.equal(unwritable, 18);
  });
}

test("a file cannot call the decoder that reads it", async () => {
  const file = liar(fileOf("store-files/samples/hfile"), "");
  const store = await rowlens.openStore(file);
  const { read } = file;
  for (const call of [() => store.explain(file.name, { block: 1 }), () => store.pieces(file.name), () => store.close()]) {
    const honest = JSON.stringify(store.explain(file.name, { block: 1 }));
    let refused = 0;
    file.read = (...of) => {
      assert.throws(call, /a file that is read must not/);
      refused++;
      return read.apply(file, of);
    };
    assert.equal(JSON.stringify(store.explain(file.name, { block: 1 })), honest);
    file.read = read;
    assert.ok(refused > 0);
  }
});

test("files with the same name in two folders are both read", async () => {
  const rows = [];
  const { data } = fileOf("store-files/samples/rfile");
  const file = (name) => ({ name, size: data.length, read: (position, length) => data.subarray(position, position + length) });
  for (const names of [["a/one.rf", "b/one.rf"], ["one.rf", "one.rf"], ["one.rf", "one.rf/one.rf"]]) rows.push((await all((await rowlens.openStore(names.map(file))).scan())).length);
  assert.deepEqual(rows, [68, 68, 68]);
});

test("refused calls leave nothing behind", () => {
  const kind = new rowlens.Kind("lexicoders", "string");
  const answer = kind.decodeBatch({ value: [rowlens.fromHex("4142")] });
  assert.deepEqual([...answer].map(({ fields }) => fields), [{ value: "AB" }]);
});
