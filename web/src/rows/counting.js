// The statistics of a document's rows; blocks are counted in order, as they arrive.

const TELL = 300; // ms between two messages

export class Counting {
  #dump;
  #rows;
  #tell;
  #at = 0; // blocks counted
  #running = false;
  #told = 0;
  #ended = false; // another count has replaced it
  #splits;
  #final = false; // whether the last message was final

  /**
   * @param {import("../../npm/src/dump.js").Dump} dump whose rows are counted
   * @param {import("./rows.js").Rows} rows
   * @param {(message: {final: boolean, counted: number, report: string}) => void} tell
   * @param {string[]} splits keys at which regions begin, in hex; without any, all regions have equal size
   */
  constructor(dump, rows, tell, splits) {
    [this.#dump, this.#rows, this.#tell, this.#splits] = [dump, rows, tell, splits.join()];
    dump.statsOpen({ now: Date.now(), splits: splits.length ? splits : undefined });
  }

  /** Whether the regions begin at these keys, so that nothing needs to be counted again. */
  counts(splits) {
    return splits.join() === this.#splits;
  }

  /** Sends the counts so far to another view. */
  again() {
    this.#say(this.#final);
  }

  /** Ends this count because a new one begins. */
  end() {
    this.#ended = true;
  }

  /**
   * Counts the blocks there are.
   * @param {() => Promise<void>} pause
   * @param {() => boolean} whole whether no more rows will come
   */
  async go(pause, whole) {
    if (this.#running) return;
    this.#running = true;
    const { blocks } = this.#rows;
    while (this.#at < blocks.length) {
      const bytes = await this.#rows.bytes(this.#at);
      if (this.#ended) return;
      this.#dump.statsAdd(bytes, null);
      this.#at++;
      if (performance.now() - this.#told > TELL) this.#say(false);
      await pause();
      if (this.#ended) return;
    }
    if (whole()) {
      while (this.#dump.statsRest()) {
        await pause();
        if (this.#ended) return;
      }
      this.#say(true);
    }
    this.#running = false;
  }

  #say(final) {
    this.#final = final;
    this.#told = performance.now();
    const last = this.#rows.blocks[this.#at - 1];
    this.#tell({ final, counted: last ? last.first + last.count : 0, report: this.#dump.stats() });
  }
}
