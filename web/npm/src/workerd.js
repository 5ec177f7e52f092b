import { initWith } from "./default.js";
import { compile } from "./load.js";

export * from "./default.js";

/** Loads the decoder. Such hosts compile nothing while they run: give the module that was imported. */
export const init = (source) => initWith(() => {
  if (!source) throw new TypeError('this host needs the module: import wasm from "rowlens/rowlens.wasm"; await init(wasm)');
  return compile(source);
});
