// The page's side of the decoder worker.

export class Decoder {
  #worker;
  #address;
  #source; // the first message to each worker
  #waiting = []; // workers that get it once the module is compiled
  #listeners;
  #id = 0;
  #calls = new Map(); // by id, in call order; sent says which the worker has

  ready = false;
  failure = "";

  /**
   * @param {ReturnType<typeof import("./first.js").take>} first
   * @param {{ready?(): void, failed?(reason: string): void}} listener
   */
  constructor(first, listener) {
    this.#listeners = [listener];
    this.#source = first.source;
    this.#address = first.address;
    if (first.worker) this.#use(first.worker, first.heard);
    else this.#start();
  }

  /** Adds a listener; it hears only of later events. */
  listen(listener) {
    this.#listeners.push(listener);
  }

  /** Another worker with the same decoder, for long-running work; it reports when it is ready. */
  another() {
    const worker = new Worker(this.#address);
    if (this.#source.module) worker.postMessage(this.#source);
    else this.#waiting.push(worker);
    return worker;
  }

  /**
   * Calls an export that takes a JSON request and answers with JSON; waits until the
   * decoder is loaded.
   * @param {"rl_inspect"|"rl_answer"} name
   * @param {object} request
   * @returns {Promise<object>}
   */
  call(name, request) {
    return this.#ask({ call: name, request: JSON.stringify(request) });
  }

  /**
   * The stores in some files, and which files belong to them (see rl_store_open).
   * @param {import("./given.js").Given[]} files
   */
  look(files) {
    return this.#ask({ look: files });
  }

  /**
   * The blocks of a file of a store; with a block, counted from 1, its tree.
   * @param {number} id of the set of files: the same id means the same files
   * @param {import("./given.js").Given[]} files
   * @param {{file: string, block?: number, schema?: object}} request
   */
  structure(id, files, request) {
    return this.#ask({ structure: { id, files, request } });
  }

  /** The files of a sample of a store. @param {string} name @returns {Promise<{file: File, name: string}[]>} */
  storeSample(name) {
    return this.#ask({ sample: name });
  }

  #ask(given) {
    if (this.failure) return Promise.reject(new Error(this.failure));
    return new Promise((resolve, reject) => {
      const id = ++this.#id;
      const call = { message: { id, ...given }, resolve, reject };
      this.#calls.set(id, call);
      // What the reader waits for is with the worker when that is ready, and so before the list of formats, which takes as long.
      if (this.ready || given.call === "rl_inspect") this.#send(call);
    });
  }

  #send(call) {
    call.sent = true;
    this.#worker.postMessage(call.message);
  }

  /** Runs one op of docs/testee.md; a refusal is an Error with code, offset and field. */
  async request(op) {
    const answer = await this.call("rl_answer", op);
    if (!answer.error) return answer;
    throw Object.assign(new Error(answer.error), { code: answer.code, offset: answer.offset, field: answer.field });
  }

  /**
   * Spells the parts of a record, given as hex, or writes them for a store's own tool.
   * @param {{timestamp?: string, source?: {cf?: string, table?: string}}} more what else the tool needs to know
   * @returns {Promise<string>}
   */
  async print(as, bytes, more = {}) {
    return (await this.request({ op: "print", as, bytes, parts: bytes, ...more })).text;
  }

  #start() {
    this.ready = false;
    try {
      this.#use(new Worker(this.#address));
    } catch (e) {
      this.#fail(String(e.message ?? e));
      return;
    }
    this.#worker.postMessage(this.#source);
  }

  /** Listens to a worker, which may already have sent something. */
  #use(worker, heard = []) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = () => this.#fail("the worker script could not be loaded");
    // Listeners may need this decoder, and its maker has it only after the constructor.
    queueMicrotask(() => { for (const e of heard) (e.type === "message" ? worker.onmessage : worker.onerror)(e); });
  }

  #fail(reason) {
    this.failure = reason;
    for (const { reject } of this.#calls.values()) reject(new Error(reason));
    this.#calls.clear();
    for (const l of this.#listeners) l.failed?.(reason);
  }

  #receive(data) {
    if (data.failed) {
      this.#fail(data.failed);
    } else if (data.ready) {
      this.ready = true;
      this.#source = { module: data.ready };
      for (const worker of this.#waiting.splice(0)) worker.postMessage(this.#source);
      for (const l of this.#listeners) l.ready?.();
      for (const call of this.#calls.values()) if (!call.sent) this.#send(call);
    } else {
      const { resolve, reject } = this.#calls.get(data.id);
      this.#calls.delete(data.id);
      if (data.fatal) {
        this.#worker.terminate();
        for (const call of this.#calls.values()) call.sent = false;
        this.#start();
      }
      if (data.text) resolve(JSON.parse(data.text)); // takes less time than copying objects from one thread to another
      else if (data.answer) resolve(data.answer);
      else reject(new Error(data.problem));
    }
  }
}

/** Whether two requests are the same. Most differ in a member that is a text, and have the same schema object. */
export const same = (a, b) => Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((k) => a[k] === b[k] || JSON.stringify(a[k]) === JSON.stringify(b[k]));

/**
 * Calls with only the latest request: one call runs at a time and only the newest
 * waiting request is kept, so that typing never builds a queue.
 */
export class Latest {
  #id = 0;
  #busy = null; // the request in progress, with its id
  #next = null;

  /**
   * @param {Decoder} decoder
   * @param {(request: object) => Promise<object>} call has it answer
   * @param {{answer(answer: object, request: object): void, problem(text: string): void}} events
   */
  constructor(decoder, call, events) {
    this.decoder = decoder;
    this.call = call;
    this.events = events;
  }

  /** Makes a request, if it is another one than that in progress; answers to older ones are not delivered any more. */
  ask(request) {
    const { id, request: now } = this.#busy ?? {};
    if (id === this.#id && !this.#next && same(now, request)) return;
    this.#id++;
    this.#next = request;
    this.#send();
  }

  /** Discards the call in progress. */
  forget() {
    this.#id++;
    this.#next = null;
  }

  async #send() {
    if (this.#busy || !this.#next) return;
    const [id, request] = [this.#id, this.#next];
    this.#busy = { id, request };
    this.#next = null;
    let answer = null;
    let problem = "";
    try {
      answer = await this.call(request);
    } catch (e) {
      problem = e.message;
    }
    this.#busy = null;
    if (id === this.#id) {
      if (answer) this.events.answer(answer, request);
      else if (!this.decoder.failure) this.events.problem(problem);
    }
    this.#send();
  }
}
