// Text that is fed to the module piece by piece, as a stream gives it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { Dump } from "../dist/dump.js";

const file = (name) => readFileSync(new URL(name, import.meta.url));
const module = await WebAssembly.compile(file("../dist/rowlens.wasm"));
const text = file("../../../golden/actionbase/actionbase-hbase-shell-damaged.txt");

/** Reads text that arrives in pieces of n bytes. */
async function read(bytes, n, options = {}) {
  const dump = await Dump.open(module, options);
  const blocks = [];
  for (let at = 0; ; at += n) {
    dump.feed(bytes.subarray(at, at + n));
    for (let block = dump.next(); block; block = dump.next()) blocks.push(block);
    if (at >= bytes.length) return { dump, blocks };
  }
}

const records = ({ dump, blocks }) => Buffer.concat(blocks.map((block) => dump.write(block, null, 0))).toString();

test("text that is fed gives the same records in pieces of any size, and as a file", async () => {
  const whole = { name: "text", size: text.length, read: (at, length) => text.subarray(at, at + length) };
  const dump = await Dump.open(module, { text: "text" }, [whole]);
  const blocks = [];
  for (let block = dump.next(); block; block = dump.next()) blocks.push(block);
  assert.throws(() => dump.feed(text), /not asking for text/);
  const all = records({ dump, blocks });
  assert.ok(all.split("\n").length > 50);
  for (const n of [1, 7, 4096, text.length]) assert.equal(records(await read(text, n)), all, `pieces of ${n}`);
});

test("text is taken when it is asked for, and not after its end", async () => {
  const dump = await Dump.open(module, {});
  assert.equal(dump.feed(text), true);
  assert.throws(() => dump.feed(text), /not asking for text/);
  while (dump.next());
  assert.equal(dump.feed(new Uint8Array()), true);
  while (dump.next());
  assert.equal(dump.next(), null, "it has ended");
  assert.throws(() => dump.feed(text), /not asking for text/);
});

test("a search for models ends before a text without any", async () => {
  const dump = await Dump.open(module, { search: true });
  let fed = 0;
  for (; fed < 99 && dump.feed(text); fed++) assert.equal(dump.next(), null);
  assert.ok(fed < 99);
  assert.deepEqual(dump.about().schemas, {});
});

test("a value that is too long ends the dump before its text", async () => {
  const dump = await Dump.open(module, {});
  const zeros = new Uint8Array(1 << 20);
  const found = [];
  for (let fed = 0; dump.feed(zeros); fed++) {
    assert.ok(fed < 100, "more than 100 MiB of zeros are taken");
    for (let block = dump.next(); block; block = dump.next()) found.push(...Buffer.from(dump.write(block, null, 0)).toString().trim().split("\n"));
  }
  assert.equal(found.length, 1);
  assert.match(JSON.parse(found[0]).error.message, /16777216|16 MiB|too long|longer/);
});
