// The file calls of WASI, over files that a host reads: only those the module uses, and
// none that writes.

import { RowlensError } from "./error.js";
import { tagOf, typeOf } from "./types.js";

/**
 * A file of the host.
 * @typedef {{name: string, size: number, read(position: number, length: number): Uint8Array, open?(): void, close?(): void, found?: boolean}} HostFile
 * name: with slashes between folders; read: returns fewer bytes only at the end of the file; open: called before reading, may set size;
 * found: it was found in a folder, from which it may vanish. A file that was given must be there.
 */

const BADF = 8;
const IO = 29;
const NOENT = 44;
const NOTDIR = 54;
const ROFS = 69;
/** System errors by their names in Node. */
const FAILURES = { ENOENT: NOENT, EACCES: 2, EPERM: 63 };

const ROOT = 3;
const DIRECTORY = 3;
const FILE = 4;
/** Flags of path_open: create, directories only, new files only, truncate. */
const [CREATE, ONLY_DIRECTORY, EXCLUSIVE, CUT] = [1, 2, 4, 8];
const ENTRY = 24; // bytes before the name in a directory entry

const NAME_MAX = 4096; // bytes

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true }); // a name may begin with U+FEFF

/** A file of the host; else throws a sentence. @param {string} other what else is accepted @returns {HostFile} */
export function checkedFile(file, other) {
  const { name, size, read, open } = file ?? {};
  const sized = isSize(size) || typeof open === "function"; // open may set it
  if (typeof name === "string" && typeof read === "function" && sized) return placesOf(name) && file;
  throw new TypeError(`expected ${other}, a file {name, size, read(position, length)}, or a list of them, found ${tagOf(file)}`);
}

const isSize = (size) => Number.isSafeInteger(size) && size >= 0;

/** Throws if a file has no size once it is open; folders have none. */
function checkSize(file) {
  if (!(file instanceof Map || isSize(file.size))) throw new TypeError(`the size of ${file.name}: expected a whole number, found ${String(file.size)}`);
}

/** The folders of a name and its last part, as the module will ask for them: half of a surrogate pair has no UTF-8. Throws if nothing is left. */
export function placesOf(name) {
  const refuse = (what) => {
    throw new RowlensError({ name: "refused", message: `the name of a file: expected ${what}, found ${JSON.stringify(name.slice(0, 100))}` });
  };
  const places = [];
  for (const part of name.split("/")) {
    if (part === "..") places.pop(); // all the files are below one folder
    else if (part !== "" && part !== ".") places.push(part);
  }
  const bytes = encoder.encode(places.join("/"));
  if (places.length === 0) refuse("a text that is more than dots and slashes");
  if (bytes.includes(0)) refuse("a text without a zero byte");
  if (bytes.length > NAME_MAX) refuse(`at most ${NAME_MAX} bytes`);
  return decoder.decode(bytes).split("/");
}

/** Files by folder: a Map of names to files and Maps. */
function tree(files) {
  const root = new Map();
  files.forEach((file, number) => {
    const names = placesOf(file.name);
    if (place(root, names, file)) return;
    while (!place(root, [`${number}`, ...names], file)) number++; // two folders may each have a file of this name
  });
  return root;
}

/** Puts a file at a free path; returns whether it was free. */
function place(root, names, file) {
  const last = names.at(-1);
  let folder = root;
  for (const name of names.slice(0, -1)) {
    if (!folder.has(name)) folder.set(name, new Map());
    folder = folder.get(name);
    if (!(folder instanceof Map)) return false;
  }
  if (folder.has(last)) return false;
  folder.set(last, file);
  return true;
}

/** The file or folder at a path; undefined if there is none. */
function find(root, path) {
  const inside = (folder, name) => (folder instanceof Map ? folder.get(name) : undefined);
  return path.split("/").filter((name) => name !== "" && name !== ".").reduce(inside, root);
}

/** Writes a folder's entries from a number on, in the form of fd_readdir; the last one in a full buffer is cut. @returns {number} bytes */
function list(folder, from, out) {
  let used = 0;
  const entries = [...folder];
  for (let i = from; i < entries.length && used < out.length; i++) {
    const [name, what] = entries[i];
    const text = encoder.encode(name);
    const entry = new Uint8Array(ENTRY + text.length);
    const head = new DataView(entry.buffer);
    head.setBigUint64(0, BigInt(i + 1), true);
    head.setUint32(16, text.length, true);
    head.setUint8(20, what instanceof Map ? DIRECTORY : FILE);
    entry.set(text, ENTRY);
    const part = entry.subarray(0, out.length - used);
    out.set(part, used);
    used += part.length;
  }
  return used;
}

