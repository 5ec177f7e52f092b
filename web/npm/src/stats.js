// Statistics of the rows of a dump or a store.

import { hexOf } from "./calls.js";
import { checkOptions } from "./options.js";
import { openRows } from "./sources.js";

const OPTIONS = ["format", "record", "schema", "where", "top", "regions", "splits", "now"];

/**
 * The parsed JSON of `rowlens stats --json`. Yields the counts so far after each block of rows, and the complete ones last.
 * @param {WebAssembly.Module} module
 * @param {unknown} rows see openRows
 */
export async function* stats(module, rows, options = {}) {
  const { format, record, schema, where = "", top, regions, splits, now = Date.now() } = checkOptions(options, OPTIONS);
  const { dump, blocks } = await openRows(module, rows, { format, record, schema }, { where });
  dump.statsOpen({ now, top, regions, splits: splits?.map((key) => hexOf(key, "splits")) });
  for await (const block of blocks) {
    dump.statsAdd(block, where || record ? dump.match(block) : null);
    yield JSON.parse(dump.stats());
  }
  if (where) dump.checkWhere();
  while (dump.statsRest());
  yield JSON.parse(dump.stats());
}
