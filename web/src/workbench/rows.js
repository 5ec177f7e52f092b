// Which rows of the document are read, and how.

import { documents, schema, session, whenSchemaChanges } from "../app.js";
import { count, visible } from "../bytes.js";
import { tablesOf } from "../document/documents.js";
import { isEncrypted, lostSentence } from "../view/words.js";

/**
 * What the rows of a document are read with. The models of a store or among the rows of a dump are not among it: its reader finds
 * them, and would take those that it is given before them, which may be of another store.
 * @param {import("../document/documents.js").Doc} doc
 */
export const schemaOfRows = (doc) => (doc.inside ? schema("", doc) : schema.given());

/** What the worker opens: text, or a table of the stores in some files. @param {import("../document/documents.js").Doc} doc */
export function sourceOf(doc) {
  const options = {};
  const known = schemaOfRows(doc);
  if (known) options.schema = known;
  if (doc.family) options.cf = doc.family;
  if (doc.wish.format) options.format = doc.wish.format;
  if (doc.kind === "store") {
    const entries = doc.table.place ? doc.table.entries : tablesOf(doc).reduce((sum, t) => sum + t.entries, 0);
    Object.assign(options, { store: true, table: doc.table.place, stored: doc.stored, salvage: doc.salvage });
    return { file: { name: doc.table.table ?? doc.name, size: entries ?? 0 }, files: doc.files, options };
  }
  if (doc.wish.spelling) options.spelling = doc.wish.spelling;
  return { file: doc.file ?? new File([doc.text], doc.name), options };
}

/** Has the rows of the document read, unless they are. @returns {boolean} whether it has rows to read */
export function needRows() {
  const doc = documents.now;
  if (!doc || (doc.kind === "store" && !doc.table)) return false;
  if (session.doc !== doc) session.open(doc, sourceOf(doc));
  return true;
}

/** Why a document has no rows to read, and what is damaged as far as that is known. @param {import("../document/documents.js").Doc|null} doc */
export function noRows(doc) {
  if (!doc) return "";
  const damage = (doc.about?.stores ?? []).flatMap((s) => s.damage).filter((d) => !d.remark);
  return `${lostSentence(damage.length, damage.filter(isEncrypted).length)}${visible(doc.name)} has ${count(tablesOf(doc).length, "table")}, none of them read yet.`;
}

/** Reads the rows again, as they would be read differently now. */
export function readAgain() {
  if (!session.doc) return;
  session.close();
  needRows();
}

/** Other views read rows of the document with the models among them, too. */
session.on("inside", ({ schemas }) => {
  const { doc } = session;
  if (JSON.stringify(schemas) === JSON.stringify(doc.found ?? {})) return;
  doc.found = schemas;
  if (doc !== documents.now) return;
  schema.refresh();
  documents.tell("models");
});
documents.whenOpened(() => session.close());
documents.whenChanged((_, what) => {
  if (what === "text") session.close();
  else if (what === "table" || what === "family") readAgain();
});
whenSchemaChanges(readAgain);
