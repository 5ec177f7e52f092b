import { read } from "./cbor.js";
import { RowlensError } from "./error.js";

/** What decodeBatch returns: a record or an error for each row. A row is read when it is asked for. */
export class Batch {
  #kind;
  #answer;

  constructor(kind, answer) {
    this.#kind = kind;
    this.#answer = answer;
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
    const value = read(bytesOf(this.#answer, row));
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
    const bytes = bytesOf(this.#answer, row);
    const code = this.codes[row];
    if (code === 0) return { bytes };
    const [name, message] = this.#meaning(code).split(/: (.*)/s);
    return { error: new RowlensError({ code, name, message, row }) };
  }

  *[Symbol.iterator]() {
    for (let row = 0; row < this.length; row++) yield this.get(row);
  }
}

function bytesOf({ offsets, codes, data }, row) {
  if (!(row >= 0 && row < codes.length)) throw new RangeError(`there is no row ${row}; the batch has ${codes.length}`);
  return data.slice(offsets[row], offsets[row + 1]);
}
