// The decoder's calls about one dump, with JavaScript's types.

import { Calls } from "../../npm/src/calls.js";
import { start } from "../../npm/src/wasi.js";

const decoder = new TextDecoder();

export class Dump {
  #calls;

  /** @param {WebAssembly.Module} module @param {object} options what rl_bulk_open takes */
  static async open(module, options) {
    const d = new Dump();
    d.#calls = new Calls(await start(module));
    d.#call("rl_bulk_open", JSON.stringify(options));
    return d;
  }

  /** Feeds text; empty input marks the end. @param {Uint8Array} bytes */
  feed(bytes) {
    this.#call("rl_bulk_feed", bytes);
  }

  /** The next block of rows; null when more text is needed or the dump has ended. */
  next() {
    const block = this.#call("rl_bulk_next");
    return block.length ? block : null;
  }

  about() {
    return JSON.parse(decoder.decode(this.#call("rl_bulk_about")));
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

  /** The records of some rows of a block, or of all. @param {Uint32Array|null} rows */
  write(block, rows, form) {
    const numbers = rows ? new Uint8Array(rows.buffer, rows.byteOffset, 4 * rows.length) : new Uint8Array();
    return this.#calls.bytes("rl_bulk_write", [block, numbers], (n) => [n, rows ? rows.length : -1, form]);
  }

  verify(block) {
    this.#call("rl_bulk_verify", block);
  }

  findings() {
    return decoder.decode(this.#call("rl_bulk_findings"));
  }

  #call(name, ...inputs) {
    return this.#calls.bytes(name, inputs, (...n) => n);
  }
}
