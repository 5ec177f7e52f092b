// The Diff view: the rows in which the document and a second one differ.

import { current, documents, recordKinds, say, session } from "../app.js";
import { count } from "../bytes.js";
import { isKept } from "../document/keep.js";
import { tablesOf } from "../document/documents.js";
import * as completion from "../workbench/completion.js";
import { FilterBox } from "../workbench/filter-box.js";
import * as history from "../workbench/history.js";
import { namesHere } from "../workbench/member-names.js";
import { needRows, schemaOfRows, sourceOf } from "../workbench/rows.js";
import { showProblem } from "../view/alert.js";
import { byId, set, visible } from "../view/dom.js";
import { number } from "../view/figures.js";
import * as radios from "../view/radios.js";
import { showCount } from "../view/tabs.js";
import { asSentence, ended, unreadSentence, whyOf } from "../view/words.js";
import { Detail } from "./detail.js";
import { Differences } from "./list.js";
import { rowsOf } from "./words.js";

const AT_ONCE = 50_000; // rows that are compared without being asked to

const where = byId("diff-where");
completion.listen(where, byId("diff-where-list"), { names: () => namesHere(legend), terms: () => [] });
const box = new FilterBox(where, {
  holder: () => documents.now.diff,
  changed() {
    documents.now.diff.at = 0;
    sift();
  },
});

let totals = null; // of the comparison, once it is done
let asked = 0; // number of the latest comparison
let matched = ""; // what its rows match by
let begun = false; // whether these two are compared, or were
let sifted = 0; // number of the latest filter
let told = ""; // what the status line says

let legend = []; // all record kinds

const kindOf = ({ format, record }) => legend.find((k) => k.format === format && k.record === record);

const about = {
  titleOf: (d) => kindOf(d)?.title ?? "not decoded",
  fieldsOf: (d) => kindOf(d)?.fields,
  whyOf: (d) => `Does not decode: ${whyOf(d, legend)}`,
};

const detail = new Detail({ ...about, open: openRow, findings: openFindings, say, names: () => [documents.now.name, documents.now.second.name], unread: () => totals?.unread > 0 });

const list = new Differences({ scroller: byId("diff-scroll"), table: byId("differences") }, {
  ...about,
  chosen(index, one, place) {
    detail.show(one?.difference ?? null, place);
    if (!one || documents.now.diff.at === index) return;
    documents.now.diff.at = index;
    if (current.name === "diff") history.replace();
  },
});

const showKind = radios.listen(byId("diff-kinds"), (change) => {
  Object.assign(documents.now.diff, { change, at: 0 });
  sift();
  history.replace();
});

/** How the rows of the second document are read, so that they are compared: of a store the table that is shown of the first one, or all. */
function asCompared() {
  const { second, table, family, stored } = documents.now;
  const same = second.kind === "store" && table?.place ? tablesOf(second).find((t) => t.table === table.table) : null;
  return { family: second.family || family, stored, table: second.kind === "store" ? same ?? {} : null };
}

/** Opens the second document, with its rows read as they are compared. */
function openSecond() {
  documents.open(Object.assign(documents.now.second, asCompared()));
}

/** Shows a row of the open difference in Row. */
function openRow(side) {
  const row = list.list[list.chosen].difference.rows[side];
  if (side === 1) {
    current.leave("row");
    openSecond();
  }
  history.toRow(row, "row");
}

/** Shows the findings about a row of the open difference. */
function openFindings(side) {
  const [first, second] = rowsOf(list.list[list.chosen].difference);
  if (side === 1) {
    current.leave("findings");
    openSecond();
    history.push();
  }
  current.open("findings", (side ? second : first).parts);
}

/** The second document as the worker reads it. */
const otherSource = () => sourceOf({ ...documents.now.second, ...asCompared() });

function begin() {
  asked++;
  begun = false;
  totals = null;
  told = "";
  list.show([], 0);
  showCount("diff", "");
  showCounts(null);
  byId("diff-export").disabled = true;
  byId("diff-note").textContent = byId("diff-note").dataset.wait;
}

/** Compares, once all rows are read. */
async function compare() {
  const { now } = documents;
  const { state } = session;
  if (!now?.second || begun || !state || state.reading || session.doc !== now) return;
  if (current.name !== "diff" && state.rows > AT_ONCE) return;
  begun = true;
  const mine = ++asked;
  matched = now.diff.match;
  try {
    const found = await session.ask("compare", { ...otherSource(), how: { schema: schemaOfRows(now), stored: now.stored, match: matched } });
    if (mine !== asked) return;
    if (!found.totals) {
      complain("The comparison was cancelled.");
      begun = false;
      return;
    }
    totals = found.totals;
    byId("diff-export").disabled = false;
    showCount("diff", number(totals.added + totals.removed + totals.changed));
    await sift(now.diff.at);
  } catch (e) {
    if (mine === asked) complain(`The documents cannot be compared: ${ended(visible(e.message))}`);
  }
}

