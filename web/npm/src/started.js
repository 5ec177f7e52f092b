// The decoder that init starts, for everything that has no decoder of its own.

import { Rowlens } from "./rowlens.js";

let starting;
let one;

/**
 * Starts the decoder once; later calls return the same one.
 * @param {() => Promise<WebAssembly.Module>} load
 */
export function initWith(load) {
  starting ??= load().then((module) => Rowlens.start(module)).then((r) => (one = r), (e) => {
    starting = undefined; // allows another try
    throw e;
  });
  return starting;
}

export function started() {
  if (!one) throw new Error("call init() first, and wait for it: await init()");
  return one;
}
