// A value that is no field is refused where it is, in every call and in a worker: it would be written as if nothing were in it.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";

import { connect, diff, fromHex, init, inspect, Kind, openStore, RowlensError, Schema, stats, toHex, toJSON } from "../dist/node.js";

const thread = new Worker(new URL("../dist/worker-node.js", import.meta.url));
const worker = connect(thread);
const kind = new Kind("actionbase", "value");
const of = (value, type = "json") => ({ order: "ASC", value: { type, value } });

before(async () => {
  await init();
  await worker.init();
});
after(() => thread.terminate());

class Count {
  value = 5;
}
function gone() {
  const bytes = Uint8Array.of(1, 2);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}
function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
function endless() {
  const one = { b: [{}] };
  one.b[0].c = one;
  return one;
}

/** Each with what the error says, and the path below the value. */
const REFUSED = [
  [new Map([["a", 1]]), "found a Map; give an object"], [new Set([1]), "found a Set; give a list"], [new Date(0), "found a Date; give what decode returns"],
  [/x/, "found a RegExp; give its text"], [new TypeError("x"), "found an Error; give its text"], [new String("x"), "found a String; give the text itself"],
  [new Number(1), "found a Number; give the number itself"], [new Boolean(true), "found a Boolean; give true or false itself"], [Object(1n), "found a BigInt; give the bigint itself"],
  [new URL("http://x"), "found a URL; give its text"], [Promise.resolve(1), "found a Promise; give what it resolves to"], [new WeakMap(), "found a WeakMap; give a plain object"],
  [new Count(), "found a Count; give a plain object"], [Object.create(Object.create(null)), "found an object of a class"],
  [Object.create({ a: 1 }), "found an object of a class; give a plain object"], [(function () { return arguments; })(1), "found an Arguments; give a list"],
  [new Blob(["x"]), "found a Blob; give"], [new ArrayBuffer(2), "found an ArrayBuffer; give bytes"], [new SharedArrayBuffer(2), "found a SharedArrayBuffer; give bytes"],
  [new DataView(new ArrayBuffer(2)), "found a DataView; give bytes"], [Uint16Array.of(1), "found a Uint16Array; give bytes"], [Uint8ClampedArray.of(1), "found a Uint8ClampedArray; give bytes"],
  [BigInt64Array.of(1n), "found a BigInt64Array; give bytes"], [new Float32Array(), "found a Float32Array; give bytes"], [gone(), "the memory of this Uint8Array is gone"],
  [() => 1, "found a function; give its result"], [Symbol("x"), "found a symbol; give a text"], [[undefined], "found undefined; give null", "[0]"], [[1, , 2], "found undefined; give null", "[1]"],
  [[() => 1], "found a function", "[0]"], [{ a: { "b.c": [new Map()] } }, "found a Map", ".a.b\\.c[0]"], [{ toJSON: () => 1 }, "found a function", ".toJSON"],
  [new Proxy(new Map(), {}), "found a"], [new Proxy({ a: new Date(0) }, {}), "found a Date", ".a"], [revoked(), "reading it failed: "],
  [{ get a() { throw new Error("not now"); } }, "reading it failed: not now", ".a"], [endless(), "found a value that contains itself; give one that ends", ".b[0].c"],
  [runInNewContext("new Map([[1, 2]])"), "found a Map"], [runInNewContext("new (class Other { a = 1 })"), "found an Other"],
];

const refused = (path, says) => (e) => {
  assert.ok(e instanceof RowlensError, e.stack);
  assert.deepEqual([e.code, e.number, e.path], ["refused", -109, path]);
  assert.ok(e.message.startsWith(path ? `${path}: ` : "expected fields as an object, found") && e.message.includes(says), e.message);
  return true;
};

/** A call whose result or error is awaited. */
const calling = async (call) => call();

test("what is no field is refused in every call, with its path", async () => {
  for (const rl of [{ kind: (...given) => new Kind(...given) }, worker]) {
    const one = rl.kind("actionbase", "value");
    for (const [value, says, below = ""] of REFUSED) {
      const wanted = refused(`value.value${below}`, says);
      for (const call of [() => one.encode(of(value)), () => one.encodePart("value", of(value)), () => one.keyRange(of(value))]) await assert.rejects(calling(call), wanted);
      const [good, bad] = [...await one.encodeBatch("value", [of("x", "string"), of(value)])];
      assert.equal(toHex(good.bytes), toHex(kind.encodePart("value", of("x", "string"))));
      wanted(bad.error);
      assert.equal(bad.error.row, 1);
      const strict = rl.kind("actionbase", "value", { strict: true });
      await assert.rejects(calling(() => strict.encodeBatch("value", [of("x", "string"), of(value), of(value)])), (e) => wanted(e) && e.row === 1);
    }
  }
});

