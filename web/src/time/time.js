// The tool Time: what a number, a date or stored bytes mean as a time, the likeliest first,
// and that instant in every form.

import { current, decoder, documents, sayIn, session } from "../app.js";
import { count } from "../bytes.js";
import { when } from "../model.js";
import { dateOf, ownZone } from "../times.js";
import { toClipboard } from "../share/copy.js";
import { dots } from "../view/candidates.js";
import { onceAtRest } from "../workbench/at-rest.js";
import { currentRow, rowKey } from "../workbench/current-row.js";
import { showAlert } from "../view/alert.js";
import { byId, el, option, visible } from "../view/dom.js";
import { during, equals, nameOf } from "../view/expression.js";
import { grow } from "../view/input.js";
import { stored, texts } from "./forms.js";

const say = sayIn("time");
const FEW = 50_000; // rows whose times are looked at without being asked to
const MINUTE = 60_000;

const input = byId("time-input");
const list = byId("time-readings");

let known = null; // the first and the last time of the document, as numbers
let names = []; // its members that are times
let readings = [];
let chosen = ""; // the name of the reading that was chosen, if it is not the first one
let asked = 0;
let zone = "UTC"; // that a date without one is in
let from = ""; // where the text was taken from
let taken = ""; // the current row then
let timesOfRow = []; // the times in it

const call = (request) => decoder.call("rl_answer", { op: "hlc", ...request });

/** The times that the document has: those of all rows if they are counted, else those of its row. */
function spanOf() {
  if (known) return known;
  const all = timesOfRow.map((n) => Date.parse(n.time));
  return all.length ? { from: Math.min(...all), to: Math.max(...all) } : {};
}

async function ask() {
  grow(input);
  const id = ++asked;
  const text = input.value.trim();
  byId("time-from").textContent = from ? `from ${from}` : "";
  if (text === "") {
    readings = [];
    show();
    showAlert(byId("time-alert"));
    return;
  }
  try {
    const answer = await call({ text, readings: true, now: Date.now(), ...(zone !== "UTC" && { timezone: zone }), ...spanOf() });
    const bytes = /^(0x)?([0-9a-f]{2}){5,64}$/i.test(text) && !/^\d+$/.test(text) ? await ofBytes(text) : [];
    if (id !== asked) return;
    readings = [...(answer.readings ?? []), ...bytes].sort((a, b) => b.dots - a.dots);
    showAlert(byId("time-alert"), readings.length ? "" : `${answer.error[0].toUpperCase()}${answer.error.slice(1)}.`);
    show();
  } catch (e) {
    if (id === asked && !decoder.failure) showAlert(byId("time-alert"), `The decoder failed: ${e.message}.`);
  }
}

/** The times that formats find in stored bytes, each once, ranked as numbers are. */
async function ofBytes(text) {
  const answer = await decoder.call("rl_inspect", { text: text.replace(/^0x/i, ""), spelling: "hex" });
  const found = [];
  for (const c of answer.candidates ?? []) {
    const n = c.tree.nodes.find((one) => one.time);
    if (n && !found.some((f) => f.n.time === n.time)) found.push({ c, n });
  }
  return Promise.all(found.map(async ({ c, n }) => {
    const { readings: [r] } = await call({ text: n.time, readings: true, ...spanOf() });
    return { ...r, name: `${c.format} ${c.record}`, title: `${c.title}, ${n.type}${n.order ? ` ${n.order === "desc" ? "descending" : "ascending"}` : ""}` };
  }));
}

function now() {
  return readings.find((r) => r.name === chosen && r.utc) ?? readings.find((r) => r.utc);
}

function show() {
  const one = now();
  byId("time-out").hidden = readings.length === 0;
  byId("time-instant").hidden = !one;
  const likely = readings.filter((r) => r.dots > 1).length;
  byId("time-note").textContent = `${likely || "none"} ${likely === 1 ? "is" : "are"} likely`;
  const focused = list.contains(document.activeElement);
  list.replaceChildren(...readings.map((r) => line(r, r === one)));
  if (focused) list.querySelector(":checked")?.focus();
  if (one) showForms(one);
  say(one ? `${dateOf(one.utc)} UTC, read as ${visible(one.title)}.` : input.value.trim() ? "This is not a time." : "Paste a number, a date, or stored bytes as hex.");
}

/** A reading: how the text is read, how likely that is, what comes out. */
function line(r, is) {
  const radio = el("input", { type: "radio", name: "time-reading", value: r.name, checked: is, disabled: !r.utc });
  return el("tr", { class: is ? "chosen" : null },
    el("th", { scope: "row" }, el("label", {}, radio, ` ${visible(r.title)}`)), el("td", {}, dots(r.dots)),
    el("td", { class: "code" }, r.utc ? dateOf(r.utc) : "after the year 9999"), el("td", { class: "code number" }, r.logical ?? ""), el("td", {}, visible(r.why)));
}

