// Decoded fields as the text of a table's cell, and the choice of columns.

import { dateOfNumber, dateOfVersion } from "../times.js";
import { equals, nameOf, writable } from "../view/expression.js";
import { membersAbout } from "../view/legend.js";
import { show } from "../view/value.js";
import { slugWords } from "../view/words.js";

const ends = (name, other) => name.length > other.length && name.endsWith(other[0].toUpperCase() + other.slice(1));

const LONG = 48; // characters; a cell shows only the start of longer text
const READABLE = 1.5; // by how much text is preferred to bytes
const LITTLE = 4; // by how much columns count less that are too long, or only hold a row together
const TELLING = 8; // distinct values that make a column useful for telling rows apart

/**
 * The columns a table shows for some rows: whose they are, then those that tell most rows apart, in
 * record order, then when they were written. A code is dropped in favour of its name, and a column that replaces
 * another in other records (directedSource for source) is merged with it.
 * @param {{name: string, kinds: number[], numeric: boolean, length: number, values: number}[]} all
 * @param {{kind: number, count: number}[]} kinds of the rows
 * @param {number} room how many fit
 * @param {{left?: string[], legend?: object[], short?: boolean}} options left are columns to omit, being the same in all rows; legend has the fields of the record kinds;
 *   short omits columns with long texts
 * @returns {{name: string, members: string[], numeric: boolean, length: number}[]}
 */
export function choose(all, kinds, room, { left = [], legend = [], short = false } = {}) {
  const rows = new Map(kinds.map((k) => [k.kind, k.count]));
  const named = new Set(all.map((c) => c.name));
  // Merged first, so that a column keeps its name when only some kinds are shown.
  let list = all.map((c) => ({ ...c, members: [c.name] })).filter((c) => !(c.name.endsWith("Code") && named.has(c.name.slice(0, -4))));
  for (const c of list) {
    const host = list.find((o) => ends(c.name, o.name) && !o.kinds.some((k) => c.kinds.includes(k)));
    if (!host) continue;
    host.members.push(...c.members);
    host.kinds = [...host.kinds, ...c.kinds];
    host.numeric &&= c.numeric;
    host.length = Math.max(host.length, c.length);
    host.values += c.values;
    host.dated ||= c.dated;
    c.gone = true;
  }
  list = list.filter((c) => !c.gone && c.kinds.some((k) => rows.get(k)) && !left.includes(c.name) && !(short && c.length > LONG));
  const built = new Set(legend.filter((f) => f.role === "structure").map((f) => f.name));
  const weight = (c) => (c.kinds.reduce((n, k) => n + (rows.get(k) ?? 0), 0) * Math.min(c.values, TELLING)) * (c.hex ? 1 : READABLE) / (c.length > LONG || built.has(c.name) ? LITTLE : 1);
  const { who, whom, what, when } = partsOf(list, legend);
  const said = [who, whom, what, when];
  const best = list.map((c, i) => [c, said.includes(c), weight(c), i]).sort((a, b) => b[1] - a[1] || b[2] - a[2] || a[3] - b[3]).slice(0, room).map(([c]) => c);
  return [who, whom, what, ...list.filter((c) => !said.includes(c)), when].filter((c) => best.includes(c));
}

/**
 * Which columns say whose a row is, what is at the other end of its edge, what the row holds of it, and when it was
 * written; and which member gives the edge's direction.
 * @param {{name: string, members: string[], dated?: boolean}[]} columns
 * @param {{name: string, about?: string}[]} legend the fields of the record kinds
 * @returns {{who?: object, whom?: object, what?: object, when?: object, direction?: string}}
 */
export function partsOf(columns, legend) {
  const names = (...what) => what.flatMap((one) => membersAbout(legend, one));
  const first = (members, list = columns) => members.map((m) => list.find((c) => c.members.includes(m))).find(Boolean);
  return { who: first(names("entity")), whom: first(names("target")), what: first(names("part", "property")), when: first(names("time"), columns.filter((c) => c.dated)), direction: names("direction")[0] };
}

/** A value in a cell, with dates for times. */
export const cellText = (v) => show(v, (text) => dateOfNumber(text) || text);

/** The text of a record's cell in a column, with times as dates unless it has them as numbers. */
export function cell(fields, column) {
  const name = column.members.find((m) => m in fields);
  if (!name) return "";
  if (column.told && typeof fields[name] === "string" && slugWords(fields[name]) !== fields[name]) return slugWords(fields[name]);
  if (column.plain) return show(fields[name]);
  return (column.clock && dateOfVersion(fields[name])) || cellText(fields[name]);
}

/** The filter term that matches a record's cell in a column; null unless its value is a single word or number. */
export function termOf(fields, column) {
  const name = column.members.find((m) => m in fields);
  let v = name && fields[name];
  if (v && typeof v === "object" && typeof v.type === "string" && "value" in v) v = v.value;
  if (!["string", "boolean"].includes(typeof v) && !Number.isSafeInteger(v)) return null;
  return writable(String(v)) ? equals(nameOf(column.name), String(v)) : null;
}
