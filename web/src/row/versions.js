// The version of a row before it, where the document has one.

import { documents, say, session } from "../app.js";
import { ofText } from "../document/documents.js";
import { needRows } from "../workbench/rows.js";
import { present } from "../workbench/open.js";

/** Compares the current row with its version before: each is a document, and Back leads to theirs. */
export async function compareVersions() {
  const doc = documents.now;
  const { row } = doc;
  if (!needRows()) return;
  const recordOf = (at) => session.ask("record", { row: at }).then(({ record }) => JSON.parse(record));
  try {
    const before = (await session.ask("before", { row })).row;
    if (doc !== documents.now || row !== doc.row) return;
    if (before < 0) {
      say(`Row ${row + 1} has no previous version in ${doc.name}.`);
      return;
    }
    const [first, second] = await Promise.all([row, before].map(async (at) => {
      const { parts, timestamp, deleted, source = {} } = await recordOf(at);
      return Object.assign(ofText(JSON.stringify({ parts, timestamp, deleted, cf: source.cf }), `row ${at + 1} of ${doc.name}`), { family: doc.family });
    }));
    present(Object.assign(second, { second: first }));
  } catch {
    // Another document was opened meanwhile.
  }
}
