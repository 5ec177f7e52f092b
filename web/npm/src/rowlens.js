// The library itself: one decoder with its own memory. index.js and its siblings
// only differ in how they find the module.

import { Batch } from "./batch.js";
import { ABI, Calls, column, length } from "./calls.js";
import { read } from "./cbor.js";
import { RowlensError } from "./error.js";
import { toJSON } from "./fields.js";
import { fromHex, toHex } from "./hex.js";
import { start } from "./wasi.js";
import { withZones } from "./zones.js";

export { ABI };

/** Bits of the flags. */
export const FLAGS = { lenient: 1, prefix: 2, unlimited: 4, strict: 8, check: 16 };
/** Forms of a decoded record. */
export const FORM = { fieldsJSON: 0, treeJSON: 2, fieldsCBOR64: 4 };

const flagsOf = (options) => Object.entries(FLAGS).reduce((n, [name, bit]) => (options[name] ? n | bit : n), 0);
const jsonOf = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** Something that the caller knows beside the bytes. Close it when it is not needed any more. */
export class Schema {
  /** @param {Calls} calls */
  constructor(calls, format, handle) {
    this.calls = calls;
    this.format = format;
    this.handle = handle;
  }

  close() {
    if (this.handle) this.calls.checked(this.calls.exports.rl_schema_close(this.handle));
    this.handle = 0;
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.close();
  }
}

export class Rowlens {
  #calls;

  /** @param {WebAssembly.Exports} exports of a started module */
  constructor(exports) {
    this.#calls = new Calls(exports);
    const abi = exports.rl_abi_version();
    if (abi !== ABI) throw new Error(`rowlens.wasm speaks version ${abi} of the interface, this package version ${ABI}: use the file that came with the package`);
  }

  /** A decoder of its own memory. @param {WebAssembly.Module} module */
  static async start(module) {
    return new Rowlens(await start(module));
  }

  /** Bytes of the module's memory. */
  get memory() {
    return this.#calls.exports.memory.buffer.byteLength;
  }

  get version() {
    return this.#calls.said(this.#calls.exports.rl_version());
  }

  /**
   * Decodes one record. Without a record kind the bytes are identified first.
   * @param {Uint8Array|Object<string, Uint8Array>} input lone bytes, or parts by name
   */
  decode(input, options = {}) {
    const { format, record, part } = options.record ? options : this.#identify(input, options);
    const bytes = this.#decode({ ...options, format, record }, partsOf(input, part ?? options.part), FORM.fieldsCBOR64);
    return { format, record, fields: read(bytes) };
  }

  /** What every byte means: tree JSON v1. */
  explain(input, options = {}) {
    const { format, record, part } = options.record ? options : this.#identify(input, options);
    return JSON.parse(new TextDecoder().decode(this.#decode({ ...options, format, record }, partsOf(input, part ?? options.part), FORM.treeJSON)));
  }

  /** The fields of one record as the JSON that the command line prints. */
  decodeJSON(input, options) {
    return new TextDecoder().decode(this.#decode(options, partsOf(input, options.part), FORM.fieldsJSON));
  }

  #decode({ schema, format, record, ...options }, parts, form) {
    const names = Object.keys(parts);
    const inputs = names.flatMap((name) => [length(name), name, length(parts[name]), parts[name]]);
    return this.#calls.bytes("rl_decode", [format, record, ...inputs],
      (f, r) => [schema?.handle ?? 0, f, r, names.length, flagsOf(options), form]);
  }

  #identify(input, { format, part }) {
    const parts = input instanceof Uint8Array ? { [part ?? "bytes"]: toHex(input) } : Object.fromEntries(Object.entries(input).map(([name, b]) => [name, toHex(b)]));
    const { candidates = [], refused = [], error } = this.inspect({ parts, format });
    if (candidates.length) return candidates[0];
    const why = refused[0]?.error ?? error ?? { message: "no format that is known parses these bytes" };
    throw new RowlensError({ ...why, code: 0, name: why.code ?? "unknown", row: -1 });
  }

