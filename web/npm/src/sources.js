// The rows that stats and diff read, block by block, from a dump or a store.

import { Dump } from "./dump.js";
import { RowlensError } from "./error.js";
import { plainSchema } from "./schema.js";
import { zonesFor } from "./zones.js";

/** The method by which a store begins to read rows. */
export const READ = Symbol("read");

const PIECE = 1 << 20; // bytes of a dump that are read at a time
/** How compressed data begins, what it is called, and what unpacks it: the decoder of this package does not. */
const PACKED = [
  [[0x1f, 0x8b, 0x08], "gzip", 'blob.stream().pipeThrough(new DecompressionStream("gzip")), or gunzipSync(bytes) of node:zlib'],
  [[0x28, 0xb5, 0x2f, 0xfd], "Zstandard", "what zstd -dc prints, or zstdDecompressSync(bytes) of node:zlib (Node 22.15 and later)"],
];
const HEAD = 4; // bytes that tell
const MEMBERS = ["data", "file", "spelling", "cf"];

/**
 * Opens rows.
 * @param {WebAssembly.Module} module
 * @param {unknown} rows a Store, {store, table, …}, the data of a dump, or {data, file, spelling, cf}
 * @param {{format?: string, record?: string, schema?: object}} how to read them
 * @param {{where?: string, stored?: boolean}} [which] of the rows; stored applies to stores only
 */
export async function openRows(module, rows, how, { where = "", stored } = {}) {
  if (rows?.[READ]) return openRows(module, { store: rows }, how, { where, stored });
  if (rows?.store?.[READ]) {
    const { store, table, ...options } = rows;
    const dump = await store[READ](table, { ...how, stored, ...options, where });
    return { dump, stored: true, blocks: blocksOfStore(dump) };
  }
  const { data, ...named } = rows !== null && typeof rows === "object" && "data" in rows ? rows : { data: rows };
  const unknown = Object.keys(named).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) throw new TypeError(`a dump has no option ${unknown}; there are ${MEMBERS.join(", ")}`);
  const pieces = piecesOf(data);
  const schema = plainSchema(how.schema);
  const dump = await Dump.open(module, { ...how, ...named, schema, zones: zonesFor(schema ?? {}) });
  dump.where(where);
  return { dump, stored: false, blocks: blocksOfText(dump, pieces) };
}

async function* blocksOfStore(dump) {
  for (let block = dump.next(); block; block = dump.next()) yield block;
}

/** The pieces of a dump. Compressed ones are refused: they would be read as one bad row. */
async function* unpacked(pieces) {
  let head = [];
  for await (const piece of pieces) {
    if (!(piece instanceof Uint8Array)) throw new TypeError(`expected pieces of a dump as Uint8Arrays, found ${Object.prototype.toString.call(piece).slice(8, -1)}`);
    if (head.length < HEAD) {
      head = [...head, ...piece.subarray(0, HEAD)];
      const [, how, remedy] = PACKED.find(([magic]) => magic.every((byte, i) => head[i] === byte)) ?? [];
      if (how) throw new RowlensError({ name: "refused", message: `the dump is compressed with ${how}; give its content, such as ${remedy}` });
    }
    yield piece;
  }
}

async function* blocksOfText(dump, pieces) {
  for await (const piece of unpacked(pieces)) {
    for (let at = 0; at < piece.length; at += PIECE) {
      if (!dump.feed(piece.subarray(at, at + PIECE))) return;
      yield* blocksOfStore(dump);
    }
  }
  dump.feed(new Uint8Array());
  yield* blocksOfStore(dump);
}

/** The text of a dump, piece by piece. */
function piecesOf(data) {
  if (data instanceof Uint8Array) return [data];
  if (typeof Blob !== "undefined" && data instanceof Blob) return streamed(data.stream());
  if (typeof data?.getReader === "function") return streamed(data);
  if (typeof data !== "string" && (data?.[Symbol.asyncIterator] || data?.[Symbol.iterator])) return data;
  throw new TypeError("expected the rows of a Store, or a dump as a Uint8Array, a Blob, a stream or pieces of bytes");
}

/** Not every browser can iterate over streams. */
async function* streamed(stream) {
  const reader = stream.getReader();
  try {
    for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) yield value;
  } finally {
    await reader.cancel();
  }
}
