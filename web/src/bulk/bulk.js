// The Bulk mode: the rows of a whole dump, decoded in a separate worker.

import { current, decoder, page, say, schema, whenSchemaChanges } from "../app.js";
import { count } from "../bytes.js";
import { save } from "../io/save.js";
import { showProblem } from "../view/alert.js";
import { byId, el, set, visible } from "../view/dom.js";
import { asSentence } from "../view/words.js";
import { Back } from "./back.js";
import { Findings } from "./findings.js";
import { Progress } from "./progress.js";
import { number, Table } from "./table.js";

const LARGE = 1 << 20; // bytes; a larger dropped file is opened here, whatever the mode
const FORMS = { json: [0, "jsonl", "application/jsonl"], csv: [1, "csv", "text/csv"], cbor: [2, "cbor", "application/cbor-seq"] };
const TYPING = 150; // ms without a keystroke before the filter is applied

const root = byId("panel-bulk");
const where = byId("bulk-where");

let worker = null;
let file = null;
let ready = false; // whether the worker takes requests
let state = null;
let began = 0;
let took = 0;
let view = "rows";

const send = (bulk, given = {}) => ready && worker.postMessage({ bulk, ...given });
const progress = new Progress(() => send("cancel", { what: state?.reading ? "reading" : "task" }));
const back = new Back();

const table = new Table(byId("bulk-scroll"), byId("bulk-table"), {
  ask: (id, from, n) => send("rows", { id, from, count: n }),
  open(row) {
    const place = table.place;
    back.open(row.line, `row ${number(row.number)} of ${file.name}`, () => table.restore(place));
  },
});

const findings = new Findings({
  scroller: byId("findings-scroll"), table: byId("findings-table"), note: byId("findings-note"), detail: byId("finding"),
}, (parts) => back.open(JSON.stringify(parts), `a finding of ${file.name}`, () => findings.restore()));

/** Opens a dump; an open one is read again. */
function open(given) {
  file = given;
  began = performance.now();
  took = 0;
  state = null;
  ready = false;
  root.dataset.bulk = "open";
  findings.clear("The rows are checked once all are decoded.");
  // Nothing from the previous file is worth waiting for.
  worker?.terminate();
  worker = decoder.another();
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = () => fail("the worker script could not be loaded");
  worker.postMessage(decoder.source);
  byId("bulk-name").textContent = visible(file.name);
  byId("bulk-form").textContent = "";
  byId("bulk-counts").textContent = "";
  table.clear();
  progress.show("Decoding", 0);
  say(`Decoding ${visible(file.name)}.`);
}

const answers = {
  state: showState,
  rows: (data) => table.take(data),
  task: ({ what, part }) => (part < 1 ? progress.show(what === "export" ? "Exporting" : "Checking", part) : progress.hide()),
  exported: download,
  findings(data) {
    findings.show(data);
    say(findings.sentence(visible(file.name)));
  },
  problem: takeProblem,
};

function receive(data) {
  if (data.bulk) {
    answers[data.bulk](data);
  } else if (data.ready) {
    ready = true;
    send("filter", filter());
    if (grouped()) send("group", { on: true });
    send("open", { file, options: schema() ? { schema: schema() } : {} });
  } else if (data.failed) {
    fail(data.failed);
  }
}

function fail(reason) {
  progress.hide();
  say(`The dump could not be decoded: ${reason}.`);
}

function takeProblem({ about, text, fatal }) {
  if (about === "filter") {
    complain(asSentence(text));
    return;
  }
  progress.hide();
  if (about === "findings") findings.clear(`${asSentence(text)} “Open schema file” adds one.`);
  else fail(visible(text));
  if (fatal) worker.terminate();
}

let seen = "";

/** Shows the state that the worker reports. */
function showState(s) {
  const first = state === null || state.rows === 0;
  state = s;
  if (!s.reading && !took) took = performance.now() - began;
  const part = s.size ? s.read / s.size : 1;
  if (s.reading) progress.show("Decoding", part);
  else if (seen.startsWith("reading")) progress.hide();
  byId("bulk-form").textContent = [s.form, ...new Set(s.kinds.filter((k) => k.kind).map((k) => k.formatTitle))].filter(Boolean).join(", ");
  showCounts(s);
  byId("bulk-failed").textContent = s.failed ? `Errors only, ${number(s.failed)}` : "Errors only";
  table.show(s);
  const now = `${s.reading ? "reading" : "read"} ${s.filtering} ${s.shown}`;
  if (now !== seen || first) say(sentence(s, part));
  if (seen.startsWith("reading") && !s.reading) check();
  seen = now;
}

function sentence(s, part) {
  const failed = `${count(s.failed, "row")} not decoded.`;
  if (s.reading) return `Decoding, ${Math.floor(part * 100)} percent. ${failed}`;
  if (s.filtering) return `Filtering, ${number(s.shown)} of ${number(s.looked)} rows so far.`;
  if (s.filtered) return `${number(s.shown)} of ${number(s.rows)} rows shown.`;
  const notes = s.notes.map((n) => ` ${asSentence(n)}`).join("");
  return `${s.cancelled ? "Cancelled; the decoded rows are kept. " : ""}${count(s.rows, "row")}, ${failed}${notes}`;
}

