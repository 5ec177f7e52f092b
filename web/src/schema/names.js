// What schemas hold, and several of them as one.

import { count } from "../bytes.js";

const KINDS = [["tables", "table"], ["models", "model"], ["names", "name"]];

const items = (list, word) => (Array.isArray(list) ? list.map((x) => (typeof x === "string" ? x : x?.[word] ?? x?.name)) : Object.entries(list).map(([number, m]) => m?.name ?? number));

/** The names that a schema gives, by kind: [["table", ["likes", …]], …]. */
export function listed(schema) {
  return KINDS.filter(([member]) => schema[member] && typeof schema[member] === "object")
    .map(([member, word]) => [word, items(schema[member], word).filter((n) => typeof n === "string")]);
}

/** "2 tables, 1 name" */
export function words(schema) {
  return listed(schema).map(([word, list]) => count(list.length, word)).join(", ") || "given";
}

/**
 * One schema out of several: lists one after the other, members beside each other. Where
 * two say the same thing differently the later one counts.
 * @param {object[]} schemas
 */
export function merged(schemas) {
  const out = {};
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
