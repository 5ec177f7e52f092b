// Names in schemas, and merging schemas.

import { count } from "../bytes.js";

const KINDS = [["tables", "table"], ["models", "model"], ["names", "name"], ["layouts", "layout"]];

const items = (list, word) => (Array.isArray(list) ? list.map((x) => (typeof x === "string" ? x : x?.[word] ?? x?.name)) : Object.entries(list).map(([number, m]) => m?.name ?? number));

/** The names in a schema, by kind: [["table", ["likes", …]], …]. A layout without a name appears as its line. */
export function listed(schema) {
  const all = KINDS.filter(([member]) => schema[member] && typeof schema[member] === "object")
    .map(([member, word]) => [word, items(schema[member], word).filter((n) => typeof n === "string")]);
  return typeof schema.layout === "string" ? [...all, ["layout", [schema.layout]]] : all;
}

const ROW = ["parts", "row", "key", "text", "stored"]; // members of rows, and of objects that contain a schema

/** A text as an object that may be a schema: JSON, and not a row. @returns {object|null} */
export function mayBeSchema(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(value)) return plain(value) && !ROW.some((member) => Object.hasOwn(value, member)) ? value : null;
  return value.length && value.every((name) => typeof name === "string" && !/^([\da-f]{2})*$|\\x[\da-f]{2}|=$/i.test(name)) ? value : null;
}

/** "2 tables, 1 name" */
export function words(schema) {
  return listed(schema).map(([word, list]) => count(list.length, word)).join(", ") || "given";
}

/**
 * Merges several schemas: lists are appended, objects are combined, and if two members
 * conflict, the later one wins.
 * @param {object[]} schemas
 */
export function merged(schemas) {
  const out = Object.create(null); // "__proto__" is a name like any other
  for (const schema of schemas) {
    for (const [member, value] of Object.entries(schema)) {
      const old = out[member];
      if (Array.isArray(old) && Array.isArray(value)) out[member] = [...old, ...value];
      else if (plain(old) && plain(value)) out[member] = { ...old, ...value };
      else out[member] = value;
    }
  }
  return out;
}

const plain = (x) => x !== null && typeof x === "object" && !Array.isArray(x);
