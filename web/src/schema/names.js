// The names in schemas, and merging several schemas into one.

import { count } from "../bytes.js";

const KINDS = [["tables", "table"], ["models", "model"], ["names", "name"]];

const items = (list, word) => (Array.isArray(list) ? list.map((x) => (typeof x === "string" ? x : x?.[word] ?? x?.name)) : Object.entries(list).map(([number, m]) => m?.name ?? number));

/** The names in a schema, by kind: [["table", ["likes", …]], …]. */
export function listed(schema) {
  return KINDS.filter(([member]) => schema[member] && typeof schema[member] === "object")
    .map(([member, word]) => [word, items(schema[member], word).filter((n) => typeof n === "string")]);
}

/** "2 tables, 1 name" */
export function words(schema) {
  return listed(schema).map(([word, list]) => count(list.length, word)).join(", ") || "given";
}

/**
 * Merges several schemas: lists are appended, objects are combined, and of two
 * conflicting members the later one wins.
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
