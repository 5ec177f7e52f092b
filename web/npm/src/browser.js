import { compile } from "./load.js";
import { initWith } from "./started.js";

export * from "./default.js";

/**
 * Loads the decoder. Without a source it is the file beside this one: bundlers recognise
 * this exact expression.
 */
export const init = (source) => initWith(() => compile(source ?? new URL("./rowlens.wasm", import.meta.url)));
