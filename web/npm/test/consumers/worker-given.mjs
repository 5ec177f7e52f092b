// For bundlers that do not create workers by themselves: the worker is an entry of its own.
import { run } from "./worker-app.mjs";

run(new Worker("/worker.js", { type: "module" }), "/rowlens.wasm").then((text) => (document.title = text), (e) => (document.title = String(e)));
