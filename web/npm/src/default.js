// The functions of the package: those of one decoder that init starts.

import { Rowlens } from "./rowlens.js";

let started;
let one;

/**
 * Starts the decoder once; later calls give the same one.
 * @param {() => Promise<WebAssembly.Module>} load
 */
export function initWith(load) {
  started ??= load().then((module) => Rowlens.start(module)).then((r) => (one = r), (e) => {
    started = undefined; // so that it can be tried again
    throw e;
  });
  return started;
}

function ready() {
  if (!one) throw new Error("call init() first, and wait for it: await init()");
  return one;
}

export const decode = (input, options) => ready().decode(input, options);
export const decodeJSON = (input, options) => ready().decodeJSON(input, options);
export const decodeBatch = (columns, options) => ready().decodeBatch(columns, options);
export const explain = (input, options) => ready().explain(input, options);
export const encode = (fields, options) => ready().encode(fields, options);
export const encodePart = (fields, options) => ready().encodePart(fields, options);
export const encodeBatch = (list, options) => ready().encodeBatch(list, options);
export const inspect = (request) => ready().inspect(request);
export const answer = (line) => ready().answer(line);
export const openSchema = (format, schema) => ready().openSchema(format, schema);
export const hash32 = (format, name) => ready().hash32(format, name);

export { RowlensError } from "./error.js";
export { toJSON } from "./fields.js";
export { fromHex, toHex } from "./hex.js";
export { Rowlens, Schema } from "./rowlens.js";
export { connect } from "./connect.js";
