// The first worker of the decoder. A script in the head starts it: most of the wait for a first key
// is fetching, compiling and starting the decoder, so it begins before the page's own script has
// arrived. That script is another bundle, and takes over through the name rowlensFirst.

import { scriptAddress } from "./trusted.js";

const meta = (name) => document.querySelector(`meta[name=${name}]`);
const absolute = (name) => new URL(name, document.baseURI).href;

/** For the head. The single-file page has both files at its end, and the pages of formats have none. */
export function begin() {
  const first = { scriptAddress };
  const decoder = meta("rowlens-decoder");
  if (decoder) {
    first.address = scriptAddress(absolute(meta("rowlens-worker").content));
    first.source = { load: absolute(decoder.content), integrity: decoder.dataset.integrity };
    try {
      // The source is its name: a message would reach it only after the page's own script has run.
      const worker = new Worker(first.address, { name: JSON.stringify(first.source) });
      first.heard = []; // what is sent while nobody listens would be lost
      worker.onmessage = worker.onerror = (e) => first.heard.push(e);
      first.worker = worker;
    } catch {
      // The page's script tries again, and reports why it fails.
    }
  }
  globalThis.rowlensFirst = first;
}

/** Lets the page be drawn, if the head has stopped that. */
export function draw() {
  delete document.documentElement.dataset.undrawn;
}

/**
 * For the page's own script, once.
 * @returns {{address: string, source: object, worker?: Worker, heard?: Event[]}} the worker's script and first message, and a worker that needs none
 */
export function take() {
  const packed = document.querySelector("#inside-decoder");
  const { scriptAddress: _, ...first } = globalThis.rowlensFirst;
  delete globalThis.rowlensFirst;
  if (!packed) return first;
  const script = new Blob([document.querySelector("#inside-worker").textContent], { type: "text/javascript" });
  return { address: scriptAddress(URL.createObjectURL(script)), source: { packed: packed.textContent } };
}
