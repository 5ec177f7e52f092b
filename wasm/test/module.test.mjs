import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { brotliDecompressSync } from "node:zlib";

import { Decoder } from "./decoder.mjs";
import { compiled } from "./wasi.mjs";

const file = (name) => readFileSync(new URL(name, import.meta.url));
const known = JSON.parse(file("imports.json"));

/** What a web server sends, in bytes, of which docs/rationale.md says why they are not fewer. It only goes down, or up with a new format, kind of store files or operation on them. */
const BUDGET = { go: 2_395_000, tinygo: 1_300_000 };

test("the download stays in its budget", () => {
  const [module, packed] = [file("../../dist/wasm/rowlens.wasm"), file("../../dist/wasm/rowlens.wasm.br")];
  assert.ok(brotliDecompressSync(packed).equals(module), "the packed module is another one");
  const by = file("../../dist/wasm/compiler").toString().trim();
  assert.ok(packed.length <= BUDGET[by], `${packed.length} bytes with brotli, of at most ${BUDGET[by]} if ${by} compiles it`);
});

test("the module asks its host for the known functions and nothing else", () => {
  const asked = WebAssembly.Module.imports(compiled()).map(({ module, name, kind }) => `${module} ${name} ${kind}`);
  assert.ok(asked.length > 5);
  const offered = known.map((name) => `wasi_snapshot_preview1 ${name} function`);
  assert.deepEqual(asked.filter((name) => !offered.includes(name)), []);
});

/** What TinyGo's runtime, if it is there, exports beside the calls. */
const RUNTIME = ["arc4random", "calloc", "free", "malloc", "realloc"];

test("the module exports its memory and functions named rl_, and is version 1", () => {
  const names = WebAssembly.Module.exports(compiled()).map(({ name }) => name);
  assert.deepEqual(names.filter((n) => !n.startsWith("rl_") && !RUNTIME.includes(n)).sort(), ["_initialize", "memory"]);
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
