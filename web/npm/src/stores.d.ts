import type { Doubts, Fields, FormatName, KeyRange, Parts, RowlensError, Tree } from "./index.js";
import type { CountOptions, Stats } from "./tables.js";

/**
 * A file for the decoder to read. Its name has slashes between folders, and any other characters but zero bytes. `.` is the folder itself, and `..`
 * the one above, at most the top.
 */
export interface HostFile {
  name: string;
  size: number;
  /** Returns fewer bytes only at the end of the file. What it throws becomes the cause of the call's error. */
  read(position: number, length: number): Uint8Array;
  /** Called before the first read; it may set size. */
  open?(): void;
  close?(): void;
}

/** A table of a store: a column family (RocksDB), a named database (LMDB), a table (HBase), a locality group (Accumulo). */
export interface StoreTable {
  /** Id of the kind of store: "rocksdb", "lmdb", "hbase", "accumulo". */
  kind: string;
  /** The store's file or folder; empty for everything that was given. */
  path: string;
  /** The name, for people. */
  table: string;
  /** The name of a column family as it is stored. */
  cf?: Uint8Array;
  group?: string;
  comparator?: string;
  /** From the files' own statistics; null where they do not say. */
  files: number | null;
  entries: number | null;
  bytes: number | null;
  first: Uint8Array | null;
  last: Uint8Array | null;
  compression: string[];
  properties: { [name: string]: string };
  /** How many damaged places were found when the store was opened. */
  damage: number;
  /** The numbers of its store and of the table in it. */
  place: [number, number];
}

/** A damaged place of a file. */
export interface StoreDamage {
  file: string;
  /** The stable word for what is wrong: "block-checksum". */
  code: string;
  message: string;
  offset: number | null;
  expected: string;
  found: string;
  /** Stored bytes that could not be read; 0 for none or unknown. */
  lost: number;
  /** Keys between which rows are missing, where they are known. */
  after?: Uint8Array;
  before?: Uint8Array;
  /** Nothing is lost: the normal end of a log after a crash, a wrong count. */
  remark?: true;
}

/** A recognised file: of a kind of store, or of another program. */
export interface StoreFile {
  file: string;
  bytes: number;
  kind?: string;
  what?: string;
  /** In words: "a table file (SST) of RocksDB". */
  title: string;
  /** Why it is not read, with what to do instead; absent for files that are read. */
  refuse?: string;
  why?: string;
}

export interface ScanOptions {
  /** Only this format, and only this record kind of it. */
  format?: FormatName;
  record?: string;
  /** Models or tables as JSON, which take precedence over those in the store. */
  schema?: object;
  /** A filter as `rowlens decode --where` takes it. A member that no row has, and no model can have, is an error after the last row, unless a limit or a part leaves rows out. */
  where?: string;
  /** Every version and tombstone, not only what a reader of the store sees. */
  stored?: boolean;
  /** Also what is found without an index or tree. */
  salvage?: boolean;
  /** The first key to read, and the first key after the range. */
  start?: Uint8Array;
  stop?: Uint8Array;
  /** How many rows at most, 1 or more; with part, for each part. */
  limit?: number;
  /** A part from parts() for the same rows; or a share of the stores, by its number from 0 and how many there are. */
  part?: StorePart | readonly [number: number, of: number];
  /** The state at a sequence number (RocksDB) or a timestamp. */
  at?: bigint | number;
  /** How many versions of each cell (HBase, Accumulo). */
  versions?: number;
  /** The reader's authorizations (Accumulo). */
  labels?: string[];
}

export interface StatsOptions extends Omit<ScanOptions, "limit" | "part">, CountOptions {}

/**
 * A part of what a scan reads, for anyone who opens the same files: in a worker, in another process or on another machine. It can be
 * sent in messages and as JSON.
 */
export interface StorePart {
  /** The numbers of its store and of its table; -1 for all tables. */
  readonly store: number;
  readonly table: number;
  /** The first key, and the first key after the part, in hex. */
  readonly start?: string;
  readonly stop?: string;
  /** Its number, from 0, among the parts of the table. */
  readonly number: number;
  readonly of: number;
  readonly later: boolean;
  readonly size: number;
  /** Identifies the files. */
  readonly print: string;
  /** What the very first rows tell about the rest: their format, and the table they belong to. */
  readonly learnt: string;
}

export interface PartsOptions extends Omit<ScanOptions, "limit" | "part" | "where"> {
  /** Roughly how many stored bytes a part has. Without it, and where there is no index, a part is a whole store or table. */
  size?: number;
  /** The keys you want, of the part "key", or "row" in HBase and Accumulo. Others are left out where tables are sorted by the bytes of the key. */
  keys?: Partial<KeyRange> & Pick<KeyRange, "part">;
}

/** Where a row is stored: offset is that of its block in the file, at is the place in the unpacked block. */
export interface StoreSource {
  file?: string;
  offset?: number;
  at?: number;
  level?: number;
  sequence?: bigint;
  group?: string;
  table?: string;
  /** A column family, in hex. */
  cf?: string;
}

/** A row of a store: decoded, or with an error. Where rows are missing, it has only source, error and damage. */
export interface StoreRow {
  format?: string;
  record?: string;
  parts?: Parts;
  /** The store's own, as decimal text. */
  timestamp?: string;
  /** The kind of tombstone, as the store spells it. */
  deleted?: string;
  source: StoreSource;
  fields?: Fields;
  doubts?: Doubts;
  error?: RowlensError;
  damage?: StoreDamage;
}

/** A stretch of a file: footer, block, page, record, gap. */
export interface StorePiece {
  /** Its number, from 1. */
  block: number;
  offset: number;
  bytes: number;
  what: string;
  detail: string;
  entries?: number;
  first?: Uint8Array;
  damage?: StoreDamage;
}

/** The stores in some files, opened for reading, block by block. Nothing is written and no lock is taken. */
export declare class Store {
  private constructor();
  tables(): StoreTable[];
  /** What was found damaged when the stores were opened; a scan finds the rest. */
  readonly damage: StoreDamage[];
  /** The recognised files. */
  readonly files: StoreFile[];
  /** The rows of a table, given by name or as tables() returned it, or of all tables. Scans may run side by side, each with its own memory. */
  scan(table?: string | StoreTable, options?: ScanOptions): AsyncGenerator<StoreRow, void, undefined>;
  /**
   * Cuts what a scan reads into parts for workers, at keys of the stores' indexes. Each row and each damaged place is in exactly one part.
   * The files must not change until all parts are read.
   */
  parts(table?: string | StoreTable, options?: PartsOptions): Promise<StorePart[]>;
  /**
   * What is in a table, or in all tables: yields the count so far after each thousand rows, and finally the total, which is what
   * `rowlens stats --json` prints.
   */
  stats(table?: string | StoreTable, options?: StatsOptions): AsyncGenerator<Stats, void, undefined>;
  /** What a file consists of. */
  pieces(file: string): StorePiece[];
  /** A piece of a file byte by byte, with its rows in words. */
  explain(file: string, of: { block?: number; offset?: number; schema?: object; format?: string }): Tree;
  close(): void;
  [Symbol.dispose](): void;
}

/**
 * Opens the stores in files and folders. In Node, give paths or files to read; elsewhere files to read and, in a
 * worker, also a File, or the list of an input or of a drop.
 */
export declare function openStore(given: string | URL | Blob | HostFile | readonly (string | URL | Blob | HostFile)[]): Promise<Store>;
