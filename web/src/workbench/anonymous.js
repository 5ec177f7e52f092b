// Anonymise: rows with other texts and ids in place of theirs, and what was replaced by what. The decoder
// makes them; here they are only asked for and shown.

import { decoder, schema } from "../app.js";
import { count, visible } from "../bytes.js";
import { byId, el } from "../view/dom.js";

const SHOWN = 100; // values in the table
const NAMED = 5; // values that stay, in a row of the table
const LOST = "Not kept: the order among ids, texts and chosen times, and that counts and sums agree with the rows.";

let last = { key: "", made: null };

/** The rows of a choice with other values (op anonymise of docs/testee.md). @param {{names: boolean, times: boolean}} also what else to replace */
export async function anonymous(what, row, doc, also) {
  const pinned = { ...(row?.pin && { format: row.reading?.format }), ...(row?.pin === "record" && { record: row.reading?.record }) };
  const rows = what === "row" ? { parts: row.parts, timestamp: row.timestamp } : { text: doc.text, spelling: row?.spelling || undefined };
  const request = { op: "anonymise", ...also, schema: schema(), cf: doc.family || undefined, ...pinned, ...rows };
  const key = JSON.stringify(request);
  if (key !== last.key) last = { key, made: await decoder.request(request) };
  return last.made;
}

/** Shows what was replaced; without anything there is nothing to show. @param {object} [made] the answer, or {error} */
export function showAnonymous(made) {
  const place = byId("share-anonymous");
  place.hidden = !made;
  if (!made) return;
  if (made.error) {
    place.replaceChildren(el("p", { role: "alert" }, visible(made.error)));
    return;
  }
  place.replaceChildren(...left(made), ...table(made), ...(made.rows ? [el("p", {}, LOST)] : []));
}

/** Rows that are left out, and what else is no longer as it was. */
function left({ rows, left: list, leftCount, cleared }) {
  const out = [];
  if (leftCount) {
    out.push(el("p", { role: "status", class: "warning-text" }, `${count(leftCount, "row")} left out, as it is not known what is in ${leftCount === 1 ? "it" : "them"}: `,
      visible(list.slice(0, 3).map(({ place, why }) => (place ? `${place}: ${why}` : why)).join("; ")), leftCount > 3 ? "; …" : ""));
  }
  if (!rows) out.push(el("p", {}, "No row is left to share."));
  if (cleared) out.push(el("p", {}, `${count(cleared, "row")} had a problem, such as a check that did not match. It is gone: checks are computed again.`));
  return out;
}

/** Values before and after, then what stays. */
function table({ changes: all, changeCount }) {
  const changes = all.filter((c) => !c.kept);
  const stay = [["check", "checks", "computed again"], ["time", "times", "kept"], ["name", "names", "kept"]].flatMap(([kind, name, after]) => kept(all.filter((c) => c.kept === kind), name, after));
  if (!changes.length && !stay.length) return [];
  const more = changes.length - SHOWN + (changeCount - all.length);
  const row = ({ field, from, to, times }) => line(field, visible(from), visible(to), times ? el("span", { class: "quiet" }, ` ${times} times`) : null);
  return [el("table", {}, el("thead", {}, el("tr", {}, ...["Field", "Before", "After"].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, ...changes.slice(0, SHOWN).map(row), ...stay)),
  ...(more > 0 ? [el("p", { class: "quiet" }, `and ${count(more, "other value")}`)] : [])];
}

const line = (field, from, to, note) => el("tr", {}, el("th", { scope: "row" }, visible(field)), el("td", {}, from), el("td", {}, to, note));

/** Values of a kind that are not replaced, as a row. */
function kept(changes, name, after) {
  const values = [...new Set(changes.map((c) => c.from))];
  if (!values.length) return [];
  const fields = [...new Set(changes.map((c) => c.field))];
  const title = fields.length === 1 ? fields[0] : name;
  return [line(title, visible(values.slice(0, NAMED).join(", ")) + (values.length > NAMED ? `, … (${values.length} values)` : ""), el("span", { class: "quiet" }, after))];
}
