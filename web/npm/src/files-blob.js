// Files that a reader dropped or chose, for the module to read in a worker: only there can a file be
// read at once.

import { checkedFile, placesOf } from "./host-files.js";

const FIRST = 32 << 10; // bytes read where a reading begins
const MOST = 1 << 20; // bytes read at once where it goes on
const KEPT = 8; // pieces of a file

const GONE = "the file was changed, moved or removed after it was opened; open it again";

/** Why something failed, in words: browsers say of a file that is another one by now that permissions are the problem. */
export const reasonOf = (e) => (["NotReadableError", "NotFoundError"].includes(e.name) ? GONE : String(e.message ?? e));

/** What a part of a file has. */
function readNow(part) {
  try {
    return new Uint8Array(new FileReaderSync().readAsArrayBuffer(part));
  } catch (e) {
    throw new Error(reasonOf(e), { cause: e });
  }
}

/** Each call of the browser takes long, and stores read blocks of some KiB: so more is read at once, the longer a reading goes on. */
class BlobFile {
  #blob;
  #pieces = []; // {at, bytes}, the latest last
  #size = FIRST;
  #next = -1; // where a reading would go on

  constructor(blob, name) {
    this.#blob = blob;
    this.name = name;
    this.size = blob.size;
  }

  read(position, length) {
    const end = Math.min(position + length, this.size);
    if (end <= position) return new Uint8Array();
    let piece = this.#pieces.find(({ at, bytes }) => at <= position && end <= at + bytes.length);
    if (!piece) {
      this.#size = position === this.#next || this.#pieces.at(-1)?.at < position && position <= this.#next ? Math.min(2 * this.#size, MOST) : FIRST;
      const upTo = Math.min(position + Math.max(length, this.#size), this.size);
      piece = { at: position, bytes: readNow(this.#blob.slice(position, upTo)) };
      this.#next = upTo;
      this.#pieces.push(piece);
      if (this.#pieces.length > KEPT) this.#pieces.shift();
    }
    return piece.bytes.subarray(position - piece.at, end - piece.at);
  }
}

/** @param {Blob} blob @param {string} name with slashes between folders */
export const blobFile = (blob, name) => new BlobFile(blob, name);

/** What openStore was given as files of the host. @param {Iterable<File|import("./host-files.js").HostFile>} given */
export function filesOf(given) {
  const several = typeof given === "object" && typeof given?.[Symbol.iterator] === "function" && !ArrayBuffer.isView(given);
  return (several ? [...given] : [given]).map((one) => {
    if (!(one instanceof Blob)) return checkedFile(one, "a File");
    if (typeof FileReaderSync === "undefined") throw new TypeError("a File can be read in a worker only: call openStore there");
    const name = one.webkitRelativePath || one.name || "file";
    return placesOf(name) && blobFile(one, name);
  });
}
