// The script of a decoding worker, which keeps the page responsive; connect() talks to
// it. Messages in: {id, method, args}; out: {id, result} or {id, error}.

import * as rowlens from "./browser.js";
import { Batch } from "./batch.js";

const METHODS = new Set(["init", "decode", "decodeJSON", "decodeBatch", "explain", "encode", "encodePart", "encodeBatch", "inspect", "answer", "hash32"]);

/** The result in a form that can be sent to another thread. */
function sendable(method, result) {
  if (method === "init") return null;
  if (result instanceof Batch) return [...result];
  if (method === "encodeBatch") return Array.from(result.codes, (_, i) => result.get(i));
  return result;
}

addEventListener("message", async ({ data: { id, method, args } }) => {
  try {
    if (!METHODS.has(method)) throw new TypeError(`there is no method ${method}`);
    postMessage({ id, result: sendable(method, await rowlens[method](...args)) });
  } catch (e) {
    const { number: code, code: name, row, offset, part, path: field, message } = e;
    postMessage({ id, error: { rowlens: e instanceof rowlens.RowlensError, code, name, row, offset, part, field, message } });
  }
});
