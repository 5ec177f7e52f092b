// The line that names the document in every view, its menus, and how many rows there are.

import { documents, page, session } from "../app.js";
import { count } from "../bytes.js";
import * as menu from "../share/menu.js";
import { byId, el, hide, visible, write } from "../view/dom.js";
import { lostWords } from "../view/words.js";
import { showCount } from "../view/tabs.js";
import { number, size } from "../view/figures.js";
import { tablesOf } from "../document/documents.js";
import { close, compareWith } from "./open.js";
import * as history from "./history.js";

const KIND = { text: "text", file: "text", store: "store" };

/** What a document is, in a few words. */
function kindOf(doc) {
  if (doc.kind === "store") return [...new Set(doc.about.stores.map((s) => s.title))].join(", ");
  return `${doc.form ?? KIND[doc.kind]}${doc.wide ? ", read as UTF-16" : ""}`;
}

/** How large a document is, and in how many files that are read. */
function sizeOf(doc) {
  const files = doc.kind === "store" ? doc.about.files.filter((f) => !f.why).length : 1;
  return size(doc.size) + (files > 1 ? ` in ${count(files, "file")}` : "");
}

function show() {
  const doc = documents.now;
  const here = session.doc === doc ? session.state : null;
  if (here) {
    // Row has counted the rows of a text before they are read one by one; with fewer, the keys to the next row would do nothing.
    const total = here.reading && doc.kind === "text" ? Math.max(doc.total ?? 0, here.rows) : here.rows;
    const more = doc.total !== total;
    Object.assign(doc, { total, damaged: here.damaged, encrypted: here.encrypted, bad: here.failed - here.damaged, form: here.form || doc.form });
    if (more) documents.tell("total");
  }
  byId("document-toggle").disabled = !doc && !documents.recent.length;
  write(byId("document-name"), doc ? visible(doc.table?.table && doc.table.table !== doc.name ? `${doc.name} › ${doc.table.table}` : doc.name) : "No document");
  write(byId("document-kind"), doc ? visible(kindOf(doc) ?? "") : "");
  write(byId("document-size"), doc ? sizeOf(doc) : "");
  const total = doc?.total && doc.total - (doc.damaged ?? 0); // what is damaged stands among the rows
  const also = doc?.second?.total;
  write(byId("document-rows"), total === undefined || total === null ? "" : `${number(total)}${also === undefined ? "" : ` and ${number(also)}`} ${total === 1 && also === undefined ? "row" : "rows"}${here?.reading ? "…" : ""}`);
  write(byId("document-failed"), [doc?.damaged ? lostWords(doc.damaged, doc.encrypted) : "", doc?.bad ? `${number(doc.bad)} not decoded` : ""].filter(Boolean).join(", "));
  page.dataset.rows = total ?? "";
  showCount("rows", total > 1 ? number(total) : "");
  const tables = doc ? tablesOf(doc) : [];
  hide(byId("tab-tables"), doc?.kind !== "store");
  hide(byId("tab-structure"), doc?.kind !== "store");
  hide(byId("tab-diff"), !doc?.second);
  hide(byId("document-with"), !doc?.second && !doc?.lost);
  write(byId("document-second"), visible(doc?.second?.name ?? doc?.lost ?? ""));
  hide(byId("document-lost"), !doc?.lost);
  write(byId("document-tables"), tables.length > 1 ? count(tables.length, "table") : "");
  showCount("tables", tables.length ? number(tables.length) : "");
}

/** What the document can be compared with. */
const comparisons = (item) => [
  ...documents.recent.filter((d) => d !== documents.now.second).map((d) => item({ "data-second": d.id }, `Compare with ${d.name}`)),
  item({ "data-second": "file" }, "Compare with …"),
  ...(documents.now.second ? [item({ "data-second": "none" }, `Stop comparing with ${documents.now.second.name}`)] : []),
];

function compare(which) {
  if (which === "file") byId("second-file").click();
  else if (which !== "none") compareWith(documents.find(Number(which)));
  else {
    documents.compare(null);
    if (page.dataset.view === "diff") history.go("rows");
    else history.push();
  }
}

/** What the menu of the document offers now. */
export function fillMenu() {
  const item = (data, text) => el("button", { type: "button", role: "menuitem", tabindex: -1, ...data }, visible(text));
  byId("document-menu").replaceChildren(
    ...documents.recent.map((d) => item({ "data-recent": d.id }, `Back to ${d.name}`)),
    ...(documents.now ? [...comparisons(item), item({ "data-rename": true }, "Rename …")] : []),
    ...(documents.now ? [item({ "data-close": true }, "Close document")] : []),
  );
}

function rename() {
  byId("rename-name").value = documents.now.name;
  byId("rename").returnValue = "";
  byId("rename").showModal();
  byId("rename-name").select();
}

/** Takes the name, unless the dialog was left without one. */
function takeName() {
  const name = byId("rename-name").value.trim();
  if (byId("rename").returnValue !== "rename" || !name || !documents.now) return;
  documents.change({ name }, "name");
  history.replace();
}

export function start() {
  documents.whenOpened(show);
  documents.whenChanged((_, what) => what !== "total" || session.doc !== documents.now ? show() : undefined);
  session.on("opened", show);
  session.on("state", show);
  byId("rename").addEventListener("close", takeName);
  byId("document-toggle").addEventListener("click", fillMenu, true);
  menu.listen(byId("document-toggle"), byId("document-menu"), (chosen) => {
    if ("close" in chosen.dataset) close();
    else if ("rename" in chosen.dataset) rename();
    else if ("second" in chosen.dataset) compare(chosen.dataset.second);
    else {
      documents.open(documents.find(Number(chosen.dataset.recent)));
      history.push();
    }
  });
  show();
}
