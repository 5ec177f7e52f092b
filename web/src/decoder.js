// The page's side of the worker: one request is under way at a time, and of the
// requests that wait only the newest is kept, so that typing never queues up.

/** The worker's address is the only thing that may become a script's address. */
function trusted(url) {
  if (!globalThis.trustedTypes) return url;
  return globalThis.trustedTypes
    .createPolicy("rowlens-worker", { createScriptURL: (given) => (given === url ? given : "") })
    .createScriptURL(url);
}

export class Decoder {
  #worker;
  #address;
  #source;
  #events;
  #id = 0;
  #busy = 0;
  #next = null;
  #ready = false;

  /**
   * @param {{worker: string, decoder: string, integrity: string}} files absolute addresses
   * @param {{ready(): void, failed(reason: string): void, answer(answer: object, request: object): void, problem(text: string): void}} events
   */
  constructor(files, events) {
    this.#events = events;
    this.#source = { load: files.decoder, integrity: files.integrity };
    this.#address = trusted(files.worker);
    this.#start();
  }

  get ready() {
    return this.#ready;
  }

  /** Asks for request; an answer to an older one is never delivered after this. */
  ask(request) {
    this.#id++;
    this.#next = { id: this.#id, request };
    this.#send();
  }

  /** Voids whatever is under way. */
  forget() {
    this.#id++;
    this.#next = null;
  }

  #start() {
    this.#ready = false;
    this.#busy = 0;
    try {
      this.#worker = new Worker(this.#address, { type: "module" });
    } catch (e) {
      this.#events.failed(String(e.message ?? e));
      return;
    }
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = () => this.#events.failed("the worker script could not be loaded");
    this.#worker.postMessage(this.#source);
  }

  #send() {
    if (!this.#ready || this.#busy || !this.#next) return;
    this.#busy = this.#next;
    this.#next = null;
    this.#worker.postMessage({ id: this.#busy.id, request: JSON.stringify(this.#busy.request) });
  }

  #receive(data) {
    if (data.ready) {
      this.#ready = true;
      this.#events.ready();
    } else if (data.failed) {
      this.#events.failed(data.failed);
      return;
    } else {
      const { id, request } = this.#busy;
      this.#busy = 0;
      if (data.fatal) {
        this.#worker.terminate();
        this.#start();
      }
      if (id === this.#id) {
        if (data.answer) this.#events.answer(data.answer, request);
        else this.#events.problem(data.problem);
      }
    }
    this.#send();
  }
}
