// Members of the fields of many rows, for encoding: the reverse of decoded columns.

import { CborWriter } from "./cbor-writer.js";
import { bytesOf, column, length, word } from "./calls.js";
import { Column, typeNumber, WORDS } from "./columns.js";
import { failureOf, RowlensError } from "./error.js";
import { bit } from "./row-number.js";
import { typeOf } from "./types.js";
import { whyNot } from "./values.js";

const INT64 = [-(2n ** 63n), 2n ** 63n - 1n];
const encoder = new TextEncoder();

/** Whole records, as a member with an empty path. @param {object[]} list @param {Map<number, RowlensError>} refused gets why rows are refused */
export function recordsOf(list, refused) {
  if (!Array.isArray(list)) throw new TypeError("expected a list of fields");
  return fieldsOf(Array.from(list), "", refused);
}

/** Values of any kind, as CBOR. */
function fieldsOf(list, path, refused) {
  const written = new CborWriter();
  const offsets = new Int32Array(list.length + 1);
  list.forEach((value, row) => {
    try {
      if (!missing(value)) written.write(value, path);
    } catch (e) {
      written.refuse();
      if (!refused.has(row)) refused.set(row, new RowlensError({ ...failureOf(e), row, cause: e.cause }));
    }
    offsets[row + 1] = written.size;
  });
  return new Column({ type: "cbor", ...validityOf(list), offsets, data: written.written });
}

/**
 * A column in any of its forms: from decodeColumns, in Arrow's layout, numbers, or a list whose values determine the
 * type. A null is a missing member.
 * @param {Map<number, RowlensError>} refused gets why rows are refused
 * @returns {Column}
 */
export function memberOf(given, path, refused) {
  if (given instanceof Column) return given;
  const words = Object.keys(WORDS).find((type) => typeOf(given) === WORDS[type].name);
  if (words) return new Column({ type: words, length: given.length, nullCount: 0, data: given });
  if (Array.isArray(given)) return ofList(Array.from(given), path, refused); // fills holes
  if (typeof given?.type === "string") return ofLayout(given, path);
  throw new TypeError(`${path}: expected a list, a BigInt64Array, a Float64Array or a column`);
}

function ofList(list, path, refused) {
  const there = list.filter((value) => !missing(value));
  const all = (is) => there.every(is);
  // Text with half of a surrogate pair has no UTF-8; the CBOR of it says which half.
  if (all((value) => typeof value === "string" && !/\p{Surrogate}/u.test(value))) return textsOf("utf8", list, (text) => encoder.encode(text));
  if (all((value) => typeOf(value) === "Uint8Array" && !whyNot(value))) return textsOf("binary", list, (bytes) => bytes);
  if (all((value) => typeof value === "boolean")) return new Column({ type: "bool", ...validityOf(list), data: bitsOf(list, (value) => value === true) });
  if (all((value) => typeof value === "bigint" && value >= INT64[0] && value <= INT64[1])) {
    return new Column({ type: "int64", ...validityOf(list), data: BigInt64Array.from(list, (value) => value ?? 0n) });
  }
  return fieldsOf(list, path, refused); // a number may or may not be an integer: the field decides
}

/** A column from another library. */
function ofLayout({ type, length: rows, validity, offsets, data }, path) {
  typeNumber(type, path);
  const wanted = Object.hasOwn(WORDS, type) ? WORDS[type].name : "Uint8Array";
  if (typeOf(data) !== wanted) throw new TypeError(`${path}: a column of ${type} has its data as a ${wanted}`);
  if (wanted !== "Uint8Array") rows = data.length;
  else if (type !== "bool") rows = column({ offsets, data }, path)[0].length / 4 - 1;
  const bits = (rows + 7) >> 3;
  if (!(Number.isInteger(rows) && rows >= 0) || (type === "bool" && data.length < bits)) throw new RangeError(`${path}: the column has too few bytes for ${rows} rows`);
  if (validity !== undefined && bytesOf(validity, path).length < bits) throw new RangeError(`${path}: the validity has too few bytes for ${rows} rows`);
  return new Column({ type, length: rows, nullCount: -1, validity: validity && bytesOf(validity, path), offsets, data });
}

const missing = (value) => value === null || value === undefined;

function textsOf(type, list, encode) {
  const [offsets, data] = column(list.map((value) => (missing(value) ? new Uint8Array() : encode(value))), type);
  return new Column({ type, ...validityOf(list), offsets: new Int32Array(offsets.buffer), data });
}

function validityOf(list) {
  const nullCount = list.filter(missing).length;
  return { length: list.length, nullCount, validity: nullCount ? bitsOf(list, (value) => !missing(value)) : undefined };
}

function bitsOf(list, is) {
  const bits = new Uint8Array((list.length + 7) >> 3);
  list.forEach((value, row) => (bits[row >> 3] |= is(value) << (row & 7)));
  return bits;
}

/** One row of a column. */
export function rowOf({ type, validity, offsets, data }, row) {
  const valid = validity && Uint8Array.of(bit(validity, row));
  const head = { type, length: 1, nullCount: 0, validity: valid };
  if (offsets) return new Column({ ...head, offsets: Int32Array.of(0, offsets[row + 1] - offsets[row]), data: data.subarray(offsets[row], offsets[row + 1]) });
  return new Column({ ...head, data: type === "bool" ? Uint8Array.of(bit(data, row)) : data.subarray(row, row + 1) });
}

/** The number of rows, which all members must share. @param {[string, Column][]} members */
export function rowsOf(members) {
  const [[first, { length: rows }] = ["", { length: 0 }]] = members;
  for (const [path, one] of members) if (one.length !== rows) throw new RangeError(`the member ${path} has ${one.length} rows, the member ${first} has ${rows}`);
  return rows;
}

/** Members as inputs. @param {[string, Column][]} members */
export function inputsOf(members) {
  return members.flatMap(([path, { type, length: rows, validity, offsets, data }]) => [
    word(typeNumber(type, path)), length(path), path, word(validity ? 1 : 0), ...(validity ? [validity.subarray(0, (rows + 7) >> 3)] : []),
    ...(offsets ? column({ offsets, data }, path) : [type === "bool" ? data.subarray(0, (rows + 7) >> 3) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength)]),
  ]);
}
