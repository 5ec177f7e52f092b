// Converts JavaScript fields to the JSON that the module reads: there, 64-bit integers are
// decimal text, bytes are hex, and floats that JSON lacks are text.

import { toHex } from "./hex.js";
import { tagOf, typeOf } from "./types.js";
import { checkValue, DEPTH_MAX, isNothing, Steps } from "./values.js";

// Stands for fields that nest deeper: the module refuses it for its depth.
const TOO_DEEP = "[".repeat(DEPTH_MAX);

class TooDeep extends Error {}

/** @param {unknown} fields @returns {string|undefined} JSON; nothing for what JSON.stringify has nothing for */
export function toJSON(fields) {
  if (isNothing(fields)) return undefined;
  const steps = new Steps();
  try {
    return written(fields, 0, steps);
  } catch (e) {
    if (e instanceof TooDeep) return TOO_DEEP;
    throw steps.error(e);
  }
}

/** The fields of a record. @param {string} [what] was expected */
export function fieldsJSON(fields, what = "fields as an object") {
  const text = toJSON(fields);
  if (text === undefined) throw new TypeError(`expected ${what}, found ${tagOf(fields)}`);
  return text;
}

/** A value as JSON; JSON.stringify would cut numbers beyond 2^53 to 17 digits. */
function written(value, depth, steps) {
  switch (typeof value) {
    case "bigint":
      return `"${value}"`;
    case "number":
      return number(value);
    case "string":
    case "boolean":
      return JSON.stringify(value);
  }
  if (value === null) return "null";
  checkValue(value);
  if (typeOf(value)) return `"${toHex(value)}"`;
  steps.enter(depth, value);
  if (depth === DEPTH_MAX) {
    steps.checkCycle();
    throw new TooDeep();
  }
  return Array.isArray(value) ? list(value, depth, steps) : members(value, depth, steps);
}

function list(items, depth, steps) {
  return `[${Array.from({ length: items.length }, (_, i) => {
    steps.go(depth, i);
    return written(items[i], depth + 1, steps);
  }).join(",")}]`;
}

function members(of, depth, steps) {
  const texts = [];
  for (const name of Object.keys(of)) {
    steps.go(depth, name);
    const value = of[name];
    if (value !== undefined) texts.push(`${JSON.stringify(name)}:${written(value, depth + 1, steps)}`);
  }
  return `{${texts.join(",")}}`;
}

function number(n) {
  if (!Number.isFinite(n)) return `"${n}"`;
  if (Object.is(n, -0)) return '"-0.0"';
  return Number.isInteger(n) && !Number.isSafeInteger(n) && Math.abs(n) < 1e21 ? String(BigInt(n)) : String(n);
}
