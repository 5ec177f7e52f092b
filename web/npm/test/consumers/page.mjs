import { run } from "./app.mjs";

run().then((text) => (document.title = text), (e) => (document.title = String(e)));
