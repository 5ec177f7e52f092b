// Which values of JavaScript are fields, and what to say of the others: written as if they were plain objects, a Map or a Date would
// have nothing in it.

import { RowlensError } from "./error.js";
import { tagOf, typeOf } from "./types.js";

/** Deeper than the module reads. */
export const DEPTH_MAX = 300;

/** What to give instead. */
const INSTEAD = {
  Map: "an object, such as Object.fromEntries(map)",
  Set: "a list, such as [...set]",
  Date: "what decode returns for this member: a number, a bigint or a text",
  String: "the text itself, as valueOf() returns it",
  Number: "the number itself, as valueOf() returns it",
  Boolean: "true or false itself, as valueOf() returns it",
  BigInt: "the bigint itself, as valueOf() returns it",
  Promise: "what it resolves to: await it",
  ArrayBuffer: "bytes, such as new Uint8Array(buffer)",
  SharedArrayBuffer: "bytes, such as new Uint8Array(buffer)",
  URL: "its text, such as url.href",
  Error: "its text, such as error.message",
  RegExp: "its text, such as regexp.source",
  Arguments: "a list, such as [...arguments]",
};
const OF_VIEW = "bytes, such as new Uint8Array(a.buffer, a.byteOffset, a.byteLength), or a list, such as [...a]";

/** In place of a value that cannot be sent to a worker. The worker refuses it where it is. */
export class Unsendable {
  /** @param {string} why */
  constructor(why) {
    this.why = why;
  }
}

const anyTag = Object.prototype.toString;

/** Whether an object is nothing but its members. */
function isPlain(value) {
  if (anyTag.call(value) !== "[object Object]") return false;
  const above = Object.getPrototypeOf(value);
  // The root of all objects may be that of another realm.
  return above === null || above === Object.prototype || (Object.getPrototypeOf(above) === null && Object.hasOwn(above, "isPrototypeOf"));
}

/** The memory of an array was sent to another thread, or has become too short. */
export function isGone(bytes) {
  if (bytes.length > 0 || bytes.byteLength > 0) return false;
  try {
    bytes.keys(); // fails for no other reason
    return false;
  } catch {
    return true;
  }
}

/** Whether JSON leaves a value out. */
export const isNothing = (value) => value === undefined || typeof value === "function" || typeof value === "symbol";

/** Why a value that contains itself is refused. */
export const ENDLESS = "found a value that contains itself; give one that ends";

/** What a getter or a proxy threw, in words. */
export const readingFailed = (thrown) => `reading it failed: ${thrown?.message ?? String(thrown)}`;

/** Why an object, a function or a symbol is no field; "" if it is one. Throws what a proxy throws. */
export function whyNot(value) {
  if (typeof value === "function") return "found a function; give its result";
  if (typeof value === "symbol") return "found a symbol; give a text";
  if (value === undefined) return "found undefined; give null for a missing value";
  const type = typeOf(value);
  if (type === "Uint8Array") return isGone(value) ? "the memory of this Uint8Array is gone" : "";
  if (Array.isArray(value) || isPlain(value)) return "";
  if (value instanceof Unsendable) return value.why;
  return `found ${nameOf(value, type)}; give ${type || tagOf(value) === "DataView" ? OF_VIEW : insteadOf(value)}`;
}

const insteadOf = (value) => (Object.hasOwn(INSTEAD, tagOf(value)) ? INSTEAD[tagOf(value)] : "a plain object, such as {...object}, with the members that the record has");

/** What an object is called: its class. */
function nameOf(value, type) {
  const tag = type ?? tagOf(value);
  const own = tag === "Object" && typeof value.constructor === "function" ? value.constructor.name : tag;
  const name = typeof own === "string" && /^[\p{L}\p{N} _$]+$/u.test(own) && own !== "Object" ? own : "object of a class";
  return `${/^[AEIO]/i.test(name) ? "an" : "a"} ${name}`;
}

/** Why something in a value is refused; steps are the names and numbers that lead to it. */
export class Steps {
  #steps = [];
  #above = [];

  /** How many steps have been taken. */
  depth = 0;

  /** Goes to a member or an item of the value at a depth. */
  go(depth, to) {
    this.#steps[depth] = to;
    this.depth = depth + 1;
  }

  /** Remembers the object at a depth, to find out whether it contains itself. */
  enter(depth, value) {
    this.#above[depth] = value;
  }

  /** Fails if a value that nests too deep does so because it contains itself. */
  checkCycle() {
    const again = this.#above.findIndex((one, depth) => depth <= this.depth && this.#above.indexOf(one) < depth);
    if (again < 0) return;
    this.depth = again;
    throw new Refusal(ENDLESS);
  }

  /** The error for what was thrown here. @param {string} [within] the path of the whole value @param {number} [from] the first step of the path */
  error(thrown, within = "", from = 0) {
    const path = this.#steps.slice(from, this.depth).reduce(joined, within);
    const head = path && `${path}: `;
    if (!(thrown instanceof Refusal)) return new RowlensError({ name: "refused", message: `${head}${readingFailed(thrown)}`, field: path, cause: thrown });
    const expected = thrown.message.startsWith("found") ? `expected ${path ? "a value of a field" : "fields as an object"}, ` : "";
    return new RowlensError({ name: "refused", message: `${head}${expected}${thrown.message}`, field: path });
  }
}

/** A path with one more step, as the paths of columns are written. */
function joined(path, step) {
  if (typeof step === "number") return `${path}[${step}]`;
  return `${path}${path && "."}${step.replace(/[.[\]=\\]/g, "\\$&")}`;
}

/** A value that is no field. */
export class Refusal extends Error {}

/** Fails for what is no field. */
export function checkValue(value) {
  const why = whyNot(value);
  if (why) throw new Refusal(why);
}
