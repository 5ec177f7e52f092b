// The Findings view: what is wrong with the rows of the document.

import { current, documents, say, session } from "../app.js";
import * as history from "../workbench/history.js";
import { needRows } from "../workbench/rows.js";
import * as menu from "../share/menu.js";
import { byId, visible } from "../view/dom.js";
import { number } from "../view/figures.js";
import { showCount } from "../view/tabs.js";
import { asSentence } from "../view/words.js";
import { Detail } from "./detail.js";
import { Findings } from "./findings.js";
import { keyOf } from "./words.js";

const AT_ONCE = 50_000; // rows that are checked without being asked to

let problem = ""; // why there are no findings
let asked = false; // whether these rows are checked, or were

const detail = new Detail({ open: openRow, say });

const findings = new Findings({
  scroller: byId("findings-scroll"), table: byId("findings"), detail: byId("finding"), note: byId("findings-note"), filter: byId("findings-filter"), kinds: byId("findings-kinds"),
}, {
  chosen(index, finding, place) {
    detail.show(finding, place);
    byId("repair").disabled = !finding;
    if (!finding || !documents.now || documents.now.finding === index) return;
    documents.now.finding = index;
    history.replace();
  },
});

const TOOLS = { "hbase-shell": "hbase.txt", ldb: "ldb.sh", mdb: "mdb", accumulo: "accumulo.txt", "": "jsonl" };

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
  showCount("findings", "");
  findings.clear("The rows are checked once all are decoded.");
}

function take(data) {
  findings.show(data, documents.now.finding);
  const { worst, total } = findings;
  showCount("findings", number(total), worst);
  if (current.name === "findings") say(findings.sentence(visible(documents.now.name)));
}

/** @returns the view, as main.js describes it */
export function start() {
  session.on("opened", begin);
  session.on("state", check);
  session.on("findings", take);
  menu.listen(byId("repair"), byId("repair-menu"), (item) => exportRepair(item.dataset.tool));
  byId("finding-previous").addEventListener("click", () => findings.step(-1));
  byId("finding-next").addEventListener("click", () => findings.step(1));
  session.on("problem", ({ about, text }) => {
    if (about === "repair") say(`This cannot be repaired so: ${visible(text)}.`);
    if (about !== "findings") return;
    problem = asSentence(text);
    findings.clear(`${problem} “Schema” adds one.`);
    if (current.name === "findings") say(problem);
  });
  documents.whenOpened(begin);
  documents.whenChanged((doc, what) => {
    if (what === "text" && (asked || problem || findings.known)) begin();
    if (what === "finding") findings.restore(doc.finding);
    if ((what === "table" || what === "family") && current.name === "findings") needRows();
  });
  return {
    input: byId("findings-filter"),
    regions: () => [byId("findings-filter"), byId("findings"), byId("stored-bytes"), byId("expected-bytes"), byId("because-list")],
    shown() {
      if (!needRows()) {
        findings.clear(documents.now ? "Choose a table first, in Tables." : "");
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
    open: (about) => findings.look(typeof about === "string" ? about : keyOf(about)),
  };
}
