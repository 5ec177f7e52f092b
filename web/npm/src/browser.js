import { initWith } from "./default.js";
import { compile } from "./load.js";

export * from "./default.js";

/**
 * Loads the decoder. Without a source it is the file next to this one, which bundlers
 * recognise by this very expression.
 */
export const init = (source) => initWith(() => compile(source ?? new URL("./rowlens.wasm", import.meta.url)));
