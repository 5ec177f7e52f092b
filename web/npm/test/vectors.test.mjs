import test from "node:test";

import { answered, vectorFiles } from "../../../wasm/test/answered.mjs";

for (const name of vectorFiles) test(`every vector of ${name} is answered right`, () => answered(name));
