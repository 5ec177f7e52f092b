import { read } from "./cbor.js";

/** The answer to decodeBatch: a record or an error for each row, in order. */
export class Batch {
  #answer;
  #record;

  constructor(answer, record) {
    this.#answer = answer;
    this.#record = record;
  }

  get length() {
    return this.#answer.codes.length;
  }

  /** For each row 0, or the number of the error. */
  get codes() {
    return this.#answer.codes;
  }

  /** @returns {{record: string, fields: object}|{error: object}} */
  get(row) {
    const { offsets, data, codes } = this.#answer;
    const value = read(data.subarray(offsets[row], offsets[row + 1]));
    if (codes[row] !== 0) return { error: value.error };
    return this.#record ? { record: this.#record, fields: value } : { record: value.record, fields: value.fields };
  }

  *[Symbol.iterator]() {
    for (let i = 0; i < this.length; i++) yield this.get(i);
  }
}
