// Arguments as a message to a worker can carry them.

import { Column } from "./columns.js";
import { Schema } from "./schema.js";
import { Store } from "./store.js";
import { typeOf } from "./types.js";
import { DEPTH_MAX, ENDLESS, isGone, readingFailed, whyNot } from "./values.js";

/** The member of a message that names something the worker keeps. No field has such a name. */
export const HELD = "rowlens:kept";
/** The member of a message that says why a value was not sent. */
export const UNSENT = "rowlens:unsent";
/** Stands for something the worker keeps; messages carry its number. */
export const kept = Symbol("kept");

const UNBOUNDED = "an argument contains itself, or nests too deep, so that it cannot be sent to a worker";
const AROUND = 3; // levels around the fields: the arguments, a list of records, columns by path

/**
 * An argument. What lives in another thread has no meaning in the worker, or another one.
 * @param {object} wire to the worker
 * @param {boolean} fields whether it has fields. Messages keep of some values less than the worker must see to refuse them: such a value
 * is a reason instead, which the worker finds in the same row and member.
 */
export function sent(value, wire, fields, above = []) {
  try {
    if (value?.[kept] && value[kept].wire === wire) return { [HELD]: value[kept].number };
    if (value?.[kept] || value instanceof Schema || value instanceof Store) throw new Elsewhere();
    if (fields) return fieldSent(value, wire, above);
    if (Array.isArray(value)) return inside(value, above, (deeper) => value.map((one) => sent(one, wire, false, deeper)));
    if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
    return inside(value, above, (deeper) => Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sent(one, wire, false, deeper)])));
  } catch (e) {
    if (!fields || e instanceof Elsewhere) throw e;
    return { [UNSENT]: readingFailed(e) }; // a getter or a proxy
  }
}

class Elsewhere extends TypeError {
  constructor() {
    super("a schema or store of another thread cannot be used in a worker: open it there, with openSchema or openStore");
  }
}

function inside(value, above, members) {
  if (above.includes(value) || above.length > DEPTH_MAX + AROUND) throw new TypeError(UNBOUNDED);
  return members([...above, value]);
}

function fieldSent(value, wire, above) {
  if (value === undefined || (typeof value !== "object" && typeof value !== "function" && typeof value !== "symbol")) return value;
  if (value === null || value instanceof Column || isNumbers(value)) return value;
  const why = whyNot(value);
  if (why) return { [UNSENT]: why };
  if (ArrayBuffer.isView(value)) return value;
  if (above.includes(value)) return { [UNSENT]: ENDLESS };
  if (above.length > DEPTH_MAX + AROUND) return null; // the module refuses what is above it
  const deeper = [...above, value];
  if (Array.isArray(value)) return Array.from({ length: value.length }, (_, i) => memberSent(value, i, wire, deeper));
  return Object.fromEntries(Object.keys(value).map((name) => [name, memberSent(value, name, wire, deeper)]));
}

/** Typed arrays that may be columns; as fields, the worker refuses them. */
const isNumbers = (value) => ArrayBuffer.isView(value) && typeOf(value) !== "Uint8Array" && !isGone(value);

function memberSent(of, name, wire, above) {
  let value;
  try {
    value = of[name];
  } catch (e) {
    return { [UNSENT]: readingFailed(e) };
  }
  return sent(value, wire, true, above);
}
