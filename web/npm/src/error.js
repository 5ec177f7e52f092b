/** Why a call failed. */
export class RowlensError extends Error {
  /** @param {{code: number, name: string, message: string, row?: number, offset?: number, part?: string, field?: string}} failure */
  constructor(failure) {
    super(failure.message);
    this.name = "RowlensError";
    /** The stable number: rowlens.h lists them. */
    this.number = failure.code;
    /** The stable name: "truncated". */
    this.code = failure.name;
    /** The row of a batch, or -1. */
    this.row = failure.row ?? -1;
    /** The byte of the part at which decoding stopped, or -1. */
    this.offset = failure.offset ?? -1;
    this.part = failure.part ?? "";
    /** The field that was read or written. */
    this.path = failure.field ?? "";
  }
}
