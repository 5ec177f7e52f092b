import { Reader } from "./cbor.js";
import { RowlensError } from "./error.js";
import { bit, checked } from "./row-number.js";

/** What decodeBatch returns: a record, an error or null for each row. Rows are read on access. */
export class Batch {
  #kind;
  #answer;
  #reader;
  #valid;

  /** @param {{starts: Int32Array, codes: Int32Array, data: Uint8Array}} answer @param {Uint8Array} [valid] which rows are not null, as bits */
  constructor(kind, answer, valid) {
    this.#kind = kind;
    this.#answer = answer;
    this.#valid = valid;
    this.#reader = new Reader(answer.data);
  }

  get length() {
    return this.codes.length;
  }

  /** For each row 0, or the number of its error. */
  get codes() {
    return this.#answer.codes;
  }

  /** @returns {{format: string, record: string, fields: object}|{error: RowlensError}|null} */
  get(row) {
    checked(row, this);
    if (this.#valid && !bit(this.#valid, row)) return null;
    const value = this.#reader.itemAt(this.#answer.starts[row]);
    const code = this.codes[row];
    if (code === 0) return this.#kind.recordOf(value);
    return { error: new RowlensError({ ...value.error, code, name: value.error.code, row }) };
  }

  *[Symbol.iterator]() {
    for (let row = 0; row < this.length; row++) yield this.get(row);
  }
}

/** What encodeBatch returns: one encoded part or an error for each row. */
export class EncodedBatch {
  #answer;
  #why;

  /** @param {{starts: Int32Array, codes: Int32Array, data: Uint8Array}} answer @param {(row: number) => RowlensError} why a row was refused */
  constructor(answer, why) {
    this.#answer = answer;
    this.#why = why;
  }

  get length() {
    return this.codes.length;
  }

  /** For each row 0, or the number of its error. */
  get codes() {
    return this.#answer.codes;
  }

  /** @returns {{bytes: Uint8Array}|{error: RowlensError}} */
  get(row) {
    const { starts, codes, data } = this.#answer;
    checked(row, this);
    return codes[row] === 0 ? { bytes: data.slice(starts[row], starts[row + 1]) } : { error: this.#why(row) };
  }

  *[Symbol.iterator]() {
    for (let row = 0; row < this.length; row++) yield this.get(row);
  }
}
