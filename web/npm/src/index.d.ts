import type { ColumnField, Columns, Member } from "./columns.js";
import type { Kinds } from "./kinds.js";

export type { Kinds } from "./kinds.js";
export * from "./columns.js";
export * from "./tables.js";
export * from "./connected.js";
export * from "./stores.js";

/** A field in JavaScript: 64-bit integers are always bigints; bytes are Uint8Arrays. Objects are plain: a Map, a Date or an instance of a class is refused. */
export type FieldValue = null | boolean | number | bigint | string | Uint8Array | FieldValue[] | { [name: string]: FieldValue };
/** The fields of a record whose type the program has not given, as `new Kind<EdgeCount>(…)` and `decode<EdgeCount>(…)` do. */
export type Fields = { [name: string]: any };
/** Id of a format; an editor completes those of this version. */
export type FormatName = keyof Kinds | (string & {});
/** Name of a record kind of a format. */
export type RecordName<F> = [F] extends [keyof Kinds] ? keyof Kinds[F] & string : string;
/** The result of encoding: the parts by name. Only the first part of a kind is present in all of its records. */
export type Encoded<F, R> = [F] extends [keyof Kinds]
  ? [R] extends [keyof Kinds[F]] ? Kinds[F][R] : { [part: string]: Uint8Array | Uint8Array[] }
  : { [part: string]: Uint8Array | Uint8Array[] };
/** The parts of an entry by name: row, family, qualifier, visibility, value; or key, value. */
export type Parts = { [name: string]: Uint8Array };
/** Bytes to read. */
export type Bytes = Uint8Array | ArrayBuffer | DataView;
/** Parts to read. */
export type GivenParts = { [name: string]: Bytes };
/** One part of many rows: a list, or Arrow's layout, where row i is data from offsets[i] to offsets[i + 1]. */
export type Cells = readonly Bytes[] | { offsets: Int32Array; data: Uint8Array };
/** The same with null rows: null in a list, or a 0 in validity, which has a bit for each row, lowest bit first. */
export type NullableCells = readonly (Bytes | null)[] | { offsets: Int32Array; data: Uint8Array; validity?: Uint8Array | null | undefined };

export interface KindOptions {
  /** Gives stored codes their names and types. */
  schema?: Schema;
  /** Accept what upstream's own reader accepts although no writer writes it. */
  lenient?: boolean;
  /** Allow more bytes after the value; the fields gain "consumed". */
  prefix?: boolean;
  /** Lift the size limits of upstream's writers. */
  unlimited?: boolean;
  /** Fail a record when a check value (a salt) differs; otherwise that is one of its doubts. */
  check?: boolean;
  /** Fail a batch at its first bad row, which the error names. */
  strict?: boolean;
  /** The decoder to use instead of the one that init started. */
  decoder?: Rowlens;
}

/**
 * A record kind of a format, with its schema and options: decodes and encodes records. T is the type of its fields, if the
 * program gives one; it is not checked at run time.
 */
export declare class Kind<T extends object = Fields, F extends FormatName = FormatName, R extends RecordName<F> | "" = RecordName<F> | ""> {
  /** Without a record it stands for any kind of the format, and each decoded record names its kind. */
  constructor(format: F, record?: R, options?: KindOptions);
  /** Id of the format: "actionbase". */
  readonly format: F;
  /** Name of the record kind: "edge-state"; empty for any. */
  readonly record: R | "";
  /** Decodes one record. */
  decode(parts: GivenParts): DecodedRecord<T>;
  /** The fields of one record as the JSON that `rowlens decode` prints. */
  decodeJSON(parts: GivenParts): string;
  /** What every byte means. */
  explain(parts: GivenParts): Tree;
  /** Encodes a record: its parts by name. */
  encode(fields: T): Encoded<F, R>;
  /** Encodes one part of a record. Fields that only other parts need may be absent. */
  encodePart(part: string, fields: Partial<T>): Uint8Array;
  /** Decodes rows: the cells of each part, all with the same number of rows. A row is null if one of its cells is. */
  decodeBatch(cells: { [part: string]: Cells }): Batch<T>;
  decodeBatch(cells: { [part: string]: NullableCells }): Batch<T, BatchRow<T> | null>;
  /** Decodes rows to typed columns, each with a name. A row is null in them if one of its cells is, or if it fails and the kind is not strict. */
  decodeColumns<const Of extends { readonly [name: string]: ColumnField }>(cells: { [part: string]: NullableCells }, fields: Of): Columns<Of>;
  /** Encodes one part of each record of a list, or several parts, with a batch for each. A row that fails keeps its place, unless the kind is strict. */
  encodeBatch<const P extends string | readonly string[]>(parts: P, list: readonly Partial<T>[]): EncodedParts<P, EncodedBatch>;
  /**
   * Encodes parts of each row from columns of members, by their paths: `{count: BigInt64Array.of(1n, 2n),
   * "directedSource.value": ["a", "b"]}`. No member is inside another, and lists have all items from 0 up to the last.
   */
  encodeColumns<const P extends string | readonly string[]>(parts: P, columns: { readonly [path: string]: Member }): EncodedParts<P, EncodedBatch>;
  /** The range of keys that a scan must read to find the records with these fields, which are the leading ones of the key, without a gap. */
  keyRange(fields: object): KeyRange;
}

