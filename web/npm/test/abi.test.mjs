// The numbers and calls of the package match the table of exports, and the module
// exports exactly these.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

import { ABI } from "../dist/calls.js";
import { TYPES } from "../dist/columns.js";
import { NUMBERS } from "../dist/error.js";
import { EQUAL } from "../dist/keys.js";
import { FLAGS, FORM, RANGE } from "../dist/kind.js";

const file = (name) => readFileSync(new URL(name, import.meta.url));
const abi = JSON.parse(file("../../../internal/exports/abi.json"));
const constant = (name) => abi.constants.find((c) => c.c === name)?.value;
const module = new WebAssembly.Module(file("../dist/rowlens.wasm"));

test("flags and forms have the numbers of the table", () => {
  for (const [name, number] of Object.entries(FLAGS)) assert.equal(number, constant(`RL_${name.toUpperCase()}`), name);
  const forms = { fieldsJSON: "RL_FIELDS_JSON", treeJSON: "RL_TREE_JSON", fieldsCBOR64: "RL_FIELDS_CBOR64" };
  assert.deepEqual(FORM, Object.fromEntries(Object.entries(forms).map(([name, c]) => [name, constant(c)])));
  assert.deepEqual(RANGE, { start: constant("RL_RANGE_START"), stop: constant("RL_RANGE_STOP"), part: constant("RL_RANGE_PART") });
  for (const [name, number] of Object.entries(TYPES)) assert.equal(number, constant(`RL_TYPE_${name.toUpperCase()}`), name);
  assert.equal(Object.keys(TYPES).length, abi.constants.filter(({ c }) => c.startsWith("RL_TYPE_")).length);
  assert.equal(EQUAL, constant("RL_EQUAL"));
  assert.deepEqual(NUMBERS, Object.fromEntries(abi.codes.map(({ name, code }) => [name, code])));
  assert.equal(ABI, abi.abi);
});

test("every call that the package makes is an export of the module", () => {
  const exports = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
  const used = readdirSync(new URL("../dist", import.meta.url)).filter((name) => name.endsWith(".js")).flatMap((name) => [...file(`../dist/${name}`).toString().matchAll(/\brl_\w+/g)].map(([word]) => word));
  for (const name of new Set(used)) assert.ok(exports.has(name), name);
  assert.ok(used.length > 10);
});

test("the module asks for the imports that are listed", () => {
  const listed = JSON.parse(file("../../../wasm/test/imports.json"));
  assert.deepEqual([...new Set(WebAssembly.Module.imports(module).map(({ name }) => name))].sort(), listed); // two packages may import the same function
});
