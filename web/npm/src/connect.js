import { Column, Columns } from "./columns.js";
import { RowlensError } from "./error.js";
import { HELD, kept, sent } from "./sent.js";

const CALLS = ["init", "decode", "identify", "inspect", "answer", "hash32", "hlcJoin", "hlcSplit", "diffRows", "version", "meaning"];
const KIND = ["decode", "decodeJSON", "explain", "encode", "encodePart", "keyRange"];
/** Calls that take fields. */
const WRITING = new Set(["encode", "encodePart", "encodeBatch", "encodeColumns", "keyRange", "inspect"]);
const ERRORS = { TypeError, RangeError };

/** A row as it was in the worker: messages do not carry classes. */
const received = (row) => (row?.error ? { ...row, error: new RowlensError(row.error) } : row);

/** Messages to a worker, and its answers. */
class Wire {
  #worker;
  #waiting = new Map();
  #last = 0;
  #heard = false;
  #ended; // why nothing will be answered any more

  /** @param {Worker|import("node:worker_threads").Worker} worker */
  constructor(worker) {
    this.#worker = worker;
    const hear = (name, heard) => (worker.addEventListener ? worker.addEventListener(name, heard) : worker.on(name, heard));
    hear("message", (message) => this.#answered(worker.addEventListener ? message.data : message));
    hear("error", (e) => this.#fail(e.message || "the worker could not be started", worker));
    hear("exit", () => this.#end("the worker has ended"));
    if (worker.threadId === -1) this.#end("the worker has ended"); // before it was connected
  }

  #answered({ id, result, error }) {
    this.#heard = true;
    const { resolve, reject } = this.#waiting.get(id) ?? {};
    this.#waiting.delete(id);
    if (!error) resolve?.(result);
    else reject?.(error.rowlens ? new RowlensError(error) : new (ERRORS[error.type] ?? Error)(error.message));
  }

  /** An error ends a thread of Node; a browser's worker goes on, if it started. */
  #fail(message, worker) {
    if (!worker.addEventListener || !this.#heard) this.#end(message);
    else this.#refuse(message);
  }

  #end(message) {
    this.#ended ??= message;
    this.#refuse(this.#ended);
  }

  #refuse(message) {
    for (const { reject } of this.#waiting.values()) reject(new Error(message));
    this.#waiting.clear();
  }

  /** Sends a message; resolves to its answer. */
  call({ args, on, ...message }) {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) throw new Error(this.#ended);
      const id = ++this.#last;
      const fields = message.make === "Schema" || WRITING.has(message.method);
      this.#worker.postMessage({ id, ...message, ...(on ? { on: sent(on, this, false) } : {}), ...(args ? { args: sent(args, this, fields) } : {}) });
      this.#waiting.set(id, { resolve, reject });
    });
  }

  drop(number) {
    this.#worker.postMessage({ drop: number });
  }

  /** The function that closes what the worker keeps under a number; like close() in this thread, it may be called again. */
  closing(number) {
    let closed;
    return () => (closed ??= this.call({ on: { [HELD]: number }, method: "close" }));
  }

  /** Functions that call methods. */
  calls(methods, message) {
    return Object.fromEntries(methods.map((method) => [method, (...args) => this.call({ ...message, method, args })]));
  }

  /** Iterates in the worker: a row is fetched when asked for. */
  async *rows(begin) {
    const number = await begin();
    try {
      for (;;) {
        const { value, done } = await this.call({ next: number });
        if (done) return;
        yield received(value);
      }
    } finally {
      this.drop(number);
    }
  }
}

/** Disposes of anything with close(). */
function disposable(one) {
  const how = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");
  return Object.defineProperty(one, how, { value: () => one.close() });
}

function kindOf(wire, given) {
  const on = { kind: given };
  const made = (method, of) => async (...args) => of(await wire.call({ on, method, args }));
  const rows = (list) => list.map(received);
  const parts = (found) => (Array.isArray(found) ? rows(found) : Object.fromEntries(Object.entries(found).map(([part, list]) => [part, rows(list)])));
  const columns = ({ codes, columns }) => new Columns(codes, Object.fromEntries(columns.map(([name, one]) => [name, new Column(one)])));
  return {
    format: given[0], record: given[1] ?? "", ...wire.calls(KIND, { on }),
    decodeBatch: made("decodeBatch", rows), decodeColumns: made("decodeColumns", columns),
    encodeBatch: made("encodeBatch", parts), encodeColumns: made("encodeColumns", parts),
  };
}

async function storeOf(wire, given) {
  const { kept: number } = await wire.call({ method: "openStore", args: [given] });
  const on = { [HELD]: number };
  const rows = (method) => (...args) => wire.rows(async () => (await wire.call({ on, method, args })).kept);
  const calls = wire.calls(["tables", "damage", "files", "parts", "pieces", "explain"], { on });
  return disposable({ [kept]: { number, wire }, ...calls, close: wire.closing(number), scan: rows("scan"), stats: rows("stats") });
}

async function schemaOf(wire, args) {
  const { kept: number, handle } = await wire.call({ make: "Schema", args });
  return disposable({ [kept]: { number, wire }, format: args[0], handle, close: wire.closing(number) });
}

function diffOf(wire, args) {
  const begun = wire.call({ method: "diff", args });
  begun.catch(() => {}); // whoever reads gets the error
  return {
    [Symbol.asyncIterator]: () => wire.rows(async () => (await begun).rows),
    totals: async () => wire.call({ on: { [HELD]: (await begun).kept }, method: "totals" }),
  };
}

/**
 * The calls of this package in a worker: each returns a promise.
 *
 *   const rl = connect(new Worker(new URL("rowlens/worker", import.meta.url), { type: "module" }));
 *   await rl.init();
 *
 * @param {Worker} worker
 */
export function connect(worker) {
  const wire = new Wire(worker);
  return {
    ...wire.calls(CALLS),
    kind: (format, record, options) => kindOf(wire, [format, record, options]),
    order: (format, options) => ({ format: format ?? "", ...wire.calls(["compare"], { on: { order: [format, options] } }) }),
    openSchema: (...args) => schemaOf(wire, args),
    openStore: (given) => storeOf(wire, given),
    stats: (...args) => wire.rows(async () => (await wire.call({ method: "stats", args })).kept),
    diff: (...args) => diffOf(wire, args),
  };
}
