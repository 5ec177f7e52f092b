// Opening a document: pasted, dropped, from a file, a folder or an example; and closing it.

import { current, decoder, documents, page, say, schema } from "../app.js";
import { number } from "../bytes.js";
import { askFolder, ofDrop, ofInput } from "../io/given.js";
import * as menu from "../share/menu.js";
import { byId, visible } from "../view/dom.js";
import { ended } from "../view/words.js";
import { ofFile, ofStores, ofText, tablesOf } from "../document/documents.js";
import * as history from "./history.js";

const FEW = 16; // files of which each may be a schema
const UNDO = 10_000; // ms for which another document can be undone in the status line

// What of a document of before a reload is that of the file that is opened again.
const KEPT = ["row", "finding", "findings", "family", "where", "failed", "grouped", "columns", "pinned", "widths", "numbers", "sort", "wish", "second", "diff"];

let timer = 0;
let asked = 0; // so that what was asked for later is opened, whichever comes first

/** Offers to go back to a document in the status line. */
function offerUndo(doc) {
  clearTimeout(timer);
  const button = byId("undo-document");
  button.hidden = !doc;
  if (!doc) return;
  button.setAttribute("aria-label", visible(`Undo: back to ${doc.name}`));
  button.onclick = () => {
    button.hidden = true;
    documents.open(doc);
    history.push();
  };
  timer = setTimeout(() => { button.hidden = true; }, UNDO);
}

/** The view in which a document is seen best. Of a text Row finds out whether it is one row; then fresh is the view of several. */
function viewOf(doc, stays, first) {
  if (doc.second) return "diff";
  const [only, ...others] = tablesOf(doc);
  if (doc.kind === "store" && (!only || others.length || only.damage)) return "tables";
  if (doc.kind === "store") doc.table ??= only;
  if (doc.kind !== "text") return stays && current.name !== "row" ? current.name : "rows";
  doc.fresh = !stays ? "rows" : first ? current.name : "";
  return stays ? current.name : "row";
}

/**
 * Makes something the document, and shows the view in which it is seen best, unless one
 * is shown already.
 * @param {import("../document/documents.js").Doc} doc
 */
export function present(doc) {
  asked++;
  const before = documents.now;
  const { awaited } = documents;
  if (awaited?.name === doc.name) for (const what of KEPT) doc[what] = awaited[what];
  Object.assign(doc, documents.promised);
  [documents.awaited, documents.promised] = [null, null];
  const first = before === null;
  // Row is where the empty page begins, and the only view of a single row: nobody has chosen it there.
  const stays = current.name !== "row" || page.dataset.rows > 1;
  current.leave(viewOf(doc, stays && ["row", "rows", "findings", "overview"].includes(current.name), first));
  documents.open(doc);
  if (before) history.push();
  else history.replace();
  offerUndo(before);
}

/** Opens a text. @param {string} text @param {{name?: string, chosen?: object, note?: string, second?: import("../document/documents.js").Doc}} [how] */
export function openText(text, { name, chosen, note, second } = {}) {
  if (text.trim() === "") return say("There is nothing to open.");
  const doc = ofText(text, name);
  if (chosen) doc.wish.chosen = chosen;
  if (note) doc.note = note;
  if (second) doc.second = second;
  return present(doc);
}

/** Opens what comes later, unless something else was opened or typed meanwhile. */
export async function openLater(given, problem) {
  const mine = ++asked;
  try {
    const doc = await given;
    if (mine === asked && doc) present(doc);
  } catch (e) {
    if (mine === asked) say(problem(e));
  }
}

/** The reader typed: what was asked for before comes too late. */
export const typed = () => {
  asked++;
  documents.promised = null;
};

/** The document of the stores in some files, or of a file; null after saying why there is none. */
async function docOf(files, none) {
  const about = await decoder.look(files).catch(() => null); // without a decoder the bytes are shown
  if (about && (about.stores.length || about.files.some((f) => f.why))) return ofStores(files, about);
  const [{ file }] = files;
  const several = files.length > 1 && `None of the ${number(files.length)} files belongs to a store. Open one dump at a time, or two to compare them.`;
  if (!none && !several && file.size > 0) return ofFile(file);
  say(none || several || `${file.name} is empty; there is nothing to open.`);
  return null;
}

/** The document of two things beside each other, if they are not files of one store; else null. */
async function pairOf(files) {
  const names = [...new Set(files.map((f) => f.name.split("/")[0]))];
  if (names.length !== 2) return null;
  const sides = names.map((name) => files.filter((f) => f.name.split("/")[0] === name));
  const about = await decoder.look(files).catch(() => null);
  if (about?.stores.length === 1 && about.files.length === files.length) return null;
  const [first, second] = [await docOf(sides[0]), await docOf(sides[1])];
  return first && second && Object.assign(first, { second });
}

/** Uses the schemas among some files that are no folder's. @returns {Promise<import("../io/given.js").Given[]>} the others */
async function withoutSchemas(files) {
  if (files.length > FEW || files.some((f) => f.name.includes("/"))) return files;
  const rest = [];
  for (const one of files) if (!await schema.takeFile(one.file)) rest.push(one);
  return rest;
}

