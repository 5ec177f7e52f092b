// The decoder's calls about one dump, with JavaScript's types. Answers are copied
// out of its memory.

import { start } from "../../npm/src/wasi.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Dump {
  #exports;

  /** @param {WebAssembly.Module} module @param {object} options what rl_bulk_open takes */
  static async open(module, options) {
    const d = new Dump();
    d.#exports = await start(module);
    d.#call("rl_bulk_open", encoder.encode(JSON.stringify(options)));
    return d;
  }

  /** Gives text; none says that there is no more. @param {Uint8Array} bytes */
  feed(bytes) {
    this.#call("rl_bulk_feed", bytes);
  }

  /** The next block of rows; null when it wants text, or has ended. */
  next() {
    const block = this.#answer(this.#exports.rl_bulk_next());
    return block.length ? block : null;
  }

  about() {
    return JSON.parse(decoder.decode(this.#answer(this.#exports.rl_bulk_about())));
  }

  csvHeader() {
    return this.#answer(this.#exports.rl_bulk_csv_header());
  }

  /** Throws a sentence when the expression is none. */
  where(expression) {
    this.#call("rl_bulk_where", encoder.encode(expression));
  }

  /** The numbers of the rows of a block that the filter takes. */
  match(block) {
    return new Uint32Array(this.#call("rl_bulk_match", block).buffer);
  }

  /** Records of some rows of a block, or of all. @param {Uint32Array|null} rows */
  write(block, rows, form) {
    const start = (block.length + 3) & ~3;
    const input = this.#room(start + 4 * (rows?.length ?? 0));
    input().set(block);
    if (rows) input().set(new Uint8Array(rows.buffer, rows.byteOffset, 4 * rows.length), start);
    return this.#answer(this.#exports.rl_bulk_write(block.length, rows ? rows.length : -1, form));
  }

  verify(block) {
    this.#call("rl_bulk_verify", block);
  }

  findings() {
    return decoder.decode(this.#answer(this.#exports.rl_bulk_findings()));
  }

  /** A view of the input buffer, which must be taken anew after every call. */
  #room(n) {
    const at = this.#exports.rl_input(n);
    if (!at) throw new Error(`the decoder has no room for ${n} bytes`);
    return () => new Uint8Array(this.#exports.memory.buffer, at, n);
  }

  #call(name, bytes) {
    this.#room(bytes.length)().set(bytes);
    return this.#answer(this.#exports[name](bytes.length));
  }

  #answer(size) {
    if (size >= 0) return new Uint8Array(this.#exports.memory.buffer, this.#exports.rl_output(), size).slice();
    const n = this.#exports.rl_error();
    throw new Error(JSON.parse(decoder.decode(new Uint8Array(this.#exports.memory.buffer, this.#exports.rl_output(), n))).message);
  }
}
