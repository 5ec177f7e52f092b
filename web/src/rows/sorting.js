// Sorts rows by the decoded values of a column.

import { cell } from "./cells.js";

/** How many rows can be sorted; their values are in memory meanwhile. */
export const SORTED = 200_000;

/**
 * What a record is sorted by: a number or a text; null if it has no value.
 * @param {object} record
 * @param {{name: string, members?: string[], numeric?: boolean}} column without members, it is the record kind or the row key
 * @param {string} kind title of the record kind
 */
export function keyOf(record, column, kind) {
  if (column.name === "record kind") return kind;
  if (!column.members) return Object.values(record.parts ?? {})[0] ?? null;
  const text = record.fields ? cell(record.fields, column) : "";
  if (text === "") return null;
  return column.numeric ? number(text) : text;
}

/** A number, exact for integers; anything else stays text. */
function number(text) {
  const n = Number(text);
  if (Number.isNaN(n)) return text;
  return Number.isSafeInteger(n) || !/^-?\d+$/.test(text) ? n : BigInt(text);
}

/** Numbers come before texts, and rows without a value come last in either direction. */
function compare(a, b, sign) {
  if (a === null || b === null) return (a === null) - (b === null);
  if ((typeof a === "string") !== (typeof b === "string")) return typeof a === "string" ? sign : -sign;
  return a < b ? -sign : a > b ? sign : 0;
}

/** The rank of each row; rows with equal values keep their order. @param {(number|bigint|string|null)[]} keys @param {boolean} down */
export function ranksOf(keys, down) {
  const sign = down ? -1 : 1;
  const order = Uint32Array.from(keys, (_, i) => i).sort((a, b) => compare(keys[a], keys[b], sign) || a - b);
  const ranks = new Uint32Array(keys.length);
  order.forEach((row, i) => { ranks[row] = i; });
  return ranks;
}
