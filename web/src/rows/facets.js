// The values of members that have few: which rows have which, in the worker's memory. One byte is
// kept for each row and member.

import { memberOf } from "../view/terms.js";

const VALUES = 12; // of a member; one with more is no closed set
const LONG = 40; // characters of a value
const FEW = 3; // rows that each value has on average, or else it tells rows apart

/** How many rows are looked at. */
export const FACETED = 100_000;

/** What a value is called in the filter; null for numbers, identities and lists. */
function nameOf(v) {
  if (typeof v === "boolean") return String(v);
  return typeof v === "string" && v.length <= LONG && !/^-?[\d.]|^[0-9a-f]{8,}$/.test(v) ? v : null;
}

export class Facets {
  #members = new Map(); // {values, codes} by name, or null
  #problems = new Map(); // {text, codes} by term
  #room;

  /** @param {number} rows how many there are at most */
  constructor(rows) {
    this.#room = Math.min(rows, FACETED);
  }

  /** Takes the records of rows, of which first is the number of the first one. */
  take(records, first) {
    records.forEach(({ fields = {}, source = {}, check = [], deleted }, i) => {
      if (first + i >= this.#room) return;
      for (const { field } of check) this.#mark(`check = ${field}`, `wrong ${field}`, first + i);
      if (deleted) this.#mark("deleted = true", "deletions", first + i);
      if (source.table && !("table" in fields)) this.#note("table", source.table, first + i);
      for (const [name, v] of Object.entries(fields)) this.#note(name, v, first + i);
    });
  }

  #mark(term, text, row) {
    if (!this.#problems.has(term)) this.#problems.set(term, { text, codes: new Uint8Array(this.#room) });
    this.#problems.get(term).codes[row] = 1;
  }

  /**
   * How many rows have which problem.
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

  #note(name, v, row) {
    let one = this.#members.get(name);
    if (one === null) return;
    if (!one) this.#members.set(name, one = { values: [], codes: new Uint8Array(this.#room) });
    const text = nameOf(v);
    let at = one.values.indexOf(text);
    if (at < 0) at = one.values.push(text) - 1;
    one.codes[row] = at + 1;
    if (text === null || at === VALUES) this.#members.set(name, null);
  }

  /** The names of the members with few values, tables first. */
  get names() {
    const some = [...this.#members].filter(([name, one]) => one && (name === "table" || one.values.length > 1 && this.#known(one) >= FEW * one.values.length));
    return some.map(([name]) => name).sort((a, b) => (b === "table") - (a === "table"));
  }

  #known = ({ codes }) => codes.reduce((n, code) => n + (code > 0), 0);

  /**
   * How many rows have which value of a member.
   * @param {Uint32Array|null} rows numbers, or null for all
   * @returns {{text: string, count: number}[]} the most first
   */
  count(name, rows) {
    const { values, codes } = this.#members.get(name);
    const counts = new Uint32Array(values.length + 1);
    if (!rows) for (const code of codes) counts[code]++;
    else for (const row of rows) if (row < codes.length) counts[codes[row]]++;
    return values.map((text, i) => ({ text, count: counts[i + 1] })).sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
  }
}
