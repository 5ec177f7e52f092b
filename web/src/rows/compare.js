// The comparison of two documents in the worker: the differences the decoder finds, and which
// of them a filter shows.

import { twinsOf } from "./twins.js";

const HELD = 200_000; // differences kept, as lines of JSON
const LISTED = 5000; // of these, how many the page lists
const PLACE = ',"rows":['; // begins what only the page needs; no text in the line can look like it

const number = (text) => (text === "null" ? null : Number(text));

export class Comparison {
  /** What happened to all rows, as `rowlens diff --json` counts it. */
  totals = null;
  #sides;
  #lines = [];
  #rows = []; // for each difference, by side
  #twins = new Map(); // see twins.js

  /** @param {{rows: import("./rows.js").Rows, match(bytes: Uint8Array, where: string): Uint32Array}[]} sides the first and the second document */
  constructor(sides) {
    this.#sides = sides;
  }

  /**
   * Finds the differences.
   * @param {import("../../npm/src/dump.js").Dump} dump reads the rows of both
   * @param {object} options of the comparison
   * @param {(part: number) => Promise<boolean>} goesOn is asked between steps
   * @returns {Promise<boolean>} whether it ran to the end
   */
  async run(dump, options, goesOn) {
    dump.diffOpen({ ...options, placed: true, limit: HELD });
    const all = this.#sides.flatMap(({ rows }, side) => rows.blocks.map((_, b) => ({ side, rows, b })));
    for (const [i, { side, rows, b }] of all.entries()) {
      dump.diffAdd(side, await rows.bytes(b));
      if (!(await goesOn(i / all.length))) return false;
    }
    for (let some = dump.diffNext(); some; some = dump.diffNext()) {
      for (const line of some.split("\n")) if (line) this.#take(line);
      if (!(await goesOn(1))) return false;
    }
    this.#twins = twinsOf(this.#lines);
    return true;
  }

  #take(line) {
    const at = line.lastIndexOf(PLACE);
    if (at < 0) {
      this.totals = JSON.parse(line).totals;
      return;
    }
    const from = at + PLACE.length;
    this.#lines.push(line);
    this.#rows.push(line.slice(from, line.indexOf("]", from)).split(",").map(number));
  }

  /**
   * The differences of one kind that have a row which a filter accepts.
   * @param {{where: string, change: string}} wanted
   * @returns {Promise<{total: number, counts: Record<string, number>, list: string[], cut: boolean}>} counts are per kind, among what the filter accepts
   */
  async sift({ where, change }) {
    const accepted = where.trim() ? await Promise.all([0, 1].map((side) => this.#accepted(side, where))) : null;
    const counts = { added: 0, removed: 0, changed: 0 };
    const list = [];
    let total = 0;
    this.#lines.forEach((line, i) => {
      if (accepted && !this.#rows[i].some((row, side) => accepted[side].has(row))) return;
      const kind = line.slice(11, line.indexOf('"', 11)); // {"change":"…
      counts[kind]++;
      if (change && kind !== change) return;
      if (total++ < LISTED) list.push(this.#listed(line, i));
    });
    return { total, counts, list, cut: this.#lines.length >= HELD };
  }

  /** A line with the place of its twin, if it has one. */
  #listed(line, i) {
    const other = this.#lines[this.#twins.get(i)];
    return other ? `${line.slice(0, -1)},"twin":{${other.slice(other.lastIndexOf(PLACE) + 1)}}` : line;
  }

  /** The rows of one side that differ and that a filter accepts. */
  async #accepted(side, where) {
    const { rows, match } = this.#sides[side];
    const out = new Set();
    for (const [b, { rows: picks }] of rows.byBlock(this.#rows.map((r) => r[side]).filter((row) => row !== null))) {
      const hits = new Set(match(await rows.bytes(b), where));
      for (const i of picks) if (hits.has(i)) out.add(rows.blocks[b].first + i);
    }
    return out;
  }

  /** All lines, as `rowlens diff --json` prints them. */
  export() {
    const lines = this.#lines.map((line) => `${line.slice(0, line.lastIndexOf(PLACE))}}\n`);
    return new Blob([...lines, `${JSON.stringify({ totals: this.totals })}\n`], { type: "application/jsonl" });
  }
}
