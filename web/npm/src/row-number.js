// What batches and columns do with the number of a row.

/** The number of a row, checked to exist. */
export function checked(row, { length }) {
  if (!(Number.isInteger(row) && row >= 0 && row < length)) throw new RangeError(`there is no row ${row}; the batch has ${length}`);
  return row;
}

/** Whether the bit of a row is set. @param {Uint8Array} bits one per row, the lowest of a byte first */
export const bit = (bits, row) => ((bits[row >> 3] >> (row & 7)) & 1) === 1;
