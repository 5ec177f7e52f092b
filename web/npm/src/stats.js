// What is in the rows of a dump or of a store.

import { hexOf } from "./calls.js";
import { openRows } from "./sources.js";

/**
 * The JSON of `rowlens stats --json`, parsed. It yields what was counted so far after each block of rows, and last the whole.
 * @param {WebAssembly.Module} module
 * @param {unknown} rows see openRows
 */
export async function* stats(module, rows, { format, record, schema, where = "", top, regions, splits, now = Date.now(), ...unknown } = {}) {
  const [name] = Object.keys(unknown);
  if (name !== undefined) throw new TypeError(`there is no option ${name}; there are format, record, schema, where, top, regions, splits, now`);
  const { dump, blocks } = await openRows(module, rows, { format, record, schema }, { where });
  dump.statsOpen({ now, top, regions, splits: splits?.map((key) => hexOf(key, "splits")) });
  for await (const block of blocks) {
    dump.statsAdd(block, where || record ? dump.match(block) : null);
    yield JSON.parse(dump.stats());
  }
  while (dump.statsRest());
  yield JSON.parse(dump.stats());
}
