// Rows with a null cell: they are null in the answer, whatever the decoder makes of an empty input.

import { bit } from "./row-number.js";
import { typeOf } from "./types.js";

/** Which rows have all their cells, one bit per row; undefined if all do. @param {Object<string, unknown>} cells */
export function validOf(cells, rows) {
  let valid;
  for (const [name, one] of Object.entries(cells)) {
    const own = Array.isArray(one) ? ofList(one) : ofBits(one.validity, name, rows);
    if (own) valid = valid ? valid.map((byte, i) => byte & own[i]) : own;
  }
  return valid;
}

function ofList(list) {
  if (!list.includes(null)) return undefined;
  const bits = new Uint8Array((list.length + 7) >> 3);
  list.forEach((cell, row) => (bits[row >> 3] |= (cell === null ? 0 : 1) << (row & 7)));
  return bits;
}

function ofBits(bits, name, rows) {
  if (bits === undefined || bits === null) return undefined;
  if (typeOf(bits) !== "Uint8Array") throw new TypeError(`${name}: expected the validity as a Uint8Array, a bit a row`);
  const size = (rows + 7) >> 3;
  if (bits.length < size) throw new RangeError(`${name}: the validity has ${bits.length} bytes, ${rows} rows have ${size}`);
  return bits.slice(0, size);
}

/** The codes, with 0 for null rows, which did not fail. */
export const codesOf = (codes, valid) => (valid ? codes.map((code, row) => (bit(valid, row) ? code : 0)) : codes);

/** A column's validity without the null rows, and how many rows then have no value. */
export function validity(own, length, valid) {
  const left = own.map((byte, i) => byte & valid[i]);
  let nullCount = 0;
  for (let row = 0; row < length; row++) if (!bit(left, row)) nullCount++;
  return { validity: left, nullCount };
}
