/** A field in JavaScript: 64-bit integers are always bigints; bytes are Uint8Arrays. */
export type FieldValue = null | boolean | number | bigint | string | Uint8Array | FieldValue[] | { [name: string]: FieldValue };
/** The fields of a record, named as in the conformance vectors. */
export type Fields = { [name: string]: FieldValue };
/** The parts of an entry by name: row, family, qualifier, visibility, value; or key, value. */
export type Parts = { [name: string]: Uint8Array };
/** One part of many rows: a list, or Arrow's layout, where row i is data from offsets[i] to offsets[i + 1]. */
export type Cells = readonly Uint8Array[] | { offsets: Int32Array; data: Uint8Array };

export interface KindOptions {
  /** Gives stored codes their names and types. */
  schema?: Schema;
  /** Accept what upstream's own reader accepts although no writer writes it. */
  lenient?: boolean;
  /** Allow more bytes after the value; the fields gain "consumed". */
  prefix?: boolean;
  /** Lift the size limits of upstream's writers. */
  unlimited?: boolean;
  /** Fail a record when a check value (a salt) differs, which is otherwise among its doubts. */
  check?: boolean;
  /** Fail a batch at its first bad row, which the error names. */
  strict?: boolean;
  /** The decoder to use instead of the one that init started. */
  decoder?: Rowlens;
}

/** A record kind of a format, with its schema and options: decodes and encodes records. */
export declare class Kind {
  /** Without a record it stands for any kind of the format, and each decoded record says which one it is. */
  constructor(format: string, record?: string, options?: KindOptions);
  /** Id of the format: "actionbase". */
  readonly format: string;
  /** Name of the record kind: "edge-state"; empty for any. */
  readonly record: string;
  /** Decodes one record. */
  decode(parts: Parts): DecodedRecord;
  /** The fields of one record as the JSON that `rowlens decode` prints. */
  decodeJSON(parts: Parts): string;
  /** What every byte means. */
  explain(parts: Parts): Tree;
  /** Encodes a record: its parts by name. */
  encode(fields: Fields): { [part: string]: Uint8Array | Uint8Array[] };
  /** Encodes one part of a record. Fields that only other parts need may be absent. */
  encodePart(part: string, fields: Fields): Uint8Array;
  /** Decodes rows: the cells of each part, all with the same number of rows. */
  decodeBatch(cells: { [part: string]: Cells }): Batch;
  /** Encodes one part of each record of a list. */
  encodeBatch(part: string, list: readonly Fields[]): EncodedBatch;
}

export interface DecodedRecord {
  /** Id of the format: "actionbase". */
  format: string;
  /** Name of the record kind: "edge-state". */
  record: string;
  fields: Fields;
  /** What is not sure of the record; absent for most. */
  doubts?: Doubts;
}

/** What is not sure of a record, as the command prints it. */
export interface Doubts {
  /** Only a lenient reader takes the bytes: why a strict one refuses them. */
  lenient?: { part: string; offset: bigint; expected: string; found: string };
  /** How many bytes belong to nothing. */
  extra?: bigint;
  /** Check values that do not match. */
  check?: { field: string; part: string; offset: bigint; stored: Uint8Array; expected: Uint8Array }[];
  /** The fields, written again, have other bytes. */
  canonical?: false;
}

/** A row of a batch. */
export type BatchRow = (DecodedRecord & { error?: undefined }) | { record?: undefined; fields?: undefined; doubts?: undefined; error: RowlensError };

/** A record or an error for each row, in order. A row is read when it is asked for. */
export declare class Batch implements Iterable<BatchRow> {
  readonly length: number;
  /** For each row 0, or the number of the error. */
  readonly codes: Int32Array;
  get(row: number): BatchRow;
  [Symbol.iterator](): Iterator<BatchRow>;
}

/** A row of an encoded batch. */
export type EncodedRow = { bytes: Uint8Array; error?: undefined } | { bytes?: undefined; error: RowlensError };

/** One encoded part or an error for each row, in order. */
export declare class EncodedBatch implements Iterable<EncodedRow> {
  readonly length: number;
  /** For each row 0, or the number of the error. */
  readonly codes: Int32Array;
  get(row: number): EncodedRow;
  [Symbol.iterator](): Iterator<EncodedRow>;
}

/** The most probable reading of some bytes. */
export declare class Identified {
  private constructor();
  readonly format: string;
  readonly record: string;
  /** Which part lone bytes are; undefined for parts that were passed by their names. */
  readonly part: string | undefined;
  /** The kind that decodes the bytes. */
  kind(): Kind;
}

/** What every byte means: docs/tree.md. */
export interface Tree {
  v: 1;
  format: string;
  record: string;
  parts: { name: string; hex: string; [more: string]: unknown }[];
  nodes: TreeNode[];
  [more: string]: unknown;
}
export interface TreeNode {
  name: string;
  parent: number;
  start: number;
  end: number;
  role: string;
  [more: string]: unknown;
}

