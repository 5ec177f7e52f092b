// Changes of the fields. Members that are copies of others follow them.

import { at, withValue } from "../draft/member.js";
import { typed } from "../draft/edit.js";

export const keyOf = (path) => JSON.stringify(path);

/** Whether one path leads to, or into, the other. */
const within = (path, other) => other.every((k, i) => path[i] === k) || path.every((k, i) => other[i] === k);

/** The fields without a member or an item. */
export function without(fields, path) {
  const [key, ...rest] = path;
  if (rest.length) return withValue(fields, [key], without(fields[key], rest));
  return Array.isArray(fields) ? fields.filter((_, i) => i !== key) : Object.fromEntries(Object.entries(fields).filter(([k]) => k !== key));
}

/** The fields with another value at a path, and at the paths of its copies.
 * @param {object[]} lines of the form @param {Set<string>} separate keys of copies that no longer follow
 */
export function changed(fields, path, value, lines, separate) {
  let out = withValue(fields, path, value);
  for (const line of lines) {
    if (line.equal && !separate.has(keyOf(line.path)) && within(path, line.same)) out = withValue(out, line.path, structuredClone(at(out, line.same)));
  }
  return out;
}

/** Typed text, as the kind of value that is there now. */
export const like = (text, old) => typed(text, old ?? "");

/** Values to try for a type that was just chosen, the likeliest first. */
export function candidates(value) {
  const text = value === undefined || value === null || typeof value === "object" ? "" : String(value);
  const number = text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : 0;
  return [value, text, number, "0", 0, "", "00", false, undefined, [], {}].filter((v, i, all) => all.findIndex((w) => JSON.stringify(w) === JSON.stringify(v)) === i);
}

/** Whether a row's parts, in hex, are those that were built; parts that only the built ones have do not count. */
export const equalParts = (built, row) => Object.entries(row).every(([name, hex]) => (built[name] ?? "") === hex);

const isObject = (v) => v !== null && typeof v === "object" && !Array.isArray(v);

/** A value with its type: {"type": "long", "value": "1"}. */
const isTyped = (v) => isObject(v) && typeof v.type === "string" && Object.keys(v).every((k) => k === "type" || k === "value");

/** The same shape with empty values. */
export function emptied(v) {
  if (Array.isArray(v)) return [];
  if (isTyped(v)) return { ...v, ...("value" in v && { value: emptied(v.value) }) };
  if (isObject(v)) return Object.fromEntries(Object.entries(v).map(([k, x]) => [k, emptied(x)]));
  return typeof v === "string" ? "" : typeof v === "number" ? 0 : v;
}
