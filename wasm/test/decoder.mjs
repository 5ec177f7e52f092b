// The module's calls one by one, with all their arguments.

import { Calls, column, length } from "../../web/npm/src/calls.js";
import { start } from "./wasi.mjs";

export class Decoder {
  constructor(exports = start()) {
    this.exports = exports;
    this.calls = new Calls(exports);
  }

  /** One request line of a testee to its answer line. */
  answer(line) {
    return this.calls.text("rl_answer", [line], (n) => [n]);
  }

  inspect(request) {
    return this.calls.text("rl_inspect", [request], (n) => [n]);
  }

  /** @param {Object<string, Uint8Array>} parts */
  decode({ schema = 0, format, record, parts, flags = 0, form = 0 }) {
    const list = Object.entries(parts).flatMap(([name, data]) => [length(name), name, length(data), data]);
    const count = Object.keys(parts).length;
    return this.calls.bytes("rl_decode", [format, record, ...list], (f, r) => [schema, f, r, count, flags, form]);
  }

  encode({ schema = 0, format, record, part, fields, flags = 0 }) {
    return this.calls.bytes("rl_encode", [format, record, part, fields], (...n) => [schema, ...n, flags]);
  }

  /** @param {Object<string, Uint8Array[]>} columns lists of the same length */
  decodeBatch({ schema = 0, format, record, columns, rows, flags = 0, form = 0 }) {
    const list = Object.entries(columns).flatMap(([name, cells]) => [length(name), name, ...column(cells, name)]);
    const count = Object.keys(columns).length;
    return this.#rows(rows, "rl_decode_batch", [format, record, ...list], (f, r) => [schema, f, r, count, rows, flags, form]);
  }

  encodeBatch({ schema = 0, format, record, part, fields, flags = 0 }) {
    const rows = fields.length;
    const encoder = new TextEncoder();
    const cells = column(fields.map((text) => encoder.encode(text)), "fields");
    return this.#rows(rows, "rl_encode_batch", [format, record, part, ...cells], (f, r, p) => [schema, f, r, p, rows, flags]);
  }

  openSchema(format, schema) {
    return this.calls.run("rl_schema_open", [format, schema], (...n) => n);
  }

  closeSchema(schema) {
    return this.calls.checked(this.exports.rl_schema_close(schema));
  }

  hash32(format, name) {
    return Number(this.calls.run("rl_hash32", [format, name], (...n) => n));
  }

  version() {
    return this.calls.said(this.exports.rl_version());
  }

  strerror(code) {
    return this.calls.said(this.exports.rl_strerror(code));
  }

  /** A call with one answer a row: each row's bytes, and its code. */
  #rows(rows, name, inputs, parameters) {
    const { starts, codes, data } = this.calls.rows({ starts: rows + 1, rows }, name, inputs, parameters);
    return Array.from({ length: rows }, (_, i) => ({ code: codes[i], bytes: data.subarray(starts[i], starts[i + 1]) }));
  }
}
