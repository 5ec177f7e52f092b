import { read } from "./cbor.js";

/** The answer to decodeBatch: a record or an error for each row, in order. */
export class Batch {
  #answer;

  constructor(answer) {
    this.#answer = answer;
  }

  get length() {
    return this.#answer.codes.length;
  }

  /** For each row 0, or the number of the error. */
  get codes() {
    return this.#answer.codes;
  }

  /** @returns {{fields: object}|{error: object}} */
  get(row) {
    const { offsets, data, codes } = this.#answer;
    const value = read(data.subarray(offsets[row], offsets[row + 1]));
    return codes[row] === 0 ? { fields: value } : { error: value.error };
  }

  *[Symbol.iterator]() {
    for (let i = 0; i < this.length; i++) yield this.get(i);
  }
}