test("a column has the refused value in its row", async () => {
  for (const rl of [{ kind: (...given) => new Kind(...given) }, worker]) {
    const columns = (value) => ({ order: ["ASC", "ASC"], "value.type": ["string", "string"], "value.value": ["x", value] });
    for (const [value, says, below = ""] of REFUSED) {
      const [good, bad] = [...await rl.kind("actionbase", "value").encodeColumns("value", columns(value))];
      assert.ok(good.bytes);
      refused(`value.value${below}`, says)(bad.error);
      assert.equal(bad.error.row, 1);
    }
    // An earlier row that the decoder refuses comes first, and a later one does not count.
    const rows = (...values) => rl.kind("actionbase", "value", { strict: true }).encodeBatch("value", values.map((value) => of(value, "string")));
    await assert.rejects(calling(() => rows("x", 5, new Map())), (e) => e.row === 1 && /found a number/.test(e.message));
    await assert.rejects(calling(() => rows("x", new Map(), 5)), (e) => e.row === 1 && /found a Map/.test(e.message));
  }
});

test("bytes whose memory is gone are refused in their row of a column", () => {
  const [good, bad] = [...new Kind("lexicoders", "bytes").encodeColumns("value", { value: [Uint8Array.of(1), gone()] })];
  assert.ok(good.bytes);
  refused("value", "the memory of this Uint8Array is gone")(bad.error);
});

test("a record that is no plain object is refused", async () => {
  for (const [given, name] of [[new Map([["order", "ASC"]]), "a Map"], [new Date(0), "a Date"], [new Count(), "a Count"]]) {
    for (const one of [kind, worker.kind("actionbase", "value")]) {
      await assert.rejects(calling(() => one.encode(given)), refused("", `found ${name}`));
      await assert.rejects(calling(() => one.encodePart("value", given)), refused("", `found ${name}`));
      refused("", `found ${name}`)([...await one.encodeBatch("value", [given])][0].error);
    }
  }
  for (const given of [new Map([["row", fromHex("00")]]), new Date(0), new Set()]) {
    assert.throws(() => kind.decode(given), /^TypeError: expected parts by their names, such as \{row: …\}, found (Map|Date|Set)$/);
    assert.throws(() => kind.encodeColumns("value", given), /^TypeError: expected columns by the paths/);
  }
});

test("what is a field is written: plain objects of any realm, without a prototype, and behind a proxy", async () => {
  const { value } = kind.encode(of("x", "string"));
  const bare = Object.assign(Object.create(null), of("x", "string"));
  const other = runInNewContext('({ order: "ASC", value: { type: "string", value: "x" }, nothing: undefined })');
  for (const given of [bare, other, new Proxy(of("x", "string"), {}), { ...of("x", "string"), value: new Proxy({ type: "string", value: "x" }, {}) }, { get order() { return "ASC"; }, value: bare.value }]) {
    for (const one of [kind, worker.kind("actionbase", "value")]) assert.deepEqual((await one.encode(given)).value, value);
    assert.deepEqual([...kind.encodeBatch("value", [given, given])].map(({ bytes }) => bytes), [value, value]);
  }
});

test("a getter is asked once", () => {
  let asked = 0;
  const given = { order: "ASC", value: { type: "string", get value() { return asked++ ? undefined : "x"; } } };
  assert.deepEqual(kind.encodePart("value", given), kind.encodePart("value", of("x", "string")));
  assert.equal(asked, 1);
});

test("schemas and requests refuse the same values", async () => {
  const zoned = { get timezone() { throw new Error("not now"); } };
  for (const [value, says, below = ""] of [...REFUSED, [zoned, "reading it failed: not now", ".timezone"]]) {
    const wanted = refused(`more${below}`, says);
    assert.throws(() => new Schema("actionbase", { given: { names: [] }, more: value }), wanted);
    await assert.rejects(worker.openSchema("actionbase", { given: { names: [] }, more: value }), wanted);
    assert.throws(() => inspect({ text: "00", more: value }), wanted);
    await assert.rejects(worker.inspect({ text: "00", more: value }), wanted);
    assert.throws(() => toJSON({ more: value }), wanted);
  }
});

test("scans, counts and comparisons refuse them in a schema", async () => {
  const store = await openStore(fileURLToPath(new URL("../../../golden/store-files/samples/lmdb/", import.meta.url)));
  for (const [value, says, below = ""] of REFUSED) {
    const schema = { given: { names: [] }, more: value };
    for (const rows of [store.scan(undefined, { schema }), stats(new Uint8Array(), { schema }), stats(store, { schema }), diff(store, new Uint8Array(), { schema })[Symbol.asyncIterator]()]) {
      await assert.rejects(rows.next(), refused(`more${below}`, says));
    }
    await assert.rejects(store.parts(undefined, { schema }), refused(`more${below}`, says));
    assert.throws(() => store.explain("implexus/data.mdb", { block: 1, schema }), refused(`more${below}`, says));
  }
  store.close();
});

test("arguments that contain themselves, or nest deep are refused by the worker's calls", async () => {
  let deep = {};
  for (let i = 0; i < 100_000; i++) deep = { a: deep };
  const one = worker.kind("actionbase", "value");
  await assert.rejects(one.encode(deep), (e) => e instanceof RowlensError && /at most 256 nested values/.test(e.message));
  for (const given of [endless(), deep]) await assert.rejects(one.decode(given), /^TypeError: an argument contains itself, or nests too deep, so that it cannot be sent to a worker$/);
});
