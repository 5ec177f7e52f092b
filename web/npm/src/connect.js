import { RowlensError } from "./error.js";

const METHODS = ["init", "decode", "identify", "inspect", "answer", "hash32"];
const KIND_METHODS = ["decode", "decodeJSON", "explain", "encode", "encodePart", "decodeBatch", "encodeBatch"];

/**
 * The calls of this package in a worker: each returns a promise.
 *
 *   const rl = connect(new Worker(new URL("rowlens/worker", import.meta.url), { type: "module" }));
 *   await rl.init();
 *
 * @param {Worker} worker
 */
export function connect(worker) {
  const waiting = new Map();
  let last = 0;
  worker.addEventListener("message", ({ data: { id, result, error } }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error) reject(error.rowlens ? new RowlensError(error) : new Error(error.message));
    else resolve(result);
  });
  worker.addEventListener("error", (e) => {
    for (const { reject } of waiting.values()) reject(new Error(e.message || "the worker could not be started"));
    waiting.clear();
  });
  const call = (message) => new Promise((resolve, reject) => {
    waiting.set(++last, { resolve, reject });
    worker.postMessage({ id: last, ...message });
  });
  const calls = (methods, message) => Object.fromEntries(methods.map((method) => [method, (...args) => call({ ...message, method, args })]));
  return {
    ...calls(METHODS),
    kind: (format, record, options) => {
      const made = calls(KIND_METHODS, { kind: [format, record, options] });
      const decodeBatch = async (...args) => (await made.decodeBatch(...args)).map(received);
      const encodeBatch = async (...args) => (await made.encodeBatch(...args)).map(received);
      return { format, record: record ?? "", ...made, decodeBatch, encodeBatch };
    },
  };
}

/** A row of a batch: messages carry no classes. */
const received = (row) => (row.error ? { error: new RowlensError(row.error) } : row);
