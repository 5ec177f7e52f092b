import { filesOf } from "./files-blob.js";
import { compile } from "./load.js";
import { initWith, started } from "./started.js";
import { Store } from "./store.js";

export * from "./default.js";

/**
 * Loads the decoder. Without a source, it is the file next to this one; bundlers recognise
 * this exact expression.
 */
export const init = (source) => initWith(() => compile(source ?? new URL("./rowlens.wasm", import.meta.url)));

/** Opens the stores in readable files. */
export const openStore = async (given) => Store.open(started().module, filesOf(given));
