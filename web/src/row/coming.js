// The row to which another step would lead, read and decoded while the reader looks at the one before it: a step then
// takes as long as it takes to show a row.

import { decoder, documents, schema, session } from "../app.js";
import { same } from "../io/decoder.js";

const SMALL = 1 << 16; // characters of a record; a larger one may be more than was wanted

let last = {}; // the row shown before, and its document
let coming = null; // the row to come: its document, record and answer as promises, and what the answer is to

session.on("opened", () => { coming = null; }); // with other options, such as another column family

/** What the decoder is asked about the current row of a document, by its text or by the record of a row. */
export function requestFor(doc, record) {
  const { spelling, format, record: kind } = doc.wish;
  const request = { text: record || doc.text, ...(record && !format && { learnt: JSON.parse(record).format }) }; // as which the rows around it are read
  if (!record) {
    request.row = doc.row;
    if (spelling) request.spelling = spelling;
  }
  if (doc.family) request.cf = doc.family;
  if (format) request.format = format;
  if (kind) request.record = kind;
  const s = schema(format);
  if (s) request.schema = s;
  return request;
}

const read = (row) => session.ask("record", { row }).then((a) => a.record);

/** The record of a row as JSON, from the rows that are read; null if there is no such row. */
export const recordOf = (doc, row) => (coming?.doc === doc && coming.row === row ? coming.record : read(row));

/** The decoder's answer about a row. */
export function inspected(request) {
  const { answer, to } = coming ?? {};
  if (!answer || !same(to, request)) return decoder.call("rl_inspect", request);
  coming = null;
  return answer;
}

/** Has the row after the current one decoded, if that was a step; or the one before, after a step back. */
export async function prepare() {
  const doc = documents.now;
  const by = doc === last.doc ? doc.row - last.row : 0;
  last = { doc, row: doc.row };
  const row = doc.row + by;
  if (Math.abs(by) !== 1 || row < 0 || row >= doc.total || !session.has(doc)) return;
  const next = { doc, row, record: read(row) };
  coming = next;
  const record = await next.record.catch(() => ""); // who steps there asks for it, too, and is told
  if (!record || record.length > SMALL || coming !== next || decoder.failure) return;
  next.to = requestFor(doc, record);
  next.answer = decoder.call("rl_inspect", next.to);
  next.answer.catch(() => {}); // as above
}
