// Anonymise: rows with other texts and ids in place of theirs, and what was replaced by what. The decoder
// makes them; here they are only asked for and shown.

import { decoder, schema } from "../app.js";
import { count, visible } from "../bytes.js";
import { byId, el } from "../view/dom.js";

const SHOWN = 100; // values in the table
const NAMED = 8; // names that stay, in words

let seed = "";
let last = { key: "", made: null };

/** Other values from now on. */
export function drawAgain() {
  seed = [...crypto.getRandomValues(new Uint8Array(8))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/** The rows of a choice with other values (op anonymise of docs/testee.md). */
export async function anonymous(what, row, doc) {
  const pinned = { ...(row?.pin && { format: row.reading?.format }), ...(row?.pin === "record" && { record: row.reading?.record }) };
  const rows = what === "row" ? { parts: row.parts, timestamp: row.timestamp } : { text: doc.text, spelling: row?.spelling || undefined };
  const request = { op: "anonymise", seed, schema: schema(), cf: doc.family || undefined, ...pinned, ...rows };
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
  place.replaceChildren(...left(made), ...table(made.changes.filter((c) => !c.kept), made), ...kept(made.changes.filter((c) => c.kept)));
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

function table(changes, { changeCount, changes: all }) {
  if (!changes.length) return [];
  const more = changes.length - SHOWN + (changeCount - all.length);
  return [el("table", {}, el("thead", {}, el("tr", {}, ...["Field", "Now", "Replaced by"].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, ...changes.slice(0, SHOWN).map(({ field, from, to, times }) => el("tr", {}, el("th", { scope: "row" }, visible(field)), el("td", {}, visible(from)),
      el("td", {}, visible(to), times ? el("span", { class: "quiet" }, ` ${times} times`) : null))))),
  ...(more > 0 ? [el("p", { class: "quiet" }, `and ${count(more, "other value")}`)] : [])];
}

/** What stays, in words. */
function kept(changes) {
  const of = (kind) => [...new Set(changes.filter((c) => c.kept === kind).map((c) => c.from))];
  const names = of("name");
  const times = of("time");
  const out = [];
  if (names.length) out.push(el("p", {}, `${count(names.length, "name")} kept: `, visible(names.slice(0, NAMED).join(", ")), names.length > NAMED ? ", …" : ""));
  if (times.length) out.push(el("p", {}, `${count(times.length, "time")} kept, and the times of cells.`));
  return out;
}
