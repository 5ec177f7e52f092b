// Files and folders of the disk, for the module to read.

import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { RowlensError } from "./error.js";
import { checkedFile } from "./host-files.js";

class DiskFile {
  #path;
  #fd = -1;
  #users = 0;

  constructor(path, name, size) {
    this.#path = path;
    this.name = name;
    this.size = size;
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

/** Adds a file, or all files in a folder and below it; a file that vanishes meanwhile is skipped. */
function add(list, path, name, above = []) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile()) list.push(new DiskFile(path, name, stat.size));
  const id = `${stat?.dev} ${stat?.ino}`;
  if (!stat?.isDirectory() || above.includes(id)) return;
  for (const entry of readdirSync(path)) add(list, join(path, entry), name ? `${name}/${entry}` : entry, [...above, id]);
}

function stat(path) {
  try {
    return statSync(path);
  } catch (cause) {
    throw new RowlensError({ name: "refused", message: cause.message, cause });
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
  for (const path of paths) if (typeof path === "string") stat(path); // fails for a path that does not exist
  return () => {
    const list = [];
    for (const path of paths) {
      if (typeof path !== "string") list.push(path);
      else add(list, path, paths.length === 1 && stat(path).isDirectory() ? "" : basename(resolve(path)));
    }
    return list;
  };
}
