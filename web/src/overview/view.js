// The Overview: what is in the document, as figures and charts whose bars lead to their rows.

import { current, documents, legends, schema, say, session } from "../app.js";
import * as history from "../workbench/history.js";
import { needRows, noRows } from "../workbench/rows.js";
import { arrowTarget } from "../view/arrows.js";
import { byId, el, visible } from "../view/dom.js";
import { number } from "../view/figures.js";
import { whenNarrow } from "../view/narrow.js";
import { sentenceOf } from "../view/sentences.js";
import { asSentence, ended, failedSentence, unreadSentence } from "../view/words.js";
import { drawSection, mark } from "./charts.js";
import { about, bytes, counted } from "./numbers.js";
import { sectionsOf } from "./sections.js";
import { ownSplits, regionsWord, splitsOf } from "./splits.js";

const KINDS = [["errors", "error"], ["warnings", "warning"], ["infos", "remark"]];
const FIRST = ["kinds", "problems", "salt", "time"]; // one below the other where it is narrow

let asked = false; // whether these rows are counted, or were
let stats = null; // what was counted last, and how much of all that is
let found = null; // what the verifiers found
let problem = "";
let narrow = false;
let titles = new Map(); // of formats, by id
let tables = new Set(); // charts that are shown as tables
let series = 0;

/** The names of formats and record kinds, and what the charts must know of them. */
function namesOf({ records }) {
  const formats = [...new Set(records.map((r) => r.format))];
  const salted = (id) => titles.get(id)?.records.some((r) => r.fields?.some((f) => f.name === "salt"));
  return {
    format: (id) => titles.get(id)?.title ?? id,
    record: (id, name) => titles.get(id)?.records.find((r) => r.record === name)?.title ?? name.replaceAll("-", " "),
    encrypted: session.state?.encrypted ?? 0, several: formats.length > 1, salted: formats.some(salted), schema: Boolean(schema()),
  };
}

/** Findings by what they say, the worst first. */
function findings() {
  if (!found) return { list: [], note: "" };
  const groups = new Map();
  for (const { severity, code, number: n } of found.codes) {
    const name = sentenceOf({ code });
    const key = `${["error", "warning", "info"].indexOf(severity)} ${name}`;
    const one = groups.get(key) ?? { name, severity, number: 0 };
    one.number += n;
    groups.set(key, one);
  }
  const list = [...groups].sort(([a, x], [b, y]) => a[0].localeCompare(b[0]) || y.number - x.number).map(([, one]) => one);
  const { problem: unchecked, total, totals: { checked, rows } } = found;
  const some = unchecked ? "not checked against each other" : 2 * checked < rows && `${number(checked)} of ${counted(rows, "row")} checked`;
  return { list, note: [(total || !some) && counted(total, "finding"), some].filter(Boolean).join(", ") };
}

/** The totals of a kind of finding, in words. */
const totalsOf = () => KINDS.map(([name, word]) => [found?.totals[name] ?? 0, word]).filter(([n]) => n);

const noun = (n, word) => (n === 1 ? word : `${word}s`);

/** Numbers in large type. */
function figures({ report, final }) {
  const open = final ? "" : "…";
  const failed = Object.values(report.undecodable).reduce((a, b) => a + b, 0);
  const named = new Set(report.tables.map((t) => t.table)).size;
  const list = [
    [number(report.rows), noun(report.rows, "row"), ""], [about(report.keys), noun(report.keys.distinct, "row key"), "wide"], [bytes(report.bytes), "keys and values", ""],
    ...(named ? [[number(named), noun(named, "table"), "wide"]] : []), [number(failed), "not decoded", failed ? "error" : "wide"],
    ...totalsOf().filter(([, word]) => word !== "remark").map(([n, word]) => [number(n), noun(n, word), word]),
  ];
  byId("overview-figures").replaceChildren(...list.map(([value, label, kind]) => el("li", { class: kind },
    el("b", {}, value + (["error", "warning"].includes(label.replace(/s$/, "")) ? "" : open)), el("span", {}, label))));
}

function draw() {
  const root = byId("overview");
  byId("overview-figures").hidden = !stats;
  root.hidden = !stats;
  byId("overview-regions").hidden = !stats || !(stats.report.salts.buckets.length || ownSplits(documents.now).length);
  byId("overview-note").textContent = note();
  if (!stats) return;
  figures(stats);
  // What is in focus stays until all is counted.
  if (!stats.final && root.contains(document.activeElement)) return;
  const sections = sectionsOf(stats.report, namesOf(stats.report), findings(), series);
  if (narrow) sections.sort((a, b) => FIRST.includes(b.id) - FIRST.includes(a.id));
  const focused = root.contains(document.activeElement) && pathOf(document.activeElement);
  root.replaceChildren(...sections.map((s) => drawSection(s, { filter: documents.now?.where ?? "", table: tables.has(s.id) })));
  if (focused) root.querySelector(focused)?.focus();
}

