import { Reader } from "./cbor.js";
import { RowlensError } from "./error.js";

/** What decodeBatch returns: a record or an error for each row. A row is read when it is asked for. */
export class Batch {
  #kind;
  #answer;
  #reader;

  constructor(kind, answer) {
    this.#kind = kind;
    this.#answer = answer;
    this.#reader = new Reader(answer.data);
  }

  get length() {
    return this.codes.length;
  }

  /** For each row 0, or the number of the error. */
  get codes() {
    return this.#answer.codes;
  }

  /** @returns {{format: string, record: string, fields: object}|{error: RowlensError}} */
  get(row) {
    const value = this.#reader.itemAt(this.#answer.offsets[checked(row, this)]);
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
  #meaning;

  constructor(answer, meaning) {
    this.#answer = answer;
    this.#meaning = meaning;
  }

  get length() {
    return this.codes.length;
  }

  /** For each row 0, or the number of the error. */
  get codes() {
    return this.#answer.codes;
  }

  /** @returns {{bytes: Uint8Array}|{error: RowlensError}} */
  get(row) {
    const { offsets, data } = this.#answer;
    const bytes = data.slice(offsets[checked(row, this)], offsets[row + 1]);
    const code = this.codes[row];
    if (code === 0) return { bytes };
    const [name, message] = this.#meaning(code).split(/: (.*)/s);
    return { error: new RowlensError({ code, name, message, row }) };
  }

  *[Symbol.iterator]() {
    for (let row = 0; row < this.length; row++) yield this.get(row);
  }
}

/** The number of a row that there is. */
function checked(row, { length }) {
  if (!(Number.isInteger(row) && row >= 0 && row < length)) throw new RangeError(`there is no row ${row}; the batch has ${length}`);
  return row;
}
