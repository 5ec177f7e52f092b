// The names that a filter knows.

import { session } from "../app.js";

/** Names of the filter itself, which are right although no row may have them; the page adds one. */
export const own = () => [...session.state.members, "finding"];

/** The names that rows of the kinds that there are can have; none before any is read. @param {object[]} records kinds of all formats */
export function namesHere(records) {
  if (!session.state) return [];
  const { kinds, columns } = session.state;
  const here = records.filter((r) => kinds.some((k) => k.format === r.format && k.record === r.record));
  return [...here.flatMap((r) => [...r.parts ?? [], ...(r.fields ?? []).map((f) => f.name)]), ...columns.map((c) => c.name), ...own()];
}