/** Why a reading was refused. */
export interface RefusalReason {
  code: string;
  message: string;
  part?: string;
  offset?: number;
  field?: string;
  expected?: string;
  found?: string;
}

export interface InspectRequest {
  text?: string;
  parts?: { [name: string]: string };
  spelling?: string;
  row?: number;
  format?: string;
  record?: string;
  schema?: unknown;
  cf?: string;
}
export interface Candidate {
  format: string;
  record: string;
  title: string;
  part?: string;
  dots: number;
  tie: boolean;
  covered: number;
  total: number;
  canonical: boolean | null;
  evidence: { kind: string; text: string }[];
  /** As in JSON: 64-bit integers as decimal text, bytes as hex. */
  fields: { [name: string]: unknown };
  tree: Tree;
}
export interface Inspection {
  v: 1;
  spelling?: string;
  alternatives?: string[];
  notes?: string[];
  rows?: { [name: string]: unknown }[];
  rowCount?: number;
  row?: number;
  parts?: { [name: string]: string };
  timestamp?: string;
  candidates?: Candidate[];
  refused?: ({ format: string; record: string; title: string; covered: number; total: number; error: RefusalReason; tree?: Tree })[];
  waiting?: string;
  error?: { code: string; message: string };
}

/** Why a call failed. */
export declare class RowlensError extends Error {
  /** The stable name: "truncated". */
  readonly code: string;
  /** The stable number in rowlens.h; 0 when the failure has only a name. */
  readonly number: number;
  /** The byte of the part where decoding stopped, or -1. */
  readonly offset: number;
  /** The part of the entry, or "". */
  readonly part: string;
  /** The path of the field that was read or written, or "". */
  readonly path: string;
  /** The row of a batch, or -1. */
  readonly row: number;
}

/** Tables, models or names that give stored codes their names and types. The decoder keeps them until close. */
export declare class Schema {
  /** Takes the schema as an object or as JSON text; it refers to the schemas in "uses" by name. */
  constructor(format: string, of: object | string, options?: { uses?: readonly Schema[]; decoder?: Rowlens });
  readonly format: string;
  /** The number by which requests to answer refer to it. */
  readonly handle: number;
  close(): void;
  [Symbol.dispose](): void;
}

/** A decoder with a memory of its own. */
export declare class Rowlens {
  private constructor();
  static start(module: WebAssembly.Module): Promise<Rowlens>;
  readonly version: string;
  /** Bytes of its memory, which never shrinks. */
  readonly memory: number;
  /** Name and meaning of an error code: "truncated: the input ends inside a field". */
  meaning(code: number): string;
  inspect: typeof inspect;
  answer: typeof answer;
  hash32: typeof hash32;
}

export type Source = URL | string | Request | Response | Promise<Response> | BufferSource | WebAssembly.Module;

/** Loads the decoder once. Without a source it is the rowlens.wasm of the package. */
export declare function init(source?: Source): Promise<Rowlens>;

/** Decodes bytes of an unknown kind, lone or by part, as the most probable one of any format. */
export declare function decode(input: Uint8Array | Parts, options?: { format?: string }): DecodedRecord;
/** The most probable reading of lone bytes, or of the parts of an entry. */
export declare function identify(input: Uint8Array | Parts, options?: { format?: string }): Identified;
/** Says what pasted text or bytes may be. */
export declare function inspect(request: InspectRequest): Inspection;
/** Answers one request line of the conformance protocol. */
export declare function answer(line: string): string;
/** The 32-bit hash under which a format stores a name. */
export declare function hash32(format: string, name: string): number;

/** Bytes as lower-case hex. */
export declare function toHex(bytes: Uint8Array): string;
/** Hex as bytes. */
export declare function fromHex(text: string): Uint8Array;
/** Fields as the JSON that the command reads. */
export declare function toJSON(fields: FieldValue): string;

/** A file that the decoder may read: its name has slashes between folders. */
export interface HostFile {
  name: string;
  size: number;
  /** Fewer bytes only at the end of the file. */
  read(position: number, length: number): Uint8Array;
  /** Called before the first read; it may set size. */
  open?(): void;
  close?(): void;
}

/** A table of a store: a column family (RocksDB), a named database (LMDB), a table (HBase), a locality group (Accumulo). */
export interface StoreTable {
  /** Id of the kind of store: "rocksdb", "lmdb", "hbase", "accumulo". */
  kind: string;
  /** The store's file or folder; empty for all that was given. */
  path: string;
  /** The name, for people. */
  table: string;
  /** The name of a column family as it is stored. */
  cf?: Uint8Array;
  group?: string;
  comparator?: string;
  /** As the files' own statistics say; null where they do not. */
  files: number | null;
  entries: number | null;
  bytes: number | null;
  first: Uint8Array | null;
  last: Uint8Array | null;
  compression: string[];
  properties: { [name: string]: string };
  /** In how many places the store was found damaged when it was opened. */
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
  /** It is no loss: the normal end of a log after a crash, a wrong count. */
  remark?: true;
}

