// The names that a filter knows.

import { session } from "../app.js";
import { nameOf } from "../view/expression.js";

/** Names that belong to the filter itself, valid even if no row has them; the page adds one. */
export const own = () => [...session.state.members, "finding"];

// A row is not found by how it is stored: no decoded row has a member for its salt or its terminators.
const members = (record) => (record.fields ?? []).filter(({ role }) => role !== "check" && role !== "structure").map((f) => f.name);

/** The names that rows of the present kinds can have; none before any row is read. @param {object[]} records kinds of all formats */
export function namesHere(records) {
  if (!session.state) return [];
  const { kinds, columns } = session.state;
  const here = records.filter((r) => kinds.some((k) => k.format === r.format && k.record === r.record));
  return [...here.flatMap((r) => [...r.parts ?? [], ...members(r)]), ...columns.map((c) => nameOf(c.name)), ...own()];
}
