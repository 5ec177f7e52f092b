// The exports of the module with JavaScript types. Answers are copied out of its
// memory: the next call may grow it, and a view would then be detached.

import { RowlensError } from "./error.js";
import { toHex } from "./hex.js";
import { tagOf, typeOf } from "./types.js";
import { start } from "./wasi.js";

/** The version of the module's interface that this code supports. */
export const ABI = 1;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Names and JSON texts are strings, everything else is bytes that were checked; anything without a length in bytes would be written past the input. */
function asBytes(input) {
  if (typeof input === "string") return encoder.encode(input);
  if (typeOf(input) !== "Uint8Array") throw new TypeError(`expected a text, found ${tagOf(input)}`);
  return input;
}

/** The bytes of a part: text would be passed as UTF-8, and numbers as nothing. @returns {Uint8Array} */
export function bytesOf(input, name) {
  if (typeOf(input) === "Uint8Array") return there(input, name);
  if (ArrayBuffer.isView(input) && tagOf(input) === "DataView") return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  if (tagOf(input) === "ArrayBuffer" || tagOf(input) === "SharedArrayBuffer") return new Uint8Array(input);
  throw new TypeError(`${name}: expected a Uint8Array, ArrayBuffer or DataView, found ${tagOf(input)}`);
}

/** Memory that was transferred to another thread, or that became too short, has no bytes left, and would pass for an empty part. */
function there(input, name) {
  if (input.length > 0) return input;
  try {
    input.keys(); // fails for no other reason
  } catch {
    throw new TypeError(`${name}: the memory of this Uint8Array is gone`);
  }
  return input;
}

/** A key as options carry it: hex; undefined for none. */
export const hexOf = (key, name) => (key === undefined || key === null ? undefined : toHex(bytesOf(key, name)));

const filled = (n) => (n + 3) & ~3;

export class Calls {
  /** What a host file threw in the last call. */
  failed;
  #running = false;
  #reads = false; // whether the last call may have read files

  /** @param {WebAssembly.Exports} exports of a started module */
  constructor(exports) {
    this.exports = exports;
  }

  /** Starts a module that may read files. @param {WebAssembly.Module} module @param {Parameters<typeof start>[1]} [files] */
  static async start(module, files) {
    const calls = new Calls(await start(module, files, (why) => (calls.failed = why)));
    return calls;
  }

  /**
   * Writes the inputs one after the other, each padded to a multiple of 4, and
   * calls an export.
   * @param {string} name
   * @param {(string|Uint8Array)[]} inputs
   * @param {(...lengths: number[]) => number[]} makes the parameters from the lengths of the inputs
   * @returns {number|bigint} the result; errors are thrown
   */
  run(name, inputs, parameters) {
    if (this.#running) throw new Error("a file that is read must not call the decoder that reads it"); // that would end the module
    const [, of, what] = name.split("_");
    const begins = of !== "bulk" || what === "open";
    if (begins) this.failed = undefined; // of a scan the rows before a failure come first, in calls of their own
    this.#reads = begins || what === "next";
    const bytes = inputs.map(asBytes);
    const size = bytes.reduce((n, b) => n + filled(b.length), 0);
    let at = this.exports.rl_input(size);
    if (at === 0) throw new RangeError(`an input of ${size} bytes is more than the module takes`);
    for (const b of bytes) {
      new Uint8Array(this.exports.memory.buffer, at, b.length).set(b);
      at += filled(b.length);
    }
    const given = parameters(...bytes.map((b) => b.length));
    this.#running = true;
    try {
      return this.checked(this.exports[name](...given));
    } finally {
      this.#running = false;
    }
  }

  /** A call that answers with bytes. */
  bytes(name, inputs, parameters) {
    return this.output(this.run(name, inputs, parameters));
  }

  /** A call that answers with text. */
  text(name, inputs, parameters) {
    return decoder.decode(this.bytes(name, inputs, parameters));
  }

  /** A call whose answer begins with numbers: offsets, then a code for each row; bytes follow.
   * A call with numbers before its bytes: offsets, then a code for each row.
   * @returns {{starts: Int32Array, codes: Int32Array, data: Uint8Array}} copies, each with a buffer of its own
   */
  rows({ starts, rows }, name, inputs, parameters) {
    const size = this.run(name, inputs, parameters);
    const numbers = this.output(4 * (starts + rows));
    return {
      starts: new Int32Array(numbers.buffer, 0, starts), codes: new Int32Array(numbers.buffer, 4 * starts), data: this.output(size, numbers.length),
    };
  }

  /** The result of a call; a failure is thrown. */
  checked(result) {
    if (result < 0) throw this.failure(JSON.parse(decoder.decode(this.output(this.exports.rl_error()))));
    return result;
  }

  /** The error of a call, with whatever a host file threw in it. */
  failure({ message, ...said }) {
    if (this.failed === undefined || !this.#reads) return new RowlensError({ ...said, message });
    return new RowlensError({ ...said, message: `${message}: ${this.failed?.message ?? this.failed}`, cause: this.failed });
  }

  /** A copy of some bytes of the answer. */
  output(size, from = 0) {
    return new Uint8Array(this.exports.memory.buffer, this.exports.rl_output() + from, size).slice();
  }

  /** The text of a call without inputs. */
  said(size) {
    return decoder.decode(this.output(size));
  }
}

/** A number as four bytes. */
export const word = (n) => new Uint8Array(Int32Array.of(n).buffer);

const NOTHING = new Uint8Array();

/** The length of an input, as an input to precede it. */
export const length = (of) => word(asBytes(of).length);

/** What was given by name: the parts of an entry, or columns. @returns {[string, unknown][]} */
export function namedOf(given, what = "parts by their names, such as {row: …}") {
  if (tagOf(given) === "Object") return Object.entries(given); // a Map or a Date would have none
  throw new TypeError(`expected ${what}, found ${tagOf(given)}`);
}

/** Names and their bytes as inputs. @param {[string, unknown][]} parts */
export function partsOf(parts) {
  return parts.flatMap(([name, given]) => {
    const bytes = bytesOf(given, name);
    return [length(name), name, length(bytes), bytes];
  });
}

/**
 * Cells as two inputs: offsets, then bytes.
 * @param {(Uint8Array|null)[]|{offsets: Int32Array, data: Uint8Array}} cells a null has no bytes
 * @param {string} name of the part
 * @returns {[Uint8Array, Uint8Array]}
 */
export function column(cells, name) {
  if (!Array.isArray(cells)) {
    const { offsets } = cells ?? {};
    if (typeOf(offsets) !== "Int32Array") throw new TypeError(`${name}: expected a list of bytes, or offsets as an Int32Array and data`);
    const data = bytesOf(cells.data, name);
    if (offsets.length === 0) throw new RangeError(`${name}: there is one offset more than rows, and at least one`);
    const end = offsets.at(-1) ?? 0;
    if (end > data.length) throw new RangeError(`the offsets end at ${end}, the data has ${data.length} bytes`);
    return [new Uint8Array(offsets.buffer, offsets.byteOffset, offsets.byteLength), end < 0 ? data : data.subarray(0, end)];
  }
  const list = Array.from(cells, (cell) => (cell === null ? NOTHING : bytesOf(cell, name)));
  const offsets = new Int32Array(list.length + 1);
  list.forEach((c, i) => (offsets[i + 1] = offsets[i] + c.length));
  const data = new Uint8Array(offsets[list.length]);
  list.forEach((c, i) => data.set(c, offsets[i]));
  return [new Uint8Array(offsets.buffer), data];
}
