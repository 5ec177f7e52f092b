// The values of members that have few distinct ones: which rows have which, in the worker's memory. Takes
// one byte per row and member.

import { dateOfNumber } from "../times.js";
import { nameOf } from "../view/expression.js";
import { memberOf } from "../view/terms.js";
import { fieldWords } from "../view/words.js";

const VALUES = 12; // per member; one with more is not a closed set
const LONG = 40; // characters of a value
const FEW = 3; // average number of rows per value; with fewer, the member tells rows apart

const COLUMNS = 12; // of a histogram of times
const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
const STEPS = [1, 10, 100, SECOND, 10 * SECOND, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY, 365 * DAY];

const KEYS = ["key", "row", "family", "qualifier", "visibility"]; // parts that tell a store's rows apart

/** Where a row of a text is, or which row of a store it is; "" if unknown. Findings say in which block a row is, but not where in it. */
const placeOf = ({ file = "", line, offset, table = "", cf = "" } = {}, parts = {}) => {
  if (line !== undefined) return `${file} ${line}`;
  return offset === undefined ? "" : JSON.stringify([table, cf, ...KEYS.map((name) => parts[name] ?? "")]);
};

/** Where the row of a record is. */
export const placeOfRow = ({ source, parts }) => placeOf(source, parts);

/** Where the row of a finding is; for a missing row, where the row is that requires it. */
export const placeOfFinding = ({ source, parts, stored, because }) => placeOf(source, stored ?? because?.[0]?.parts ?? parts);

/** How many rows are read for facets. */
export const FACETED = 100_000;

/** A value as a facet has it; null for numbers, identities and lists. */
function wordOf(v) {
  if (typeof v === "boolean") return String(v);
  return typeof v === "string" && v.length <= LONG && !/^-?[\d.]|^[0-9a-f]{8,}$/.test(v) ? v : null;
}

export class Facets {
  #members = new Map(); // {values, codes} by name, or null
  #problems = new Map(); // {text, codes} by term
  #times = new Map(); // numbers by name, 0 for none
  #places = []; // of the rows
  #room;

  /** @param {number} rows the most there can be */
  constructor(rows) {
    this.#room = Math.min(rows, FACETED);
  }

  /** Takes the records of rows; first is the number of the first row. */
  take(records, first) {
    records.forEach((record, i) => {
      const { fields = {}, source = {}, check = [], deleted, timestamp } = record;
      if (first + i >= this.#room) return;
      const members = Object.entries(fields).map(([name, v]) => [nameOf(name), v]);
      this.#places[first + i] = placeOfRow(record);
      for (const { field } of check) this.#mark(`check = ${field}`, `wrong ${fieldWords(field)}`, first + i);
      for (const [name, v] of [["timestamp", timestamp], ...members]) {
        if (!dateOfNumber(String(v))) continue;
        if (!this.#times.has(name)) this.#times.set(name, new Float64Array(this.#room));
        this.#times.get(name)[first + i] = Number(v);
      }
      if (deleted) this.#mark("deleted = true", "deletions", first + i);
      if (source.table && !("table" in fields)) this.#note("table", source.table, first + i);
      for (const [name, v] of members) this.#note(name, v, first + i);
    });
  }

  #mark(term, text, row) {
    if (!this.#problems.has(term)) this.#problems.set(term, { text, codes: new Uint8Array(this.#room) });
    this.#problems.get(term).codes[row] = 1;
  }

  /**
   * How many rows have each problem.
   * @param {(member: string) => Uint32Array|null} rowsFor numbers, or null for all
   * @returns {{term: string, text: string, count: number}[]}
   */
  problems(rowsFor) {
    return [...this.#problems].map(([term, { text, codes }]) => {
      const rows = rowsFor(memberOf(term)) ?? codes.keys();
      let count = 0;
      for (const row of rows) count += codes[row] ?? 0;
      return { term, text, count };
    });
  }

  /** How many of some rows, null for all, are at one of the places. */
  at(places, rows) {
    let count = 0;
    for (const row of rows ?? this.#places.keys()) if (places.has(this.#places[row])) count++;
    return count;
  }

  /**
   * A histogram of the times that most rows have; null if they have none, or all the same.
   * @returns {{name: string, bars: {from: number, to: number, count: number}[]}|null} instants, both included
   */
  times(rowsFor) {
    const rank = (name) => (name === "timestamp" ? 0 : this.#times.get(name).reduce((n, t) => n + (t > 0), 0)); // the store's own timestamp only if there is no other
    const [name] = [...this.#times.keys()].sort((a, b) => rank(b) - rank(a));
    if (!name) return null;
    const all = this.#times.get(name);
    let [least, most] = [Infinity, 0];
    for (const t of all) if (t) [least, most] = [Math.min(least, t), Math.max(most, t)];
    if (least === most) return null;
    const step = STEPS.find((s) => Math.floor(most / s) - Math.floor(least / s) < COLUMNS) ?? STEPS.at(-1);
    const first = Math.floor(least / step);
    const bars = Array.from({ length: Math.min(Math.floor(most / step) - first + 1, 200) }, (_, i) => ({ from: (first + i) * step, to: (first + i + 1) * step - 1, count: 0 }));
    for (const row of rowsFor(name) ?? all.keys()) if (all[row]) bars[Math.floor(all[row] / step) - first].count++;
    return { name, bars };
  }

  #note(name, v, row) {
    let one = this.#members.get(name);
    if (one === null) return;
    if (!one) this.#members.set(name, one = { values: [], codes: new Uint8Array(this.#room) });
    const text = wordOf(v);
    let at = one.values.indexOf(text);
    if (at < 0) at = one.values.push(text) - 1;
    one.codes[row] = at + 1;
    if (text === null || at === VALUES) this.#members.set(name, null);
  }

  /** The names of the members with few values, tables first, except those that repeat the record kind. @param {(row: number) => number} kindOf */
  names(kindOf) {
    const some = [...this.#members].filter(([name, one]) => one && (name === "table" || one.values.length > 1 && this.#known(one) >= FEW * one.values.length && !this.#isKind(one, kindOf)));
    return some.map(([name]) => name).sort((a, b) => (b === "table") - (a === "table"));
  }

  /** Whether each value corresponds to one record kind. */
  #isKind({ values, codes }, kindOf) {
    const byKind = new Map();
    for (let row = 0; row < this.#places.length; row++) {
      const kind = kindOf(row);
      if ((byKind.get(kind) ?? codes[row]) !== codes[row]) return false;
      byKind.set(kind, codes[row]);
    }
    return [...byKind.values()].filter(Boolean).length === values.length;
  }

  #known = ({ codes }) => codes.reduce((n, code) => n + (code > 0), 0);

  /** The members with the same value in all rows. @param {number} total how many rows there are @returns {{name: string, text: string}[]} */
  equal(total) {
    const list = [...this.#members].filter(([, one]) => one?.values.length === 1 && total > 1 && this.#known(one) === total);
    return list.map(([name, { values: [text] }]) => ({ name, text }));
  }

  /**
   * How many rows have each value of a member.
   * @param {Uint32Array|null} rows numbers, or null for all
   * @returns {{text: string, count: number}[]} most frequent first
   */
  count(name, rows) {
    const { values, codes } = this.#members.get(name);
    const counts = new Uint32Array(values.length + 1);
    if (!rows) for (const code of codes) counts[code]++;
    else for (const row of rows) if (row < codes.length) counts[codes[row]]++;
    return values.map((text, i) => ({ text, count: counts[i + 1] })).sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
  }
}
