// Where one is: view, row, filter and finding. Each step is an entry of the browser's
// history, whose Back leads to the place before with all that was there.

import { current, documents, page, say, schema, singles } from "../app.js";
import { visible } from "../bytes.js";
import { draw } from "../io/first.js";
import { fragment, read } from "../io/link.js";
import { ofText } from "../document/documents.js";
import { keep, restored } from "../document/keep.js";
import { byId, el } from "../view/dom.js";
import { resume } from "./scrolling.js";

const PART = 1 << 16; // characters of a link that Row takes whole: one is opened without being asked what is in it, and must not stall the tab

let known; // what start was given
let linked = ""; // the problem of the link that was opened
let turn = 0; // of reading an address: unpacking takes time, and a later one counts

/** What an entry says. */
function place() {
  const doc = documents.now;
  return { view: current.name, doc: doc?.id ?? 0, name: doc?.name ?? "", row: doc?.row ?? 0, where: doc?.where ?? "", failed: doc?.failed ?? false, finding: doc?.finding ?? 0, findings: { ...doc?.findings }, table: doc?.table ?? null, family: doc?.family ?? "", second: doc?.second?.id ?? 0, diff: { ...doc?.diff }, structure: doc?.structure ?? null, field: doc?.field ?? "" };
}

const hash = (p) => fragment(p) || location.pathname + location.search;

function write(how) {
  keep(documents.now);
  const here = place();
  const address = hash(here);
  // Most of what is typed leaves the entry as it is, and before it writes one a browser computes styles.
  if (how === "replaceState" && JSON.stringify(here) === JSON.stringify(history.state) && new URL(address, location.href).href === location.href) return;
  try {
    history[how](here, "", address);
  } catch {
    // A browser that has had too many entries within a moment refuses more; the page goes on.
  }
}

/** Adds an entry: a view, a row, a finding, a filter or a document was chosen. */
export const push = () => write("pushState");

/** Changes the entry: something was typed or sorted. */
export const replace = () => write("replaceState");

/** Shows a view or tool, as the reader chose it: a new document no longer chooses one itself. */
export function go(name) {
  if (documents.now) documents.now.fresh = "";
  if (name === current.name || !known.names.includes(name)) return;
  known.show(name);
  push();
}

/** Makes a row the current one. */
export function toRow(row, name = current.name) {
  documents.change({ row }, "row");
  if (name !== current.name) known.show(name);
  push();
}

/** Shows what the document is compared with. */
export function toSecond() {
  known.show("diff");
  push();
}

/** Goes to the place that an entry says. */
function restore(p) {
  turn++;
  const doc = p.doc ? documents.find(p.doc) : null;
  const lost = p.doc && !doc;
  current.leave(known.names.includes(p.view) && !lost ? p.view : "row");
  if (doc !== documents.now) documents.open(doc);
  if (doc) {
    const { row, where, failed, finding, table } = p;
    const family = p.family || doc.family; // one that was found after the entry was made stays
    if (row !== doc.row && p.field) doc.linked = { field: p.field, draft: null, ready: true };
    take(doc, { row, where, failed, finding, table, family, second: documents.find(p.second), diff: { ...doc.diff, ...p.diff }, findings: { ...doc.findings, ...p.findings }, structure: p.structure });
  }
  known.show(current.name);
  if (lost) known.row.showLinkProblem(`The page no longer has ${visible(p.name || "this document")}.`, "A reload keeps only the document that is shown at that moment. Forward leads back to that one.");
  keep(documents.now);
}

/** Takes what an entry or a link says of the document, and tells the views what is not as it was. */
function take(doc, members) {
  const before = { ...doc };
  Object.assign(doc, members);
  const differs = (name) => JSON.stringify(before[name]) !== JSON.stringify(doc[name]);
  if (differs("family")) documents.tell("family");
  if (differs("row")) documents.tell("row");
  if (differs("where") || differs("failed")) documents.tell("where");
  if (differs("findings")) documents.tell("findings");
  else if (differs("finding")) documents.tell("finding");
  if (differs("structure")) documents.tell("structure");
  if (before.second !== doc.second) {
    documents.part(before.second);
    documents.tell("second");
  } else if (differs("diff")) {
    documents.tell("diff");
  }
  if (differs("splits")) documents.tell("splits");
  if (before.table?.place?.join() !== doc.table?.place?.join()) documents.tell("table");
}

/** Takes what a link carries besides its data: Row shows it once the names of the link are known. */
function takeLinked(doc, { field, draft, names }) {
  if (!field && !draft && !names) return;
  doc.linked = { field, draft, ready: !names };
  const ready = () => { doc.linked.ready = true; };
  if (!names) return;
  schema.lend(names, ready).catch(() => {
    ready();
    if (doc === documents.now) documents.tell("row");
  });
}

