// Groups rows by kind.

/**
 * The numbers of rows by kind; within a kind they keep their order.
 * @param {number} n how many there are
 * @param {(i: number) => number} at the number of the row at a position
 * @param {(row: number) => number} kindOf
 * @param {object[]} kinds one description for each
 */
export function grouped(n, at, kindOf, kinds) {
  const counts = [];
  for (let i = 0; i < n; i++) {
    const kind = kindOf(at(i));
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  const groups = [];
  const next = [];
  let start = 0;
  counts.forEach((count, kind) => {
    next[kind] = start;
    groups.push({ kind, count, start, ...kinds[kind] });
    start += count;
  });
  const numbers = new Uint32Array(n);
  for (let i = 0; i < n; i++) numbers[next[kindOf(at(i))]++] = at(i);
  return { groups, numbers };
}

/** How many of some rows, or of all if numbers is missing, are of each kind. @param {import("./rows.js").Rows} rows */
export function countKinds(rows, kinds, numbers) {
  if (!numbers) return [...rows.counts].map((n) => n ?? 0);
  const counts = new Array(kinds).fill(0);
  rows.tally(counts, numbers, 0);
  return counts;
}
