// Makes dist, which is what the package ships: the modules of src and the decoder.
// node pack.mjs [WASM]

import { cpSync, copyFileSync, rmSync } from "node:fs";

const here = (name) => new URL(name, import.meta.url);
rmSync(here("dist"), { recursive: true, force: true });
cpSync(here("src"), here("dist"), { recursive: true });
copyFileSync(process.argv[2] ?? here("../../dist/wasm/rowlens.wasm"), here("dist/rowlens.wasm"));
