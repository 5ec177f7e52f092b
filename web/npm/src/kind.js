import { Batch, EncodedBatch } from "./batch.js";
import { column, length, namedOf, partsOf, word } from "./calls.js";
import { read } from "./cbor.js";
import { fieldsCBOR, fieldsOf } from "./cbor-writer.js";
import { columnsOf, typeNumber } from "./columns.js";
import { failureOf, NUMBERS, RowlensError } from "./error.js";
import { fromHex } from "./hex.js";
import { inputsOf, memberOf, recordsOf, rowOf, rowsOf } from "./members.js";
import { codesOf, validOf } from "./nulls.js";
import { checkOptions } from "./options.js";
import { handleOf } from "./schema.js";
import { started } from "./started.js";
import { tagOf, typeOf } from "./types.js";

/** Bits of the flags. */
export const FLAGS = { lenient: 1, prefix: 2, unlimited: 4, strict: 8, check: 16 };
/** The answer says what is doubtful about the record. */
const DOUBTS = 32;
/** What rl_range writes. */
export const RANGE = { start: 0, stop: 1, part: 2 };
/** Forms of a decoded record. */
export const FORM = { fieldsJSON: 0, treeJSON: 2, fieldsCBOR64: 4 };

const OPTIONS = ["schema", "decoder", ...Object.keys(FLAGS)];
const WRITING = ["lenient", "unlimited"];
const SINGLE = ["lenient", "prefix", "unlimited", "check"];
const COLUMNS = 'columns by their names, such as {n: ["count", "int64"]}';
const MEMBERS = "columns by the paths of their members, such as {count: …}";
const EXPLAINING = ["lenient", "prefix", "unlimited"];

/**
 * A record kind of a format, with its schema and options: decodes and encodes records.
 * Without a record it stands for any kind of the format, and each decoded record says which
 * one it is.
 */
export class Kind {
  #decoder;
  #schema;
  #options;

  /** @param {string} format @param {string} [record] */
  constructor(format, record = "", options = {}) {
    const { schema, decoder, ...flags } = checkOptions(options, OPTIONS);
    this.format = format;
    this.record = record;
    this.#schema = schema;
    this.#decoder = decoder;
    this.#options = flags;
  }

