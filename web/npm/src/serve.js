// The worker's side of connect(): calls the package, and keeps what must stay here (schemas, stores, iterations) under numbers.
// Messages in: {id, on?, make?, method, args}, {id, next} or {drop}; out: {id, result} or {id, error}.

import { Batch, EncodedBatch } from "./batch.js";
import { Columns } from "./columns.js";
import { failureOf } from "./error.js";
import { HELD, UNSENT } from "./sent.js";
import { started } from "./started.js";
import { Unsendable } from "./values.js";

const CALLS = new Set(["init", "decode", "identify", "inspect", "answer", "hash32", "hlcJoin", "hlcSplit", "diffRows", "diff", "stats", "openStore", "version", "meaning"]);
const KEPT = {
  Kind: ["decode", "decodeJSON", "explain", "encode", "encodePart", "decodeBatch", "decodeColumns", "encodeBatch", "encodeColumns", "keyRange"],
  Order: ["compare"],
  Schema: ["close"],
  Store: ["tables", "damage", "files", "scan", "parts", "stats", "pieces", "explain", "close"],
  Diff: ["totals"],
};

/**
 * Answers the messages of a host.
 * @param {typeof import("./node.js")} rowlens
 * @param {(message: object) => void} post
 * @returns {(message: object) => Promise<void>} handles one
 */
export function serve(rowlens, post) {
  const kept = new Map(); // by number
  let last = 0;
  const keep = (one) => {
    kept.set(++last, one);
    return { kept: last };
  };
  const own = { version: () => started().version, meaning: (code) => started().meaning(code) };

  /** An argument, with kept things in place of their numbers. */
  const given = (value) => {
    if (value === null || typeof value !== "object" || ArrayBuffer.isView(value) || Object.getPrototypeOf(value) !== Object.prototype && !Array.isArray(value)) return value;
    if (HELD in value) return kept.get(value[HELD]) ?? closed();
    if (UNSENT in value) return new Unsendable(value[UNSENT]);
    return Array.isArray(value) ? value.map(given) : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, given(one)]));
  };

  async function called({ make, on, method, args = [], next }) {
    if (next !== undefined) {
      const { value, done } = await (kept.get(next) ?? closed()).next();
      if (done) kept.delete(next);
      return { value: sendable(value), done };
    }
    const values = args.map(given);
    if (make) return made(make, values);
    if (on === undefined) {
      if (!CALLS.has(method)) throw new TypeError(`there is no method ${method}`);
      return sendable(await (own[method] ?? rowlens[method])(...values));
    }
    const target = on.kind ? new rowlens.Kind(...on.kind.map(given)) : on.order ? new rowlens.Order(...on.order.map(given)) : given(on);
    const [, methods] = Object.entries(KEPT).find(([name]) => target instanceof rowlens[name]) ?? [];
    if (!methods?.includes(method)) throw new TypeError(`there is no method ${method}`);
    const found = typeof target[method] === "function" ? await target[method](...values) : target[method];
    if (method === "close") kept.delete(on[HELD]);
    return sendable(found);
  }

  function made(name, args) {
    if (name !== "Schema") throw new TypeError(`there is no class ${name}`);
    const schema = new rowlens.Schema(...args);
    return { ...keep(schema), handle: schema.handle };
  }

  /** What can be sent to another thread. */
  function sendable(result) {
    if (result instanceof rowlens.Rowlens) return null;
    if (result instanceof rowlens.Identified) return { format: result.format, record: result.record, part: result.part };
    if (result instanceof Batch || result instanceof EncodedBatch) return Array.from(result, rowOf);
    if (result instanceof Columns) return { codes: result.codes, columns: [...result] };
    if (Object.values(result ?? {}).some((one) => one instanceof EncodedBatch)) return Object.fromEntries(Object.entries(result).map(([part, one]) => [part, sendable(one)]));
    if (result instanceof rowlens.Store) return keep(result);
    if (result instanceof rowlens.Diff) return { ...keep(result), rows: keep(result[Symbol.asyncIterator]()).kept };
    if (typeof result?.next === "function") return keep(result);
    return rowOf(result);
  }

  return async ({ id, drop, ...message }) => {
    if (drop !== undefined) {
      await kept.get(drop)?.return?.();
      kept.delete(drop);
      return;
    }
    try {
      post({ id, result: await called(message) });
    } catch (e) {
      post({ id, error: { rowlens: e instanceof rowlens.RowlensError, type: e?.name, ...failureOf(e) } });
    }
  };
}

/** Errors in rows lose their class in a message. */
const rowOf = (row) => (row?.error instanceof Error ? { ...row, error: failureOf(row.error) } : row);

function closed() {
  throw new Error("the schema or store is closed");
}
