// What every entry of the package exports, apart from init and openStore.

import { Diff, diffRows as diffRowsWith } from "./diff.js";
import { hlcJoin as joinWith, hlcSplit as splitWith } from "./keys.js";
import { stats as statsOf } from "./stats.js";
import { identify as identifyWith, decode as decodeWith } from "./unknown.js";
import { started } from "./started.js";

export const decode = (input, options) => decodeWith(started(), input, options);
export const identify = (input, options) => identifyWith(started(), input, options);
export const inspect = (request) => started().inspect(request);
export const answer = (line) => started().answer(line);
export const hash32 = (format, name) => started().hash32(format, name);
export const hlcJoin = (layout, physical, logical) => joinWith(started(), layout, physical, logical);
export const hlcSplit = (layout, version) => splitWith(started(), layout, version);
export const diffRows = (before, after, options) => diffRowsWith(started(), before, after, options);
export const diff = (before, after, options) => new Diff(started().module, before, after, options);
export const stats = (rows, options) => statsOf(started().module, rows, options);

export { connect } from "./connect.js";
export { Batch, EncodedBatch } from "./batch.js";
export { Column, Columns } from "./columns.js";
export { Diff } from "./diff.js";
export { RowlensError } from "./error.js";
export { toJSON } from "./fields.js";
export { fromHex, toHex } from "./hex.js";
export { Order } from "./keys.js";
export { Kind } from "./kind.js";
export { Rowlens } from "./rowlens.js";
export { Schema } from "./schema.js";
export { Store } from "./store.js";
export { Identified } from "./unknown.js";
