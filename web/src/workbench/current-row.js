// What tools start from: the document's current row, whether or not Row has shown it.

import { current, decoder, documents, schema, session } from "../app.js";
import { count, keyPart } from "../bytes.js";
import { LONG } from "../document/documents.js";
import { CLOSED } from "../document/session.js";
import { needRows } from "./rows.js";

const AROUND = 5; // rows before and after the current one

/** Whether there are other rows than the current one, or may be while rows are still being read. */
export const several = (doc = documents.now) => doc?.total > 1 || doc !== null && session.doc === doc && !session.has(doc);

/** Whether there may be: after a reload nobody has counted them. */
export const mayBeSeveral = () => several() || documents.now !== null && documents.now.total === undefined;

/** A row in a few words: its number, if there are several. */
export const words = (doc) => (doc.row > 0 || several(doc) ? `row ${doc.row + 1}` : "the row");

/** Identifies the current row, to compare it with the one something was taken from. */
export const rowKey = () => (documents.now ? `${documents.now.id}/${documents.now.row}/${documents.now.kind === "text" ? documents.now.text : ""}` : "");

/** The parts of a reading as hex. */
export const partsOf = (reading) => Object.fromEntries(reading.tree.parts.filter((p) => p.node === undefined).map((p) => [p.name, p.hex]));

/** The current row with its reading. @returns {Promise<{reading: object, parts: Record<string, string>, words: string}|null>} */
export async function currentRow() {
  const doc = documents.now;
  if (!doc) return null;
  const reading = current.reading() ?? await readRow(doc);
  return reading && { reading, parts: partsOf(reading), words: words(doc) };
}

/**
 * Some rows of the document, as text. Those that are opened anew meanwhile, as with a schema that comes a moment later, are asked again.
 * @returns {Promise<string[]|null>} null if they cannot be read, or another document was opened meanwhile
 */
async function recordsFrom(first, end) {
  const doc = documents.now;
  while (doc === documents.now && needRows()) {
    try {
      const records = [];
      for (let row = first; row < end; row++) {
        const { record } = await session.ask("record", { row });
        if (record === null) break;
        records.push(record);
      }
      return doc === documents.now ? records : null;
    } catch (e) {
      if (e.message !== CLOSED) return null;
    }
  }
  return null;
}

/** The current row as text; null if it cannot be read, or another document was opened meanwhile. */
const rowText = async ({ row }) => (await recordsFrom(row, row + 1))?.[0] ?? null;

/** What a schema makes of the current row as a record kind: the reading, or how far it comes. @returns {Promise<{tree: object, error?: object}|null>} */
export async function readAs(format, record, known) {
  const doc = documents.now;
  const short = doc?.kind === "text" && doc.text.length <= LONG; // no rows need to be read for it
  const text = short ? doc.text : doc && await rowText(doc);
  if (!text) return null;
  const { candidates = [], refused = [] } = await decoder.call("rl_inspect", {
    text, format, record, schema: known, ...(short && { row: doc.row, ...(doc.wish.spelling && { spelling: doc.wish.spelling }) }),
  });
  return candidates[0] ?? refused[0] ?? null;
}

/** The best reading of a row that Row has not shown. */
async function readRow(doc) {
  const record = await rowText(doc);
  if (!record) return null;
  const { format, record: kind, chosen } = doc.wish;
  const request = { text: record, ...(doc.family && { cf: doc.family }), ...(format && { format }), ...(kind && { record: kind }) };
  const known = schema(format);
  const { candidates = [] } = await decoder.call("rl_inspect", known ? { ...request, schema: known } : request);
  return candidates.find((c) => chosen && c.format === chosen.format && c.record === chosen.record) ?? candidates[0] ?? null;
}

/** A row as a line for tools; none if it could not be read. */
function lineOf(record) {
  const { parts, timestamp, source } = JSON.parse(record);
  return parts ? [JSON.stringify({ parts, timestamp, cf: source?.cf })] : [];
}

/** How many rows pass the filter; 0 if there is no filter or the count is not known yet. */
export function filteredCount() {
  const { state } = session;
  return session.has(documents.now) && state.filtered && !state.filtering ? state.shown : 0;
}

/** The rows that pass the filter, as lines. @param {number} most of them @returns {Promise<string[]|null>} null if they cannot be read, or are opened anew meanwhile */
export async function filteredRows(most) {
  try {
    const { rows } = await session.ask("some", { from: 0, count: most });
    return rows.flatMap(({ record }) => lineOf(record));
  } catch {
    return null;
  }
}

/** Rows from one on, as lines. @returns {Promise<string[]|null>} as recordsFrom */
const linesFrom = async (first, end) => (await recordsFrom(first, end))?.flatMap(lineOf) ?? null;

/** The rows around the current one, as lines, and a note on what they are. @returns {Promise<{text: string, note: string}|null>} null if there are none */
export async function neighbours() {
  const doc = documents.now;
  const { row } = doc;
  const lines = await linesFrom(Math.max(row - AROUND, 0), row + AROUND + 1);
  return lines && { text: lines.join("\n"), note: `${count(lines.length, "row")} of ${doc.name}, around row ${row + 1}` };
}

/** The keys of rows, in hex: of those that pass the filter, else of the first ones. @param {number} most of them @returns {Promise<string[]>} */
export async function rowKeys(most) {
  const filtered = filteredCount() ? await filteredRows(most) : null;
  const lines = filtered ?? await linesFrom(0, most) ?? [];
  return lines.map((line) => keyPart(JSON.parse(line).parts));
}
