// What the form starts from: the current row of the document.

import { current, decoder, documents, schema, session } from "../app.js";
import { needRows } from "../workbench/rows.js";

/** A row in a few words: its number, if there are several. */
export const words = (doc) => ((doc.total ?? 1) > 1 ? `row ${doc.row + 1}` : "the row");

/** Which row it would be, to compare with the one that a form was taken from. */
export const rowKey = () => (documents.now ? `${documents.now.id}/${documents.now.row}/${documents.now.kind === "text" ? documents.now.text : ""}` : "");

/** The parts of a reading as hex. */
const partsOf = (reading) => Object.fromEntries(reading.tree.parts.filter((p) => p.node === undefined).map((p) => [p.name, p.hex]));

/** The current row as it is read. @returns {Promise<{reading: object, parts: Record<string, string>, words: string}|null>} */
export async function currentRow() {
  const doc = documents.now;
  if (!doc) return null;
  const reading = current.reading() ?? await readRow(doc);
  return reading && { reading, parts: partsOf(reading), words: words(doc) };
}

/** The best reading of a row that Row has not shown. */
async function readRow(doc) {
  if (!needRows()) return null;
  let record;
  try {
    ({ record } = await session.ask("record", { row: doc.row }));
  } catch {
    return null; // other rows were opened meanwhile
  }
  if (!record || doc !== documents.now) return null;
  const { format, record: kind, chosen } = doc.wish;
  const request = { text: record, ...(doc.family && { cf: doc.family }), ...(format && { format }), ...(kind && { record: kind }) };
  const known = schema(format);
  const { candidates = [] } = await decoder.call("rl_inspect", known ? { ...request, schema: known } : request);
  return candidates.find((c) => chosen && c.format === chosen.format && c.record === chosen.record) ?? candidates[0] ?? null;
}
