// The Rows view: all rows of the document as a table, which can be filtered and exported.

import { current, documents, recordKinds, say, session } from "../app.js";
import { count } from "../bytes.js";
import * as completion from "../workbench/completion.js";
import { FilterBox } from "../workbench/filter-box.js";
import * as history from "../workbench/history.js";
import { canLearn } from "../workbench/learn.js";
import { namesHere } from "../workbench/member-names.js";
import { Progress } from "../workbench/progress.js";
import { needRows, noRows } from "../workbench/rows.js";
import { save } from "../io/save.js";
import * as menu from "../share/menu.js";
import { showProblem } from "../view/alert.js";
import { byId, hide, set, visible } from "../view/dom.js";
import { number } from "../view/figures.js";
import { whenNarrow } from "../view/narrow.js";
import { asSentence, ended, failedSentence, memberWords, slugWords, unreadSentence, whyOf } from "../view/words.js";
import { memberAt, nameOf } from "../view/expression.js";
import { bounded, boundOf, joined, memberOf, termsOf, toggled, unbound, without } from "../view/terms.js";
import * as columnsMenu from "./columns-menu.js";
import { FacetList } from "./facet-list.js";
import * as headMenu from "./head-menu.js";
import * as keys from "./keys.js";
import { NoneFound } from "./none.js";
import * as sortMenu from "./sort-menu.js";
import { Table } from "./table.js";

const FORMS = { json: [0, "jsonl", "application/jsonl"], csv: [1, "csv", "text/csv"], cbor: [2, "cbor", "application/cbor-seq"] };

const where = byId("where");
completion.listen(where, byId("where-list"), { names: () => namesHere(legend), terms: () => facets.terms });
const box = new FilterBox(where, { holder: () => documents.now, changed: useFilter });

const progress = new Progress(() => session.send("cancel", { what: session.state?.reading ? "reading" : "task" }));

const table = new Table(byId("rows-scroll"), byId("rows"), {
  ask: (id, from, n) => session.send("rows", { id, from, count: n }),
  open(row) {
    leave();
    history.toRow(row.number - 1, "row");
  },
  choose: addTerm,
  sort(name) {
    const { sort } = documents.now;
    takeOrder(sort?.name !== name ? { name, down: false } : sort.down ? null : { name, down: true });
  },
  widen: (name, width, ended) => arrange({ widths: { ...documents.now.widths, [name]: width } }, ended),
  move(name, to) {
    const columns = table.columns.filter((c) => c !== name);
    if (to < 0 || to > columns.length) return;
    columns.splice(to, 0, name);
    arrange({ columns });
    say(`${visible(words(name))} is column ${table.columns.indexOf(name) + 1} of ${table.columns.length}.`);
  },
  narrowed: (is) => hide(byId("rows-sorted"), !is),
});

let legend = []; // of all formats
let looked = ""; // how the table was arranged last
let equal = []; // members that are the same in all rows: {name, text}

/** The name of a member as Row has it. */
const words = (name) => memberWords(memberAt(name), fieldsHere());

/** The fields of the record kinds that there are. */
const fieldsHere = () => legend.filter(({ format, record }) => session.state?.kinds.some((k) => k.format === format && k.record === record)).flatMap((r) => r.fields);

/** A value of a member as people say it: words that are the decoder's own have no field. */
const told = (name, text) => (fieldsHere().some((f) => f.name === memberAt(name)) ? text : slugWords(text));

/** Shows columns as the reader has chosen them, without those that the filter makes equal, or that are. */
function look() {
  const { columns = null, pinned = [], widths = {}, numbers = [], sort = null, where = "" } = documents.now ?? {};
  const left = [...termsOf(where).map(memberOf), ...equal.map((e) => e.name)].filter((name) => name === nameOf(memberAt(name))).map(memberAt);
  const fields = fieldsHere();
  const now = JSON.stringify([columns, pinned, widths, numbers, left, sort, legend.length, fields.length]);
  if (now === looked) return; // or all rows would be drawn anew
  looked = now;
  table.arrange({ columns, pinned, widths, numbers, left, legend: fields, sort, words, why: (row) => whyOf(row, legend) });
  sayOrder();
}

/** Takes another choice of columns, and keeps it unless it still changes. */
function arrange(choice, ended = true) {
  Object.assign(documents.now, choice);
  look();
  if (ended) history.replace();
}

