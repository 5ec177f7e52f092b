// The document: what was pasted, dropped or opened. There is one at a time, and every view
// shows it. The ones before it are kept while the page is open.

import { count, toHex } from "../bytes.js";
import { asText, narrowed } from "../io/files.js";

/** Characters or bytes of a text that Row takes whole; of anything longer it takes single rows. */
export const WHOLE = 1 << 20;
/** Characters of a text that is too long to be handed on with each step from row to row. */
export const LONG = 1 << 16;
const WHOLE_DIFF = { where: "", change: "", at: 0, match: "key" };
const RECENT = 6; // documents before this one

let made = 0;

/** Documents to come have higher numbers than one of before a reload. */
export function goOnAfter(id) {
  made = Math.max(made, id);
}

/** @typedef {{fields: object, edits: string[], name: string}} Kept a draft: its fields, which of them were edited, by their places, and what was done in words */

/**
 * @typedef {object} Doc
 * @property {number} id
 * @property {"text"|"file"|"store"} kind a text of moderate length, a file of any length, or files of stores
 * @property {string} name
 * @property {number} size in bytes
 * @property {string} [text] of kind text
 * @property {File} [file] of kind file
 * @property {string} [fresh] the view that it goes to if it has several rows, as long as that is not known
 * @property {boolean} wide whether it was UTF-16
 * @property {{file: File, name: string}[]} [files] of kind store
 * @property {Record<string, object>} [inside] the schemas that a document has inside which this one is from, by format
 * @property {Record<string, object>} [found] the schemas among the rows of a text or file, by format, once they are read
 * @property {object} [about] of kind store: what rl_store_open says of the files
 * @property {object|null} table of kind store: the table that is shown; without a place all tables
 * @property {string} family the column family, where the text does not say it
 * @property {number} row the current row, from 0
 * @property {number} finding the open finding, from 0
 * @property {{where: string, hidden: string[]}} findings the filter of Findings, and the severities that it does not show
 * @property {string[]|null} columns that Rows shows, in their order; null for those that the page finds best
 * @property {string[]} pinned columns that stay in sight
 * @property {Record<string, number>} widths of columns that were dragged
 * @property {string[]} numbers columns whose times are shown as they are stored
 * @property {{name: string, down: boolean}|null} sort
 * @property {string} field the place of the selected field in the tree of the row, empty if there is none
 * @property {Record<string, boolean>} opened the fields that the reader has opened, or closed, by their names
 * @property {string[]} splits keys in hex at which regions of the Overview begin
 * @property {{file: string, block: number}|null} structure the block that Structure shows, from 0
 * @property {Doc|null} second what Diff compares it with
 * @property {{field: string, draft: object|null, ready: boolean}} [linked] what a link carried of Row, until it is shown
 * @property {string} [lost] the name of a second document that a reload has lost
 * @property {Record<string, Kept>} drafts of its rows, as draft.js finds them again
 * @property {{where: string, change: string, at: number, match: string}} diff the filter of Diff, the kind that it shows, the open difference, and what rows match by
 * @property {{spelling: string, format: string, record: string, chosen: object|null}} wish what the reader chose in Row
 */

function make(kind, name, size, more) {
  return {
    id: ++made, kind, name, size, note: "", wide: false, table: null, family: "", row: 0, finding: 0, findings: { where: "", hidden: [] }, stored: false, salvage: false,
    where: "", failed: false, grouped: false, columns: null, pinned: [], widths: {}, numbers: [], sort: null, splits: [], structure: null, second: null, drafts: {}, field: "", opened: {}, diff: { ...WHOLE_DIFF }, wish: { spelling: "", format: "", record: "", chosen: null }, ...more,
  };
}

const sizeOf = (text) => new TextEncoder().encode(text).length;

/** A document of text; of more than some characters Row takes single rows. @returns {Doc} */
export function ofText(text, name = "pasted text", whole = WHOLE) {
  return text.length > whole ? make("file", name, text.length, { file: new File([text], name) }) : make("text", name, sizeOf(text), { text });
}

/** A document of a file, whose bytes are shown as hex unless they are text. @param {File} file @returns {Promise<Doc>} */
export async function ofFile(file) {
  const narrow = await narrowed(file);
  return narrow ? Object.assign(await ofPlain(narrow), { wide: true, note: `${file.name} was read as UTF-16.` }) : ofPlain(file);
}

async function ofPlain(file) {
  if (file.size > WHOLE) return make("file", file.name, file.size, { file });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = asText(bytes, false);
  if (text !== null) return make("text", file.name, file.size, { text });
  // A box would lose the control characters of a dump; its rows are read from the file.
  if (isLines(bytes) || isRecords(bytes)) return make("file", file.name, file.size, { file });
  return make("text", file.name, file.size, { text: toHex(bytes), note: `${file.name} is not text; its bytes are shown as hex, ${count(bytes.length, "byte")}.` });
}

