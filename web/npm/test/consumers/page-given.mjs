// For bundlers that do not process new URL(…, import.meta.url): the page says where the file is.
import { run } from "./app.mjs";

run("/rowlens.wasm").then((text) => (document.title = text), (e) => (document.title = String(e)));
