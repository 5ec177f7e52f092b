import { RowlensError } from "./error.js";

/**
 * The functions of this package in a worker: each returns a promise.
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
  const call = (method, args) => new Promise((resolve, reject) => {
    waiting.set(++last, { resolve, reject });
    worker.postMessage({ id: last, method, args });
  });
  // Without "then", or `await` would take this for a promise.
  return new Proxy({}, { get: (_, method) => (typeof method === "string" && method !== "then" ? (...args) => call(method, args) : undefined) });
}