/** Takes another order of the rows. */
function takeOrder(sort) {
  arrange({ sort });
  sortRows();
}

let sortAsked = ""; // the order that the worker was asked for

/** Has the rows sorted, once all are read. */
function sortRows() {
  const { sort } = documents.now ?? {};
  const wanted = sort ? JSON.stringify(sort) : "";
  if (wanted === sortAsked || !session.state || session.state.reading) return;
  sortAsked = wanted;
  const column = sort && (table.all.find((c) => c.name === sort.name) ?? { name: sort.name });
  session.send("sort", { column, down: sort?.down });
}

const facets = new FacetList(byId("facets-list"), { choose: addTerm, period: (name, term) => take(bounded(documents.now.where, name, term)) });
let wrong = ""; // what the status line says of checks that fail
let judged = false; // the check values of the rows were looked at
let faceted = ""; // what the facets were asked for

/** Takes another filter, as if it had been entered. */
function take(where, failed = documents.now.failed) {
  documents.change({ where, failed }, "where");
  box.enter();
}

/** Adds a value to the filter, or takes it away again. */
function addTerm(term, exclude) {
  take(toggled(documents.now.where, term, exclude));
}

const none = new NoneFound({
  find: (text) => session.ask("locate", { where: text }).then(({ row }) => row >= 0, () => false),
  use(left) {
    take(left, documents.now.failed && left !== documents.now.where);
    where.focus();
  },
  explained: () => current.name === "rows" && tell(session.state),
});

let narrow = false; // facets are a sheet that is opened

/** Puts into the status line what the page says of the rows, what is wrong first. */
const tell = (s, part = null) => say(sentence(s, part), s.reading || s.filtering ? "" : wrong);

/** Has the values counted, once all rows are read and filtered. */
async function countFacets() {
  const { state } = session;
  const doc = documents.now;
  if (current.name !== "rows" || !state || state.reading || state.filtering) return;
  const others = {};
  for (const term of termsOf(doc.where)) {
    if (memberOf(term)) others[memberOf(term)] = without(doc.where, memberOf(term));
    if (boundOf(term)) others[boundOf(term)] = unbound(doc.where, boundOf(term));
  }
  const question = { where: doc.where, others };
  const asked = JSON.stringify([doc.id, doc.failed, state.rows, question]);
  if (asked === faceted) return;
  faceted = asked;
  wrong = "";
  const { facets: found } = await session.ask("facets", question).catch(() => ({ facets: null }));
  if (!found || asked !== faceted) return;
  equal = found.equal;
  look();
  facets.show(found, joined(termsOf(doc.where)), words, told);
  wrong = found.wrong.map(({ text, count: n }) => `${count(n, "row")} ${n === 1 ? "has" : "have"} a ${text}. `).join("");
  const first = !judged;
  judged = true;
  if ((first || wrong || equal.length) && current.name === "rows") tell(session.state);
}

const sayOrder = sortMenu.listen(byId("sort"), byId("sort-menu"), {
  columns: () => [{ name: "record kind", words: "record" }, ...table.columns.map((name) => ({ name, words: words(name) })), { name: "row key", words: "row key" }],
  now: () => documents.now?.sort ?? null,
  sort: takeOrder,
});

/** Shows the facets over the page, where they have no room beside the rows. */
function openFacets(is, focus = true) {
  byId("panel-rows").toggleAttribute("data-facets", is);
  set(byId("rows-facets"), { "aria-expanded": String(is) });
  if (focus) byId(is ? "close-facets" : "rows-facets").focus();
}

/** Keeps where the table is, for when one comes back. */
function leave() {
  if (documents.now) documents.now.scroll = { top: table.place, active: table.active };
}

/** What all rows have, which no column repeats. */
const same = () => (equal.length ? ` All have ${equal.map(({ name, text }) => visible(`${words(name)} ${told(name, text)}`)).join(", ")}.` : "");

/** That nothing is wrong with the rows, once that is known. */
function verdict(s) {
  if (!s.rows) return "There are no rows.";
  const rows = count(s.rows - s.damaged, "row");
  if (s.failed || !judged) return `${rows}.`;
  return `${rows}, ${s.rows === 1 ? "which decodes" : "all decode"}.`;
}

