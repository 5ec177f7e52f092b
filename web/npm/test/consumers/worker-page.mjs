import { run } from "./worker-app.mjs";

const worker = new Worker(new URL("rowlens/worker", import.meta.url), { type: "module" });
run(worker).then((text) => (document.title = text), (e) => (document.title = String(e)));