/** The keys from start up to, but not including, stop; null for an open range. */
export interface KeyRange {
  part: string;
  start: Uint8Array;
  stop: Uint8Array | null;
}

export interface DecodedRecord<T extends object = Fields> {
  /** Id of the format: "actionbase". */
  format: string;
  /** Name of the record kind: "edge-state". */
  record: string;
  fields: T;
  /** What is doubtful about the record; absent for most. */
  doubts?: Doubts;
}

/** What is doubtful about a record, as the command prints it. */
export interface Doubts {
  /** Only a lenient reader accepts the bytes: why a strict one refuses them. */
  lenient?: { part: string; offset: bigint; expected: string; found: string };
  /** How many bytes belong to nothing. */
  extra?: bigint;
  /** Check values that do not match. */
  check?: { field: string; part: string; offset: bigint; stored: Uint8Array; expected: Uint8Array }[];
  /** The fields encode to different bytes. */
  canonical?: false;
}

/** A row of a batch. */
export type BatchRow<T extends object = Fields> = (DecodedRecord<T> & { error?: undefined }) | { record?: undefined; fields?: undefined; doubts?: undefined; error: RowlensError };

/** A record, an error or null for each row, in order. A row is read when you ask for it. */
export declare class Batch<T extends object = Fields, Row extends BatchRow<T> | null = BatchRow<T>> implements Iterable<Row> {
  private constructor();
  readonly length: number;
  /** For each row 0, or the number of the error. */
  readonly codes: Int32Array;
  get(row: number): Row;
  [Symbol.iterator](): Iterator<Row>;
}

/** A batch for one part, or for several parts one each, by name. */
export type EncodedParts<P extends string | readonly string[], Batch> = P extends readonly (infer Name extends string)[] ? { [part in Name]: Batch } : Batch;

/** A row of an encoded batch. */
export type EncodedRow = { bytes: Uint8Array; error?: undefined } | { bytes?: undefined; error: RowlensError };

/** One encoded part or an error for each row, in order. */
export declare class EncodedBatch implements Iterable<EncodedRow> {
  private constructor();
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
  /** Which part lone bytes are; undefined for parts that were passed by name. */
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
  refused?: ({ format: string; record: string; title: string; covered: number; total: number; near: boolean; error: RefusalReason; tree?: Tree })[];
  waiting?: string;
  error?: { code: string; message: string };
}

/** Why a call failed. */
export declare class RowlensError extends Error {
  /** The stable name: "truncated". */
  readonly code: string;
  /** The stable number in rowlens.h; 0 when the failure has only a name, like damage of a store. */
  readonly number: number;
  /** The byte of the part where decoding stopped, or -1. */
  readonly offset: number;
  /** The part of the entry, or "". */
  readonly part: string;
  /** The path of the field that was read or written, or "". */
  readonly path: string;
  /** The row of a batch, or -1. */
  readonly row: number;
  /** What a file threw while it was read. */
  readonly cause?: unknown;
}

/** Tables, models or names that give stored codes their names and types. The decoder keeps them until close. */
export declare class Schema {
  /** Takes the schema as an object or as JSON text; it refers to the schemas in "uses" by name. */
  constructor(format: FormatName, of: object | string, options?: { uses?: readonly Schema[]; decoder?: Rowlens });
  readonly format: string;
  /** The number by which requests to answer refer to it. */
  readonly handle: number;
  close(): void;
  [Symbol.dispose](): void;
}

/** A decoder with its own memory. */
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

/** Loads the decoder once. Without a source, it loads the package's own rowlens.wasm. */
export declare function init(source?: Source): Promise<Rowlens>;

/** Decodes bytes of an unknown kind, lone or by part, as the most probable kind of any format. */
export declare function decode<T extends object = Fields>(input: Bytes | GivenParts, options?: { format?: FormatName }): DecodedRecord<T>;
/** The most probable reading of lone bytes, or of the parts of an entry. */
export declare function identify(input: Bytes | GivenParts, options?: { format?: FormatName }): Identified;
/** Says what pasted text or bytes may be. */
export declare function inspect(request: InspectRequest): Inspection;
/** Answers one request line of the conformance protocol. */
export declare function answer(line: string): string;
/** The 32-bit hash under which a format stores a name. */
export declare function hash32(format: FormatName, name: string): number;
/** The order in which the store of a format sorts keys; without a format, that of unsigned bytes. */
export declare class Order {
  constructor(format?: FormatName | "", options?: { family?: Uint8Array; schema?: Schema; decoder?: Rowlens });
  readonly format: string;
  /** -1, 0 or 1. Values do not count. */
  compare(left: GivenParts, right: GivenParts): -1 | 0 | 1;
}

/** How a version of a hybrid logical clock is cut into time and counter. */
export type HlcLayout = "maryk" | "ms-16" | "ms-12";
/** The version that a hybrid logical clock has at an instant: milliseconds since 1970-01-01 UTC, and the counter. */
export declare function hlcJoin(layout: HlcLayout, physical: bigint | number, logical: bigint | number): bigint;
/** Splits a version of a hybrid logical clock. */
export declare function hlcSplit(layout: HlcLayout, version: bigint | number): { physical: bigint; logical: bigint };

/** Bytes as lower-case hex. */
export declare function toHex(bytes: Uint8Array): string;
/** Hex as bytes. */
export declare function fromHex(text: string): Uint8Array;
/** Fields as the JSON that the command reads. */
export declare function toJSON(fields: FieldValue): string;
