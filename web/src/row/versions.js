// The version of a row before it, where the document has one: it stands next, as stores have the newest first.

import { documents, session } from "../app.js";
import { ofText } from "../document/documents.js";
import { needRows } from "../workbench/rows.js";
import { present } from "../workbench/open.js";

const CONTENT = ["value", "columns", "tags"]; // parts that are none of the key

const keyOf = ({ parts = {}, source = {} }) => JSON.stringify([source.table, source.cf, ...Object.entries(parts).filter(([name]) => !CONTENT.includes(name))]);

/** The rows of a document from one on, as far as there are two. @returns {Promise<object[]>} */
async function pairAt(row) {
  const found = await Promise.all([row, row + 1].map((at) => session.ask("record", { row: at }))).catch(() => []);
  return found.map(({ record }) => record && JSON.parse(record)).filter(Boolean);
}

const known = new WeakMap(); // of documents, the rows that have one or have none

/** Whether the next row of a document is another version of this one. @param {import("../document/documents.js").Doc} doc */
export async function hasVersionBefore(doc) {
  const { row } = doc;
  if (!known.has(doc)) known.set(doc, new Map());
  if (!session.has(doc)) return known.get(doc).get(row) ?? false;
  if (row + 1 >= (doc.total ?? 0)) return false;
  const [now, before] = await pairAt(row);
  const is = Boolean(now?.parts && before?.parts && keyOf(now) === keyOf(before));
  known.get(doc).set(row, is);
  return is;
}

/** Compares the current row with its version before: each is a document, and Back leads to theirs. */
export async function compareVersions() {
  const doc = documents.now;
  if (!needRows()) return;
  const pair = await pairAt(doc.row);
  if (pair.length < 2 || doc !== documents.now) return;
  const [first, second] = pair.map(({ parts, timestamp, deleted, source = {} }, i) => Object.assign(
    ofText(JSON.stringify({ parts, timestamp, deleted, cf: source.cf }), `row ${doc.row + 1 + i} of ${doc.name}`), { family: doc.family },
  ));
  present(Object.assign(second, { second: first }));
}
