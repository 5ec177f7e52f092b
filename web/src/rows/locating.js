// Finds rows that match an expression, block by block, while the document is still being read.

import { divided } from "./faceting.js";

/**
 * The number of the first row that matches an expression, or -1, and how many match if all are to be counted.
 * @param {{rows: import("./rows.js").Rows, match(bytes: Uint8Array, where: string): Uint32Array, more(block: number): Promise<boolean>}} side
 */
export async function locate({ rows, match, more }, where, all = false) {
  const { rest } = divided(where);
  let [row, count] = [-1, 0];
  for (let b = 0; b < rows.blocks.length || (await more(b)); b++) {
    const hits = match(await rows.bytes(b), rest);
    if (row < 0 && hits.length) row = rows.blocks[b].first + hits[0];
    count += hits.length;
    if (count && !all) break;
  }
  return { row, count };
}

/** What a row belongs to, the expression for all rows that belong to it and, if they are to be counted, how many there are. */
export async function alike(side, dump, { row, counted }) {
  const { rows } = side;
  if (row >= rows.count) return {};
  const b = rows.blockOf(row);
  const found = dump.alike(await rows.bytes(b), row - rows.blocks[b].first);
  return { ...found, count: found.where && counted ? (await locate(side, found.where, true)).count : undefined };
}
