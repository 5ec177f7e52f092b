// The module's calls with JavaScript's types. Answers are copied out of its memory.

import { start } from "./wasi.mjs";

const encoder = new TextEncoder();
const text = new TextDecoder();

/** Why a call failed. */
export class DecoderError extends Error {
  constructor(failure) {
    super(failure.message);
    Object.assign(this, failure);
  }
}

export class Decoder {
  constructor(exports = start()) {
    this.exports = exports;
  }

  /** One request line of a testee to its answer line. */
  answer(line) {
    return text.decode(this.#call("rl_answer", [line], (n) => [n]));
  }

  inspect(request) {
    return text.decode(this.#call("rl_inspect", [request], (n) => [n]));
  }

  /** @param {Object<string, Uint8Array>} parts */
  decode({ schema = 0, format, record, parts, flags = 0, form = 0 }) {
    const list = Object.entries(parts).flatMap(([name, data]) => [number(name), name, number(data), data]);
    const count = Object.keys(parts).length;
    return this.#call("rl_decode", [format, record, ...list], (f, r) => [schema, f, r, count, flags, form]);
  }

  encode({ schema = 0, format, record, part, fields, flags = 0 }) {
    return this.#call("rl_encode", [format, record, part, fields], (...n) => [schema, ...n, flags]);
  }

  /** @param {Object<string, Uint8Array[]>} columns lists of the same length */
  decodeBatch({ schema = 0, format, record, columns, rows, flags = 0, form = 0 }) {
    const list = Object.entries(columns).flatMap(([name, cells]) => [number(name), name, ...column(cells)]);
    const count = Object.keys(columns).length;
    return this.#rows(rows, "rl_decode_batch", [format, record, ...list], (f, r) => [schema, f, r, count, rows, flags, form]);
  }

  encodeBatch({ schema = 0, format, record, part, fields, flags = 0 }) {
    const rows = fields.length;
    const cells = column(fields.map((f) => encoder.encode(f)));
    return this.#rows(rows, "rl_encode_batch", [format, record, part, ...cells], (f, r, p) => [schema, f, r, p, rows, flags]);
  }

  openSchema(format, schema) {
    return this.#run("rl_schema_open", [format, schema], (...n) => n);
  }

  closeSchema(schema) {
    return this.#checked(this.exports.rl_schema_close(schema));
  }

  hash32(format, name) {
    return Number(this.#run("rl_hash32", [format, name], (...n) => n));
  }

  version() {
    return text.decode(this.#output(this.exports.rl_version()));
  }

  strerror(code) {
    return text.decode(this.#output(this.exports.rl_strerror(code)));
  }

  /** Writes the inputs, each filled up to a multiple of 4, and calls. */
  #run(name, inputs, parameters) {
    const bytes = inputs.map((b) => (typeof b === "string" ? encoder.encode(b) : b));
    let at = this.exports.rl_input(bytes.reduce((n, b) => n + ((b.length + 3) & ~3), 0));
    for (const b of bytes) {
      new Uint8Array(this.exports.memory.buffer, at, b.length).set(b);
      at += (b.length + 3) & ~3;
    }
    return this.#checked(this.exports[name](...parameters(...bytes.map((b) => b.length))));
  }

  #call(name, inputs, parameters) {
    return this.#output(this.#run(name, inputs, parameters));
  }

  /** A call with one answer a row: each row's bytes, and its code. */
  #rows(rows, name, inputs, parameters) {
    const size = this.#run(name, inputs, parameters);
    const fixed = 4 * (2 * rows + 1);
    const all = this.#output(fixed + size);
    const numbers = new Int32Array(all.buffer, 0, 2 * rows + 1);
    return Array.from({ length: rows }, (_, i) => ({
      code: numbers[rows + 1 + i],
      bytes: all.subarray(fixed + numbers[i], fixed + numbers[i + 1]),
    }));
  }

  #checked(result) {
    if (result < 0) throw new DecoderError(JSON.parse(text.decode(this.#output(this.exports.rl_error()))));
    return result;
  }

  #output(size) {
    return new Uint8Array(this.exports.memory.buffer, this.exports.rl_output(), size).slice();
  }
}

/** The length of text or bytes as a number of four bytes. */
function number(of) {
  const length = typeof of === "string" ? encoder.encode(of).length : of.length;
  return new Uint8Array(Int32Array.of(length).buffer);
}

/** The offsets and the bytes of a column. */
function column(cells) {
  const offsets = new Int32Array(cells.length + 1);
  cells.forEach((c, i) => (offsets[i + 1] = offsets[i] + c.length));
  const data = new Uint8Array(offsets[cells.length]);
  cells.forEach((c, i) => data.set(c, offsets[i]));
  return [new Uint8Array(offsets.buffer), data];
}
