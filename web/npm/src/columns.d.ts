/** What a column holds, and what becomes of members of other types. */
export type ColumnType =
  /** A BigInt64Array. */
  | "int64"
  /** A Float64Array; whole numbers up to 2^53 too. */
  | "float64"
  /** One bit per row. */
  | "bool"
  /** Text; other scalars as text: decimal, true, hex. */
  | "utf8"
  /** Bytes; text as its UTF-8. */
  | "binary"
  /** Any member as JSON, or as CBOR. */
  | "json" | "cbor"
  /** Why the row failed, or what is doubtful about it, as JSON; the path is empty. Without a column of doubts, a row whose check value differs fails. */
  | "error" | "doubts";

/** The type of a column's data. */
export type ColumnData<Type extends ColumnType> = Type extends "int64" ? BigInt64Array : Type extends "float64" ? Float64Array : Uint8Array;
/** The type of a value in a column; a row without a value is null. */
export type ColumnValue<Type extends ColumnType> =
  Type extends "int64" ? bigint : Type extends "float64" ? number : Type extends "bool" ? boolean : Type extends "binary" | "cbor" ? Uint8Array : string;

/** A column in Arrow's layout. A row without a value has 0 or nothing in the data. */
export interface ColumnLayout<Type extends ColumnType = ColumnType> {
  readonly type: Type;
  readonly length: number;
  /** One bit per row, lowest bit first: 1 if the row has a value. Absent when all rows have one. */
  readonly validity?: Uint8Array | undefined;
  /** For types without a fixed width: row i is data from offsets[i] to offsets[i + 1]. */
  readonly offsets?: Int32Array | undefined;
  /** Numbers, one bit per row, or the bytes of all rows. */
  readonly data: ColumnData<Type>;
}

/** A column that decodeColumns made. Arrow libraries can take its buffers as they are. */
export declare class Column<Type extends ColumnType = ColumnType> implements ColumnLayout<Type>, Iterable<ColumnValue<Type> | null> {
  private constructor();
  readonly type: Type;
  readonly length: number;
  readonly nullCount: number;
  readonly validity: Uint8Array;
  readonly offsets: Int32Array | undefined;
  readonly data: ColumnData<Type>;
  /** The value of a row; null if its record has no such member, if the type cannot hold it, or if the row failed. */
  get(row: number): ColumnValue<Type> | null;
  [Symbol.iterator](): Iterator<ColumnValue<Type> | null>;
}

/** A column to make: the path of the member, "source.value", and the type. */
export type ColumnField = readonly [path: string, type: ColumnType];

/** Rows as typed columns. */
export declare class Columns<F extends { readonly [name: string]: ColumnField } = { readonly [name: string]: ColumnField }>
  implements Iterable<[keyof F & string, Column]> {
  private constructor();
  readonly length: number;
  /** For each row 0, or the number of the error. */
  readonly codes: Int32Array;
  readonly names: (keyof F & string)[];
  get<Name extends keyof F & string>(name: Name): Column<F[Name][1]>;
  [Symbol.iterator](): Iterator<[keyof F & string, Column]>;
}

/**
 * One member of each row's fields, to be encoded: numbers, a column in Arrow's layout, or a list, in which null means that the
 * record lacks the member.
 */
export type Member = BigInt64Array | Float64Array | ColumnLayout | readonly unknown[];
