// Files and folders of the disk, for the module to read.

import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { RowlensError } from "./error.js";
import { checkedFile } from "./host-files.js";

class DiskFile {
  #path;
  #fd = -1;
  #users = 0;

  /** @param {string|Buffer} path @param {boolean} found in a folder, rather than given by its path */
  constructor(path, name, size, found) {
    this.#path = path;
    this.name = name;
    this.size = size;
    this.found = found;
  }

  open() {
    if (this.#users === 0) {
      this.#fd = openSync(this.#path, "r");
      this.size = fstatSync(this.#fd).size;
    }
    this.#users++;
  }

  read(position, length) {
    const bytes = new Uint8Array(length);
    return bytes.subarray(0, readSync(this.#fd, bytes, 0, length, position));
  }

  close() {
    if (--this.#users === 0) closeSync(this.#fd);
  }
}

const refusal = (cause, message = cause.message) => new RowlensError({ name: "refused", message, cause });

/** What is at a path; undefined for what has vanished from a folder: an active database removes files. */
function look(path, inFolder) {
  try {
    return statSync(path);
  } catch (cause) {
    if (!inFolder || cause.code !== "ENOENT") throw refusal(cause);
    if (!lstatSync(path, { throwIfNoEntry: false })) return undefined;
    throw refusal(cause, `${path}: the link leads to nothing; remove it, or give the files themselves`);
  }
}

/** The names in a folder, as bytes: a name need not be UTF-8. */
function entriesOf(path, inFolder) {
  try {
    return readdirSync(path, { encoding: "buffer" });
  } catch (cause) {
    if (inFolder && cause.code === "ENOENT") return [];
    throw refusal(cause);
  }
}

/** The path of an entry of a folder. Node finds a name that is not UTF-8 by a path in bytes only. */
function pathOf(folder, entry) {
  const text = entry.toString();
  return typeof folder === "string" && entry.equals(Buffer.from(text)) ? join(folder, text) : Buffer.concat([Buffer.from(folder), Buffer.from("/"), entry]);
}

/** A name that is not taken yet: the name itself, or the name in a numbered folder, so that the files of two folders do not mix. */
function unique(taken, name) {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${n}/${name}`;
  taken.add(free);
  return free;
}

/** Adds a file, or all files in a folder and below it. What cannot be read is refused: without it the rest may be another state of the store. */
function add(list, path, name, above = []) {
  const inFolder = above.length > 0;
  const stat = look(path, inFolder);
  if (!stat) return;
  if (stat.isFile()) list.push(new DiskFile(path, name, stat.size, inFolder));
  else if (!stat.isDirectory()) throw new RowlensError({ name: "refused", message: `${path}: it is neither a file nor a folder; give the files themselves` });
  const id = `${stat.dev} ${stat.ino}`;
  if (!stat.isDirectory() || above.includes(id)) return;
  const taken = new Set(); // names that are not UTF-8 may have the same text
  for (const entry of entriesOf(path, inFolder)) {
    const text = unique(taken, `${entry}`);
    add(list, pathOf(path, entry), name ? `${name}/${text}` : text, [...above, id]);
  }
}

/**
 * What openStore was given, as files of the host. Files in a given folder are named relative to it; otherwise the name
 * begins with the last element of the given path.
 * @param {string|URL|(string|URL|import("./host-files.js").HostFile)[]} given
 */
export function filesOf(given) {
  const all = Array.isArray(given) ? given : [given];
  const paths = all.map((one) => (one instanceof URL ? fileURLToPath(one) : typeof one === "string" ? one : checkedFile(one, "a path, a URL")));
  const list = () => {
    const [files, taken] = [[], new Set()];
    for (const path of paths) {
      if (typeof path !== "string") files.push(path);
      else add(files, path, paths.length === 1 && look(path).isDirectory() ? "" : unique(taken, basename(resolve(path))));
    }
    return files;
  };
  let first = list(); // fails here with a sentence of its own, and not as a failure of the module
  return () => {
    const files = first ?? list();
    first = null;
    return files;
  };
}
