import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { Decoder } from "./decoder.mjs";
import { compiled } from "./wasi.mjs";

const stored = JSON.parse(readFileSync(new URL("imports.json", import.meta.url)));

test("the module asks its host for the stored functions and nothing else", () => {
  // Two packages may ask for the same one.
  const asked = new Set(WebAssembly.Module.imports(compiled()).map(({ module, name, kind }) => `${module} ${name} ${kind}`));
  assert.deepEqual([...asked].sort(), stored.map((name) => `wasi_snapshot_preview1 ${name} function`));
});

test("the module exports its memory and functions named rl_, and is version 1", () => {
  const names = WebAssembly.Module.exports(compiled()).map(({ name }) => name);
  assert.deepEqual(names.filter((n) => !n.startsWith("rl_")).sort(), ["_initialize", "memory"]);
  const decoder = new Decoder();
  assert.equal(decoder.exports.rl_abi_version(), 1);
  assert.match(decoder.version(), /^\d+\.\d+\.\d+$/);
});

test("an error code has a name and a meaning", () => {
  const decoder = new Decoder();
  assert.equal(decoder.strerror(-1), "truncated: the input ends inside a field");
  assert.equal(decoder.strerror(-101), "bad-length: a length, count or capacity that is negative or above 2147483647, or a name that is too long");
  assert.match(decoder.strerror(-9999), /^unknown: /);
});
