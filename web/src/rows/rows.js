// The rows of a dump as the worker keeps them: the decoder's blocks in Blobs, which the
// browser may move to disk, and in memory only the record kind of each row.

const CACHED = 6; // blocks

export class Rows {
  count = 0;
  failed = 0;
  blocks = []; // {blob, first, count}
  counts = []; // rows by kind
  #kinds = new Uint16Array(1 << 16);
  #cache = new Map();

  /** Takes a block and returns the kinds of its rows. */
  add(block) {
    const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
    const n = view.getUint32(0, true);
    this.#kinds = withRoom(this.#kinds, this.count + n);
    for (let i = 0; i < n; i++) {
      const kind = view.getUint16(4 + 2 * i, true);
      this.#kinds[this.count + i] = kind;
      this.counts[kind] = (this.counts[kind] ?? 0) + 1;
      if (!kind) this.failed++;
    }
    this.blocks.push({ blob: new Blob([block]), first: this.count, count: n });
    this.count += n;
    return this.#kinds.subarray(this.count - n, this.count);
  }

  kind(row) {
    return this.#kinds[row];
  }

  /** Adds to the counts of rows by kind those of some rows. @param {number[]} counts @param {ArrayLike<number>} numbers @param {number} offset of the first row that they count from */
  tally(counts, numbers, offset) {
    for (let i = 0; i < numbers.length; i++) {
      const kind = this.#kinds[numbers[i] + offset];
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
  }

  /** The bytes of a block. */
  async bytes(index) {
    let bytes = this.#cache.get(index);
    if (!bytes) {
      bytes = new Uint8Array(await this.blocks[index].blob.arrayBuffer());
      if (this.#cache.size >= CACHED) this.#cache.delete(this.#cache.keys().next().value);
    } else {
      this.#cache.delete(index);
    }
    this.#cache.set(index, bytes);
    return bytes;
  }

  /** The index of the block that has a row. */
  blockOf(row) {
    let [low, high] = [0, this.blocks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.blocks[middle].first <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * The blocks that have some rows, each with those rows and how much of all there is up to its end.
   * @param {Uint32Array|null} list numbers of rows, in their order; null for all
   * @returns {AsyncGenerator<{bytes: Uint8Array, picks: Uint32Array|null, part: number}>}
   */
  async *pieces(list) {
    let at = 0;
    for (const [b, { first, count }] of this.blocks.entries()) {
      const from = at;
      while (list && at < list.length && list[at] < first + count) at++;
      if (list && at === from) continue;
      yield { bytes: await this.bytes(b), picks: list ? list.slice(from, at).map((row) => row - first) : null, part: (b + 1) / this.blocks.length };
    }
  }

  /** Groups row numbers, in any order, by block: rows within the block, and their places in numbers. */
  byBlock(numbers) {
    const found = new Map();
    numbers.forEach((row, place) => {
      const b = this.blockOf(row);
      if (!found.has(b)) found.set(b, { rows: [], places: [] });
      const one = found.get(b);
      one.rows.push(row - this.blocks[b].first);
      one.places.push(place);
    });
    return found;
  }
}

/** A typed array with room for so many numbers: the same one, or a longer copy. */
function withRoom(list, room) {
  if (room <= list.length) return list;
  const grown = new list.constructor(Math.max(2 * list.length, room));
  grown.set(list);
  return grown;
}

/** A growing list of row numbers. */
export class Numbers {
  count = 0;
  #list = new Uint32Array(1 << 12);

  add(numbers, offset) {
    this.#list = withRoom(this.#list, this.count + numbers.length);
    for (let i = 0; i < numbers.length; i++) this.#list[this.count + i] = numbers[i] + offset;
    this.count += numbers.length;
  }

  get list() {
    return this.#list.subarray(0, this.count);
  }
}