/** What the page says of the rows. @param {object} s the state that the worker reports */
function sentence(s, part) {
  const failed = failedSentence(s);
  if (s.reading) return `${failed}Decoding, ${part === null ? `${count(s.rows, "row")} so far` : `${Math.floor(part * 100)} percent`}.`;
  if (s.filtering) return `Filtering, ${number(s.shown)} of ${number(s.looked)} rows so far.`;
  const notes = s.notes.map((n) => ` ${asSentence(n)}`).join("");
  const kept = unreadSentence(s);
  if (s.filtered && !s.shown) return `${kept}No row matches${none.why ? `. ${none.why}` : `; ${number(s.rows)} were searched.`}`;
  const order = s.sorted && documents.now?.sort ? `, sorted by ${visible(words(documents.now.sort.name))}${documents.now.sort.down ? ", the greatest first" : ""}` : "";
  if (s.filtered) return `${number(s.shown)} of ${number(s.rows)} rows shown${order}. ${failed}${kept}`.trim();
  if (order) return `${kept}${failed}${count(s.rows, "row")}${order}.`;
  return `${kept}${failed}${verdict(s)}${same()}${notes}`;
}

let seen = "";

/** Shows the state that the worker reports. */
function showState(s) {
  const part = s.size ? Math.min(s.read / s.size, 1) : null;
  if (s.reading) progress.show("Decoding", part);
  else if (seen.startsWith("reading")) progress.hide();
  byId("rows-failed").textContent = s.failed ? `Errors only, ${number(s.failed)}` : "Errors only";
  hide(byId("rows-learn"), s.reading || 2 * s.failed < s.rows || !canLearn(s.rows)); // a few may look like those of a format
  table.show(s);
  restore(s);
  countFacets();
  sortRows();
  if (s.filtered && !s.shown && !s.filtering && !s.reading) none.show(documents.now);
  else none.hide();
  const now = `${s.reading ? "reading" : "read"} ${s.filtering} ${s.shown} ${s.cancelled} ${s.unread} ${s.order} ${s.sorted}`;
  if (now !== seen && current.name === "rows") tell(s, part);
  seen = now;
}

/** Returns to where the table was, once there are so many rows. */
function restore(s) {
  const { scroll } = documents.now ?? {};
  if (!scroll || s.reading || s.filtering || current.name !== "rows") return;
  delete documents.now.scroll;
  table.active = scroll.active;
  table.restore(scroll.top);
}

/** The rows of a document are read: nothing is known of them yet. */
function begin(doc) {
  seen = faceted = sortAsked = wrong = "";
  judged = false;
  equal = [];
  look();
  facets.clear();
  none.hide();
  table.clear();
  complain("");
  showTools(doc);
  progress.show("Decoding", 0);
  if (current.name === "rows") say(`Decoding ${visible(doc.name)}.`);
}

function showTools(doc) {
  box.show();
  const chosen = termsOf(doc?.where ?? "").length + Number(doc?.failed ?? false);
  byId("rows-facets").textContent = chosen ? `Facets ${chosen}` : "Facets";
  byId("rows-facets").toggleAttribute("data-chosen", chosen > 0);
  set(byId("rows-group"), { "aria-pressed": String(doc?.grouped ?? false) });
  set(byId("rows-failed"), { "aria-pressed": String(doc?.failed ?? false) });
}

function takeProblem({ about, text }) {
  if (about === "filter") {
    complain(asSentence(text));
    return;
  }
  if (about === "sort") {
    arrange({ sort: null });
    say(asSentence(text));
    return;
  }
  progress.hide();
  if (!["findings", "repair", "compare", "sift"].includes(about)) say(session.state?.unread ? sentence(session.state) : `The rows could not be decoded: ${ended(visible(text))}`);
}

const complain = (sentence) => showProblem(byId("where-problem"), sentence, where);

/** Applies the filter of the document. */
function useFilter() {
  const doc = documents.now;
  if (!doc) return;
  complain("");
  showTools(doc);
  look();
  session.send("filter", { where: doc.where, failed: doc.failed });
}

function download({ name, blob }) {
  if (!blob.size) {
    say("There is nothing to write, so no file is made.");
    return;
  }
  save(name, blob);
  say(`${visible(name)} is ready, ${count(blob.size, "byte")}. ${unreadSentence(session.state ?? {})}`.trim());
}