  /**
   * Decodes the rows of columns, the same parts for all. Without a record kind each row
   * may be of any kind of the format.
   * @param {Object<string, Uint8Array[]|{offsets: Int32Array, data: Uint8Array}>} columns
   */
  decodeBatch(columns, { schema, format, record = "", ...options }) {
    const names = Object.keys(columns);
    const rows = rowsOf(columns[names[0]]);
    for (const name of names) {
      if (rowsOf(columns[name]) !== rows) throw new RangeError(`the column ${name} has ${rowsOf(columns[name])} rows, the column ${names[0]} ${rows}`);
    }
    const inputs = names.flatMap((name) => [length(name), name, ...column(columns[name])]);
    const answer = this.#calls.rows(rows, "rl_decode_batch", [format, record, ...inputs],
      (f, r) => [schema?.handle ?? 0, f, r, names.length, rows, flagsOf(options), FORM.fieldsCBOR64]);
    return new Batch(answer, record);
  }

  /** Writes one part of a record. @returns {Uint8Array} */
  encodePart(fields, { schema, format, record, part, ...options }) {
    return this.#calls.bytes("rl_encode", [format, record, part, toJSON(fields)], (...n) => [schema?.handle ?? 0, ...n, flagsOf(options)]);
  }

  /** Writes a record. @returns {Object<string, Uint8Array|Uint8Array[]>} its parts */
  encode(fields, { schema, format, record, ...options }) {
    const given = {};
    for (const name of ["lenient", "prefix", "unlimited"]) if (options[name]) given[name] = true;
    const request = `{"op":"encode","format":${JSON.stringify(format)},"record":${JSON.stringify(record)},"given":${JSON.stringify(given)},"schema":${schema?.handle ?? null},"fields":${toJSON(fields)}}`;
    const { bytes, error, code, unsupported } = JSON.parse(this.answer(request));
    if (error || unsupported) throw new RowlensError({ code: 0, name: unsupported ? "unsupported" : (code ?? "refused"), message: error ?? `${format} has no ${record} that can be written` });
    return Object.fromEntries(Object.entries(bytes).map(([name, hex]) => [name, Array.isArray(hex) ? hex.map(fromHex) : fromHex(hex)]));
  }

  /** Writes one part of each record of a list. */
  encodeBatch(list, { schema, format, record, part, ...options }) {
    const cells = column(list.map(toJSON));
    const answer = this.#calls.rows(list.length, "rl_encode_batch", [format, record, part, ...cells],
      (f, r, p) => [schema?.handle ?? 0, f, r, p, list.length, flagsOf(options)]);
    return { ...answer, get: (i) => answer.data.slice(answer.offsets[i], answer.offsets[i + 1]) };
  }

  /** Says what pasted text or bytes are: rows, ranked readings with evidence, explained bytes. */
  inspect(request) {
    return JSON.parse(this.#calls.text("rl_inspect", [withZones(JSON.stringify(request))], (n) => [n]));
  }

  /** One request line of the conformance protocol to its answer line. */
  answer(line) {
    return this.#calls.text("rl_answer", [withZones(line)], (n) => [n]);
  }

  /** Keeps what is known beside the bytes; see rl_schema_open in rowlens.h for what is taken. */
  openSchema(format, schema) {
    const handle = this.#calls.run("rl_schema_open", [format, jsonOf(schema)], (...n) => n);
    return new Schema(this.#calls, format, handle);
  }

  /** The 32-bit hash under which a format stores names. */
  hash32(format, name) {
    return Number(this.#calls.run("rl_hash32", [format, name], (...n) => n));
  }
}

const rowsOf = (cells) => (Array.isArray(cells) ? cells.length : cells.offsets.length - 1);

function partsOf(input, part) {
  if (!(input instanceof Uint8Array)) return input;
  if (!part) throw new TypeError("lone bytes of a given record kind need a part: decode(bytes, {format, record, part: \"row\"})");
  return { [part]: input };
}
