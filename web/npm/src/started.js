// The decoder that init starts, and that everything without a decoder of its own uses.

import { Rowlens } from "./rowlens.js";

let starting;
let one;

/**
 * Starts the decoder once; later calls return the same one.
 * @param {() => Promise<WebAssembly.Module>} load
 */
export function initWith(load) {
  starting ??= load().then((module) => Rowlens.start(module)).then((r) => (one = r), (e) => {
    starting = undefined; // so that it can be tried again
    throw e;
  });
  return starting;
}

export function started() {
  if (!one) throw new Error("call init() first, and wait for it: await init()");
  return one;
}
