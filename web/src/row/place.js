// Where the current row is in its document, the way to its neighbours, and the tools
// that start from it.

import { current, documents, recordKinds, say } from "../app.js";
import * as menu from "../share/menu.js";
import * as history from "../workbench/history.js";
import { neighbours } from "../workbench/current-row.js";
import { byId, disable, el, hide, lead, renew, visible, write } from "../view/dom.js";
import { cellFacts } from "../view/input.js";
import { membersAbout } from "../view/legend.js";
import { facts } from "../view/place.js";
import { toAlike } from "./alike.js";
import { compareVersions, hasBefore, listenToVersions } from "./versions.js";
import { number } from "../view/figures.js";

/**
 * @param {{reading(): object|null, marks: import("../view/marks.js").Marks}} view
 * @returns {{show(answer: object|null, record?: string): void, tell(model: import("../model.js").Model, reading: object): void, step(by: number): boolean, count(): void, line: number}}
 */
export function listenToPlace(view) {
  const step = (by) => {
    const to = documents.now ? documents.now.row + by : -1;
    if (to < 0 || to >= (documents.now.total ?? 0)) return false;
    history.toRow(to);
    return true;
  };
  byId("row-previous").addEventListener("click", () => step(-1));
  byId("row-next").addEventListener("click", () => step(1));
  const starts = { block: () => current.open("structure", block), range: () => toRange(view), order: toOrder, build: () => current.open("build"), versions: compareVersions, alike: toAlike, compare: () => byId("second-file").click() };
  byId("place").addEventListener("click", (e) => {
    const button = e.target.closest("[data-from]");
    if (button) starts[button.dataset.from]();
    if (e.target.closest("[data-block]")) starts.block();
    if (e.target.closest("[data-begin]")) current.open("structure", { file: block.file, offset: 0 });
    if (e.target.closest("[data-tables]")) current.choose("tables");
  });
  listenToVersions();
  menu.listenToRest(byId("from-row"), byId("from-row-menu"), () => [...byId("place").querySelectorAll("[data-from]:not([hidden])")]);
  recordKinds().then((all) => {
    for (const { format, record, fields } of all) tableOf.set(`${format} ${record}`, membersAbout(fields, "table"));
    if (told && documents.now) tell(...told);
  });
  return { show, tell, count, step, get line() { return line; } };
}

let line = 1; // of the text, from 1
let block = null; // of the store that holds the row
let place = []; // the words before the table
let told = null; // the reading that is shown, which may come before the record kinds are known
let said = false; // whether they say the table, which otherwise the row itself may
const tableOf = new Map(); // the members that name the table of a row, by format and record kind

/** Shows the place of the row that an answer is about; record is that row as JSON if it was read alone. */
function show(answer, record = "") {
  const doc = documents.now;
  hide(byId("place"), !doc);
  if (!doc) return;
  const { deleted = false, source = {} } = record ? JSON.parse(record) : { source: answer.rows?.[doc.row] };
  line = source.line ?? 1;
  block = doc.kind === "store" && source.offset !== undefined ? { file: source.file, offset: source.offset, at: source.at } : null;
  place = [
    el("span", {}, "row ", el("b", {}, number(doc.row + 1)), el("span", { "data-total": true })),
    ...facts([...(doc.kind === "store" ? stored(doc, source, deleted) : [["table", source.table]]), ["line", source.line], ["column family", source.cf ?? doc.family], ...(doc.kind === "text" ? [] : cellFacts(answer))]),
  ];
  said = doc.kind === "store" || Boolean(source.table);
  hide(byId("row-block"), !block);
  hide(byId("version-before"), !hasBefore(doc)); // until it is known that there is one
  count();
}

/** Shows the place, with the table that a reading of the row names. */
function tell(model, reading) {
  told = [model, reading];
  const { format, record } = reading;
  const members = tableOf.get(`${format} ${record}`) ?? [];
  const table = !said && model.nodes.find((n) => members.includes(n.name) && n.text)?.text;
  const words = facts([["table", table]]);
  words[1]?.classList.add("wide"); // a narrow window has room for it in Fields only
  renew(byId("row-place"), [...place, ...words]);
  sayTotal();
}

/** Says how many rows there are, which grows while they are read; begun again after a reload, reading comes to the row only later. */
function sayTotal() {
  const { row, total = 1 } = documents.now;
  const said = byId("row-place").querySelector("[data-total]");
  if (said) write(said, total > row ? ` of ${number(total)}` : "");
}

/** Where an entry of a store is, what it does, and which table it belongs to. */
function stored(doc, { file = "", offset, at, level, sequence, table, cf }, deleted) {
  const title = doc.about?.titles?.[cf] || table;
  const name = visible(file.split("/").at(-1));
  const known = offset !== undefined;
  return [["file", known ? lead({ "data-begin": true, "aria-label": `File ${name}, in Structure` }, name) : name],
    ["block at", known && lead({ "data-block": true, "aria-label": `Block at ${offset}, byte by byte` }, String(offset))],
    ["entry at byte", known && at !== undefined ? lead({ "data-block": true, "aria-label": `Entry at byte ${at} of its block, byte by byte` }, String(at)) : at],
    ["level", level], ["sequence", sequence], ["operation", sequence !== undefined && (deleted ? "deletion" : "put")], ["table", title && lead({ "data-tables": true, "aria-label": `Table ${visible(title)}, in Tables` }, visible(title))]];
}

/** Offers the neighbours, if there are any, and says of how many rows this one is. */
function count() {
  const { row, total = 1 } = documents.now;
  disable(byId("row-previous"), row <= 0);
  disable(byId("row-next"), row >= total - 1);
  sayTotal();
}

/** Range, with the fields of the row up to the selected one. */
function toRange({ reading, marks }) {
  const now = reading();
  if (!now) return say("No format reads this row, so there is no prefix to scan.");
  return current.open("range", { reading: now, upTo: marks.pinned?.name ?? "" });
}

/** Order, with the rows around this one. */
async function toOrder() {
  const around = await neighbours();
  if (around) current.open("order", around);
}
