// The versions of the current row: their list, and the way to the one before it.

import { documents, recordKinds, say, session } from "../app.js";
import { insideOf, ofText } from "../document/documents.js";
import { CLOSED } from "../document/session.js";
import { dateOfNumber, dateOfVersion } from "../times.js";
import { byId, el, hide, lead, visible } from "../view/dom.js";
import { number } from "../view/figures.js";
import { membersAbout } from "../view/legend.js";
import { show } from "../view/value.js";
import { ended } from "../view/words.js";
import * as history from "../workbench/history.js";
import { needRows } from "../workbench/rows.js";
import { present } from "../workbench/open.js";
import { onceAtRest } from "../workbench/at-rest.js";

const LISTED = 50; // versions
const BYTES = 24; // of a value that no member says

let known; // what names returns

/** The members that name a property, and those that are versions of Maryk's clock, by format and record kind. */
const names = () => (known ??= namesOf());

async function namesOf() {
  const clocks = (fields) => membersAbout(fields.filter((f) => f.type.startsWith("HLC")), "time");
  return Object.fromEntries((await recordKinds()).map(({ format, record, fields }) => [`${format} ${record}`, { properties: membersAbout(fields, "property"), clocks: clocks(fields) }]));
}

const ask = async (doc) => ({ doc, ...(await session.ask("versions", { row: doc.row, names: await names() })) });

const timeOf = ({ clock, timestamp, sequence }) => (clock && dateOfVersion(clock)) || (timestamp === undefined ? `sequence ${sequence ?? "not known"}` : dateOfNumber(String(timestamp)) || String(timestamp));

const valueOf = ({ deleted, value, content }) => (deleted ? "deletion" : value === undefined ? content.slice(0, 2 * BYTES) + (content.length > 2 * BYTES ? "…" : "") : show(value));

/** The version before that of a row, if there is one. */
const before = (versions, row) => versions[versions.findIndex((v) => v.row === row) + 1];

const withBefore = new WeakMap(); // documents, with the last row that is known to have a version before

/** Whether the current row of a document is known to have a version before: Back leads to it without its rows being read again. */
export const hasBefore = (doc) => withBefore.get(doc) === doc.row;

/** Lists them under the fields, if there are several. */
export const showVersions = onceAtRest({
  clear: () => hide(byId("versions"), true),
  ask,
  many: async () => ({}), // looks for them only when they are asked for
  show({ doc, versions }) {
    if (!versions) {
      hide(byId("version-before"), false);
      return;
    }
    if (before(versions, doc.row)) withBefore.set(doc, doc.row);
    else withBefore.delete(doc);
    hide(byId("version-before"), !hasBefore(doc));
    if (versions.length < 2) return;
    // What is cut away of a long list is far from this row.
    const from = Math.max(Math.min(versions.findIndex((v) => v.row === doc.row) - LISTED / 2, versions.length - LISTED), 0);
    const some = versions.slice(from, from + LISTED);
    byId("versions-title").textContent = `Versions of ${visible(versions[0].name || "this row")}`;
    byId("versions-note").textContent = `newest first${some.length < versions.length ? `, ${some.length} of ${number(versions.length)}` : ""}`;
    byId("versions-list").replaceChildren(...some.map((v) => {
      const here = v.row === doc.row;
      return el("tr", { class: here ? "chosen" : null, "aria-current": here ? "true" : null },
        el("td", { class: "value" }, timeOf(v)), el("td", { class: "value" }, visible(valueOf(v))),
        el("td", {}, here ? "this row" : lead({ "data-row": v.row }, `row ${number(v.row + 1)}`)));
    }));
    hide(byId("versions"), false);
  },
});

export function listenToVersions() {
  byId("versions").addEventListener("click", (e) => {
    const to = e.target.closest("[data-row]")?.dataset.row;
    if (to !== undefined) history.toRow(Number(to));
  });
}

/** Compares the current row with its version before: each is a document, and Back leads to theirs. */
export async function compareVersions() {
  const doc = documents.now;
  const { row } = doc;
  if (!needRows()) return;
  const recordOf = (at) => session.ask("record", { row: at }).then(({ record }) => JSON.parse(record));
  try {
    const { versions } = await ask(doc);
    if (doc !== documents.now || row !== doc.row) return;
    const older = before(versions, row);
    if (!older) {
      say(`Row ${number(row + 1)} has no previous version in ${doc.name}.`);
      return;
    }
    const [first, second] = await Promise.all([row, older.row].map(async (at) => {
      const { parts, timestamp, deleted, source = {} } = await recordOf(at);
      return Object.assign(ofText(JSON.stringify({ parts, timestamp, deleted, cf: source.cf }), `row ${at + 1} of ${doc.name}`), { family: doc.family, inside: insideOf(doc) });
    }));
    present(Object.assign(second, { second: first }));
  } catch (e) {
    if (e.message !== CLOSED) say(`The versions cannot be compared: ${ended(visible(e.message))}`);
  }
}
