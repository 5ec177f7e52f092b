import { compile } from "./load.js";
import { initWith } from "./started.js";

export * from "./default.js";

/** Loads the decoder. Such hosts do not compile at run time: pass the imported module. */
export const init = (source) => initWith(() => {
  if (!source) throw new TypeError('this host needs the module: import wasm from "rowlens/rowlens.wasm"; await init(wasm)');
  return compile(source);
});
