// A file is read piece by piece.

const CHUNK = 512 << 10;

/** The bytes of a file from an offset on, as many as are read at once. @param {Blob} file @param {number} at */
export function chunk(file, at) {
  const bytes = file.slice(at, at + CHUNK).arrayBuffer();
  bytes.catch(() => {}); // it is read ahead: who waits for it gets the error then
  return bytes;
}
