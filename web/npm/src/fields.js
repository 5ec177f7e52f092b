// Converts JavaScript fields to the JSON that the module reads: there, 64-bit integers are
// decimal text, bytes are hex, and floats that JSON lacks are text.

import { toHex } from "./hex.js";
import { tagOf } from "./types.js";

// Stands for fields nested deeper than the stack allows: the module refuses it for its depth.
const TOO_DEEP = "[".repeat(300);

/** @param {unknown} fields @returns {string} JSON */
export function toJSON(fields) {
  try {
    // Not the value passed in, which for a Buffer or Date is already the result of toJSON.
    return JSON.stringify(fields, function (key) {
      return plain(this[key]);
    });
  } catch (error) {
    if (error instanceof RangeError) return TOO_DEEP;
    throw error;
  }
}

/** The fields of a record. */
export function fieldsJSON(fields) {
  const text = toJSON(fields);
  if (text === undefined) throw new TypeError(`expected fields as an object, found ${tagOf(fields)}`);
  return text;
}

function plain(value) {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Uint8Array) return toHex(value);
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return "-0.0";
  return value;
}
