// Rows as typed columns, in Arrow's layout.

import { validity as without } from "./nulls.js";
import { bit, checked } from "./row-number.js";

/** Numbers of the types, as RL_TYPE_ has them. */
export const TYPES = { int64: 0, float64: 1, bool: 2, utf8: 3, binary: 4, json: 5, error: 6, doubts: 7, cbor: 8 };
export const WORDS = { int64: BigInt64Array, float64: Float64Array };
const TEXTS = ["utf8", "json", "error", "doubts"];
/** Those of an own name: `{utf8: …}` has no toString. */
const has = (object, name) => Object.hasOwn(object, name);
/** Size of what describes a column in an answer. */
const HEAD = 48;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The number of a type. */
export function typeNumber(type, name) {
  if (!has(TYPES, type)) throw new TypeError(`${name}: there is no type ${type}; there are ${Object.keys(TYPES).join(", ")}`);
  return TYPES[type];
}

/** One column. A row without a value has 0 or nothing in the data. */
export class Column {
  /** @param {{type: string, length: number, nullCount: number, validity: Uint8Array, offsets?: Int32Array, data: BigInt64Array|Float64Array|Uint8Array}} of */
  constructor({ type, length, nullCount, validity, offsets, data }) {
    this.type = type;
    this.length = length;
    this.nullCount = nullCount;
    /** A bit a row, the first one the lowest of its byte: it has a value. */
    this.validity = validity;
    /** Of types without a fixed width: row i is data from offsets[i] to offsets[i + 1]. */
    this.offsets = offsets;
    /** Numbers, a bit a row, or the bytes of all rows. */
    this.data = data;
  }

  /** The value of a row; null if it has none. */
  get(row) {
    if (!bit(this.validity, checked(row, this))) return null;
    if (has(WORDS, this.type)) return this.data[row];
    if (this.type === "bool") return bit(this.data, row);
    const [from, to] = [this.offsets[row], this.offsets[row + 1]];
    return TEXTS.includes(this.type) ? decoder.decode(this.data.subarray(from, to)) : this.data.slice(from, to);
  }

  *[Symbol.iterator]() {
    for (let row = 0; row < this.length; row++) yield this.get(row);
  }
}

/** What decodeColumns returns: for each row a code, for each field a column. */
export class Columns {
  #byName;

  /** @param {Int32Array} codes @param {Object<string, Column>} byName */
  constructor(codes, byName) {
    /** For each row 0, or the number of the error: its row is null in all columns except those of errors. */
    this.codes = codes;
    this.#byName = new Map(Object.entries(byName));
  }

  get length() {
    return this.codes.length;
  }

  get names() {
    return [...this.#byName.keys()];
  }

  /** The column with a name. @returns {Column} */
  get(name) {
    const found = this.#byName.get(name);
    if (!found) throw new RangeError(`there is no column ${name}; there are ${this.names.join(", ")}`);
    return found;
  }

  *[Symbol.iterator]() {
    yield* this.#byName;
  }
}

/** Cuts an answer into columns. @param {[string, string][]} list names and types @param {Uint8Array} answer with a buffer of its own @param {Uint8Array} [valid] which rows are not null */
export function columnsOf(list, codes, answer, valid) {
  const view = new DataView(answer.buffer);
  const made = list.map(([name, type], i) => {
    const [length, nullCount, validity, offsets, data, size] = Array.from({ length: 6 }, (_, k) => Number(view.getBigUint64(HEAD * i + 8 * k, true)));
    const Words = WORDS[type];
    const bits = answer.subarray(validity, validity + ((length + 7) >> 3));
    return [name, new Column({
      type, length,
      ...(valid ? without(bits, length, valid) : { validity: bits, nullCount }),
      offsets: offsets ? new Int32Array(answer.buffer, offsets, length + 1) : undefined,
      data: Words ? new Words(answer.buffer, data, size / 8) : answer.subarray(data, data + size),
    })];
  });
  return new Columns(codes, Object.fromEntries(made));
}
