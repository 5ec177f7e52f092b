// The page's decoder may be compiled by another compiler than everything else, so it answers every vector, too.

import test from "node:test";
import { fileURLToPath } from "node:url";

import { answered, vectorFiles } from "./answered.mjs";

const module = fileURLToPath(new URL("../../dist/wasm/rowlens.wasm", import.meta.url));

for (const name of vectorFiles) test(`the page's decoder answers every vector of ${name} right`, () => answered(name, [module]));
