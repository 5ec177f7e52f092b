// What every entry of the package exports, apart from init and openStore.

import { identify as identifyWith, decode as decodeWith } from "./unknown.js";
import { started } from "./started.js";

export const decode = (input, options) => decodeWith(started(), input, options);
export const identify = (input, options) => identifyWith(started(), input, options);
export const inspect = (request) => started().inspect(request);
export const answer = (line) => started().answer(line);
export const hash32 = (format, name) => started().hash32(format, name);

export { connect } from "./connect.js";
export { RowlensError } from "./error.js";
export { toJSON } from "./fields.js";
export { fromHex, toHex } from "./hex.js";
export { Kind } from "./kind.js";
export { Rowlens } from "./rowlens.js";
export { Schema } from "./schema.js";
export { Store } from "./store.js";
export { Identified } from "./unknown.js";
