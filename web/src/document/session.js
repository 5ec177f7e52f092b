// The rows of the document in a worker of their own, which decodes, filters, checks and
// writes them (rows/engine.js). Views listen to what it reports.

/** What questions are answered with whose rows were closed: others may have been opened instead. */
export const CLOSED = "the rows are no longer open";

export class Session {
  /** @type {import("./documents.js").Doc|null} whose rows there are */
  doc = null;
  /** What the worker last said of the rows, or null. */
  state = null;
  #decoder;
  #worker = null;
  #ready = false;
  #over = CLOSED; // why there is no worker
  #listeners = new Map();
  #calls = new Map();
  #id = 0;

  /** @param {import("../io/decoder.js").Decoder} decoder */
  constructor(decoder) {
    this.#decoder = decoder;
    decoder.listen({ failed: (reason) => this.doc && this.#fail(reason) });
  }

  /** Calls fn with each message of a kind, which engine.js lists; "opened" and "failed" are this module's own. */
  on(kind, fn) {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), fn]);
  }

  #tell(kind, data) {
    for (const fn of this.#listeners.get(kind) ?? []) fn(data);
  }

  #fail(reason) {
    this.#end(reason);
    if (this.state?.reading) this.#tell("state", Object.assign(this.state, { reading: false, unread: reason }));
    this.#tell("failed", `The rows could not be decoded: ${reason}.`);
  }

  /** Ends the worker: what it was asked for, and what it will be asked for, is refused. */
  #end(reason) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
    this.#over = reason;
    for (const { reject } of this.#calls.values()) reject(new Error(reason));
    this.#calls.clear();
  }

  /** Whether all rows of a document are known. */
  has(doc) {
    return doc !== null && this.doc === doc && this.state !== null && !this.state.reading;
  }

  /**
   * Reads the rows of a document; what was read of another one is of no use any more.
   * @param {import("./documents.js").Doc} doc
   * @param {object} options of the decoder
   */
  open(doc, options) {
    this.close();
    this.doc = doc;
    this.#worker = this.#decoder.another();
    this.#worker.onmessage = ({ data }) => this.#receive(data, doc, options);
    this.#worker.onerror = () => this.#fail("the worker script could not be loaded");
    this.#tell("opened", doc);
    if (this.#decoder.failure) this.#fail(this.#decoder.failure);
  }

  /** Ends the work and forgets the rows. */
  close() {
    this.#end(CLOSED);
    this.doc = null;
    this.state = null;
  }

  /** Sends a message of one of the engine's operations. */
  send(bulk, given = {}) {
    if (this.#ready) this.#worker.postMessage({ bulk, ...given });
  }

  /**
   * Asks for one answer: "record" with {row} for {record}; "locate" with {where} for {row}; "alike" with {row} for {of, where, count}; "compare" with another
   * document for {totals}; "sift" with {where, change} for {list}.
   * @returns {Promise<object>}
   */
  ask(bulk, given) {
    if (!this.#worker) return Promise.reject(new Error(this.#over));
    return new Promise((resolve, reject) => {
      const id = ++this.#id;
      this.#calls.set(id, { resolve, reject, message: { bulk, id, ...given } });
      if (this.#ready) this.#worker.postMessage({ bulk, id, ...given });
    });
  }

  #receive(data, doc, options) {
    if (data.bulk === "answer") {
      const call = this.#calls.get(data.id);
      if (data.problem) call?.reject(new Error(data.problem));
      else call?.resolve(data);
      this.#calls.delete(data.id);
    } else if (data.bulk) {
      if (data.bulk === "state") this.state = data;
      if (data.bulk === "problem" && data.fatal) this.#fail(data.text);
      this.#tell(data.bulk, data);
    } else if (data.failed) {
      this.#fail(data.failed);
    } else if (data.ready) {
      this.#ready = true;
      this.send("filter", { where: doc.where, failed: doc.failed });
      if (doc.grouped) this.send("group", { on: true });
      this.send("open", options);
      for (const { message } of this.#calls.values()) this.#worker.postMessage(message);
    }
  }
}
