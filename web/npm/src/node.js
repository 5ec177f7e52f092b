import { readFile } from "node:fs/promises";

import { compile } from "./load.js";
import { initWith } from "./started.js";

export * from "./default.js";

/** Loads the decoder. Without a source it is the file next to this one. */
export const init = (source) => initWith(async () => {
  const from = source ?? new URL("./rowlens.wasm", import.meta.url);
  return compile(from instanceof URL && from.protocol === "file:" ? await readFile(from) : from);
});
