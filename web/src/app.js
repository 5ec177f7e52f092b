// What all views share, created once: the status line, the decoder, the document and its
// rows, the list of formats, the schema, and the switch for single-character shortcuts.

import { Documents, insideOf } from "./document/documents.js";
import { Session } from "./document/session.js";
import { Decoder } from "./io/decoder.js";
import { take } from "./io/first.js";
import { schemaBox } from "./schema/schema.js";
import { byId } from "./view/dom.js";
import * as shortcuts from "./view/shortcuts.js";
import { statusLine } from "./view/status.js";

export const page = document.documentElement;

/** Shows a sentence in the status line. One shown with say.lead stays while later ones follow it. */
export const say = statusLine(byId("status"));

/** Says what a view or tool has to say, while it is shown: an answer may come after the reader has gone on. @param {string} name */
export const sayIn = (name) => (sentence, failure) => {
  if (!byId(`panel-${name}`).hidden) say(sentence, failure);
};

/** The decoder in its worker: call(name, request) calls an export, request(op) runs an op of docs/testee.md. */
export const decoder = new Decoder(take(), {
  ready() {
    page.dataset.ready = "true";
  },
  failed(reason) {
    page.dataset.ready = "false";
    byId("unloaded-why").textContent = reason;
    byId("unloaded").hidden = false;
  },
});

/** What is open. */
export const documents = new Documents();

/** Its rows, once a view needs them. */
export const session = new Session(decoder);

let asked;

/** @returns {Promise<object[]>} the formats of `rowlens formats --json`, requested once; empty without a decoder */
export function legends() {
  asked ??= decoder.request({ op: "formats" }).then((a) => a.formats, () => []);
  return asked;
}

/** @returns {Promise<object[]>} all record kinds, each with the name and the title of its format */
export const recordKinds = async () => (await legends()).flatMap((f) => f.records.map((r) => ({ ...r, format: f.format, formatTitle: f.title })));

const schemaListeners = [];

/** Calls back whenever the schema changes. */
export const whenSchemaChanges = (fn) => schemaListeners.push(fn);

/** The schemas in use, merged, or undefined; schema(format) has only those that the format accepts. */
export const schema = schemaBox(
  {
    toggle: byId("schema-toggle"), words: document.querySelectorAll(".schema-words"), openers: document.querySelectorAll("[data-schema]"), panel: byId("schema-panel"), list: byId("schema-list"), text: byId("schema-text"), problem: byId("schema-problem"),
    file: byId("schema-file"), number: byId("schema-number"), use: byId("schema-use"), save: byId("schema-save"), erase: byId("schema-erase"),
    stay: byId("schema-stay"),
  },
  decoder,
  (sentence, stays) => {
    (stays ? say.lead : say)(sentence);
    for (const fn of schemaListeners) fn();
  },
  (doc = documents.now) => insideOf(doc),
);
documents.whenOpened(() => schema.refresh());

/**
 * 
 * What is shown, and what views and tools need from each other; main.js fills it in.
 * open(name, given) shows a view or tool and hands it something; leave(name) switches to the one that will show the next document.
 * reading() is what Row shows, or null; sharing() adds all that a link may carry of it; selected() is the number of the selected
 * node in its tree, -1 for none; format is that of the last row Row has read.
 * 
 */
export const current = { name: "row", format: "", mode: null, choose(_name) {}, open(_name, _given) {}, leave(_name) {}, reading: () => null, sharing: () => null, selected: () => -1 };

/** Whether single-character shortcuts are on. */
export const singles = shortcuts.listen({
  dialog: byId("shortcuts"), open: byId("show-shortcuts"), close: byId("close-shortcuts"), singles: byId("single-keys"),
  input() {
    // The row of a store has no text to type into.
    if (current.name === "row" && documents.now && !current.mode.input.checkVisibility()) current.choose("rows");
    return current.mode?.input;
  },
  regions: () => [document.querySelector(".bar"), byId("document"), ...(current.mode?.regions?.() ?? []), byId("status")],
});
