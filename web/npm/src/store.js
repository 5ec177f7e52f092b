// Stores: the files of databases, read block by block.

import { hexOf } from "./calls.js";
import { readAll } from "./cbor.js";
import { Dump } from "./dump.js";
import { RowlensError } from "./error.js";
import { fromHex } from "./hex.js";
import { checkOptions } from "./options.js";
import { partsOf } from "./parts.js";
import { plainSchema } from "./schema.js";
import { READ } from "./sources.js";
import { stats } from "./stats.js";
import { StoreFiles } from "./store-files.js";
import { zonesFor } from "./zones.js";

const CBOR64 = 3;
const COUNT = ["format", "record", "schema", "stored", "salvage", "start", "stop", "at", "versions", "labels", "where"];
const SCAN = [...COUNT, "limit", "part"];
const PARTS = [...COUNT.filter((name) => name !== "where"), "size", "keys"];

/** The stores in some files, opened for reading. Nothing is written, and no lock is taken. */
export class Store {
  #module;
  #files;
  #opened;

  /** @param {WebAssembly.Module} module @param {import("./host-files.js").HostFile[]|(() => import("./host-files.js").HostFile[])} files */
  static async open(module, files) {
    const s = new Store();
    s.#module = module;
    s.#files = files;
    s.#opened = await StoreFiles.open(module, files);
    const { stores, files: known, error } = s.#opened.about;
    if (stores.length && error === undefined) return s;
    const [refused] = known.filter((file) => file.why);
    const failure = s.#opened.refusal(error ?? (refused ? `${refused.file}: ${refused.title}: ${refused.why}` : "there is no store in the files that rowlens reads"));
    s.close();
    throw failure;
  }

  /** The tables of all stores, in order. */
  tables() {
    return this.#about.stores.flatMap(({ tables }, store) => tables.map(({ cf, first, last, ...table }, number) => ({
      ...table, ...(cf === undefined ? {} : { cf: fromHex(cf) }), first: bytes(first), last: bytes(last), place: [store, number],
    })));
  }

  /** Damage found when the stores were opened. */
  get damage() {
    return this.#about.stores.flatMap(({ damage }) => damage.map(damageOf));
  }

  /** All known files and what they are; why says why a file is not read. */
  get files() {
    return this.#about.files;
  }

  /**
   * The decoded rows of a table, given by name or as tables() returned it; of all tables if none is given.
   * Damage takes the place of the missing rows.
   */
  async *scan(table, options = {}) {
    const where = options.where ?? "";
    const dump = await this.#read(table, options, SCAN);
    for (let block = dump.next(); block; block = dump.next()) {
      const rows = where ? dump.match(block) : null;
      for (const item of readAll(dump.write(block, rows, CBOR64))) yield rowOf(item);
    }
    if (where && !options.limit && !options.part) dump.checkWhere();
  }

  /** Cuts what scan reads of one table, or of all, into parts for workers, to be passed as the option part. */
  async parts(table, { size, keys, ...options } = {}) {
    return partsOf(this.#module, this.#request(table, options, PARTS), { size, keys }, this.#files);
  }

  /** What is in a table, or in all of them: see stats. */
  stats(table, { format, record, schema, where, top, regions, splits, now, ...rows } = {}) {
    return stats(this.#module, { store: this, table, ...rows }, { format, record, schema, where, top, regions, splits, now });
  }

  /** Begins to read rows for counting or comparing. */
  [READ](table, options) {
    return this.#read(table, options, COUNT);
  }

  async #read(table, { where = "", ...options }, known) {
    const dump = await Dump.open(this.#module, this.#request(table, options, known), this.#files);
    dump.where(where);
    return dump;
  }

  /** The options of rl_bulk_open. */
  #request(table, options, known) {
    const { start, stop, at, schema, ...rest } = checkOptions(options, known);
    const plain = plainSchema(schema);
    this.#about; // throws if closed
    const { limit } = rest;
    if (limit !== undefined && !(Number.isSafeInteger(limit) && limit > 0)) throw new RangeError(`limit: expected a whole number from 1 on, found ${limit}`);
    return {
      ...rest, schema: plain, store: true, table: table?.place ?? table, start: hexOf(start, "start"), stop: hexOf(stop, "stop"), at: at === undefined ? at : String(at),
      zones: zonesFor(plain ?? {}),
    };
  }

  /** The pieces of a file: footer, blocks, pages, records, in order of offset. */
  pieces(file) {
    this.#about;
    return this.#opened.pieces(file).map(({ first, damage, ...piece }) => ({
      ...piece, ...(first === undefined ? {} : { first: fromHex(first) }), ...(damage ? { damage: damageOf(damage) } : {}),
    }));
  }

  /** A piece of a file byte by byte, given by its number in pieces(), from 1, or by an offset. */
  explain(file, { block, offset, schema, format }) {
    this.#about;
    return this.#opened.explain({ file, block, offset, schema: plainSchema(schema), format });
  }

  close() {
    this.#opened?.close();
    this.#opened = null;
  }

  [Symbol.dispose]() {
    this.close();
  }

  get #about() {
    if (!this.#opened) throw new Error("the store is closed");
    return this.#opened.about;
  }
}

const bytes = (hex) => (hex === null ? null : fromHex(hex));

/** Damage with its keys as bytes. */
function damageOf({ after, before, ...damage }) {
  return { ...damage, ...(after === undefined ? {} : { after: fromHex(after) }), ...(before === undefined ? {} : { before: fromHex(before) }) };
}

/** A row as programs see it. */
function rowOf({ format, record, parts, timestamp, deleted, note, source = {}, fields, error, ...doubts }) {
  const row = {};
  for (const [name, value] of Object.entries({ format, record, parts, timestamp, deleted, note })) if (value !== undefined) row[name] = value;
  row.source = source.offset === undefined ? source : { ...source, offset: Number(source.offset) };
  if (!error) return Object.keys(doubts).length ? { ...row, fields, doubts } : { ...row, fields };
  const { code: name, message, part, offset, field } = error;
  row.error = new RowlensError({ name, message, part, offset: typeof offset === "bigint" ? Number(offset) : offset, field });
  if (!parts) row.damage = { file: source.file, ...error, lost: Number(error.lost ?? 0) };
  return row;
}
