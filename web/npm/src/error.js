/** The error numbers in rowlens.h by name: many answers carry only the name. */
export const NUMBERS = {
  truncated: -1, "bad-header": -2, "bad-type": -3, unterminated: -4, trailing: -5, "bad-value": -6, "bad-text": -7,
  "bad-json": -8, null: -9, missing: -10, limit: -11, "bad-check": -12, "non-canonical": -13, "null-pointer": -100,
  "bad-length": -101, "bad-offsets": -102, "unknown-format": -103, "unknown-record": -104, "bad-part": -105, "bad-option": -106,
  "bad-handle": -107, unsupported: -108, refused: -109, "not-json": -110, "too-large": -111, forked: -112, internal: -113,
  "bad-column": -114, "not-cbor": -115,
};

/** Why a call failed. */
export class RowlensError extends Error {
  /** @param {{code?: number, name: string, message: string, row?: number, offset?: number, part?: string, field?: string, cause?: unknown}} failure */
  constructor(failure) {
    super(failure.message, failure.cause === undefined ? undefined : { cause: failure.cause });
    this.name = "RowlensError";
    /** The stable number in rowlens.h; 0 for a failure that has only a name: damage in a store. */
    this.number = failure.code || (Object.hasOwn(NUMBERS, failure.name) ? NUMBERS[failure.name] : 0);
    /** The stable name: "truncated". */
    this.code = failure.name;
    /** The row of a batch, or -1. */
    this.row = failure.row ?? -1;
    /** The byte of the part where decoding stopped, or -1. */
    this.offset = failure.offset ?? -1;
    this.part = failure.part ?? "";
    /** The path of the field that was read or written. */
    this.path = failure.field ?? "";
  }
}

/** The data from which an error is rebuilt in another thread. */
export function failureOf({ number: code, code: name, row, offset, part, path: field, message }) {
  return { code, name, row, offset, part, field, message };
}
