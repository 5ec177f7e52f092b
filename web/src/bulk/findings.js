// What is wrong with the rows of a dump: one line per finding and, for the selected one,
// the stored and expected bytes side by side.

import { count, fromHex, glyph, hex2, offset4 } from "../bytes.js";
import { el, icon, set, visible } from "../view/dom.js";
import { Window } from "./window.js";

const ICONS = { error: "error", warning: "warning", info: "ok" };
const WIDTH = 16;

const words = (code) => {
  const text = code.replaceAll("-", " ");
  return text[0].toUpperCase() + text.slice(1);
};
const isHex = (text) => text !== undefined && text.length % 2 === 0 && text.length >= 8 && /^[0-9a-f]+$/.test(text);

/** A stored or expected value in the table: long bytes by their count, anything else as it is. */
const inTable = (text) => (text === undefined ? "" : isHex(text) && text.length > 16 ? `${text.length / 2} bytes` : visible(text));

export class Findings {
  known = false;
  #list = [];
  #total = 0;
  #totals = {};
  #chosen = -1;

  /** @param {{scroller, table, note, detail: HTMLElement}} parts @param {(parts: object) => void} open */
  constructor({ scroller, table, note, detail }, open) {
    Object.assign(this, { table, note, detail, open });
    const head = el("div", { role: "rowgroup", class: "rows-head" }, el("div", { role: "row", class: "rows-row", "aria-rowindex": 1 },
      ...["Finding", "Row", "Stored", "Expected", "Open"].map((t) => el("span", { role: "columnheader" }, t))));
    const body = el("div", { role: "rowgroup", class: "rows-body" });
    table.append(head, body);
    this.window = new Window(scroller, body, { draw: (row, old) => old ?? this.#draw(row), range() {} });
    table.addEventListener("click", (e) => {
      const row = e.target.closest("[data-display]");
      if (!row) return;
      const i = Number(row.dataset.display);
      this.choose(i);
      if (e.target.closest("[data-open]")) this.open(this.#list[i].parts);
    });
    table.addEventListener("keydown", (e) => this.#key(e));
  }

  /** Empties the list and says why. */
  clear(reason) {
    this.known = false;
    this.#list = [];
    this.#chosen = -1;
    this.window.clear();
    this.window.resize(0);
    this.detail.hidden = true;
    this.table.hidden = true;
    this.note.textContent = reason;
  }

  show({ total, totals, list }) {
    this.clear("");
    this.known = true;
    this.#list = list.map((line) => JSON.parse(line));
    this.#total = total;
    this.#totals = totals;
    this.table.hidden = total === 0;
    set(this.table, { "aria-rowcount": total + 1 });
    this.#showNote();
    this.window.resize(this.#list.length);
    if (total) this.choose(0, false);
  }

  #number(severity) {
    return this.#list.filter((f) => f.severity === severity).length;
  }

  #counts() {
    return [["error", "error"], ["warning", "warning"], ["info", "remark"]].map(([severity, word]) => [severity, this.#number(severity), word]).filter(([, n]) => n);
  }

  #showNote() {
    const list = this.#counts().map(([severity, n, word]) => el("span", { class: `severity ${severity}` }, icon(ICONS[severity]), count(n, word)));
    const rest = this.#total > this.#list.length ? `the first ${this.#list.length} of ${this.#total} are listed` : "the store is never written";
    const agree = el("span", {}, this.#whole() ? "The rows agree with each other." : "Too few rows were checked to tell.");
    this.note.replaceChildren(...(this.#total ? list : [agree]), el("span", {}, this.#account()), el("span", { class: "quiet" }, rest));
  }

  /** Whether enough rows were checked for the findings to mean something. */
  #whole() {
    return this.#totals.checked > 0 && 2 * this.#totals.checked >= this.#totals.rows;
  }

  /** How many of the rows were checked, and what has the others checked. */
  #account() {
    const { rows, checked, undecodable, other } = this.#totals;
    const rest = [[undecodable, "undecodable"], [other, "of another format, family or schema"]].filter(([n]) => n).map(([n, what]) => `${n} ${what}`);
    const text = `${checked} of ${count(rows, "row")} checked${rest.length ? `, ${rest.join(", ")}` : ""}`;
    return this.#whole() ? text : `${text}: choose the schema and the column family of this database`;
  }

  sentence(name) {
    if (!this.#total) return `No findings in ${name}; ${this.#account()}.`;
    return `${count(this.#total, "finding")} in ${name}: ${this.#counts().map(([, n, word]) => count(n, word)).join(", ")}; ${this.#account()}.`;
  }

  restore() {
    this.window.draw();
    this.choose(Math.max(this.#chosen, 0));
  }

  /** Shows one finding below the list. */
  choose(i, focus = true) {
    this.#chosen = i;
    this.window.clear();
    this.window.reveal(i);
    if (focus) this.window.element(i)?.querySelector("button").focus({ preventScroll: true });
    this.#showDetail(this.#list[i]);
  }

  #draw(i) {
    const f = this.#list[i];
    const chosen = i === this.#chosen;
    const tab = chosen ? 0 : -1;
    return el("div", { role: "row", class: chosen ? "rows-row chosen" : "rows-row", "aria-rowindex": i + 2, "data-display": i },
      el("span", { role: "cell", class: `severity ${f.severity}` }, icon(ICONS[f.severity]),
        el("button", { type: "button", tabindex: tab, "aria-pressed": String(chosen) }, words(f.code)), el("span", { class: "off-screen" }, f.severity)),
      el("span", { role: "cell" }, visible(f.item ?? f.why)),
      el("span", { role: "cell", class: "value" }, inTable(f.figures?.stored) || el("span", { class: "quiet" }, f.figures?.expected === undefined ? "" : "nothing")),
      el("span", { role: "cell", class: "value" }, inTable(f.figures?.expected)),
      el("span", { role: "cell" }, f.parts ? el("button", { type: "button", class: "open-link", "data-open": true, tabindex: tab, "aria-label": `Open row of finding ${i + 1}` }, "Open") : ""));
  }

  #key(e) {
    const last = this.#list.length - 1;
    const to = { ArrowDown: this.#chosen + 1, ArrowUp: this.#chosen - 1, Home: 0, End: last }[e.key];
    if (to === undefined || to < 0 || to > last || e.altKey || e.metaKey) return;
    e.preventDefault();
    this.choose(to);
  }

  #showDetail(f) {
    this.detail.hidden = false;
    const [stored, expected] = [f.figures?.stored, f.figures?.expected].map((text) => (isHex(text) ? fromHex(text) : null));
    const differing = stored && expected ? differences(stored, expected) : null;
    const n = differing ? differing.size : 0;
    this.detail.replaceChildren(
      el("div", { class: "head" }, el("h2", {}, words(f.code)), el("p", { class: "quiet" }, `${differing ? `${n} of ${Math.max(stored.length, expected.length)} bytes ${n === 1 ? "differs" : "differ"}; ` : ""}${visible(f.why)}`)),
      el("div", { class: "sides" }, side("Stored", f.figures?.stored, stored, differing), side("Expected", f.figures?.expected, expected, differing)),
      ...because(f));
  }
}

/** The rows that decide a finding, each with a sentence; none for the row itself. */
function because(f) {
  const rows = (f.because ?? []).filter((b) => b.why !== f.why);
  if (!rows.length) return [];
  const keyOf = ({ row, key, family, qualifier } = {}) => [row ?? key, qualifier === undefined ? "" : `${family}:${qualifier}`].filter(Boolean).join(" ");
  const where = ({ line, offset } = {}) => (line ? `, line ${line}` : offset === undefined ? "" : `, offset ${offset}`);
  return [el("section", { class: "because", "aria-label": "Because" }, el("p", {}, el("b", {}, "Because")),
    el("ul", {}, ...rows.map((b) => el("li", {}, `${visible(b.why)}: `, el("span", { class: "value" }, visible(keyOf(b.parts))), where(b.source)))))];
}

/** The offsets at which two byte strings differ. */
function differences(a, b) {
  const found = new Set();
  for (let i = 0; i < Math.max(a.length, b.length); i++) if (a[i] !== b[i]) found.add(i);
  return found;
}

/** One side: bytes in lines of 16, those that differ marked, or a value as text. */
function side(title, text, bytes, differing) {
  const what = bytes ? count(bytes.length, "byte") : "";
  const box = el("section", { class: "side", "aria-label": title }, el("p", {}, el("b", {}, title), " ", el("span", { class: "quiet" }, what)));
  if (!bytes) {
    box.append(el("p", { class: text === undefined ? "quiet" : "value" }, text === undefined ? "nothing" : visible(text)));
    return box;
  }
  for (let at = 0; at < bytes.length; at += WIDTH) {
    const line = bytes.subarray(at, at + WIDTH);
    const cells = [...line].map((b, i) => el(differing?.has(at + i) ? "mark" : "span", { class: "byte" }, hex2(b)));
    box.append(el("p", { class: "bytes-line" }, el("span", { class: "offset" }, offset4(at)), el("span", { class: "cells" }, ...cells),
      el("span", { class: "plain", "aria-hidden": "true" }, Array.from(line, glyph).join(""))));
  }
  return box;
}
