/** A field as JavaScript has it: 64-bit integers are bigints, always; bytes are Uint8Arrays. */
export type FieldValue = null | boolean | number | bigint | string | Uint8Array | FieldValue[] | { [name: string]: FieldValue };
/** The fields of a record, named as in the conformance vectors. */
export type Fields = { [name: string]: FieldValue };
/** The parts of an entry by name: row, family, qualifier, visibility, value; or key, value. */
export type Parts = { [name: string]: Uint8Array };
/** A column: one cell a row, or Arrow's layout, where row i is data from offsets[i] to offsets[i + 1]. */
export type Column = readonly Uint8Array[] | { offsets: Int32Array; data: Uint8Array };

export interface Options {
  /** What is known beside the bytes; see openSchema. */
  schema?: Schema;
  /** Accept what upstream's own reader accepts although no writer writes it. */
  lenient?: boolean;
  /** The bytes may go on after the value; "consumed" is added to the fields. */
  prefix?: boolean;
  /** Lift size limits that upstream's writers have. */
  unlimited?: boolean;
  /** A check value (a salt) that differs is an error. */
  check?: boolean;
}
export interface RecordKind {
  /** Id of the format: "actionbase". */
  format: string;
  /** Name of the record kind: "edge-state". */
  record: string;
}
export interface RecordOptions extends Options, RecordKind {}
export interface DecodeOptions extends Options, Partial<RecordKind> {
  /** As which part lone bytes are read: "row". */
  part?: string;
}
export interface DecodeBatchOptions extends Options {
  format: string;
  /** Without it each row may be of any kind of the format. */
  record?: string;
  /** Throw at the first bad row, which the error names. */
  strict?: boolean;
}
export interface BatchOptions extends RecordOptions {
  /** Throw at the first bad row, which the error names. */
  strict?: boolean;
}

export interface Decoded extends RecordKind {
  fields: Fields;
}

/** Why a row of a batch failed. */
export interface RowError {
  code: string;
  message: string;
  part?: string;
  offset?: number;
  field?: string;
  expected?: string;
  found?: string;
}

/** A row of a batch. */
export type Row = { record: string; fields: Fields; error?: undefined } | { record?: undefined; fields?: undefined; error: RowError };

/** A record or an error for each row, in order. */
export declare class Batch implements Iterable<Row> {
  readonly length: number;
  /** For each row 0, or the number of the error. */
  readonly codes: Int32Array;
  get(row: number): Row;
  [Symbol.iterator](): Iterator<Row>;
}

