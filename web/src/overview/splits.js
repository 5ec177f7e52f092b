// The keys at which the regions of a store begin: the store's own, or those the reader gives.

import { toHex } from "../bytes.js";
import { tablesOf } from "../document/documents.js";

/** A key given in hex or as the shell prints it, as hex. */
function hexOf(text) {
  if (/^([0-9a-f]{2})+$/i.test(text)) return text.toLowerCase();
  const bytes = [];
  for (const [, code, letter] of text.matchAll(/\\x([0-9a-f]{2})|([^])/gi)) bytes.push(...(code ? [parseInt(code, 16)] : new TextEncoder().encode(letter)));
  return toHex(Uint8Array.from(bytes));
}

/** The keys in a text, one per line or separated by spaces or commas, in hex. @returns {string[]} */
export const splitsOf = (text) => text.split(/[\s,]+/).filter(Boolean).map(hexOf);

/** Where Accumulo's tablets begin, each a folder of files; none if their rows overlap, since tablets share files after a split. */
function tablets(tables) {
  const folders = new Map();
  for (const t of tables) {
    if (t.kind !== "accumulo" || t.first === null || t.last === null) continue;
    const one = folders.get(t.path) ?? { first: t.first, last: t.last };
    folders.set(t.path, { first: t.first < one.first ? t.first : one.first, last: t.last > one.last ? t.last : one.last });
  }
  const list = [...folders.values()].sort((a, b) => (a.first < b.first ? -1 : 1));
  return list.some((one, i) => i && one.first <= list[i - 1].last) ? [] : list.slice(1).map((one) => one.first);
}

/**
 * The keys at which the store's own regions begin, for the chosen table or for all: regions of HBase, files of
 * RocksDB's last level, tablets of Accumulo. LMDB has one tree and no regions.
 * @returns {string[]} in hex, in order
 */
export function ownSplits(doc) {
  const { place } = doc?.table ?? {};
  const all = doc ? tablesOf(doc) : [];
  const some = all.filter((t) => !place || t.place.join() === place.join());
  const starts = some.flatMap((t) => t.starts ?? []);
  return [...new Set([...starts, ...tablets(some)])].sort();
}

/** The store's word for them. */
export const regionsWord = (doc) => ({ rocksdb: "Files of the last level", accumulo: "Tablets of the store" }[doc?.about?.stores[0]?.kind] ?? "Regions of the store");