async function showForms(one) {
  const id = asked;
  forms(byId("time-forms"), texts(one, [...new Set([zone, ownZone()])].filter((z) => z !== "UTC")));
  const where = names.length ? names : [...new Set(timesOfRow.map((n) => n.path?.findLast((p) => typeof p === "string" && p !== "value") ?? n.name).map(nameOf))];
  byId("time-rows").hidden = !documents.now || where.length === 0;
  const ms = Number(one.physical);
  byId("time-same").dataset.where = where.map((name) => equals(name, new Date(ms).toISOString())).join(" or ");
  byId("time-around").dataset.where = where.map((name) => (where.length > 1 ? `(${during(name, ms - MINUTE, ms + MINUTE)})` : during(name, ms - MINUTE, ms + MINUTE))).join(" or ");
  countRows();
  const list2 = await stored(one);
  if (id === asked && now() === one) forms(byId("time-stored"), list2);
}

const sayRows = (text) => { byId("time-same").textContent = text; };

/** Says how many rows hold the time. */
const countRows = onceAtRest({
  clear: () => sayRows("Rows that hold this time"),
  async ask() {
    const { where } = byId("time-same").dataset;
    return where ? session.ask("locate", { where, all: true }) : null;
  },
  show: (found) => sayRows(found.count ? `${count(found.count, "row")} of this document ${found.count === 1 ? "holds" : "hold"} this time` : "No row of this document holds this time"),
});

function forms(root, lines) {
  root.replaceChildren(...lines.flatMap(([name, text]) => [
    el("dt", {}, name),
    el("dd", {}, el("code", {}, visible(text)), el("button", { type: "button", class: "text-button", "data-copied": text, "aria-label": `Copy ${name}` }, "Copy")),
  ]));
}

/** The time that a node has, or one that it is a part of. */
function timeAt(nodes, at) {
  const n = nodes[at];
  return !n || n.time ? n : timeAt(nodes, n.parent);
}

const keyNow = () => `${rowKey()} ${current.selected()}`;

/** Takes a time of the current row, that of the selected field first, unless there is a text that was not taken from one. */
async function takeFromRow() {
  const key = keyNow();
  if (key === taken) return;
  const row = await currentRow();
  if (key !== keyNow() || current.name !== "time") return;
  taken = key;
  const nodes = row?.reading.tree.nodes ?? [];
  timesOfRow = nodes.filter((n) => n.time);
  const n = timeAt(nodes, current.selected()) ?? timesOfRow.find((one) => one.role === "version") ?? timesOfRow[0];
  if (input.value && !from || !n) return;
  give(n.raw ?? n.text ?? when(n));
  from = `${row.words}, ${n.title ?? n.name}`;
  byId("time-from").textContent = `from ${from}`;
}

function give(text) {
  input.value = text;
  from = "";
  chosen = "";
  ask();
}

/** The zones to choose from: UTC and the reader's own before all others. */
function listZones() {
  const first = ["UTC", ownZone()];
  const names = new Set([...first, ...Intl.supportedValuesOf("timeZone").filter((z) => z.includes("/"))]);
  byId("time-zone").replaceChildren(...[...names].map((name) => option(name, name)));
}

function listen() {
  byId("time-zone").addEventListener("change", (e) => {
    zone = e.target.value;
    ask();
  });
  input.addEventListener("input", () => give(input.value));
  list.addEventListener("change", (e) => {
    chosen = e.target.value;
    show();
  });
  byId("panel-time").addEventListener("click", (e) => {
    const { copied, where } = e.target.closest("[data-copied], [data-where]")?.dataset ?? {};
    if (copied !== undefined) toClipboard(copied, copied, say);
    else if (where) {
      documents.change({ where }, "where");
      current.choose("rows");
    }
  });
  byId("time-now").addEventListener("click", () => give("now"));
  byId("time-clear").addEventListener("click", () => {
    give("");
    input.focus();
  });
  session.on("stats", ({ final, report }) => {
    if (!final) return;
    const series = JSON.parse(report).times.series.filter((t) => t.histogram.length);
    names = series.map((t) => (t.field ? nameOf(t.field) : "timestamp"));
    known = series.length ? { from: Math.min(...series.map((t) => t.oldest)), to: Math.max(...series.map((t) => t.newest)) } : null;
    if (current.name === "time") ask();
  });
  documents.whenOpened(() => {
    [known, names, timesOfRow, taken] = [null, [], [], ""];
    if (from) give("");
  });
}

/** @returns the tool, as main.js describes it */
export function start() {
  listen();
  return {
    input,
    regions: () => [input, list.querySelector(":checked"), byId("time-forms").querySelector("button")].filter((e) => e?.offsetParent),
    shown() {
      if (!byId("time-zone").options.length) listZones();
      if (!known && session.state && !session.state.reading && session.state.rows <= FEW) session.send("stats", { splits: documents.now.splits });
      ask();
      takeFromRow();
    },
    open: ({ text }) => give(text),
    entered: () => (input.value.trim() ? { text: input.value, zone, reading: chosen } : null),
    enter({ text = "", zone: given, reading }) {
      listZones();
      byId("time-zone").value = given;
      zone = byId("time-zone").value ||= "UTC";
      give(text);
      chosen = reading;
    },
  };
}