/** Opens what a reader gave: schemas are used, and what else there is is the document; the stores in some files, or a file. @param {import("../io/given.js").Given[]} files @param {string} [none] said of a folder without any store */
export function openFiles(files, none) {
  if (!files.length) return none ? say("The folder has no files.") : undefined;
  if (files.length > 1) say(`Looking at ${files.length} files.`);
  return openLater((async () => {
    const rest = await withoutSchemas(files);
    return rest.length ? await pairOf(rest) ?? docOf(rest, none) : null;
  })(), (e) => `${files[0].name} could not be read: ${ended(e.message)}`);
}

/** The second document in what a reader gave; null after saying why there is none. */
async function sideOf(files) {
  try {
    const rest = await withoutSchemas(files);
    return rest.length ? await docOf(rest) : null;
  } catch (e) {
    say(`${files[0].name} could not be read: ${ended(e.message)}`);
    return null;
  }
}

/** Compares the document with what a reader gave, or with one that was open before. */
export async function compareWith(given) {
  const mine = ++asked;
  const first = documents.now;
  const second = Array.isArray(given) ? await sideOf(given) : given;
  if (!second || mine !== asked || first !== documents.now) return;
  documents.compare(second);
  history.toSecond();
}

const NO_STORE = "The folder has no store that rowlens can read. Open a dump in it by itself.";

async function openFolder() {
  if (!globalThis.showDirectoryPicker) byId("folder").click();
  else {
    const given = await askFolder().catch((e) => void say(`The folder could not be read: ${ended(e.message)}`));
    if (given) openFiles(given, NO_STORE);
  }
}

/** Opens what the clipboard has. */
function openClipboard() {
  openLater(navigator.clipboard.readText().then((text) => (text.trim() ? ofText(text) : null)), () => "The browser did not allow reading the clipboard; paste with Ctrl+V.");
}

/** Closes the document; it can be undone for a while. */
export function close() {
  asked++;
  const before = documents.now;
  if (!before) return;
  if (["rows", "findings", "overview", "tables", "diff", "structure"].includes(current.name)) current.leave("row");
  documents.open(null);
  history.push();
  offerUndo(before);
  byId("input").focus();
  say(`${visible(before.name)} is closed${Object.keys(before.drafts).length ? " with its draft" : ""}. Undo brings it back.`);
}

const typing = (e) => e.target.closest?.("input:not([type=checkbox]):not([type=file]), textarea, select, [contenteditable]") !== null;

function listenToPaste() {
  addEventListener("paste", (e) => {
    if (e.defaultPrevented || typing(e) || document.querySelector("dialog[open]")) return;
    const files = [...e.clipboardData.files].map((file) => ({ file, name: file.name }));
    const text = e.clipboardData.getData("text/plain");
    if (!files.length && !text) return;
    e.preventDefault();
    if (text) openText(text);
    else openFiles(files);
  });
}

function listenToDrops() {
  const holdsFile = (e) => [...(e.dataTransfer?.types ?? [])].includes("Files");
  addEventListener("dragover", (e) => {
    if (!holdsFile(e)) return;
    e.preventDefault();
    page.dataset.dropping = "true";
  });
  addEventListener("dragleave", (e) => {
    if (!e.relatedTarget) delete page.dataset.dropping;
  });
  addEventListener("drop", (e) => {
    delete page.dataset.dropping;
    if (e.defaultPrevented || !e.dataTransfer?.files.length) return;
    e.preventDefault();
    const { folder, files } = ofDrop(e.dataTransfer);
    const open = e.shiftKey && documents.now ? compareWith : openFiles;
    files.then((given) => open(given, folder && NO_STORE), (problem) => say(`What was dropped could not be read: ${ended(problem.message)}`));
  });
}

export function start() {
  byId("unloaded-again").addEventListener("click", () => location.reload());
  byId("open-file").addEventListener("change", (e) => {
    openFiles(ofInput(e.target));
    e.target.value = "";
  });
  byId("folder").addEventListener("change", (e) => {
    const given = ofInput(e.target);
    e.target.value = "";
    openFiles(given, NO_STORE);
  });
  byId("second-file").addEventListener("change", (e) => {
    compareWith(ofInput(e.target));
    e.target.value = "";
  });
  byId("open-folder").addEventListener("click", openFolder);
  byId("paste").addEventListener("click", () => {
    byId("input").focus();
    openClipboard();
  });
  byId("clear").addEventListener("click", close);
  menu.listen(byId("open-toggle"), byId("open-menu"), (item) => {
    ({ file: () => byId("open-file").click(), folder: openFolder, paste: openClipboard, nothing: close })[item.dataset.open]();
  });
  for (const b of document.querySelectorAll("[data-sample]")) b.addEventListener("click", () => openText(b.dataset.sample, { name: b.dataset.name }));
  for (const b of document.querySelectorAll("[data-dump]")) {
    b.addEventListener("click", () => {
      openText(b.dataset.dump, { name: b.dataset.name });
      current.choose(b.dataset.opens);
    });
  }
  for (const b of document.querySelectorAll("[data-first]")) b.addEventListener("click", () => openText(b.dataset.first, { name: "yesterday", second: ofText(b.dataset.second, "today") }));
  for (const b of document.querySelectorAll("[data-store-sample]")) {
    b.addEventListener("click", () => openLater(
      decoder.storeSample(b.dataset.storeSample).then(async (files) => ofStores(files, await decoder.look(files))),
      (e) => `The store could not be opened: ${ended(e.message)}`,
    ));
  }
  listenToPaste();
  listenToDrops();
}