/** Whether bytes begin as a record that rowlens wrote as CBOR: a map whose first member is the format or the parts. */
const isRecords = (bytes) => /^[\xa1-\xbf](fformat|eparts)/.test(String.fromCharCode(...bytes.subarray(0, 8)));

/** Whether bytes are several lines of text, though with characters that no text box keeps. */
function isLines(bytes) {
  try {
    return /\S.*\n.*\S/.test(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}

/** A document of the stores in some files. @returns {Doc} */
export function ofStores(files, about) {
  const [top] = files[0].name.split("/");
  const folder = files.length > 1 && files.every((f) => f.name.startsWith(`${top}/`));
  const name = folder ? top : files.length === 1 ? files[0].name : `${top} and ${count(files.length - 1, "more file")}`;
  return make("store", name, files.reduce((sum, f) => sum + f.file.size, 0), { files, about });
}

/** The schemas that a document has inside, by format. @param {Doc|null} doc */
export const insideOf = (doc) => doc?.inside ?? doc?.found ?? doc?.about?.schemas ?? {};

/** How many entries of a table are its own: LMDB counts the name of each database as one of the main table. */
const ownEntries = (t) => (t.databases ? Math.max(0, t.entries - t.databases) : t.entries);

/** The tables of a document of stores, each with the number of its store and its own, the name that a model in the store gives it, and its files that are not there. */
export const tablesOf = (doc) => doc.about?.stores.flatMap(({ title, tables, missing = [] }, s) => tables.map((t, i) => ({
  ...t, entries: ownEntries(t), title, place: [s, i], model: doc.about.titles?.[t.cf] ?? "", missing: missing.filter((m) => m.table === i).map((m) => m.file),
}))) ?? [];

/** The tables of which a file may have rows, by where it stands. */
export const within = (all, file) => all.filter((t) => t.path === file || !t.path || file.startsWith(`${t.path}/`));

/** Which of its tables a file of such a document is of; undefined where a file is of several, or of none. */
export function tableOf(all, { file, place }) {
  if (place) return all.find((t) => t.place[0] === place[0] && t.place[1] === place[1]);
  const tables = within(all, file);
  return tables.length === 1 ? tables[0] : undefined;
}

export class Documents {
  /** @type {Doc|null} */
  now = null;
  /** @type {Doc[]} those before, the latest first */
  recent = [];
  /** @type {Doc|null} one of before a reload, whose files the browser has not kept: the next one of its name goes on where it was */
  awaited = null;
  /** @type {Partial<Doc>|null} what a link without data says of the document that it is about: the next one is shown so */
  promised = null;
  #parted = []; // second documents of before
  #opened = [];
  #changed = [];

  /** Calls back when another document, or none, is shown. @param {(doc: Doc|null) => void} fn */
  whenOpened(fn) {
    this.#opened.push(fn);
  }

  /** Calls back when the text of the document, its row, table, family or second document is another. @param {(doc: Doc, what: string) => void} fn */
  whenChanged(fn) {
    this.#changed.push(fn);
  }

  /** Makes something the document; null closes it. The one before is kept. @param {Doc|null} doc */
  open(doc) {
    if (this.now) this.recent = [this.now, ...this.recent.filter((d) => d !== this.now)].slice(0, RECENT);
    this.recent = this.recent.filter((d) => d !== doc);
    this.now = doc;
    for (const fn of this.#opened) fn(doc);
  }

  /** The document or one of those before, of which some were compared with another one. */
  find(id) {
    return [this.now, ...this.recent].flatMap((d) => [d, d?.second]).find((d) => d?.id === id) ?? this.#parted.find((d) => d.id === id) ?? null;
  }

  /** Compares the document with another one; null ends it. The first comparison is shown as a link without data said. @param {Doc|null} second */
  compare(second) {
    const { second: before, lost, diff } = this.now;
    this.part(before);
    this.change({ second, lost: "", diff: before || lost ? { ...WHOLE_DIFF } : diff }, "second");
  }

  /** Remembers a second document, to which Back and Forward may lead again. @param {Doc|null} second */
  part(second) {
    if (second) this.#parted = [second, ...this.#parted.filter((d) => d !== second)].slice(0, RECENT);
  }

  /** Takes another text, as the reader edits it. */
  edit(text) {
    const doc = this.now;
    Object.assign(doc, { text, size: sizeOf(text), note: "", wide: false, row: 0 });
    this.tell("text");
  }

  /** Changes members of the document. @param {Partial<Doc>} members */
  change(members, what) {
    Object.assign(this.now, members);
    this.tell(what);
  }

  tell(what) {
    for (const fn of this.#changed) fn(this.now, what);
  }
}
