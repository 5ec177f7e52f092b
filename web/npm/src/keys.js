// What a store does with keys: their order, and the versions of its clock.

import { bytesOf, namedOf, partsOf } from "./calls.js";
import { NUMBERS, RowlensError } from "./error.js";
import { checkOptions } from "./options.js";
import { handleOf } from "./schema.js";
import { started } from "./started.js";

/** The answer of rl_compare for equal keys; one less means before, one more means after. */
export const EQUAL = 1;
const OPTIONS = ["family", "schema", "decoder"];

/**
 * The order in which the store of a format sorts keys: part by part as unsigned bytes, or by the comparator of a
 * column family. An empty format means plain unsigned bytes.
 */
export class Order {
  #decoder;
  #schema;
  #family;

  /** @param {string} [format] @param {{family?: Uint8Array, schema?: import("./schema.js").Schema, decoder?: import("./rowlens.js").Rowlens}} [options] */
  constructor(format = "", options = {}) {
    const { family = new Uint8Array(), schema, decoder } = checkOptions(options, OPTIONS);
    this.format = format;
    this.#family = bytesOf(family, "family");
    this.#schema = schema;
    this.#decoder = decoder;
  }

  /** -1, 0 or 1, as sort() expects. Values do not count. */
  compare(left, right) {
    const [a, b] = [left, right].map((parts) => namedOf(parts));
    const { calls } = this.#decoder ?? started();
    return calls.run("rl_compare", [this.format, this.#family, ...partsOf([...a, ...b])], (f, c) => [handleOf(this.#schema, calls), f, c, a.length, b.length]) - EQUAL;
  }
}

/** A number of 64 bits. */
function unsigned(given, name) {
  if (typeof given === "bigint" || Number.isInteger(given)) {
    const number = BigInt(given);
    if (BigInt.asUintN(64, number) === number) return number;
  }
  throw new RowlensError({ name: "refused", message: `${name}: expected a whole number of 64 bits, not negative, found ${String(given)}`, field: name });
}

const LAYOUTS = ["maryk", "ms-16", "ms-12"];

/** @param {import("./rowlens.js").Rowlens} decoder */
function hlc(decoder, layout, text) {
  if (!LAYOUTS.includes(layout)) throw new RowlensError({ name: "bad-option", message: `there is no layout ${layout}; there are ${LAYOUTS.join(", ")}` });
  const { error, code, field, ...said } = JSON.parse(decoder.answer(JSON.stringify({ op: "hlc", layout, text })));
  if (error) throw new RowlensError({ code: NUMBERS[code] ?? NUMBERS.refused, name: code ?? "refused", message: error, field: field ?? error.match(/^(physical|logical): /)?.[1] });
  return said;
}

/** The version of a hybrid logical clock for an instant, in milliseconds since 1970, and a counter. */
export function hlcJoin(decoder, layout, physical, logical) {
  const [ms, count] = [unsigned(physical, "physical"), unsigned(logical, "logical")];
  // What the decoder cannot read as a time at all
  if (ms >> 63n) throw new RowlensError({ name: "refused", message: `physical: expected fewer milliseconds, found ${ms}`, field: "physical" });
  return BigInt(hlc(decoder, layout, `${ms}ms/${count}`).version);
}

/** Splits a version of a hybrid logical clock. */
export function hlcSplit(decoder, layout, version) {
  const { physical, logical } = hlc(decoder, layout, String(unsigned(version, "version")));
  return { physical: BigInt(physical), logical: BigInt(logical) };
}
