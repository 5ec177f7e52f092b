import { filesOf } from "./files-blob.js";
import { compile } from "./load.js";
import { initWith, started } from "./started.js";
import { Store } from "./store.js";

export * from "./default.js";

/** Loads the decoder. Such hosts do not compile at run time: pass the imported module. */
export const init = (source) => initWith(() => {
  if (!source) throw new TypeError('this host needs the module: import wasm from "rowlens/rowlens.wasm"; await init(wasm)');
  return compile(source);
});

/** Opens the stores in readable files. */
export const openStore = async (given) => Store.open(started().module, filesOf(given));
