// For bundlers that make no worker by themselves: it is an entry of its own.
import { run } from "./worker-app.mjs";

run(new Worker("/worker.js", { type: "module" }), "/rowlens.wasm").then((text) => (document.title = text), (e) => (document.title = String(e)));
