// The script of a worker that decodes, so that the page does not wait. connect()
// speaks with it. Messages in: {id, kind?, method, args}; out: {id, result} or {id, error}.

import * as rowlens from "./browser.js";
import { Batch, EncodedBatch } from "./batch.js";
import { failureOf } from "./error.js";

const { Identified, Kind, RowlensError } = rowlens;
const METHODS = new Set(["init", "decode", "identify", "inspect", "answer", "hash32"]);
const KIND_METHODS = new Set(["decode", "decodeJSON", "explain", "encode", "encodePart", "decodeBatch", "encodeBatch"]);

function called({ kind, method, args }) {
  if (!(kind ? KIND_METHODS : METHODS).has(method)) throw new TypeError(`there is no method ${method}`);
  return kind ? new Kind(...kind)[method](...args) : rowlens[method](...args);
}

/** What can be sent to another thread. */
function sendable(result) {
  if (result instanceof rowlens.Rowlens) return null;
  if (result instanceof Identified) return { format: result.format, record: result.record, part: result.part };
  if (result instanceof Batch || result instanceof EncodedBatch) return Array.from(result, (row) => (row.error ? { error: failureOf(row.error) } : row));
  return result;
}

addEventListener("message", async ({ data: { id, ...message } }) => {
  try {
    postMessage({ id, result: sendable(await called(message)) });
  } catch (e) {
    postMessage({ id, error: { rowlens: e instanceof RowlensError, ...failureOf(e) } });
  }
});