/** A file that is known: of a kind of store, or of another program. */
export interface StoreFile {
  file: string;
  bytes: number;
  kind?: string;
  what?: string;
  /** In words: "a table file (SST) of RocksDB". */
  title: string;
  /** Why it is not read, with what to do instead; absent for what is read. */
  refuse?: string;
  why?: string;
}

export interface ScanOptions {
  /** Only this format, and of it only this record kind. */
  format?: string;
  record?: string;
  /** Models or tables as JSON, before those that the store carries. */
  schema?: object;
  /** A filter as `rowlens decode --where` takes it. */
  where?: string;
  /** Every version and tombstone, not only what a reader of the store sees. */
  stored?: boolean;
  /** Also what is found without index or tree. */
  salvage?: boolean;
  /** Keys: the first one that is read, and the first one that is not. */
  start?: Uint8Array;
  stop?: Uint8Array;
  /** How many rows at most. */
  limit?: number;
  /** The state at a sequence number (RocksDB) or a timestamp. */
  at?: bigint | number;
  /** How many versions of a cell (HBase, Accumulo). */
  versions?: number;
  /** The reader's authorizations (Accumulo). */
  labels?: string[];
}

export interface StatsOptions extends Omit<ScanOptions, "limit"> {
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

/** Where a row stands: offset is that of its block in the file, at that in the unpacked block. */
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

/** A row of a store: decoded, or with an error; in the place of rows that are missing only source, error and damage. */
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
  /** Its number, from 1 on. */
  block: number;
  offset: number;
  bytes: number;
  what: string;
  detail: string;
  entries?: number;
  first?: Uint8Array;
  damage?: StoreDamage;
}

/** The stores in some files, opened for reading: block by block, nothing is written, no lock is taken. */
export declare class Store {
  private constructor();
  tables(): StoreTable[];
  /** What was found damaged when the stores were opened; a scan finds the rest. */
  readonly damage: StoreDamage[];
  /** The files that are known. */
  readonly files: StoreFile[];
  /** The rows of a table, by its name or as tables() returned it, or of all. Scans run beside each other, each with a memory of its own. */
  scan(table?: string | StoreTable, options?: ScanOptions): AsyncGenerator<StoreRow, void, undefined>;
  /**
   * What is in a table, or in all: what was counted so far after each thousand rows, and last the whole, which is what
   * `rowlens stats --json` prints.
   */
  stats(table?: string | StoreTable, options?: StatsOptions): AsyncGenerator<Stats, void, undefined>;
  /** What a file consists of. */
  pieces(file: string): StorePiece[];
  /** A piece of a file byte by byte, with the rows in it in words. */
  explain(file: string, of: { block?: number; offset?: number; schema?: object; format?: string }): Tree;
  close(): void;
  [Symbol.dispose](): void;
}

/**
 * Opens the stores in files and folders. In Node: paths, or files that can be read; elsewhere files that can be read, and in a
 * worker also a File, or the list of an input or of a drop.
 */
export declare function openStore(given: string | URL | Blob | HostFile | readonly (string | URL | Blob | HostFile)[]): Promise<Store>;

/** A kind in a worker: each call returns a promise. */
export type ConnectedKind = Pick<Kind, "format" | "record"> & {
  [Name in "decode" | "decodeJSON" | "explain" | "encode" | "encodePart"]: (...args: Parameters<Kind[Name]>) => Promise<ReturnType<Kind[Name]>>;
} & {
  decodeBatch(...args: Parameters<Kind["decodeBatch"]>): Promise<BatchRow[]>;
  encodeBatch(...args: Parameters<Kind["encodeBatch"]>): Promise<EncodedRow[]>;
};
/** The calls of a decoder in a worker: each returns a promise. */
export interface Connected {
  init(source?: string | BufferSource | WebAssembly.Module): Promise<null>;
  kind(format: string, record?: string, options?: Omit<KindOptions, "schema" | "decoder">): ConnectedKind;
  decode(...args: Parameters<typeof decode>): Promise<DecodedRecord>;
  identify(...args: Parameters<typeof identify>): Promise<Pick<Identified, "format" | "record" | "part">>;
  inspect(...args: Parameters<typeof inspect>): Promise<Inspection>;
  answer(...args: Parameters<typeof answer>): Promise<string>;
  hash32(...args: Parameters<typeof hash32>): Promise<number>;
}
/** Speaks with a worker whose script is rowlens/worker. */
export declare function connect(worker: Worker): Connected;
