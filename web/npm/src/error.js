/** Numbers of failures that the module answers with a name. */
export const NUMBER = { badOption: -106, unsupported: -108, refused: -109 };

/** Why a call failed. */
export class RowlensError extends Error {
  /** @param {{code: number, name: string, message: string, row?: number, offset?: number, part?: string, field?: string}} failure */
  constructor(failure) {
    super(failure.message);
    this.name = "RowlensError";
    /** The stable number in rowlens.h; 0 when the failure has only a name. */
    this.number = failure.code;
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

/** What an error is made from again in another thread. */
export function failureOf({ number: code, code: name, row, offset, part, path: field, message }) {
  return { code, name, row, offset, part, field, message };
}
