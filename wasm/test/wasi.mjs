// The module that `make wasm` writes, started as the npm package starts it. An import
// that the package does not have fails here.

import { readFileSync } from "node:fs";

import { wasi } from "../../web/npm/src/wasi.js";

/** The compiled module that `make wasm` writes. */
export function compiled() {
  return new WebAssembly.Module(readFileSync(new URL("../../dist/wasm/rowlens.wasm", import.meta.url)));
}

/** Starts a module and returns its exports; change may replace imports. */
export function start(module = compiled(), files = [], change = (imports) => imports) {
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: change(wasi(() => instance.exports.memory, files), () => instance.exports.memory) });
  instance.exports._initialize();
  return instance.exports;
}
