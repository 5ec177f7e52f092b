// Converts JavaScript fields to the JSON that the module reads: there, 64-bit integers are
// decimal text, bytes are hex, and floats that JSON lacks are text.

import { toHex } from "./hex.js";
import { tagOf, typeOf } from "./types.js";

const DEPTH_MAX = 300; // deeper than the module reads
// Stands for fields that nest deeper, or contain themselves: the module refuses it for its depth.
const TOO_DEEP = "[".repeat(DEPTH_MAX);

/** @param {unknown} fields @returns {string|undefined} JSON */
export function toJSON(fields) {
  try {
    return written(fields, 0);
  } catch (error) {
    if (error instanceof RangeError) return TOO_DEEP;
    throw error;
  }
}

/** The fields of a record. @param {string} [what] was expected */
export function fieldsJSON(fields, what = "fields as an object") {
  const text = toJSON(fields);
  if (text === undefined) throw new TypeError(`expected ${what}, found ${tagOf(fields)}`);
  return text;
}

/** A value as JSON, and undefined for a function or a symbol, as JSON.stringify has it; that would cut numbers beyond 2^53 to 17 digits. */
function written(value, depth) {
  switch (typeof value) {
    case "bigint":
      return `"${value}"`;
    case "number":
      return number(value);
    case "object":
      if (value === null) return "null";
      if (typeOf(value) === "Uint8Array") return `"${toHex(value)}"`;
      if (depth === DEPTH_MAX) throw new RangeError("too deep");
      return Array.isArray(value) ? list(value, depth + 1) : members(value, depth + 1);
  }
  return JSON.stringify(value);
}

const list = (items, depth) => `[${Array.from(items, (item) => written(item, depth) ?? "null").join(",")}]`;

function members(of, depth) {
  const texts = [];
  for (const name of Object.keys(of)) {
    const text = written(of[name], depth);
    if (text !== undefined) texts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${texts.join(",")}}`;
}

function number(n) {
  if (!Number.isFinite(n)) return `"${n}"`;
  if (Object.is(n, -0)) return '"-0.0"';
  return Number.isInteger(n) && !Number.isSafeInteger(n) && Math.abs(n) < 1e21 ? String(BigInt(n)) : String(n);
}
