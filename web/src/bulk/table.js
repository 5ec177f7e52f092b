// The table of the rows of a dump.

import { count } from "../bytes.js";
import { el, icon, set, visible } from "../view/dom.js";
import { cell, choose } from "./cells.js";
import { Window } from "./window.js";

const KEYS = ["row", "key", "bytes"]; // parts; the first one present is shown
const MORE = 40; // rows requested around those drawn
const GLYPH = 7.6;

/** A row number for people to read. */
export const number = (n) => n.toLocaleString("en");

export class Table {
  active = 0; // display row with the Tab stop
  #records = new Map(); // by display row
  #groups = null;
  #shown = 0;
  #columns = [];
  #all = [];
  #kinds = [];
  #asked = 0;
  #waiting = false; // rows are requested
  #again = null; // the range to request next
  #wanted = false; // the focus waits for its row to arrive

  /**
   * @param {HTMLElement} scroller
   * @param {HTMLElement} root role table
   * @param {{ask(id: number, from: number, count: number): void, open(row: object): void}} owner
   */
  constructor(scroller, root, owner) {
    this.root = root;
    this.owner = owner;
    this.head = el("div", { role: "rowgroup", class: "rows-head" });
    this.body = el("div", { role: "rowgroup", class: "rows-body" });
    root.append(this.head, this.body);
    this.window = new Window(scroller, this.body, { draw: (row, old) => this.#draw(row, old), range: (from, to) => this.#need(from, to) });
    new ResizeObserver(() => this.#arrange()).observe(scroller);
    root.addEventListener("keydown", (e) => this.#key(e));
    root.addEventListener("click", (e) => this.#click(e));
    root.addEventListener("dblclick", (e) => this.#open(e.target.closest("[role=row]")));
  }

  /** Forgets all rows, since others or another order will be shown. */
  reset() {
    this.#records.clear();
    this.#waiting = false;
    this.#again = null;
    this.#asked++;
    this.#wanted = false;
    this.window.clear();
    this.active = 0;
  }

  /** Shows no rows. */
  clear() {
    this.reset();
    this.show({ shown: 0, groups: null, columns: [], kinds: [] });
  }

  /** Shows the state that the worker reports. */
  show({ shown, groups, columns, kinds }) {
    // While rows are read, groups grow, and all rows after them move.
    if (groups && this.#groups && groups.some((g, i) => g.start !== this.#groups[i]?.start)) {
      this.#records.clear();
      this.#waiting = false;
      this.#again = null;
      this.#asked++;
    }
    this.#groups = groups;
    this.#shown = shown;
    const known = JSON.stringify([columns.length, kinds.length]);
    [this.#all, this.#kinds] = [columns, groups ? groups.filter((g) => g.kind) : kinds];
    if (known !== this.known) this.#arrange();
    this.known = known;
    const total = shown + (groups?.length ?? 0);
    set(this.root, { "aria-rowcount": total + 1 });
    this.window.resize(total);
  }

  /** The scroll position, for restore. */
  get place() {
    return this.window.top;
  }

  restore(place) {
    this.window.top = place;
    this.focus(this.active);
  }

  /** Takes rows that were requested. */
  take({ id, from, rows }) {
    if (id !== this.#asked) return;
    rows.forEach((r, i) => {
      const record = JSON.parse(r.record);
      this.#records.set(from + i, { ...record, number: r.row + 1, line: r.record });
    });
    this.#waiting = false;
    const again = this.#again;
    this.#again = null;
    this.window.draw();
    if (this.#wanted) this.#takeFocus();
    if (again && !this.#waiting) this.#need(...again);
  }

  /** The row of the view at a display row, or the group whose head is there. */
  #at(display) {
    if (!this.#groups) return { view: display };
    let group = 0;
    while (group + 1 < this.#groups.length && this.#groups[group + 1].start + group + 1 <= display) group++;
    const view = display - group - 1;
    return view < this.#groups[group].start ? { group: this.#groups[group] } : { view };
  }

  /** Requests the missing rows of a range. */
  #need(from, to) {
    const lowest = this.#at(from).view ?? this.#at(from).group?.start ?? 0;
    const end = Math.min(this.#at(Math.max(to - 1, from)).view ?? 0, this.#shown - 1) + 1;
    let missing = false;
    for (let view = lowest; view < end && !missing; view++) missing = !this.#records.has(view);
    if (!missing) return;
    if (this.#waiting) {
      this.#again = [from, to];
      return;
    }
    for (const view of this.#records.keys()) if (view < lowest - 4 * MORE || view > end + 4 * MORE) this.#records.delete(view);
    const start = Math.max(lowest - MORE, 0);
    this.#waiting = true;
    this.owner.ask(this.#asked, start, end + MORE - start);
  }

  /** Chooses columns for the available width and redraws everything. */
  #arrange() {
    const { clientWidth } = this.window.scroller;
    if (!clientWidth) return;
    const narrow = clientWidth < 700;
    const digits = number(Math.max(this.#shown, 100_000)).length * 8 + 16;
    const key = narrow ? 0 : 240;
    let left = clientWidth - digits - 110 - key;
    this.#columns = [];
    for (let room = narrow ? 2 : 9; room > 0; room--) {
      const list = choose(this.#all, this.#kinds, room).map((c) => ({ ...c, width: Math.min(Math.max(Math.max(c.length, c.name.length) * GLYPH + 16, 56), narrow ? 130 : 190) }));
      if (list.reduce((n, c) => n + c.width, 0) > left && room > 1) continue;
      this.#columns = list;
      break;
    }
    left = `${digits}px 110px ${this.#columns.map((c, i) => (narrow && i === this.#columns.length - 1 ? `minmax(${c.width}px, 1fr)` : `${c.width}px`)).join(" ")}${narrow ? "" : " minmax(0, 1fr)"}`;
    this.root.style.setProperty("--columns", left);
    const titles = [["#", "numeric"], ["record"], ...this.#columns.map((c) => [c.name, c.numeric ? "numeric" : ""]), ...(narrow ? [] : [["row key"]])];
    set(this.root, { "aria-colcount": titles.length });
    this.head.replaceChildren(el("div", { role: "row", class: "rows-row", "aria-rowindex": 1 },
      ...titles.map(([title, kind]) => el("span", { role: "columnheader", class: kind }, visible(title)))));
    this.narrow = narrow;
    const focused = this.body.contains(document.activeElement);
    this.window.clear();
    this.window.draw();
    if (focused) this.#takeFocus();
  }

  #draw(display, old) {
    const { view, group } = this.#at(display);
    const record = group ?? this.#records.get(view);
    const tab = display === this.active ? 0 : -1;
    if (old && old.record === record) {
      old.querySelector("button")?.setAttribute("tabindex", tab);
      return old;
    }
    const row = el("div", { role: "row", class: "rows-row", "aria-rowindex": display + 2, "data-display": display });
    row.record = record;
    if (group) this.#drawGroup(row, group);
    else if (!record) row.append(el("span", { role: "cell", class: "quiet" }, "…"));
    else if (record.error) this.#drawFailed(row, record, tab);
    else this.#drawRecord(row, record, tab);
    return row;
  }

  #drawGroup(row, group) {
    row.classList.add("group");
    row.append(el("span", { role: "cell", "aria-colspan": this.#columns.length + 2 }, el("b", {}, group.kind ? group.title : "not decoded"), ` ${count(group.count, "row")}`));
  }

  #number(record, tab) {
    return el("span", { role: "cell", class: "numeric" }, el("button", { type: "button", tabindex: tab, "aria-label": `Open row ${record.number}` }, number(record.number)));
  }

  #drawRecord(row, record, tab) {
    const kind = this.#kinds.find((k) => k.record === record.record && k.format === record.format);
    row.append(this.#number(record, tab), el("span", { role: "cell" }, kind?.title ?? record.record));
    for (const c of this.#columns) row.append(el("span", { role: "cell", class: c.numeric ? "value numeric" : "value" }, cell(record.fields, c)));
    if (!this.narrow) row.append(this.#keyCell(record.parts));
  }

  /** A failed row keeps its place and shows what is wrong, where, and its key. */
  #drawFailed(row, record, tab) {
    row.classList.add("failed");
    const { message } = record.error;
    row.append(this.#number(record, tab), el("span", { role: "cell", class: "why", "aria-colspan": this.#columns.length + 1 }, icon("error"), el("span", {}, visible(message))));
    if (!this.narrow) row.append(this.#keyCell(record.parts));
  }

  #keyCell(parts = {}) {
    const name = KEYS.find((k) => k in parts) ?? Object.keys(parts)[0];
    return el("span", { role: "cell", class: "value key" }, name ? parts[name] : "");
  }

  /** Moves the Tab stop to a row and shows it. */
  focus(display) {
    if (!this.window.count) return;
    this.active = Math.min(Math.max(display, 0), this.window.count - 1);
    this.window.reveal(this.active);
    this.#takeFocus();
  }

  #takeFocus() {
    const button = this.window.element(this.active)?.querySelector("button");
    this.#wanted = !button;
    button?.focus({ preventScroll: true });
  }

  #key(e) {
    const page = this.window.fits - 1;
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.window.count, End: this.window.count }[e.key];
    if (by === undefined || e.altKey || e.metaKey) return;
    e.preventDefault();
    let to = Math.min(Math.max(this.active + by, 0), this.window.count - 1);
    if (this.#at(to).group) to += by < 0 && to > 0 ? -1 : 1; // skip group heads
    this.focus(to);
  }

  #click(e) {
    const row = e.target.closest("[data-display]");
    if (!row) return;
    if (e.target.closest("button")) this.#open(row);
    else if (getSelection().isCollapsed) this.focus(Number(row.dataset.display));
  }

  #open(row) {
    if (!row?.record?.parts) return;
    this.active = Number(row.dataset.display);
    this.owner.open(row.record);
  }
}
