// The Findings view: what is wrong with the rows of the document.

import { current, documents, legends, say, session } from "../app.js";
import { count } from "../bytes.js";
import { FilterBox } from "../workbench/filter-box.js";
import * as history from "../workbench/history.js";
import { needRows, noRows } from "../workbench/rows.js";
import * as menu from "../share/menu.js";
import { byId, hide, visible } from "../view/dom.js";
import { number } from "../view/figures.js";
import { showCount } from "../view/tabs.js";
import { asSentence, unreadSentence } from "../view/words.js";
import { isAlone, ofItself } from "./alone.js";
import { Detail } from "./detail.js";
import { Findings } from "./findings.js";
import { keyOf } from "./words.js";

const AT_ONCE = 50_000; // rows that are checked without being asked to

let problem = ""; // why there are no findings
let asked = false; // whether these rows are checked, or were

const detail = new Detail({ open: openRow, toCause: (f) => findings.choose(findings.causeOf(f)), causeOf: (f) => findings.causeOf(f), say });

const findings = new Findings({
  scroller: byId("findings-scroll"), table: byId("findings"), detail: byId("finding"), note: byId("findings-note"), kinds: byId("findings-kinds"),
}, {
  chosen(index, finding, place, step) {
    detail.show(finding, place);
    if (!finding || !documents.now || documents.now.finding === index) return;
    documents.now.finding = index;
    if (step) history.push();
    else history.replace();
  },
  sought: () => documents.now.findings,
  changed() {
    sift();
    history.replace();
  },
});

const box = new FilterBox(byId("findings-filter"), { holder: () => documents.now?.findings, changed: sift });

/** Shows the findings that are sought now, from the first on. */
function sift() {
  documents.now.finding = 0;
  findings.sift();
}

const TOOLS = { "hbase-shell": "hbase.txt", ldb: "ldb.sh", mdb: "mdb", accumulo: "accumulo.txt", "": "jsonl" };

/** Offers the tools of the stores that the rows are of, or all where that is not known. */
async function offerTools() {
  const formats = session.state.kinds.map((k) => k.format);
  const stores = (await legends()).filter((f) => formats.includes(f.format)).map((f) => f.store);
  const items = [...byId("repair-menu").querySelectorAll("[data-store]")];
  const some = items.some((item) => stores.includes(item.dataset.store));
  for (const item of items) hide(item, some && !stores.includes(item.dataset.store));
}

/** Saves what repairs the findings, as a tool reads it. */
function exportRepair(tool) {
  session.send("repair", { tool, name: `${documents.now.name.replace(/\.[^.]*$/, "")}.repair.${TOOLS[tool]}` });
}

/** Shows the row at a place in Row. */
async function openRow({ parts = {}, source = {} }) {
  const terms = source.line ? [`line = ${source.line}`] : Object.entries(parts).filter(([name]) => name !== "value").map(([name, hex]) => `${name} = "${hex}"`);
  const { row } = await session.ask("locate", { where: terms.join(" and ") }).catch(() => ({ row: -1 }));
  if (row < 0) say("This row is not stored.");
  else history.toRow(row, "row");
}

/** Checks the rows, once all are read. */
function check() {
  const { state } = session;
  if (!state || state.reading || asked) return;
  if (current.name !== "findings" && state.rows > AT_ONCE) return;
  asked = true;
  session.send("findings");
}

function begin() {
  asked = false;
  problem = "";
  byId("repair").disabled = true;
  showCount("findings", "");
  findings.clear("The rows are checked once all are decoded.");
  offer();
}

async function take(data) {
  const { doc, state } = session;
  const alone = isAlone(doc, state) ? await ofItself().catch(() => null) : "";
  if (alone === null || doc !== session.doc || !asked) return; // other rows were opened meanwhile
  findings.show(data, { ...state, alone }, documents.now.finding);
  const { worst, total } = findings;
  showCount("findings", total || findings.clean ? number(total) : "", worst);
  offer();
  offerTools();
  // Of rows that miss others, what a count or an edge should be is not known.
  byId("repair").disabled = Boolean(data.problem || unreadSentence(state)) || !total;
  if (current.name === "findings") say(findings.sentence(visible(documents.now.name)));
}

/** Offers what has more rows checked. */
function offer() {
  const unread = findings.known ? findings.unread : 0;
  const alone = findings.known && findings.alone;
  const few = findings.known && !findings.whole && (!alone || unread);
  hide(byId("findings-open"), !alone);
  hide(byId("findings-schema"), !few);
  hide(byId("findings-family"), !few || !documents.now.families);
  hide(byId("findings-unread"), !unread);
  byId("findings-unread").textContent = `Show ${count(unread, "row")} that ${unread === 1 ? "does" : "do"} not decode`;
  const lost = findings.known && findings.lost;
  hide(byId("findings-damage"), !lost);
  hide(byId("findings-do"), !few && !unread && !lost && !alone);
}

function listenToOffers() {
  for (const [button, toggle] of [["findings-family", "family-toggle"], ["findings-open", "open-toggle"]]) {
    byId(button).addEventListener("click", (e) => {
      e.stopPropagation(); // a click elsewhere closes the list
      byId(toggle).click();
    });
  }
  byId("findings-damage").addEventListener("click", () => history.go("tables"));
  byId("findings-unread").addEventListener("click", () => {
    documents.change({ where: "", failed: true }, "where");
    history.go("rows");
  });
}

/** @returns the view, as main.js describes it */
export function start() {
  session.on("opened", begin);
  session.on("state", check);
  session.on("findings", take);
  listenToOffers();
  menu.listen(byId("repair"), byId("repair-menu"), (item) => exportRepair(item.dataset.tool));
  byId("findings").addEventListener("keydown", (e) => {
    if (e.key === "Enter" && e.target.closest("[data-display]") && detail.focus()) e.preventDefault();
  });
  byId("finding-previous").addEventListener("click", () => findings.step(-1));
  byId("finding-next").addEventListener("click", () => findings.step(1));
  session.on("failed", (sentence) => {
    problem = sentence;
    findings.clear(problem);
    offer();
  });
  session.on("problem", ({ about, text }) => {
    if (about === "repair") say(`No repair was written: ${visible(text)}.`);
    if (about !== "findings") return;
    problem = asSentence(text);
    findings.clear(problem);
    offer();
    if (current.name === "findings") say(problem);
  });
  documents.whenOpened(() => {
    box.show();
    begin();
  });
  documents.whenChanged((doc, what) => {
    if (what === "text" && (asked || problem || findings.known)) begin();
    if (what === "findings") {
      box.show();
      findings.sift(doc.finding);
    }
    if (what === "finding") findings.restore(doc.finding);
    if ((what === "table" || what === "family") && current.name === "findings") needRows();
  });
  return {
    input: byId("findings-filter"),
    regions: () => [byId("findings-filter"), byId("findings"), byId("stored-bytes"), byId("expected-bytes"), byId("because-list")],
    shown() {
      if (!needRows()) {
        findings.clear(noRows(documents.now));
        if (documents.now) say(noRows(documents.now));
        return;
      }
      check();
      if (findings.known) {
        findings.restore(documents.now.finding);
        say(findings.sentence(visible(documents.now.name)));
      } else {
        say(problem || "The rows are checked once all are decoded.");
      }
    },
    step: (by) => findings.step(by),
    /** Shows those that have a text, or are about a row of these parts. */
    open(about) {
      Object.assign(documents.now.findings, { where: typeof about === "string" ? about : keyOf(about), hidden: [] });
      box.show();
      sift();
      history.replace();
    },
  };
}