/** What the menus of columns say and do. */
const chosen = {
  all: () => table.all.map((c) => c.name), shown: () => table.columns, pinned: () => documents.now.pinned,
  words, dated: (name) => table.all.find((c) => c.name === name).dated, numbers: () => documents.now.numbers,
  choose: (columns) => arrange(columns ? { columns } : { columns, pinned: [], widths: {}, numbers: [] }),
  spell: (numbers) => arrange({ numbers }),
  pin: (pinned) => arrange({ pinned, columns: table.columns }),
  sorted: () => documents.now.sort, sort: takeOrder,
  /** Begins a term, whose values are offered below it. */
  filter(name) {
    where.value = joined([...termsOf(where.value), `${nameOf(name)} = `]);
    where.focus();
    where.dispatchEvent(new Event("input"));
  },
};

function listen() {
  byId("rows-group").addEventListener("click", () => {
    documents.now.grouped = !documents.now.grouped;
    showTools(documents.now);
    table.reset();
    session.send("group", { on: documents.now.grouped });
    history.replace();
  });
  columnsMenu.listen(byId("columns"), byId("columns-list"), chosen);
  headMenu.listen(table.head, byId("column-menu"), chosen);
  keys.listen({
    f: () => (narrow ? openFacets(true) : byId("facets-list").querySelector("button")?.focus()),
    s: () => table.sortHere(),
    c: () => byId("columns").click(),
    "+": () => table.pickHere(false),
    "-": () => table.pickHere(true),
  });
  byId("rows-facets").addEventListener("click", () => openFacets(true));
  byId("close-facets").addEventListener("click", () => openFacets(false));
  byId("facets").addEventListener("keydown", (e) => {
    if (e.key === "Escape" && byId("panel-rows").hasAttribute("data-facets")) openFacets(false);
  });
  // What F6, Tab or another key leads to would be behind the sheet.
  byId("facets").addEventListener("focusout", ({ relatedTarget: to }) => {
    if (to && !byId("facets").contains(to) && byId("panel-rows").hasAttribute("data-facets")) openFacets(false, false);
  });
  byId("rows-failed").addEventListener("click", () => {
    documents.now.failed = !documents.now.failed;
    useFilter();
    history.push();
  });
  menu.listen(byId("export"), byId("export-menu"), (item) => {
    if (!session.state) return;
    if (session.state.reading || session.state.filtering) {
      say.lead("Not all rows are here yet, and the file would lack the others. Export once they are.");
      return;
    }
    const [form, ending, type] = FORMS[item.dataset.form];
    progress.show("Exporting", 0);
    session.send("export", { form, type, name: `${session.state.name.replace(/\.[^.]*$/, "")}.${ending}` });
  });
}

/** @returns the view, as main.js describes it */
export function start() {
  listen();
  whenNarrow((is) => {
    narrow = is;
    if (is) byId("close-facets").after(byId("rows-kinds"));
    else byId("columns").parentNode.before(byId("rows-kinds"));
  });
  recordKinds().then((all) => {
    legend = all;
    look();
  });
  session.on("findings", () => {
    progress.hide();
    faceted = "";
    countFacets();
  });
  session.on("opened", begin);
  session.on("state", showState);
  // Until a filter is understood, the rows of the last one stay.
  session.on("filtered", () => table.reset());
  session.on("rows", (data) => table.take(data));
  session.on("task", ({ what, part }) => (part < 1 ? progress.show({ export: "Exporting", compare: "Comparing" }[what] ?? "Checking", part) : progress.hide()));
  session.on("exported", download);
  session.on("problem", takeProblem);
  session.on("failed", (sentence) => {
    progress.hide();
    say(sentence);
  });
  documents.whenOpened((doc) => {
    progress.hide();
    showTools(doc);
    table.clear();
  });
  documents.whenChanged((doc, what) => {
    if (what === "where") useFilter();
    if (what === "text" || what === "spelling") progress.hide();
    if ((what === "table" || what === "family") && current.name === "rows") needRows();
  });
  return {
    input: where,
    regions: () => [byId("where"), byId("facets"), byId("rows")],
    hidden: leave,
    step(by) {
      table.focus(table.active + by);
      return true;
    },
    shown() {
      if (!needRows()) {
        if (documents.now) say(noRows(documents.now));
        return;
      }
      table.window.draw();
      if (!session.state) return;
      countFacets();
      restore(session.state);
      tell(session.state);
    },
  };
}
