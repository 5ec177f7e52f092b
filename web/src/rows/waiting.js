// What waits for rows that are not read yet.

export class Waiting {
  #list = [];

  /** @param {number} row @returns {Promise<void>} once it is read, or will never be */
  until(row) {
    return new Promise((resolve) => { this.#list.push({ row, resolve }); });
  }

  /** @param {number} count of the rows that are read; Infinity once there will be no more */
  read(count) {
    const due = this.#list.filter(({ row }) => row < count || count === Infinity);
    this.#list = this.#list.filter((one) => !due.includes(one));
    for (const { resolve } of due) resolve();
  }
}
