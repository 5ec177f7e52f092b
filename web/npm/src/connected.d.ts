import type { ColumnField, Columns, Member } from "./columns.js";
import type {
  BatchRow, Cells, DecodedRecord, EncodedParts, EncodedRow, Fields, FormatName, Identified, Kind, KindOptions, NullableCells, Order, RecordName, Schema, answer, decode, hash32, hlcJoin, hlcSplit, identify, inspect,
} from "./index.js";
import type { Store, openStore } from "./stores.js";
import type { Diff, DiffOptions, Dump, DumpRows, ReadOptions, Stats, StoreRows, CountOptions, diffRows } from "./tables.js";

type Async<Call extends (...args: never[]) => unknown> = (...args: Parameters<Call>) => Promise<Awaited<ReturnType<Call>>>;
type Calls<Of, Name extends keyof Of> = { [N in Name]: Of[N] extends (...args: never[]) => unknown ? Async<Of[N]> : never };

/** A schema that a worker keeps until it is closed. */
export interface ConnectedSchema {
  readonly format: string;
  /** The number by which requests to answer refer to it. */
  readonly handle: number;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A kind in a worker: each call returns a promise. */
export type ConnectedKind<T extends object = Fields, F extends FormatName = FormatName, R extends RecordName<F> | "" = RecordName<F> | ""> =
  Pick<Kind<T, F, R>, "format" | "record"> & Calls<Kind<T, F, R>, "decode" | "decodeJSON" | "explain" | "encode" | "encodePart" | "keyRange"> & {
    decodeBatch(cells: { [part: string]: Cells }): Promise<BatchRow<T>[]>;
    decodeBatch(cells: { [part: string]: NullableCells }): Promise<(BatchRow<T> | null)[]>;
    decodeColumns<const Of extends { readonly [name: string]: ColumnField }>(cells: { [part: string]: NullableCells }, fields: Of): Promise<Columns<Of>>;
    encodeBatch<const P extends string | readonly string[]>(parts: P, list: readonly Partial<T>[]): Promise<EncodedParts<P, EncodedRow[]>>;
    encodeColumns<const P extends string | readonly string[]>(parts: P, columns: { readonly [path: string]: Member }): Promise<EncodedParts<P, EncodedRow[]>>;
  };

/** The stores in some files, opened in a worker. */
export interface ConnectedStore extends Calls<Store, "tables" | "parts" | "pieces" | "explain">, Pick<Store, "scan" | "stats"> {
  damage(): Promise<Store["damage"]>;
  files(): Promise<Store["files"]>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Rows for a worker. Streams and generators cannot be sent to one. */
export type ConnectedRows = Exclude<Dump, ReadableStream | AsyncIterable<Uint8Array>> | DumpRows | ConnectedStore | (Omit<StoreRows, "store"> & { store: ConnectedStore });

/** The calls of a decoder in a worker: each returns a promise. */
export interface Connected {
  init(source?: string | BufferSource | WebAssembly.Module): Promise<null>;
  version(): Promise<string>;
  /** Name and meaning of an error code. */
  meaning(code: number): Promise<string>;
  kind<T extends object = Fields, F extends FormatName = FormatName, R extends RecordName<F> | "" = RecordName<F> | "">(
    format: F, record?: R, options?: Omit<KindOptions, "schema" | "decoder"> & { schema?: ConnectedSchema },
  ): ConnectedKind<T, F, R>;
  order(format?: FormatName | "", options?: { family?: Uint8Array; schema?: ConnectedSchema }): Pick<Order, "format"> & Calls<Order, "compare">;
  openSchema(format: FormatName, of: object | string, options?: { uses?: readonly ConnectedSchema[] }): Promise<ConnectedSchema>;
  openStore(...args: Parameters<typeof openStore>): Promise<ConnectedStore>;
  decode<T extends object = Fields>(...args: Parameters<typeof decode>): Promise<DecodedRecord<T>>;
  identify(...args: Parameters<typeof identify>): Promise<Pick<Identified, "format" | "record" | "part">>;
  inspect: Async<typeof inspect>;
  answer: Async<typeof answer>;
  hash32: Async<typeof hash32>;
  hlcJoin: Async<typeof hlcJoin>;
  hlcSplit: Async<typeof hlcSplit>;
  stats(rows: ConnectedRows, options?: ReadOptions & CountOptions & { where?: string }): AsyncGenerator<Stats, void, undefined>;
  diff(before: ConnectedRows, after: ConnectedRows, options?: DiffOptions): Pick<Diff, "totals"> & AsyncIterable<import("./tables.js").Difference>;
  diffRows(
    before: Parameters<typeof diffRows>[0], after: Parameters<typeof diffRows>[1], options?: { format?: FormatName; record?: string; schema?: ConnectedSchema },
  ): Promise<ReturnType<typeof diffRows>>;
}

/** Anything that takes messages: a browser's Worker, or one of Node's worker_threads. */
export type AnyWorker = Pick<Worker, "postMessage" | "addEventListener"> | { postMessage(message: unknown): void; on(event: string, heard: (...args: any[]) => void): unknown };

/** Connects to a worker whose script is rowlens/worker. */
export declare function connect(worker: AnyWorker): Connected;
