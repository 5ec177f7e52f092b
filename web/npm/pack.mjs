// Makes what the package ships: dist, with the modules of src and the decoder, and the
// licences from the top of the repository.
//
//	node pack.mjs [WASM]

import { cpSync, copyFileSync, rmSync } from "node:fs";

const here = (name) => new URL(name, import.meta.url);
rmSync(here("dist"), { recursive: true, force: true });
cpSync(here("src"), here("dist"), { recursive: true });
for (const name of ["LICENSE", "NOTICE", "THIRD_PARTY"]) copyFileSync(here(`../../${name}`), here(name));
copyFileSync(process.argv[2] ?? here("../../dist/npm/rowlens.wasm"), here("dist/rowlens.wasm"));
