// The names that a filter knows.

import { session } from "../app.js";
import { nameOf } from "../view/expression.js";

/** Names that belong to the filter itself, valid even if no row has them; the page adds one. */
export const own = () => [...session.state.members, "finding"];

/** The names that rows of the present kinds can have; none before any row is read. @param {object[]} records kinds of all formats */
export function namesHere(records) {
  if (!session.state) return [];
  const { kinds, columns } = session.state;
  const here = records.filter((r) => kinds.some((k) => k.format === r.format && k.record === r.record));
  return [...here.flatMap((r) => [...r.parts ?? [], ...(r.fields ?? []).map((f) => f.name)]), ...columns.map((c) => nameOf(c.name)), ...own()];
}
