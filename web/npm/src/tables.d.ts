import type { FormatName, GivenParts, Parts, RowlensError, Schema } from "./index.js";
import type { ScanOptions, Store, StoreTable } from "./stores.js";

/** A dump: its bytes, a file, or anything that gives pieces of its bytes. */
export type Dump = Uint8Array | Blob | ReadableStream<Uint8Array> | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** A dump, and what it does not say itself. */
export interface DumpRows {
  data: Dump;
  /** Becomes the name in what is said of its rows. */
  file?: string;
  /** The form of the text, if it is not to be detected. */
  spelling?: string;
  /** The column family of a RocksDB dump: hex, or TYPE/MODEL. */
  cf?: string;
}

/** Rows of a store: those of a table, or some of them. */
export interface StoreRows extends Omit<ScanOptions, "format" | "record" | "schema" | "where" | "limit"> {
  store: Store;
  table?: string | StoreTable;
}

/** Rows that are counted or compared. */
export type Rows = Dump | DumpRows | Store | StoreRows;

/** How rows are read. */
export interface ReadOptions {
  /** Only this format, and of it only this record kind. */
  format?: FormatName;
  record?: string;
  /** Models or tables as JSON, before those that a store carries. */
  schema?: object;
}

/** How rows are counted. */
export interface CountOptions {
  /** How many of the biggest entities are listed: 10 unless it is said. */
  top?: number;
  /** Among how many regions of equal key ranges rows are counted: 16 unless it is said; or the keys at which they begin. */
  regions?: number;
  splits?: Uint8Array[];
  /** The present, in milliseconds since 1970: what is later lies in the future. */
  now?: number;
}

/** What is in a store: docs/stats.md has all members. */
export interface Stats {
  rows: number;
  bytes: number;
  keyBytes: number;
  valueBytes: number;
  records: { format: string; record: string; rows: number; keyBytes: number; valueBytes: number; share: number }[];
  tables: { format: string; table: string; rows: number; keyBytes: number; valueBytes: number }[];
  damage: number;
  undecodable: Record<string, number>;
  store?: { files: number | null; fileBytes: number | null; freed: number };
  [member: string]: unknown;
}

/**
 * Counts what is in a dump or a store, in one pass with little memory: what was counted so far after each thousand rows, and
 * last the whole, which is what `rowlens stats --json` prints. `where` is a filter as `rowlens decode --where` takes it.
 */
export declare function stats(rows: Rows, options?: ReadOptions & CountOptions & { where?: string }): AsyncGenerator<Stats, void, undefined>;

/** A row that was added, removed or changed. */
export interface Difference {
  change: "added" | "removed" | "changed";
  format?: string;
  record?: string;
  /** Those of the new row if it was changed. */
  parts: Parts;
  /** What differs: old and new by path, as in the JSON of the command, with null for what is not there. */
  fields: { [path: string]: [unknown, unknown] };
  timestamp?: string;
  deleted?: string;
  source?: { [member: string]: unknown };
  /** What the old row had in their place. */
  was?: { parts?: Parts; timestamp?: string; [member: string]: unknown };
  /** Why a row could not be decoded; fields has its parts in hex then. */
  error?: { code: string; message: string; [member: string]: unknown };
}

/** How many rows differ, and how many could not be read. */
export interface Totals {
  added: number;
  removed: number;
  changed: number;
  same: number;
  unread: number;
  records: { format: string; record: string; added: number; removed: number; changed: number; same: number }[];
}

export interface DiffOptions extends ReadOptions {
  /** Compare each version and tombstone of stores. */
  stored?: boolean;
  /** Timestamps do not count. */
  visible?: boolean;
  /** Which rows are the same one: by their key unless it is said. */
  match?: "key" | "key without salt" | "entity";
  /** Give only so many differences, but count all. */
  limit?: number;
}

/** The differences of two documents in the order of their keys. They can be iterated over once. */
export declare class Diff implements AsyncIterable<Difference> {
  private constructor();
  [Symbol.asyncIterator](): AsyncGenerator<Difference, void, undefined>;
  /** How many rows differ: compares what is left, and forgets its differences. */
  totals(): Promise<Totals>;
}

/** Begins to compare two documents, whose rows are held in memory. `rowlens diff` compares documents of any size. */
export declare function diff(before: Rows, after: Rows, options?: DiffOptions): Diff;
/** What differs between two rows, such as two versions of one; null if nothing does. A row may be missing. */
export declare function diffRows(before: GivenParts | null, after: GivenParts | null, options?: { format?: FormatName; record?: string; schema?: Schema }): Difference | null;
