// Decoded fields as the text of a table's cell, and the choice of columns.

import { visible } from "../view/dom.js";

/** A value in a few words. Typed text is quoted, since its column may also hold numbers. */
export function show(v) {
  if (v === null || v === undefined) return v === null ? "null" : "";
  if (Array.isArray(v)) return v.map(show).join(", ");
  if (typeof v === "object") return showObject(v);
  return typeof v === "string" ? visible(v) : String(v);
}

function showObject(v) {
  const down = v.order === "DESC" || v.order === "desc" ? " ↓" : "";
  if ("value" in v && typeof v.type === "string") return (/string|text/i.test(v.type) ? JSON.stringify(visible(String(v.value))) : show(v.value)) + down;
  if ("value" in v && typeof v.name === "string") return `${visible(v.name)} ${show(v.value)}${down}`;
  if ("value" in v) return show(v.value) + down;
  if (Object.keys(v).length === 1 && typeof v.type === "string") return v.type;
  return Object.entries(v).map(([name, one]) => `${visible(name)} ${show(one)}`).join(", ");
}

const ends = (name, other) => name.length > other.length && name.endsWith(other[0].toUpperCase() + other.slice(1));

const LONG = 48; // characters; a cell shows only the start of longer text
const TELLING = 6; // different values that make a column useful for telling rows apart

/**
 * The columns that a table shows for some rows: those that tell most rows apart, in
 * record order. A code is dropped in favour of its name, and a column that replaces
 * another in other records (directedSource for source) is merged with it.
 * @param {{name: string, kinds: number[], numeric: boolean, length: number, values: number}[]} all
 * @param {{kind: number, count: number}[]} kinds of the rows
 * @param {number} room how many
 * @returns {{name: string, members: string[], numeric: boolean, length: number}[]}
 */
export function choose(all, kinds, room) {
  const rows = new Map(kinds.map((k) => [k.kind, k.count]));
  const present = all.filter((c) => c.kinds.some((k) => rows.get(k))).map((c) => ({ ...c, members: [c.name] }));
  const named = new Set(present.map((c) => c.name));
  let list = present.filter((c) => !(c.name.endsWith("Code") && named.has(c.name.slice(0, -4))));
  for (const c of list) {
    const host = list.find((o) => ends(c.name, o.name) && !o.kinds.some((k) => c.kinds.includes(k)));
    if (!host) continue;
    host.members.push(...c.members);
    host.kinds = [...host.kinds, ...c.kinds];
    host.numeric &&= c.numeric;
    host.length = Math.max(host.length, c.length);
    host.values += c.values;
    c.gone = true;
  }
  list = list.filter((c) => !c.gone);
  const weight = (c) => (c.kinds.reduce((n, k) => n + (rows.get(k) ?? 0), 0) * Math.min(c.values, TELLING)) / (c.length > LONG ? 4 : 1);
  const best = list.map((c, i) => [c, weight(c), i]).sort((a, b) => b[1] - a[1] || a[2] - b[2]).slice(0, room).map(([c]) => c);
  return list.filter((c) => best.includes(c));
}

/** The text of a record's cell in a column. */
export function cell(fields, column) {
  for (const name of column.members) if (name in fields) return show(fields[name]);
  return "";
}
