import type { FormatName, GivenParts, Parts, RowlensError, Schema } from "./index.js";
import type { ScanOptions, Store, StoreTable } from "./stores.js";

/** A dump: its bytes, a file, or anything that yields pieces of its bytes. */
export type Dump = Uint8Array | Blob | ReadableStream<Uint8Array> | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** A dump, with what it does not say itself. */
export interface DumpRows {
  data: Dump;
  /** The name to use in reports about its rows. */
  file?: string;
  /** The form of the text; detected if not given. */
  spelling?: string;
  /** The column family of a RocksDB dump: hex, or TYPE/MODEL. */
  cf?: string;
}

/** Rows of a store: those of a table, or some of them. */
export interface StoreRows extends Omit<ScanOptions, "format" | "record" | "schema" | "where" | "limit" | "part"> {
  store: Store;
  table?: string | StoreTable;
}

/** Rows to count or compare. */
export type Rows = Dump | DumpRows | Store | StoreRows;

/** How rows are read. */
export interface ReadOptions {
  /** Only this format, and only this record kind of it. */
  format?: FormatName;
  record?: string;
  /** Models or tables as JSON, which take precedence over those in a store. */
  schema?: object;
}

/** How rows are counted. */
export interface CountOptions {
  /** How many of the biggest entities to list; 10 by default. */
  top?: number;
  /** How many regions of equal key ranges to count rows in, 16 by default; or the keys at which the regions begin. */
  regions?: number;
  splits?: Uint8Array[];
  /** The present, in milliseconds since 1970; later times count as in the future. */
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
 * Counts what is in a dump or a store, in one pass with little memory. Yields the count so far after each thousand rows, and
 * finally the total, which is what `rowlens stats --json` prints. `where` is a filter as `rowlens decode --where` takes it.
 */
export declare function stats(rows: Rows, options?: ReadOptions & CountOptions & { where?: string }): AsyncGenerator<Stats, void, undefined>;

/** A row that was added, removed or changed. */
export interface Difference {
  change: "added" | "removed" | "changed";
  format?: string;
  record?: string;
  /** For a changed row, those of the new one. */
  parts: Parts;
  /** What differs: old and new values by path, as in the JSON of the command; null for a missing one. */
  fields: { [path: string]: [unknown, unknown] };
  timestamp?: string;
  deleted?: string;
  source?: { [member: string]: unknown };
  /** What the old row had instead. */
  was?: { parts?: Parts; timestamp?: string; [member: string]: unknown };
  /** Why a row could not be decoded; fields then has its parts in hex. */
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
  /** Ignore timestamps. */
  visible?: boolean;
  /** What makes two rows the same one; their key by default. */
  match?: "key" | "key without salt" | "entity";
  /** Yield only this many differences, but count all of them. */
  limit?: number;
}

/** The differences between two documents in the order of their keys. You can iterate over them once. */
export declare class Diff implements AsyncIterable<Difference> {
  private constructor();
  [Symbol.asyncIterator](): AsyncGenerator<Difference, void, undefined>;
  /** How many rows differ. Compares what is left, and drops its differences. */
  totals(): Promise<Totals>;
}

/** Begins to compare two documents. Their rows are held in memory; `rowlens diff` compares documents of any size. */
export declare function diff(before: Rows, after: Rows, options?: DiffOptions): Diff;
/** What differs between two rows, such as two versions of one; null if nothing differs. A missing row is null. */
export declare function diffRows(before: GivenParts | null, after: GivenParts | null, options?: { format?: FormatName; record?: string; schema?: Schema }): Difference | null;
