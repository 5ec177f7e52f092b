// Rows whose reading ends early: every question is answered, so that no view waits forever.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { CLOSED, Session } from "../src/document/session.js";

// The engine keeps a channel open, which would keep this program alive.
const channels = [];
globalThis.MessageChannel = class extends MessageChannel {
  constructor() {
    super();
    channels.push(this);
  }
};
after(() => channels.forEach((c) => c.port1.close()));
const { Engine } = await import("../src/rows/engine.js");

/** A session over workers that only listen. */
function opened() {
  const workers = [];
  const session = new Session({ listen: () => {}, another: () => {
    const worker = { sent: [], ended: false, postMessage: (message) => worker.sent.push(message), terminate: () => { worker.ended = true; } };
    workers.push(worker);
    return worker;
  } });
  const open = () => session.open({ where: "", failed: false }, {});
  open();
  return { session, workers, open };
}

const refused = (session, reason) => assert.rejects(session.ask("record", { row: 0 }), { message: reason });

test("questions to a worker that has ended are refused, whether asked before or after", async () => {
  const { session, workers: [worker] } = opened();
  worker.onmessage({ data: { ready: true } });
  const asked = refused(session, "unreachable");
  worker.onmessage({ data: { bulk: "problem", about: "rows", text: "unreachable", fatal: true } });
  await asked;
  assert.ok(worker.ended);
  const sent = worker.sent.length;
  await refused(session, "unreachable");
  session.send("rows", { from: 0, count: 9 });
  assert.equal(worker.sent.length, sent);
});

test("questions to a worker that cannot start, or about closed rows, are refused", async () => {
  const { session, workers, open } = opened();
  const first = refused(session, CLOSED);
  open();
  await first;
  const second = refused(session, "the worker script could not be loaded");
  workers[1].onerror();
  await second;
  open();
  workers[2].onmessage({ data: { ready: true } });
  assert.deepEqual(workers[2].sent.map((m) => m.bulk), ["filter", "open"]);
});

test("rows after the last readable part of a file are refused with the reason, those before it are returned", async () => {
  const module = await WebAssembly.compile(await readFile(new URL("../../dist/wasm/rowlens.wasm", import.meta.url)));
  const posted = [];
  const engine = new Engine(module, (message) => posted.push(message));
  const text = new TextEncoder().encode("2c8000018f3c9be200\n".repeat(20000));
  // In a worker of a browser, files are read at once.
  globalThis.FileReaderSync = class {
    readAsArrayBuffer({ at, to }) {
      if (to > text.length) throw new Error("the file has changed");
      return text.slice(at, to).buffer;
    }
  };
  after(() => delete globalThis.FileReaderSync);
  const slice = (at, to) => ({ at, to });
  const reading = engine.take({ bulk: "open", file: { name: "keys.txt", size: 2 * text.length, slice }, options: {} });
  const waiting = engine.take({ bulk: "record", id: 1, row: 25000 });
  await Promise.all([reading, waiting]);
  await Promise.all([["record", { id: 2, row: 25000 }], ["record", { id: 3, row: 0 }], ["facets", { id: 4, where: "(", others: {} }]].map(([bulk, given]) => engine.take({ bulk, ...given })));
  const answer = (id) => posted.find((m) => m.bulk === "answer" && m.id === id);
  assert.equal(answer(1).problem, "the file has changed");
  assert.equal(answer(2).problem, "the file has changed");
  assert.equal(JSON.parse(answer(3).record).format, "actionbase");
  assert.equal(answer(4).problem, "expected a name, found the end");
  assert.equal(posted.find((m) => m.about === "open").text, "the file has changed");
});