/** Opens what the address says or, where it says nothing, what is inside of the page: a link that was saved with it. */
async function readAddress() {
  const now = ++turn;
  const state = await read(location.hash || inside(), known.names);
  if (now !== turn) return;
  linked = state.problem;
  if (state.text !== undefined) {
    const second = state.second === undefined ? null : ofText(state.second, "the second of a link", PART);
    documents.open(Object.assign(ofText(state.text, "a link", PART), { second, diff: state.diff, splits: state.splits }));
  }
  const { row, where, failed, finding, family, splits } = state;
  documents.promised = null;
  if (documents.now) {
    const doc = documents.now;
    take(doc, { row, where, failed, finding, family: family || doc.family, diff: state.view === "diff" ? state.diff : doc.diff, splits: splits.length ? splits : doc.splits });
    takeLinked(doc, state);
    Object.assign(documents.now.wish, {
      spelling: state.spelling, chosen: state.reading, format: state.pin ? state.reading?.format ?? "" : "", record: state.pin === "record" ? state.reading?.record ?? "" : "",
    });
    documents.tell("row");
  } else {
    const diff = state.view === "diff" && { diff: state.diff };
    const members = { row, where, failed, finding, splits, ...(family && { family }), ...diff };
    documents.promised = row || where || failed || finding || family || splits.length || diff ? members : null;
    known.row.expect(state);
  }
  if (state.entered) known.enter(state.view, state.entered);
  known.show(state.view || "row");
  known.row.showLinkProblem(linked && "The link is not understood.", linked && `${linked[0].toUpperCase()}${linked.slice(1)}.`);
  // Views beside Row have no alert for it, and soon something of their own to say.
  if (linked) (state.view ? say.lead : say)(`The link is not understood: ${linked}.`);
  history.replaceState(place(), "");
  keep(documents.now);
}

let opened = false;

/** The link inside of a page that was saved as one file, at the first time. */
function inside() {
  const link = opened ? "" : byId("inside-link")?.textContent ?? "";
  opened = true;
  return link;
}

/** The views by their keys, and the keys that go to the next and the previous thing. */
function listenToKeys() {
  const tools = { b: "build", o: "order", r: "range", t: "time" };
  addEventListener("keydown", (e) => {
    const field = e.target.closest?.("input:not([type=checkbox]):not([type=file]), textarea, select");
    if (e.defaultPrevented || field || e.ctrlKey || e.metaKey || document.querySelector("dialog[open]")) return;
    const step = e.altKey ? { ArrowDown: 1, ArrowUp: -1 }[e.key] : singles() && { j: 1, k: -1 }[e.key];
    const tab = !e.altKey && singles() && (tools[e.key] ?? [...document.querySelectorAll("[aria-label=View] [role=tab]:not([hidden])")][Number(e.key) - 1]?.dataset.view);
    if (e.key === "Backspace" && !e.altKey) {
      e.preventDefault();
      history.back();
    } else if (step && current.mode.step?.(step)) e.preventDefault();
    else if (tab && !(e.key === "r" && current.name === "row" && page.hasAttribute("data-draft"))) {
      e.preventDefault();
      go(tab);
      if (tab === "time") current.mode.input.focus(); // it has no other use than to be typed into
      else byId(`tab-${tab}`).focus(); // as a click on it would; the chosen one is there in a narrow window, too
    }
  });
}

/**
 * @param {{names: string[], show(name: string): void, enter(name: string, entered: object): void, row: object}} views show shows one; enter gives a tool what a link has for it; row is the module of Row
 */
export async function start(views) {
  known = views;
  history.scrollRestoration = "manual"; // each view comes back as it was left: scrolling.js
  addEventListener("popstate", (e) => (e.state ? restore(e.state) : readAddress()));
  listenToKeys();
  const before = history.state?.doc ? await restored() : null;
  draw();
  if (!before || documents.now) {
    await readAddress();
  } else if (before.kind === "gone") {
    documents.awaited = before;
    known.show("row");
    known.row.showLinkProblem(`The browser did not keep ${visible(before.name)}.`, "Open it again: its rows come back as they were shown.");
    // A folder is named like one; of files there is a dialog of their own.
    const button = byId(before.was === "store" && !before.name.includes(".") ? "open-folder" : "open-file");
    byId("alert").append(el("button", { type: "button", class: "line-button" }, `Open ${visible(before.name)} again`));
    byId("alert").lastChild.addEventListener("click", () => button.click());
  } else {
    current.leave(known.names.includes(history.state.view) ? history.state.view : "row");
    documents.open(before);
    resume();
  }
  if (!documents.now) page.dataset.state = "empty";
}
