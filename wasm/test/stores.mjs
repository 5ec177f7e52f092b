// Files of stores out of golden, as a host gives them to the module.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const home = new URL("../../golden/store-files/", import.meta.url);

/** The files of an archive (.tar.gz) by their names. @returns {Map<string, Buffer>} */
export function fixture(name) {
  const tar = gunzipSync(readFileSync(new URL(`${name}.tar.gz`, home)));
  const files = new Map();
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0;) {
    const text = (from, n) => tar.toString("utf8", at + from, at + from + n).replace(/\0.*$/s, "");
    const size = parseInt(text(124, 12), 8);
    const kind = text(156, 1);
    if (kind === "0" || kind === "") files.set(text(0, 100).replace(/^\.\//, ""), tar.subarray(at + 512, at + 512 + size));
    at += 512 + 512 * Math.ceil(size / 512);
  }
  return files;
}

/** The lines of a file of JSON Lines; none if it is not there. */
export const lines = (bytes) => (bytes ?? "").toString().split("\n").filter(Boolean).map((line) => JSON.parse(line));

/** The names of the fixtures of a kind. */
export const fixtures = (kind) => readdirSync(new URL(`${kind}/`, home)).filter((name) => name.endsWith(".tar.gz")).map((name) => `${kind}/${name.replace(/\.tar\.gz$/, "")}`);

/** The files of a sample of a kind. */
export function sample(kind) {
  const folder = fileURLToPath(new URL(`samples/${kind}/`, home));
  const names = readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile());
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
}

/** The store of a fixture without what is expected of it. */
export function storeOf(files) {
  const inside = [...files].filter(([name]) => name.startsWith("db/"));
  return new Map(inside.length ? inside : [...files].filter(([name]) => !/\.(jsonl|md|txt)$/.test(name)));
}

/** A file of 1 GiB with bytes of a short one: all but the last ones at its start, the last ones at its end, zeros between. */
export function sparse(name, bytes, last) {
  const size = 1 << 30;
  const head = bytes.length - last;
  return {
    name, size, count: 0,
    read(at, n) {
      this.count += n;
      const part = new Uint8Array(Math.max(Math.min(n, size - at), 0));
      if (at < head) part.set(bytes.subarray(at, Math.min(at + part.length, head)));
      const tail = Math.max(at, size - last);
      if (at + part.length > tail) part.set(bytes.subarray(bytes.length - (size - tail), bytes.length - (size - at - part.length)), tail - at);
      return part;
    },
  };
}

/** Files in memory as the module reads them; read counts the bytes. @param {Map<string, Uint8Array>} files */
export function hosted(files) {
  const list = [...files].map(([name, bytes]) => ({
    name, size: bytes.length,
    read(at, n) {
      list.read += Math.max(Math.min(n, bytes.length - at), 0);
      return bytes.subarray(at, at + n);
    },
  }));
  list.read = 0;
  return list;
}

/** The text of a dump as a file of the host's, read at most n bytes at a time; rl_bulk_open takes the name as the option text. */
export function textFile(text, n = 1 << 20) {
  return { name: "text", size: text.length, read: (at, length) => text.subarray(at, at + Math.min(length, n)) };
}