/** How to find an element again after the regions were drawn anew. */
function pathOf(e) {
  const place = `[data-section="${e.closest("[data-section]").dataset.section}"]`;
  if (e.dataset.bar) return `${place} [data-bar="${e.dataset.bar}"]`;
  return `${place} ${e.matches("select") ? "select" : e.matches("button") ? "button" : "[tabindex='0']"}`;
}

/** What there is to say instead of regions, or while they are not final. */
function note() {
  if (problem) return problem;
  if (!documents.now) return "";
  if (stats?.final) return unreadSentence(session.state) + (stats.report.rows ? "" : "There are no rows.");
  const { state } = session;
  if (documents.now.kind === "store" && !documents.now.table) return noRows(documents.now);
  const part = state && !state.reading && state.rows ? `, ${Math.floor(100 * (stats?.counted ?? 0) / state.rows)} %` : state?.size ? `, ${Math.floor(100 * Math.min(state.read / state.size, 1))} %` : "";
  return `Counting${part}`;
}

/** What the status line says. */
function sentence() {
  if (!stats?.final) return ended(problem || note());
  const { rows, keys, tables: list, records } = stats.report;
  const what = [`${counted(rows, "row")} in ${about(keys)} ${noun(keys.distinct, "row key")}`, ...(list.length ? [counted(list.length, "table")] : []), counted(records.length, "record kind")];
  const totals = totalsOf().map(([n, word]) => counted(n, word)).join(", ");
  return `${unreadSentence(session.state)}${failedSentence(session.state)}${what.join(", ")}.${totals ? ` ${totals}.` : ""}`;
}

function show() {
  if (current.name !== "overview") return;
  const own = ownSplits(documents.now).length;
  byId("overview-own").hidden = !own;
  byId("overview-own").textContent = `${regionsWord(documents.now)}, ${number(own + 1)}`;
  draw();
  say(sentence());
}

/** Has the rows counted, from what is read of them on. */
function count() {
  if (current.name !== "overview" || !session.state) return;
  if (!asked) {
    asked = true;
    session.send("stats", { splits: documents.now.splits });
  }
  if (!stats?.final) show();
}

function begin() {
  byId("overview-splits").value = documents.now?.splits.join("\n") ?? "";
  [asked, stats, found, problem, series] = [false, null, null, "", 0];
  show();
}

/** Shows what a link leads to. */
function follow(link) {
  const { view, where } = link.dataset;
  if (view === "findings") current.open("findings", where);
  else if (view === "rows") {
    documents.change({ where, failed: false }, "where");
    history.go("rows");
  } else history.go(view);
}

/** Counts again, with regions that begin at the keys that were given. */
function split() {
  documents.now.splits = splitsOf(byId("overview-splits").value);
  history.replace();
  countAgain();
}

function countAgain() {
  [stats, asked] = [null, false];
  count();
}

function listen(root) {
  byId("overview-split").addEventListener("click", split);
  byId("overview-own").addEventListener("click", () => {
    byId("overview-splits").value = ownSplits(documents.now).join("\n");
    split();
  });
  root.addEventListener("click", (e) => {
    const target = e.target.closest("[data-view], .as-table");
    if (!target || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    if (target.dataset.view) return follow(target);
    const { section } = target.closest("[data-section]").dataset;
    if (!tables.delete(section)) tables.add(section);
    return draw();
  });
  root.addEventListener("change", (e) => {
    series = Number(e.target.value);
    draw();
  });
  root.addEventListener("keydown", (e) => {
    arrowTarget(e, [...e.target.closest(".hits")?.children ?? []].filter((h) => h.href))?.focus();
  });
  for (const [event, on] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
    root.addEventListener(event, (e) => {
      const hit = e.target.closest?.("a[data-bar]");
      if (hit) mark(hit, on);
    });
  }
}

/** @returns the view, as main.js describes it */
export function start() {
  const root = byId("overview");
  listen(root);
  whenNarrow((is) => {
    narrow = is;
    draw();
  });
  session.on("opened", begin);
  session.on("state", count);
  session.on("stats", ({ report, ...more }) => {
    stats = { ...more, report: JSON.parse(report) };
    show();
  });
  session.on("findings", (data) => {
    found = data;
    show();
  });
  session.on("problem", ({ about: what, text }) => {
    if (what !== "stats") return;
    problem = asSentence(text);
    show();
  });
  session.on("failed", (sentence) => {
    problem = sentence;
    show();
  });
  documents.whenOpened(begin);
  documents.whenChanged((_, what) => {
    if (what === "text") begin();
    if (what === "splits") {
      byId("overview-splits").value = documents.now.splits.join("\n");
      countAgain();
    }
    if ((what === "table" || what === "family") && current.name === "overview") needRows();
  });
  return {
    get input() {
      return root.querySelector("a, [tabindex='0']") ?? root;
    },
    regions: () => [...root.querySelectorAll("section:has(button)")],
    shown() {
      legends().then((all) => {
        titles = new Map(all.map((f) => [f.format, f]));
        show();
      });
      needRows();
      count();
      show();
    },
  };
}
