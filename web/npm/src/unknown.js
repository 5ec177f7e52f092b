// Bytes of an unknown kind.

import { bytesOf, namedOf } from "./calls.js";
import { RowlensError } from "./error.js";
import { toHex } from "./hex.js";
import { Kind } from "./kind.js";
import { checkOptions } from "./options.js";
import { tagOf } from "./types.js";

/** The most probable reading of some bytes. */
export class Identified {
  #decoder;

  constructor(decoder, { format, record, part }) {
    this.#decoder = decoder;
    this.format = format;
    this.record = record;
    /** Which part a lone byte string is; undefined for parts passed by name. */
    this.part = part;
  }

  /** The kind that decodes the bytes. */
  kind() {
    return new Kind(this.format, this.record, { decoder: this.#decoder });
  }
}

/** A lone byte string counts as a part. */
const partsOf = (input, part = "bytes") => (ArrayBuffer.isView(input) || tagOf(input).endsWith("Buffer") || typeof input !== "object" || !input ? { [part]: input } : input);

/** @param {import("./rowlens.js").Rowlens} decoder */
export function identify(decoder, input, options = {}) {
  const { format } = checkOptions(options, ["format"]);
  const parts = Object.fromEntries(namedOf(partsOf(input)).map(([name, bytes]) => [name, toHex(bytesOf(bytes, name))]));
  const { candidates = [], refused = [], error } = decoder.inspect({ parts, format });
  if (candidates.length) return new Identified(decoder, candidates[0]);
  const why = refused[0]?.error ?? error ?? { message: "no known format parses these bytes" };
  throw new RowlensError({ ...why, code: undefined, name: why.code ?? "unknown" });
}

/** @param {import("./rowlens.js").Rowlens} decoder */
export function decode(decoder, input, options) {
  const found = identify(decoder, input, options);
  return found.kind().decode(partsOf(input, found.part));
}
