// The formats and what may be done with their records, asked for once.

import { decoder } from "../app.js";

let asked;

/** @returns {Promise<object[]>} the formats of `rowlens formats --json`; none while there is no decoder */
export function legends() {
  asked ??= decoder.request({ op: "formats" }).then((a) => a.formats, () => []);
  return asked;
}