/** One answer of bytes a row; a row that failed has none, and its number in codes. */
export interface EncodedBatch {
  offsets: Int32Array;
  codes: Int32Array;
  data: Uint8Array;
  get(row: number): Uint8Array;
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
export interface Candidate extends RecordKind {
  title: string;
  part?: string;
  dots: number;
  tie: boolean;
  covered: number;
  total: number;
  canonical: boolean | null;
  evidence: { kind: string; text: string }[];
  /** As JSON has them: 64-bit integers as decimal text, bytes as hex. */
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
  refused?: (RecordKind & { title: string; covered: number; total: number; error: RowError; tree?: Tree })[];
  waiting?: string;
  error?: { code: string; message: string };
}

/** Why a call failed. */
export declare class RowlensError extends Error {
  /** The stable name: "truncated". */
  readonly code: string;
  /** The stable number: rowlens.h lists them. */
  readonly number: number;
  /** The byte of the part at which decoding stopped, or -1. */
  readonly offset: number;
  readonly part: string;
  /** The field that was read or written. */
  readonly path: string;
  /** The row of a batch, or -1. */
  readonly row: number;
}

/** Something that is known beside the bytes: tables, models, names. */
export declare class Schema {
  readonly format: string;
  readonly handle: number;
  close(): void;
  [Symbol.dispose](): void;
}

/** The calls of one decoder. */
export interface Calls {
  /** Decodes one record. Without a record kind the bytes are identified first. */
  decode(input: Uint8Array | Parts, options?: DecodeOptions): Decoded;
  /** The fields as the JSON that `rowlens decode` prints. */
  decodeJSON(input: Uint8Array | Parts, options: RecordOptions & { part?: string }): string;
  /** Decodes the rows of columns, the same parts for all. */
  decodeBatch(columns: { [part: string]: Column }, options: DecodeBatchOptions): Batch;
  /** What every byte means. */
  explain(input: Uint8Array | Parts, options?: DecodeOptions): Tree;
  /** Writes a record: its parts by name. */
  encode(fields: Fields, options: RecordOptions): { [part: string]: Uint8Array | Uint8Array[] };
  /** Writes one part of a record. */
  encodePart(fields: Fields, options: RecordOptions & { part: string }): Uint8Array;
  /** Writes one part of each record of a list. */
  encodeBatch(list: readonly Fields[], options: BatchOptions & { part: string }): EncodedBatch;
  /** Says what pasted text or bytes are. */
  inspect(request: InspectRequest): Inspection;
  /** One request line of the conformance protocol to its answer line. */
  answer(line: string): string;
  /** Keeps what is known beside the bytes: a schema as the format takes it, or its JSON text. */
  openSchema(format: string, schema: unknown): Schema;
  /** The 32-bit hash under which a format stores names. */
  hash32(format: string, name: string): number;
}

/** A decoder with memory of its own. */
export declare class Rowlens implements Calls {
  static start(module: WebAssembly.Module): Promise<Rowlens>;
  readonly version: string;
  /** Bytes of its memory, which never shrinks. */
  readonly memory: number;
  decode: Calls["decode"];
  decodeJSON: Calls["decodeJSON"];
  decodeBatch: Calls["decodeBatch"];
  explain: Calls["explain"];
  encode: Calls["encode"];
  encodePart: Calls["encodePart"];
  encodeBatch: Calls["encodeBatch"];
  inspect: Calls["inspect"];
  answer: Calls["answer"];
  openSchema: Calls["openSchema"];
  hash32: Calls["hash32"];
}

export type Source = URL | string | Request | Response | Promise<Response> | BufferSource | WebAssembly.Module;

/** Loads the decoder once. Without a source it is the rowlens.wasm of the package. */
export declare function init(source?: Source): Promise<Rowlens>;

export declare const decode: Calls["decode"];
export declare const decodeJSON: Calls["decodeJSON"];
export declare const decodeBatch: Calls["decodeBatch"];
export declare const explain: Calls["explain"];
export declare const encode: Calls["encode"];
export declare const encodePart: Calls["encodePart"];
export declare const encodeBatch: Calls["encodeBatch"];
export declare const inspect: Calls["inspect"];
export declare const answer: Calls["answer"];
export declare const openSchema: Calls["openSchema"];
export declare const hash32: Calls["hash32"];

/** Bytes as lower-case hex. */
export declare function toHex(bytes: Uint8Array): string;
/** Hex as bytes. */
export declare function fromHex(text: string): Uint8Array;
/** Fields as the JSON that the command line reads. */
export declare function toJSON(fields: FieldValue): string;

/** The calls of a decoder in a worker: each returns a promise. */
export type Connected = { [Name in Exclude<keyof Calls, "openSchema" | "decodeBatch" | "encodeBatch">]: (...args: Parameters<Calls[Name]>) => Promise<ReturnType<Calls[Name]>> } & {
  init(source?: string | BufferSource | WebAssembly.Module): Promise<null>;
  decodeBatch(...args: Parameters<Calls["decodeBatch"]>): Promise<Row[]>;
  encodeBatch(...args: Parameters<Calls["encodeBatch"]>): Promise<Uint8Array[]>;
};
/** Speaks with a worker whose script is rowlens/worker. */
export declare function connect(worker: Worker): Connected;