function compareAgain() {
  begin();
  compare();
}

/** What stands above the list, and whether a reload keeps all this. */
function note(...sentences) {
  const { second } = documents.now;
  byId("diff-note").textContent = [...sentences, !isKept(second) && `${visible(second.name)} is too large to survive a reload.`].filter(Boolean).join(" ");
}

function complain(text) {
  note(text);
  told = text;
  if (current.name === "diff") say(text);
}

/** Shows the differences that the filter and the kind choose. */
async function sift(at = 0) {
  const doc = documents.now;
  showKind(doc.diff.change);
  if (!totals) return;
  const mine = ++sifted;
  try {
    const found = await session.ask("sift", { where: doc.diff.where, change: doc.diff.change });
    if (mine !== sifted || doc !== documents.now) return;
    showProblem(byId("diff-problem"), "", where);
    showCounts(found.counts);
    tell(found);
    list.show(found.list, at);
  } catch (e) {
    if (mine === sifted && doc === documents.now && totals) showProblem(byId("diff-problem"), asSentence(e.message), where);
  }
}

/** How many there are of each kind. */
function showCounts(counts) {
  for (const b of byId("diff-kinds").children) {
    const n = counts && (b.dataset.value ? counts[b.dataset.value] : Object.values(counts).reduce((sum, one) => sum + one, 0));
    b.querySelector(".count").textContent = counts ? number(n) : "";
  }
}

function tell({ total, list: listed, cut }) {
  const { same, removed, added, changed, unread } = totals;
  // What could not be read may be what is missing, or may differ.
  const partly = unreadSentence(session.state);
  const lost = unread ? `${count(unread, "place")} could not be read: rows that are missing there count as added or removed. ` : "";
  told = partly + lost + (removed + added + changed
    ? `${number(same)} ${same === 1 ? "row is" : "rows are"} equal, ${number(removed)} removed, ${number(added)} added, ${number(changed)} changed.`
    : `No difference: ${same === 1 ? "the row is" : `all ${lost && "other "}${number(same)} rows are`} equal.`);
  note(
    total && `${partly}${lost}`.trim(),
    total > listed.length && `The first ${number(listed.length)} of ${number(total)} are listed.`, cut && byId("diff-note").dataset.cut,
    !total && (removed + added + changed ? "No difference matches." : told),
  );
  if (current.name === "diff") say(told);
}

function listen() {
  byId("diff-match").addEventListener("change", (e) => {
    Object.assign(documents.now.diff, { match: e.target.value, at: 0 });
    history.push();
    compareAgain();
  });
  byId("differences").addEventListener("keydown", (e) => {
    if (e.key !== "Enter") return;
    e.preventDefault();
    const grid = detail.sides.grids.find((g) => !g.root.hidden);
    grid.focus(grid.active);
  });
  byId("difference-previous").addEventListener("click", () => list.step(-1));
  byId("difference-next").addEventListener("click", () => list.step(1));
  byId("diff-export").addEventListener("click", () => session.send("differences", { name: `${documents.now.name.replace(/\.[^.]*$/, "")}.diff.jsonl` }));
}

/** Shows the filter and the kind of the document. */
function showTools() {
  const { diff } = documents.now;
  box.show();
  byId("diff-match").value = diff.match;
  showKind(diff.change);
}

/** @returns the view, as main.js describes it */
export function start() {
  listen();
  recordKinds().then((all) => { legend = all; });
  session.on("opened", begin);
  session.on("state", compare);
  session.on("second", ({ rows }) => {
    if (!documents.now?.second) return;
    documents.now.second.total = rows;
    documents.tell("second total");
  });
  documents.whenOpened(begin);
  documents.whenChanged((doc, what) => {
    if (what === "text") begin();
    if (what === "second") compareAgain();
    if (what === "diff") {
      showTools();
      if (matched === doc.diff.match) sift(doc.diff.at);
      else compareAgain();
    }
  });
  return {
    input: where,
    regions: () => [where, byId("differences"), byId("first-bytes"), byId("second-bytes"), byId("differ-list")],
    shown() {
      const { now } = documents;
      if (!now?.second) return current.choose("row");
      showTools();
      if (now.kind === "store" && !now.table) documents.change({ table: {} }, "table");
      if (!needRows()) return;
      if (totals) list.restore(now.diff.at);
      say(told || byId("diff-note").dataset.wait);
      compare();
    },
    step: (by) => list.step(by),
  };
}
