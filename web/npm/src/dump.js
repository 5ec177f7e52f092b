// The module's calls about one dump or one scan of a store, with JavaScript types.

import { Calls } from "./calls.js";
import { RowlensError } from "./error.js";

const decoder = new TextDecoder();

/** @param {Uint32Array|null} rows */
const numbersOf = (rows) => (rows ? new Uint8Array(rows.buffer, rows.byteOffset, 4 * rows.length) : new Uint8Array());

export class Dump {
  #calls;

  /**
   * @param {WebAssembly.Module} module
   * @param {object} options what rl_bulk_open takes
   * @param {Parameters<typeof Calls.start>[1]} [files] of the store
   */
  static async open(module, options, files) {
    const d = new Dump();
    d.#calls = await Calls.start(module, files);
    d.begin(options);
    return d;
  }

  /** Starts over, with other options. */
  begin(options) {
    this.#call("rl_bulk_open", JSON.stringify(options));
  }

  /** Bytes of the memory. */
  get memory() {
    return this.#calls.exports.memory.buffer.byteLength;
  }

  /** Feeds text; empty input marks the end. @param {Uint8Array} bytes @returns {boolean} false once no more is read */
  feed(bytes) {
    return this.#call("rl_bulk_feed", bytes).length === 0;
  }

  /** The next block of rows; null when more text is needed or the dump has ended. */
  next() {
    const block = this.#call("rl_bulk_next");
    return block.length ? block : null;
  }

  about() {
    return JSON.parse(decoder.decode(this.#call("rl_bulk_about")));
  }

  /** Fails, after all rows, if the filter has a member that none of them had: it is misspelt. */
  checkWhere() {
    const { misspelt } = this.about();
    if (misspelt) throw new RowlensError({ name: "refused", message: `where: no row has a member "${misspelt}"` });
  }

  csvHeader() {
    return this.#call("rl_bulk_csv_header");
  }

  /** Sets the filter; throws if the expression is invalid. */
  where(expression) {
    this.#call("rl_bulk_where", expression);
  }

  /** The rows of a block that pass the filter, by number. */
  match(block) {
    return new Uint32Array(this.#call("rl_bulk_match", block).buffer);
  }

  /**
   * The records of some rows of a block, or of all.
   * @param {Uint32Array|null} rows
   * @param {number} form 0 JSON Lines, 1 CSV, 2 CBOR, 3 CBOR with 64-bit integers in eight bytes
   */
  write(block, rows, form) {
    return this.#calls.bytes("rl_bulk_write", [block, numbersOf(rows)], (n) => [n, rows ? rows.length : -1, form]);
  }

  /** What a row of a block belongs to, and the expression for all rows that belong to it. @param {number} row @returns {{of: string, where: string}} both empty if there is none */
  alike(block, row) {
    return JSON.parse(decoder.decode(this.#calls.bytes("rl_bulk_alike", [block], (n) => [n, row])));
  }

  verify(block) {
    this.#call("rl_bulk_verify", block);
  }

  findings() {
    return decoder.decode(this.#call("rl_bulk_findings"));
  }

  /** The rows to put and to delete so that the rest is consistent. @param {"hbase-shell"|"ldb"|"mdb"|"accumulo"|""} tool that reads them; "" for records as JSON Lines */
  repair(tool) {
    return this.#call("rl_bulk_repair", tool);
  }

  /** Begins to count, or starts over. @param {{now: number, top?: number, regions?: number, splits?: string[]}} options */
  statsOpen(options) {
    this.#call("rl_bulk_stats_open", JSON.stringify(options));
  }

  /** Counts the rows of a block, or the chosen ones. @param {Uint32Array|null} rows numbers in ascending order */
  statsAdd(block, rows) {
    this.#calls.bytes("rl_bulk_stats_add", [block, numbersOf(rows)], (n) => [n, rows ? rows.length : -1]);
  }

  /** For stores, after the blocks: measures some of what is not in the rows. @returns {boolean} whether there is more */
  statsRest() {
    return this.#call("rl_bulk_stats_rest").length > 0;
  }

  /** What was counted so far, as `rowlens stats --json` prints it. */
  stats() {
    return decoder.decode(this.#call("rl_bulk_stats"));
  }

  /** Begins to compare two documents, or starts over. @param {{schema?: object, stored?: boolean, visible?: boolean, limit?: number, placed?: boolean}} options */
  diffOpen(options) {
    this.#call("rl_bulk_diff_open", JSON.stringify(options));
  }

  /** Adds the rows of a block, of this dump or of another. @param {0|1} side the old or the new document */
  diffAdd(side, block) {
    this.#calls.bytes("rl_bulk_diff_add", [block], (n) => [side, n]);
  }

  /** The next lines of `rowlens diff --json`, ending with the totals; empty after that. */
  diffNext() {
    return decoder.decode(this.#call("rl_bulk_diff_next"));
  }

  #call(name, ...inputs) {
    return this.#calls.bytes(name, inputs, (...n) => n);
  }
}
