// Differences between rows, dumps and stores.

import { bytesOf, namedOf } from "./calls.js";
import { fromHex, toHex } from "./hex.js";
import { checkOptions } from "./options.js";
import { handleOf, plainSchema } from "./schema.js";
import { openRows } from "./sources.js";

const OPTIONS = ["format", "record", "schema", "stored", "visible", "match", "limit"];
const ROW_OPTIONS = ["format", "record", "schema"];

/** The differences between two documents, in key order: for await yields them, once. */
export class Diff {
  #module;
  #sides;
  #options;
  #found = [];
  #totals;
  #dump;

  constructor(module, before, after, options = {}) {
    this.#module = module;
    this.#sides = [before, after];
    this.#options = checkOptions(options, OPTIONS);
  }

  async *[Symbol.asyncIterator]() {
    for (;;) {
      if (!this.#found.length && !(await this.#step())) return;
      while (this.#found.length) yield differenceOf(this.#found.shift());
    }
  }

  /** How many rows differ: compares the rest, and discards its differences. */
  async totals() {
    while (await this.#step()) this.#found = [];
    return this.#totals;
  }

  /** Compares some rows. @returns {Promise<boolean>} whether there may be more */
  async #step() {
    if (this.#totals) return false;
    this.#dump ??= this.#read();
    const dump = await this.#dump;
    for (const line of dump.diffNext().split("\n")) {
      if (!line) continue;
      const said = JSON.parse(line);
      if (said.totals) this.#totals = said.totals;
      else this.#found.push(said);
    }
    if (this.#totals) this.#dump = null;
    return true;
  }

  /** Reads both documents. The module of one of them compares: a store's if there is one, since it may carry models for the rows of a dump. */
  async #read() {
    const { format, record, schema, stored, visible, match, limit } = this.#options;
    const of = { format, record, schema: plainSchema(schema) };
    const sides = [];
    for (const rows of this.#sides) sides.push(await openRows(this.#module, rows, of, { stored }));
    const { dump } = sides.find((side) => side.stored) ?? sides[0];
    dump.diffOpen({ schema: of.schema, stored, visible, match, limit });
    for (const [side, { blocks }] of sides.entries()) for await (const block of blocks) dump.diffAdd(side, block);
    return dump;
  }
}

/** What differs between two rows; null if nothing does. @param {import("./rowlens.js").Rowlens} decoder */
export function diffRows(decoder, before, after, options = {}) {
  const { format, record, schema } = checkOptions(options, ROW_OPTIONS);
  const request = { old: rowOf(before), new: rowOf(after), format, record, schema: handleOf(schema, decoder.calls) || undefined };
  const line = decoder.calls.text("rl_diff_rows", [JSON.stringify(request)], (n) => [n]);
  return line ? differenceOf(JSON.parse(line)) : null;
}

const rowOf = (parts) => (parts ? { parts: Object.fromEntries(namedOf(parts).map(([name, bytes]) => [name, toHex(bytesOf(bytes, name))])) } : null);
const mapped = (of, to) => Object.fromEntries(Object.entries(of).map(([name, one]) => [name, to(one, name)]));

/** A line of `rowlens diff --json` with its parts as bytes. */
function differenceOf({ parts = {}, was, fields = {}, ...said }) {
  const earlier = was?.parts ? { ...was, parts: mapped(was.parts, fromHex) } : was;
  return { ...said, parts: mapped(parts, fromHex), fields, ...(was ? { was: earlier } : {}) };
}