function showCounts(s) {
  const dot = (e) => el("span", { class: e.className === "wide" ? "wide" : null, "aria-hidden": "true" }, " · ");
  const list = [el("span", {}, el("b", {}, number(s.rows)), ` ${s.rows === 1 ? "row" : "rows"}`)];
  if (s.failed) list.push(el("span", { class: "bad" }, `${number(s.failed)} not decoded`));
  if (s.filtered) list.push(el("span", {}, el("b", {}, number(s.shown)), s.filtering ? ` of ${number(s.looked)} looked at` : " shown"));
  if (s.cancelled) list.push(el("span", {}, "cancelled"));
  list.push(el("span", { class: "wide" }, `${((took || performance.now() - began) / 1000).toFixed(1)} s`));
  byId("bulk-counts").replaceChildren(...list.flatMap((e, i) => (i ? [dot(e), e] : [e])));
}

const pressed = (id) => byId(id).getAttribute("aria-pressed") === "true";
const grouped = () => pressed("bulk-group");
const filter = () => ({ where: where.value, failed: pressed("bulk-failed") });

const complain = (sentence) => showProblem(byId("bulk-problem"), sentence, where);

function useFilter() {
  complain("");
  table.reset();
  send("filter", filter());
}

function showView(name) {
  view = name;
  for (const b of root.querySelectorAll("[data-view]")) set(b, { "aria-pressed": String(b.dataset.view === name) });
  byId("bulk-rows").hidden = name !== "rows";
  byId("bulk-findings").hidden = name !== "findings";
  if (name === "rows") table.window.draw();
  check();
}

/** Checks the rows once all are read and the findings are shown. */
function check() {
  if (view !== "findings" || findings.known || !state || state.reading) return;
  progress.show("Checking", 0);
  send("findings");
}

function download({ name, blob }) {
  save(name, blob);
  say(`${visible(name)} is ready, ${count(blob.size, "byte")}.`);
}

function listenToExport() {
  const button = byId("bulk-export");
  const list = byId("bulk-forms");
  const show = (is) => {
    list.hidden = !is;
    set(button, { "aria-expanded": String(is) });
  };
  button.addEventListener("click", () => show(list.hidden));
  list.addEventListener("click", (e) => {
    const [form, ending, type] = FORMS[e.target.dataset.form] ?? [];
    if (ending === undefined) return;
    show(false);
    button.focus();
    progress.show("Exporting", 0);
    send("export", { form, type, name: `${file.name.replace(/\.[^.]*$/, "")}.${ending}` });
  });
  button.parentElement.addEventListener("keydown", (e) => {
    if (e.key !== "Escape" || list.hidden) return;
    e.stopPropagation();
    show(false);
    button.focus();
  });
  button.parentElement.addEventListener("focusout", (e) => {
    if (!e.relatedTarget || !button.parentElement.contains(e.relatedTarget)) show(false);
  });
}

function listenToFiles() {
  for (const id of ["bulk-file", "bulk-another"]) {
    byId(id).addEventListener("change", (e) => {
      if (e.target.files[0]) open(e.target.files[0]);
      e.target.value = "";
    });
  }
  // In the capture phase, ahead of Decode, which takes files dropped anywhere.
  addEventListener("drop", (e) => {
    const dropped = e.dataTransfer?.files[0];
    if (!dropped || page.dataset.mode !== "bulk" && dropped.size <= LARGE) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    byId("frame").classList.remove("dropping");
    root.classList.remove("dropping");
    current.open("bulk", dropped);
  }, true);
  addEventListener("dragover", () => root.classList.add("dropping"));
  addEventListener("dragleave", (e) => e.relatedTarget || root.classList.remove("dropping"));
}

function listenToTools() {
  let timer = 0;
  where.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(useFilter, TYPING);
  });
  for (const id of ["bulk-group", "bulk-failed"]) {
    byId(id).addEventListener("click", (e) => {
      set(e.currentTarget, { "aria-pressed": String(!pressed(id)) });
      if (id === "bulk-failed") useFilter();
      else {
        table.reset();
        send("group", { on: grouped() });
      }
    });
  }
  for (const b of root.querySelectorAll("[data-view]")) b.addEventListener("click", () => showView(b.dataset.view));
  byId("bulk-schema").addEventListener("click", () => byId("schema-file").click());
  whenSchemaChanges(() => {
    if (file) open(file);
  });
}

/** @returns the mode, as main.js describes it */
export function start() {
  listenToFiles();
  listenToTools();
  listenToExport();
  return {
    get input() {
      return file ? where : byId("bulk-file");
    },
    regions: () => [root.querySelector(".bulk-head"), where.parentElement, byId("bulk-table"), byId("findings-table")],
    shown: () => (back.pending ? back.finish() : table.window.draw()),
    open,
  };
}
