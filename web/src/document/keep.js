// The document over a reload of the tab: what was done with it and a text of moderate
// length in the session's storage, files in the browser's database. Nothing depends on
// either: a browser may refuse them, and others may have written there.

import { isShared, read, write } from "../io/kept.js";
import { goOnAfter, LONG } from "./documents.js";

const COPIED = 64 << 20; // bytes of files that the browser may keep a copy of
const OLD = 24 * 3600_000; // ms after which files of a tab that is gone are removed

/** Pages of other folders of this address have storage of their own. */
const scope = new URL(".", location.href).pathname;
const NAME = `document ${scope}`;

const MEMBERS = {
  id: "number", kind: "string", name: "string", size: "number", note: "string", wide: "boolean", family: "string", row: "number", finding: "number", findings: "object",
  stored: "boolean", salvage: "boolean", where: "string", failed: "boolean", grouped: "boolean", wish: "object", table: "object",
  structure: "object", second: "object", diff: "object", columns: "object", pinned: "object", widths: "object", numbers: "object", sort: "object", splits: "object", drafts: "object", field: "string", opened: "object",
};
const TEXTS = `document texts ${scope}`; // long ones are apart
const SOON = 300; // ms after which a long text is kept: typing in it does not write it with each letter
const DRAFTS = 1 << 18; // characters of drafts
const LOST = "The drafts were too long to survive the reload.";

let kept = ""; // the ids of the documents whose files are in the database
let texts = []; // [id, text] of the documents whose long texts are kept, or will be in a moment
let timer = 0; // of that moment

const isLong = (doc) => doc?.text?.length > LONG;

/** What is kept of a document in the session's storage: all but its files and a long text. */
function membersOf(doc) {
  const members = { ...Object.fromEntries(Object.keys(MEMBERS).map((m) => [m, doc[m]])), text: isLong(doc) ? undefined : doc.text, second: doc.second && membersOf({ ...doc.second, second: null }) };
  return JSON.stringify(doc.drafts).length > DRAFTS ? { ...members, drafts: {}, note: LOST } : members;
}

function writeTexts() {
  clearTimeout(timer);
  timer = 0;
  write(() => sessionStorage, TEXTS, texts.length ? JSON.stringify(texts) : null);
}

addEventListener("pagehide", () => timer && writeTexts());

/** Keeps the long texts of a document and its second one, if they are others than those that are kept. */
function keepTexts(doc) {
  const now = [doc, doc.second].filter(isLong).map((d) => [d.id, d.text]);
  if (now.length === texts.length && now.every(([id, text], i) => texts[i][0] === id && texts[i][1] === text)) return;
  texts = now;
  clearTimeout(timer);
  timer = setTimeout(writeTexts, SOON);
}

const PLACES = `document scrolled ${scope}`;

/** Keeps how far the views of the document are scrolled, or forgets it. @param {object|null} places */
export const keepPlaces = (places) => isShared() || write(() => sessionStorage, PLACES, places && JSON.stringify(places));

/** What keepPlaces kept, as far as it is whole: names with numbers of pixels. @returns {{pages: [string, number][], parts: [string, number][]}} */
export function keptPlaces() {
  const whole = (list) => list.filter(([name, y]) => typeof name === "string" && Number.isFinite(y));
  try {
    const { pages, parts } = JSON.parse(read(() => sessionStorage, PLACES));
    return { pages: whole(pages), parts: whole(parts) };
  } catch {
    return { pages: [], parts: [] };
  }
}

/** Its files, for the database, unless they are too large. */
const filesOf = (doc) => (doc && doc.kind !== "text" && doc.size <= COPIED ? { id: doc.id, files: doc.files ?? [{ file: doc.file, name: doc.name }], about: doc.about ?? null } : null);

/** Whether a document comes back after a reload. */
export const isKept = (doc) => !isShared() && (doc.kind === "text" || doc.size <= COPIED);

/** Keeps a document, or forgets it if there is none. @param {import("./documents.js").Doc|null} doc */
export function keep(doc) {
  if (isShared()) return;
  if (!doc) {
    write(() => sessionStorage, NAME, null);
    texts = [];
    writeTexts();
    keepPlaces(null);
    if (kept) inFiles("readwrite", (store) => store.delete(tab()));
    kept = "";
    return;
  }
  write(() => sessionStorage, NAME, JSON.stringify({ v: 1, doc: membersOf(doc) }));
  keepTexts(doc);
  const files = [doc, doc.second].map(filesOf).filter(Boolean);
  const ids = files.map((f) => f.id).join();
  if (kept === ids) return;
  kept = ids;
  if (files.length) inFiles("readwrite", (store) => store.put({ time: Date.now(), files }, tab()));
}