  /** Decodes one record. @param {Object<string, Uint8Array>} parts of an entry, by name */
  decode(parts) {
    return this.recordOf(read(this.#decode(parts, FORM.fieldsCBOR64, SINGLE, DOUBTS)));
  }

  /** The record that an answer describes. */
  recordOf({ fields, record, ...doubts }) {
    const { format } = this;
    return Object.keys(doubts).length ? { format, record, fields, doubts } : { format, record, fields };
  }

  /**
   * The fields of one record as the JSON that the command prints. They have no place for doubts: a
   * wrong salt is an error, unless the kind is lenient.
   */
  decodeJSON(parts) {
    return new TextDecoder().decode(this.#decode(parts, FORM.fieldsJSON, SINGLE));
  }

  /** What every byte means: tree JSON v1 (docs/tree.md). */
  explain(parts) {
    return JSON.parse(new TextDecoder().decode(this.#decode(parts, FORM.treeJSON, EXPLAINING)));
  }

  #decode(parts, form, options, doubts = 0) {
    const list = namedOf(parts);
    return this.#calls.bytes("rl_decode", [this.format, this.record, ...partsOf(list)],
      (f, r) => [this.#handle, f, r, list.length, this.#flags(options) | doubts, form]);
  }

  /** Encodes a record. @returns {Object<string, Uint8Array|Uint8Array[]>} its parts */
  encode(fields) {
    const { format, record } = this;
    const given = Object.fromEntries(WRITING.filter((name) => this.#options[name]).map((name) => [name, true]));
    const request = { op: "encode", format, record, given, schema: this.#handle || null, fields: fieldsOf(fields) };
    const { bytes, error, code, offset, field, unsupported } = this.#own.ask(request);
    if (unsupported) this.encodePart("", {}); // which says why
    if (error) throw new RowlensError({ code: NUMBERS[code] ?? NUMBERS.refused, name: code ?? "refused", message: error, offset, field });
    return Object.fromEntries(Object.entries(bytes).map(([name, hex]) => [name, Array.isArray(hex) ? hex.map(fromHex) : fromHex(hex)]));
  }

  /** Encodes one part of a record. Fields that only other parts need may be absent. @returns {Uint8Array} */
  encodePart(part, fields) {
    return this.#calls.bytes("rl_encode", [this.format, this.record, part, this.#cbor(fields)],
      (...n) => [this.#handle, ...n, this.#flags(WRITING)]);
  }

  /** Fields as CBOR. The module would take a single number or text for JSON, so encode says what is wrong with one. */
  #cbor(fields) {
    if (typeof fields !== "object" || fields === null || Array.isArray(fields) || typeOf(fields)) this.encode(fields);
    return fieldsCBOR(fields);
  }

  /**
   * Decodes rows. A row that fails keeps its place, unless the kind is strict. One of which a cell is null is null.
   * @param {Object<string, (Uint8Array|null)[]|{offsets: Int32Array, data: Uint8Array, validity?: Uint8Array}>} cells of each part, all with the same number of rows
   */
  decodeBatch(cells) {
    const { names, rows, inputs, valid, flags } = this.#given(cells);
    const { codes, ...answer } = this.#calls.rows({ starts: rows + 1, rows }, "rl_decode_batch", [this.format, this.record, ...inputs],
      (f, r) => [this.#handle, f, r, names.length, rows, flags | DOUBTS, FORM.fieldsCBOR64]);
    const batch = new Batch(this, { ...answer, codes: codesOf(codes, valid) }, valid);
    const failed = this.#options.strict ? batch.codes.findIndex((code) => code !== 0) : -1;
    if (failed >= 0) throw batch.get(failed).error;
    return batch;
  }

  /**
   * Decodes rows to typed columns. A row that fails is null in them, unless the kind is strict.
   * @param {Object<string, [string, string]>} fields of each column by its name: the path of the member, "source.value", and the type
   */
  decodeColumns(cells, fields) {
    const { names, rows, inputs, valid, flags } = this.#given(cells);
    const list = namedOf(fields, COLUMNS).map(([name, field]) => fieldOf(name, field));
    const wanted = list.flatMap(({ path, number }) => [word(number), length(path), path]);
    const { codes, data } = this.#calls.rows({ starts: 0, rows }, "rl_decode_columns", [this.format, this.record, ...inputs, ...wanted],
      (f, r) => [this.#handle, f, r, names.length, rows, flags, list.length]);
    const columns = columnsOf(list.map(({ name, type }) => [name, type]), codesOf(codes, valid), data, valid);
    const failed = this.#options.strict ? columns.codes.findIndex((code) => code !== 0) : -1;
    if (failed < 0) return columns;
    throw this.#failure(() => this.decodeColumns(cellsIn(cells, failed), fields), failed, columns.codes[failed]);
  }

  /** The failure of a row in a call about that row alone: only a call that fails says which field is to blame. */
  #failure(call, row, number) {
    try {
      call();
    } catch (e) {
      if (e instanceof RowlensError && e.number === number) return new RowlensError({ ...failureOf(e), row });
    }
    return this.#meaning(number, row); // the schema was closed, or the memory changed
  }

  /** Cells as inputs. The library would take a null for a row that fails, so this package looks for the first one of a strict kind. */
  #given(cells) {
    const given = cellsOf(cells);
    const valid = validOf(cells, given.rows);
    return { ...given, valid, flags: this.#flags(Object.keys(FLAGS).filter((name) => !valid || name !== "strict")) };
  }

  /** Encodes one part of each record of a list; or several, and then there is a batch for each part. A row that fails keeps its place, unless the kind is strict. @param {string|string[]} parts */
  encodeBatch(parts, list) {
    const refused = new Map();
    return this.#encodeRows(parts, [["", recordsOf(list, refused)]], refused);
  }

  /** Encodes parts of each row out of columns of members, by their paths: the reverse of decodeColumns. @param {string|string[]} parts */
  encodeColumns(parts, columns) {
    const refused = new Map();
    return this.#encodeRows(parts, namedOf(columns, MEMBERS).map(([path, given]) => [path, memberOf(given, path, refused)]), refused);
  }

  /** @param {Map<number, RowlensError>} refused rows with values that are no fields */
  #encodeRows(parts, members, refused) {
    const names = [parts].flat();
    for (const name of names) if (typeof name !== "string") throw new TypeError(`expected the name of a part, or a list of names, found ${tagOf(name)}`);
    const several = names.find((name) => name.includes(",")); // which the module would take for two
    if (several !== undefined) throw new RowlensError({ name: "bad-part", message: `there is no part ${several}`, field: several });
    const rows = rowsOf(members);
    const { starts, codes, data } = this.#encoded(names, members, rows, refused);
    const alone = (row) => this.#written(names, members.map(([path, one]) => [path, rowOf(one, row)]), 1, this.#flags(WRITING) | FLAGS.strict);
    const why = (row) => refused.get(row) ?? this.#failure(() => alone(row), row, codes[row]);
    const batches = names.map((_, i) => new EncodedBatch({ starts: starts.subarray(i * (rows + 1), (i + 1) * (rows + 1)), codes, data }, why));
    return Array.isArray(parts) ? Object.fromEntries(names.map((name, i) => [name, batches[i]])) : batches[0];
  }

  /** What was written, with the rows of refused among those that failed, whether or not their values were needed. */
  #encoded(names, members, rows, refused) {
    const first = this.#options.strict ? [...refused.keys()].reduce((least, row) => Math.min(least, row), Infinity) : Infinity;
    try {
      const answer = this.#written(names, members, rows, this.#flags([...WRITING, "strict"]));
      if (first < Infinity) throw refused.get(first);
      for (const [row, { number }] of refused) answer.codes[row] = number;
      return answer;
    } catch (e) {
      throw first <= e.row ? refused.get(first) : e;
    }
  }

  #written(names, members, rows, flags) {
    return this.#calls.rows({ starts: names.length * (rows + 1), rows }, "rl_encode_columns", [this.format, this.record, names.join(","), ...inputsOf(members)],
      (f, r, p) => [this.#handle, f, r, p, members.length, rows, flags]);
  }

  #meaning(number, row) {
    const [name, message] = this.#own.meaning(number).split(/: (.*)/s);
    return new RowlensError({ code: number, name, message, row });
  }

  /** The range of keys that a scan must read to find the records with these leading fields of the key. */
  keyRange(fields) {
    const given = this.#cbor(fields);
    const ask = (which) => this.#calls.bytes("rl_range", [this.format, this.record, given], (...n) => [this.#handle, ...n, which]);
    const stop = ask(RANGE.stop);
    return { part: new TextDecoder().decode(ask(RANGE.part)), start: ask(RANGE.start), stop: stop.length ? stop : null };
  }

  get #own() {
    return this.#decoder ?? started();
  }

  get #calls() {
    return this.#own.calls;
  }

  get #handle() {
    return handleOf(this.#schema, this.#calls);
  }

  #flags(names) {
    return names.reduce((flags, name) => (this.#options[name] ? flags | FLAGS[name] : flags), 0);
  }
}

/** A column that was asked for. */
function fieldOf(name, field) {
  if (!Array.isArray(field) || typeof field[0] !== "string") throw new TypeError(`${name}: expected a path and a type, such as ["count", "int64"]`);
  const [path, type] = field;
  return { name, path, type, number: typeNumber(type, name) };
}

/** The cells of each part as inputs. */
function cellsOf(cells) {
  const names = namedOf(cells).map(([name]) => name);
  const counts = names.map((name) => (Array.isArray(cells[name]) ? cells[name].length : (cells[name]?.offsets?.length ?? 0) - 1));
  const [rows = 0] = counts;
  const odd = counts.findIndex((count) => count !== rows);
  if (odd >= 0) throw new RangeError(`the part ${names[odd]} has ${counts[odd]} rows, the part ${names[0]} has ${rows}`);
  return { names, rows, inputs: names.flatMap((name) => [length(name), name, ...column(cells[name], name)]) };
}

/** The cells of one row. */
function cellsIn(cells, row) {
  const one = (of) => (Array.isArray(of) ? [of[row]] : [of.data.subarray(of.offsets[row], of.offsets[row + 1])]);
  return Object.fromEntries(Object.entries(cells).map(([name, of]) => [name, one(of)]));
}
