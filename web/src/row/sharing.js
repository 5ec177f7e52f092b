// What a link may carry of a row: its parts, reading, draft, selected field and the names used.

import { documents, schema } from "../app.js";
import { placesOf } from "../draft/edit.js";
import { address } from "../io/link.js";
import { title } from "../model.js";

/**
 * @returns {{parts: object, text: string, timestamp?: string, spelling: string, reading: object|null, pin: string,
 * field: {place: string, title: string}|null, draft: object|null, names: object|null, namesTitle?: string}} names is a schema; text is for a row that cannot be read
 */
export function sharingOf({ answer, shown, marks: { pinned }, model, draft, wish: { spelling, format, record }, unread }) {
  const tree = model?.tree;
  // Codes that a schema gives a name.
  const names = [...new Set((tree?.nodes ?? []).filter((n) => n.kind === "hash" && n.raw !== undefined && n.raw !== n.text).map((n) => n.text))];
  return {
    parts: answer.parts, text: unread, timestamp: answer.timestamp, spelling, reading: shown && !shown.raw ? shown : null, pin: record ? "record" : format && "format",
    field: pinned && tree ? { place: placesOf(tree)[pinned.index], title: title(pinned) } : null,
    draft: draft.fields, ...(names.length ? withTables(names, shown?.format) : modelsOf(shown?.format)),
  };
}

/** Names and, for tables among them, the schema's whole description: their indexes name the values. */
function withTables(names, format) {
  const { tables } = schema(format) ?? {};
  const used = Array.isArray(tables) ? tables.filter((t) => names.includes(t?.table ?? t?.name)) : [];
  return { names: used.length ? { names, tables: used } : { names }, namesTitle: `Names used in this row, ${names.length} of the schema` };
}

/** The models of a format that are in use: its rows cannot be read without them. */
function modelsOf(format) {
  const { models } = (format && schema(format)) ?? {};
  if (!models) return { names: null };
  return { names: { models }, namesTitle: `Models in use, ${Object.keys(models).length}` };
}

/** The address of a row with all that it carries, produced on demand; without its data, only what is needed to read the row. @param {string} record the row as JSON, if it was read alone */
export function linkTo(row, withData, record) {
  const doc = documents.now;
  const { spelling, reading, pin, field, draft, names } = row ?? {};
  const state = { spelling, family: doc?.family, reading, pin };
  if (!withData) return address(state);
  return address({ ...state, field: field?.place, draft, names, text: doc?.text ?? record, row: doc?.text === undefined ? 0 : doc?.row });
}
