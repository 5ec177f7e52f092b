// What every mode of the page needs, made once: the status line, the decoder, the
// schema, the shortcuts' switch.

import { Decoder } from "./io/decoder.js";
import { schemaBox } from "./schema/schema.js";
import { byId } from "./view/dom.js";
import * as shortcuts from "./view/shortcuts.js";
import { statusLine } from "./view/status.js";

export const page = document.documentElement;

/** Shows a sentence in the status line. */
export const say = statusLine(byId("status"));

/**
 * Where the worker's script is, and what the worker must be told first. A page that
 * is one file has both inside; other pages name files beside them.
 * @returns {{worker: string, source: {load: string, integrity: string}|{packed: string}}}
 */
export function files() {
  const packed = byId("inside-decoder");
  if (packed) {
    const script = new Blob([byId("inside-worker").textContent], { type: "text/javascript" });
    return { worker: URL.createObjectURL(script), source: { packed: packed.textContent } };
  }
  const meta = (name) => document.querySelector(`meta[name=${name}]`);
  const absolute = (name) => new URL(name, document.baseURI).href;
  const decoder = meta("rowlens-decoder");
  return { worker: absolute(meta("rowlens-worker").content), source: { load: absolute(decoder.content), integrity: decoder.dataset.integrity } };
}

/** The decoder in its worker: call(name, request) calls an export, request(op) one op of docs/testee.md. */
export const decoder = new Decoder(files(), {
  ready() {
    page.dataset.ready = "true";
  },
  failed() {
    page.dataset.ready = "false";
  },
});

const schemaListeners = [];

/** Calls back when another schema is in use, or none. */
export const whenSchemaChanges = (fn) => schemaListeners.push(fn);

/** The schemas in use as one, or undefined; schema(format) only those that the format takes. */
export const schema = schemaBox(
  {
    toggle: byId("schema-toggle"), panel: byId("schema-panel"), list: byId("schema-list"), text: byId("schema-text"), problem: byId("schema-problem"),
    file: byId("schema-file"), number: byId("schema-number"), use: byId("schema-use"), save: byId("schema-save"), erase: byId("schema-erase"),
  },
  decoder,
  (sentence) => {
    say(sentence);
    for (const fn of schemaListeners) fn();
  },
);

/** The mode that is shown; main.js sets it. */
export const current = { mode: null, regions: () => [], choose(_mode) {}, open(_given) {} };

/** Whether shortcuts of a single character are on. */
export const singles = shortcuts.listen({
  dialog: byId("shortcuts"), open: byId("show-shortcuts"), close: byId("close-shortcuts"), singles: byId("single-keys"),
  input: () => current.mode?.input,
  regions: () => [document.querySelector("[role=tablist]"), ...(current.mode?.regions?.() ?? [])],
});