/** Fills stretches of memory with the bytes at an offset. @returns {number} bytes */
function fill(file, offset, stretches) {
  let total = 0;
  for (const stretch of stretches) {
    const bytes = file.read(offset + total, stretch.length);
    if (typeOf(bytes) !== "Uint8Array") throw new TypeError(`read returned ${tagOf(bytes)}, expected a Uint8Array${typeof bytes?.then === "function" ? " and not a promise of it" : ""}`);
    if (bytes.length > stretch.length) throw new RangeError(`read returned ${bytes.length} bytes, asked for ${stretch.length}`);
    stretch.set(bytes);
    total += bytes.length;
    if (bytes.length < stretch.length) break;
  }
  return total;
}

class Host {
  #listed;
  #memory;
  #failed;
  #open;
  #last = ROOT;

  constructor(memory, files, failed) {
    this.#memory = memory;
    this.#failed = failed;
    this.#listed = () => tree(typeof files === "function" ? files() : files);
    this.#open = new Map([[ROOT, null]]); // until the files are listed
  }

  /** What is open under a number; the root is listed when it is first needed. Returns undefined for nothing, and throws what listing throws. */
  #opened(fd) {
    if (fd === ROOT && this.#open.get(ROOT) === null) this.#open.set(ROOT, this.#listed());
    return this.#open.get(fd);
  }

  path_open(dir, at, length, how, result) {
    let from;
    try {
      from = this.#opened(dir);
    } catch (e) {
      return this.#failure(e);
    }
    if (!from) return BADF;
    if (how & (CREATE | EXCLUSIVE | CUT)) return ROFS;
    const found = from instanceof Map ? find(from, decoder.decode(this.#bytes(at, length))) : undefined;
    if (!found) return NOENT;
    if (how & ONLY_DIRECTORY && !(found instanceof Map)) return NOTDIR;
    try {
      found.open?.();
      checkSize(found);
    } catch (e) {
      const code = this.#failure(e);
      return code === NOENT && !found.found ? IO : code; // the module passes over what is not there
    }
    this.#open.set(++this.#last, found);
    return this.#answer(result, this.#last);
  }

  fd_close(fd) {
    if (fd === ROOT || !this.#open.has(fd)) return BADF;
    const of = this.#open.get(fd);
    this.#open.delete(fd);
    try {
      of.close?.();
    } catch {
      return IO; // everything that was wanted has been read
    }
    return 0;
  }

  fd_filestat_get(fd, at) {
    const of = fd === ROOT ? new Map() : this.#open.get(fd);
    if (!of) return BADF;
    this.#bytes(at, 64).fill(0);
    const view = this.#view();
    view.setUint8(at + 16, of instanceof Map ? DIRECTORY : FILE);
    view.setBigUint64(at + 24, 1n, true);
    if (!(of instanceof Map)) view.setBigUint64(at + 32, BigInt(of.size), true);
    return 0;
  }

  fd_pread(fd, vectors, count, offset, result) {
    const of = this.#open.get(fd);
    if (!of || of instanceof Map) return BADF;
    const view = this.#view();
    const stretches = Array.from({ length: count }, (_, i) => this.#bytes(view.getUint32(vectors + 8 * i, true), view.getUint32(vectors + 8 * i + 4, true)));
    let read;
    try {
      read = fill(of, Number(offset), stretches);
    } catch (e) {
      this.#failed(e);
      return IO;
    }
    return this.#answer(result, read);
  }

  fd_readdir(fd, at, length, cookie, result) {
    let of;
    try {
      if (fd === ROOT && cookie === 0n) this.#open.set(ROOT, null); // the files as they are now
      of = this.#opened(fd);
    } catch (e) {
      return this.#failure(e);
    }
    if (!of) return BADF;
    return of instanceof Map ? this.#answer(result, list(of, Number(cookie), this.#bytes(at, length))) : NOTDIR;
  }

  /** The number of a failure; thrown through the module, it would leave the module's stack inconsistent. */
  #failure(e) {
    this.#failed(e);
    return FAILURES[e?.code] ?? IO;
  }

  #view() {
    return new DataView(this.#memory().buffer);
  }

  #bytes(at, length) {
    return new Uint8Array(this.#memory().buffer, at, length);
  }

  #answer(at, number) {
    this.#view().setUint32(at, number, true);
    return 0;
  }
}

/**
 * @param {() => WebAssembly.Memory} memory
 * @param {HostFile[]|(() => HostFile[])} files a function lists them again whenever the module does
 * @param {(why: unknown) => void} failed receives what a file threw
 */
export function hostFiles(memory, files, failed) {
  let host;
  const call = (name) => (...given) => (host ??= new Host(memory, files, failed))[name](...given);
  return {
    path_open: (dir, _lookup, at, length, how, _rights, _inherited, _flags, result) => call("path_open")(dir, at, length, how, result),
    fd_close: call("fd_close"),
    fd_filestat_get: call("fd_filestat_get"),
    fd_pread: call("fd_pread"),
    fd_readdir: call("fd_readdir"),
  };
}
