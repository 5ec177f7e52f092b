import { readFile } from "node:fs/promises";

import { filesOf } from "./files-node.js";
import { compile } from "./load.js";
import { initWith, started } from "./started.js";
import { Store } from "./store.js";

export * from "./default.js";

/** Loads the decoder. Without a source, it is the file next to this one. */
export const init = (source) => initWith(async () => {
  const from = source ?? new URL("./rowlens.wasm", import.meta.url);
  return compile(from instanceof URL && from.protocol === "file:" ? await readFile(from) : from);
});

/** Opens the stores in files and folders on disk, or in readable files. */
export const openStore = async (given) => Store.open(started().module, filesOf(given));
