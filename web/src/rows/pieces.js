// A file being written, with little of it in memory at a time.

const PIECE = 4 << 20; // bytes

export class Pieces {
  #done = [];
  #held = [];
  #size = 0;

  /** @param {Uint8Array} bytes */
  put(bytes) {
    this.#held.push(bytes);
    this.#size += bytes.length;
    if (this.#size < PIECE) return;
    this.#done.push(new Blob(this.#held));
    [this.#held, this.#size] = [[], 0];
  }

  /** What was written. @param {string} type */
  blob(type) {
    return new Blob([...this.#done, ...this.#held], { type });
  }
}