/** The document that was shown before the reload; null if there is none that can be used. */
export async function restored() {
  if (isShared()) return null;
  const doc = usable(read(() => sessionStorage, NAME));
  if (!doc) {
    write(() => sessionStorage, NAME, null);
    return null;
  }
  goOnAfter(Math.max(doc.id, doc.second?.id ?? 0));
  [doc, doc.second].forEach(takeText);
  if (doc.kind === "text" && (doc.second?.kind ?? "text") === "text") return doc;
  const found = await inFiles("readonly", (store) => store.get(tab()));
  const files = Array.isArray(found?.files) ? found.files : [];
  kept = files.map((f) => f?.id).join();
  const second = doc.second && withFiles(doc.second, files);
  return { ...withFiles(doc, files), second: second?.kind === "gone" ? null : second, lost: second?.kind === "gone" ? second.name : "" };
}

/** Gives a document its long text again; it is of kind gone if the browser has not kept that. */
function takeText(doc) {
  if (doc?.kind !== "text" || doc.text !== undefined) return;
  try {
    doc.text = JSON.parse(read(() => sessionStorage, TEXTS)).find(([id]) => id === doc.id)[1];
  } catch {
    // As if nothing were there.
  }
  if (typeof doc.text !== "string") Object.assign(doc, { kind: "gone", was: "text", text: undefined });
}

/** A document with its files again; of kind gone if the browser has not kept them. */
function withFiles(doc, all) {
  if (doc.kind === "text" || doc.kind === "gone") return doc;
  const found = all.find((f) => f?.id === doc.id);
  if (!Array.isArray(found?.files) || !found.files.every((f) => f?.file instanceof File)) return { ...doc, kind: "gone", was: doc.kind };
  return doc.kind === "store" ? { ...doc, files: found.files, about: found.about } : { ...doc, file: found.files[0].file };
}

/** A stored document if it is whole. */
function usable(text) {
  try {
    const { v, doc } = JSON.parse(text);
    for (const one of [doc, doc.second].filter(Boolean)) { // kept by a version that had none of these
      one.drafts ??= {};
      one.findings ??= { where: "", hidden: [] };
      one.field ??= "";
      one.opened ??= {};
    }
    return v === 1 && isWhole(doc) && (doc.second === null || isWhole(doc.second)) ? doc : null;
  } catch {
    return null;
  }
}

const areNames = (list) => Array.isArray(list) && list.every((name) => typeof name === "string");

/** Whether a choice of columns and regions is one. */
const isLook = ({ columns, pinned, widths, numbers, sort, splits }) => areNames(splits) && areNames(numbers) && (columns === null || areNames(columns)) && areNames(pinned) && widths !== null && Object.values(widths).every((w) => typeof w === "number")
  && (sort === null || typeof sort.name === "string" && typeof sort.down === "boolean");

const areDrafts = (all) => Object.values(all).every((d) => d?.fields !== null && typeof d?.fields === "object" && typeof d.name === "string" && areNames(d.edits));

function isWhole(doc) {
  const { spelling, format, record } = doc.wish;
  const { where, change, at, match } = doc.diff;
  const { file, block } = doc.structure ?? { file: "", block: 0 };
  return isLook(doc) && areDrafts(doc.drafts) && Object.values(doc.opened).every((is) => typeof is === "boolean") && areNames(doc.findings.hidden) && typeof file === "string" && Number.isInteger(block) && Object.entries(MEMBERS).every(([m, type]) => typeof doc[m] === type) && ["text", "file", "store"].includes(doc.kind)
    && [spelling, format, record, where, change, match, doc.findings.where].every((x) => typeof x === "string") && typeof at === "number" && (doc.kind !== "text" || ["string", "undefined"].includes(typeof doc.text));
}

/** The name of this tab in the database. */
function tab() {
  let name = read(() => sessionStorage, `tab ${scope}`);
  if (!name) {
    name = crypto.randomUUID?.() ?? String(Math.random());
    write(() => sessionStorage, `tab ${scope}`, name);
  }
  return name;
}

/** Does something in the database. @returns {Promise<any>} the result, undefined where the browser refuses */
function inFiles(mode, act) {
  return new Promise((resolve) => {
    const refused = () => resolve(undefined);
    try {
      const asked = indexedDB.open(`rowlens ${scope}`, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore("files");
      asked.onerror = refused;
      asked.onblocked = refused;
      asked.onsuccess = () => {
        const db = asked.result;
        try {
          const transaction = db.transaction("files", mode);
          const store = transaction.objectStore("files");
          const request = act(store);
          if (mode === "readwrite") removeOld(store);
          transaction.oncomplete = () => {
            db.close();
            resolve(request.result);
          };
          transaction.onerror = transaction.onabort = () => {
            db.close();
            refused();
          };
        } catch {
          db.close();
          refused();
        }
      };
    } catch {
      refused();
    }
  });
}

/** Removes the files of tabs that ended without closing their document. */
function removeOld(store) {
  const cursor = store.openCursor();
  cursor.onsuccess = () => {
    const at = cursor.result;
    if (!at) return;
    if (at.key !== tab() && !(at.value?.time > Date.now() - OLD)) at.delete();
    at.continue();
  };
}
