// The table of the rows of a dump.

import { count } from "../bytes.js";
import { el, icon, set, visible } from "../view/dom.js";
import { number } from "../view/figures.js";
import { cell, choose, termOf } from "./cells.js";
import { Window } from "../view/window.js";

const KEYS = ["row", "key", "bytes"]; // parts; the first one present is shown
const MORE = 40; // rows requested around those drawn
const GLYPH = 7.6;

export class Table {
  active = 0; // display row with the Tab stop
  #records = new Map(); // by display row
  #groups = null;
  #shown = 0;
  #columns = [];
  #all = [];
  #kinds = [];
  #asked = 0;
  #order = 0; // of the rows, as the worker numbers it
  #look = { columns: null, widths: {}, sort: null }; // as the reader has chosen
  #waiting = false; // rows are requested
  #again = null; // the range to request next
  #wanted = false; // the focus waits for its row to arrive

  /**
   * @param {HTMLElement} scroller
   * @param {HTMLElement} root role grid
   * @param {{ask(id: number, from: number, count: number): void, open(row: object): void, choose(term: string, exclude: boolean): void, sort(column: string): void, widen(column: string, width: number): void}} owner
   */
  constructor(scroller, root, owner) {
    this.root = root;
    this.owner = owner;
    this.head = el("div", { role: "rowgroup", class: "rows-head" });
    this.body = el("div", { role: "rowgroup", class: "rows-body" });
    root.append(this.head, this.body);
    this.window = new Window(scroller, this.body, { draw: (row, old) => this.#draw(row, old), range: (from, to) => this.#need(from, to) });
    new ResizeObserver(() => this.#arrange()).observe(scroller);
    root.addEventListener("keydown", (e) => {
      if (!this.head.contains(e.target)) this.#key(e);
    });
    this.head.addEventListener("pointerdown", (e) => this.#drag(e));
    this.head.addEventListener("click", (e) => {
      const name = e.target.closest("[data-sort]")?.dataset.sort;
      if (name) owner.sort(name);
    });
    root.addEventListener("click", (e) => this.#click(e));
    root.addEventListener("dblclick", (e) => {
      if (!e.target.closest("[data-term]")) this.#open(e.target.closest("[role=row]"));
    });
  }

  /** Forgets all rows, since others or another order will be shown. */
  reset() {
    this.#forget();
    this.#wanted = false;
    this.window.clear();
    this.active = 0;
  }

  /** Forgets the rows, and any that are still to come. */
  #forget() {
    this.#records.clear();
    this.#waiting = false;
    this.#again = null;
    this.#asked++;
  }

  /** Shows no rows. */
  clear() {
    this.reset();
    this.show({ shown: 0, groups: null, columns: [], kinds: [] });
  }

  /** Shows the state that the worker reports. */
  show({ shown, groups, columns, kinds, order = 0 }) {
    if (order !== this.#order) this.#forget();
    this.#order = order;
    // While rows are read, groups grow, and all rows after them move.
    if (groups && this.#groups && groups.some((g, i) => g.start !== this.#groups[i]?.start)) this.#forget();
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

  /** Shows columns as the reader wants them. @param {{columns: string[]|null, widths: Record<string, number>, sort: {name: string, down: boolean}|null}} look */
  arrange(look) {
    this.#look = look;
    this.#arrange();
  }

  /** The names of the columns that are shown. */
  get columns() {
    return this.#columns.map((c) => c.name);
  }

  /** The columns that there are. */
  get all() {
    return choose(this.#all, this.#kinds, this.#all.length);
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
    if (!this.#groups?.length) return { view: display };
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
    const { columns: wanted, widths } = this.#look;
    for (let room = wanted ? 1 : narrow ? 2 : 9; room > 0; room--) {
      const some = wanted ? this.all.filter((c) => wanted.includes(c.name)) : choose(this.#all, this.#kinds, room);
      const list = some.map((c) => ({ ...c, width: widths[c.name] ?? Math.min(Math.max(Math.max(c.length, c.name.length) * GLYPH + 16, 56), narrow ? 130 : 190) }));
      if (list.reduce((n, c) => n + c.width, 0) > left && room > 1) continue;
      this.#columns = list;
      break;
    }
    left = `${digits}px 110px ${this.#columns.map((c, i) => (narrow && i === this.#columns.length - 1 ? `minmax(${c.width}px, 1fr)` : `${c.width}px`)).join(" ")}${narrow ? "" : " minmax(0, 1fr)"}`;
    this.root.style.setProperty("--columns", left);
    this.root.style.minWidth = `${digits + 110 + key + this.#columns.reduce((n, c) => n + c.width, 0)}px`;
    this.#drawHead([["#", "numeric"], ["record"], ...this.#columns.map((c) => [c.name, c.numeric ? "numeric" : ""]), ...(narrow ? [] : [["row key"]])]);
    this.narrow = narrow;
    const focused = this.body.contains(document.activeElement);
    this.window.clear();
    this.window.draw();
    if (focused) this.#takeFocus();
  }

  /** Heads of columns: a click sorts, the edge of a member's column is dragged. */
  #drawHead(titles) {
    const { sort } = this.#look;
    const focused = this.head.contains(document.activeElement) && document.activeElement.dataset.sort;
    set(this.root, { "aria-colcount": titles.length });
    this.head.replaceChildren(el("div", { role: "row", class: "rows-row", "aria-rowindex": 1 }, ...titles.map(([title, kind], i) => {
      const sorted = sort?.name === title && (sort.down ? "descending" : "ascending");
      return el("span", { role: "columnheader", class: kind, "aria-sort": sorted },
        title === "#" ? title : el("button", { type: "button", class: "sort", "data-sort": title }, visible(title), sorted && el("span", { "aria-hidden": "true" }, sort.down ? " ↓" : " ↑")),
        this.#columns[i - 2]?.name === title && el("span", { class: "edge", "data-edge": title }));
    })));
    if (focused) [...this.head.querySelectorAll("button")].find((b) => b.dataset.sort === focused)?.focus();
  }

  /** Makes a column as wide as its edge is dragged. */
  #drag(e) {
    const name = e.target.closest("[data-edge]")?.dataset.edge;
    const column = this.#columns.find((c) => c.name === name);
    if (!column) return;
    e.preventDefault();
    const from = e.clientX - column.width;
    const moved = (move) => this.owner.widen(name, Math.max(Math.round(move.clientX - from), 40));
    addEventListener("pointermove", moved);
    addEventListener("pointerup", () => removeEventListener("pointermove", moved), { once: true });
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
    else if (!record) row.append(el("span", { role: "gridcell", class: "quiet" }, "…"));
    else if (record.error) this.#drawFailed(row, record, tab);
    else this.#drawRecord(row, record, tab);
    return row;
  }

  #drawGroup(row, group) {
    row.classList.add("group");
    row.append(el("span", { role: "gridcell", "aria-colspan": this.#columns.length + 2 }, el("b", {}, group.kind ? group.title : "not decoded"), ` ${count(group.count, "row")}`));
  }

  #number(record, tab) {
    return el("span", { role: "gridcell", class: "numeric" }, el("button", { type: "button", tabindex: tab, "aria-label": `Open row ${record.number}` }, number(record.number)));
  }

  #drawRecord(row, record, tab) {
    const kind = this.#kinds.find((k) => k.record === record.record && k.format === record.format);
    row.append(this.#number(record, tab), el("span", { role: "gridcell" }, kind?.title ?? record.record));
    for (const c of this.#columns) {
      const term = termOf(record.fields, c);
      const words = cell(record.fields, c);
      row.append(el("span", { role: "gridcell", class: c.numeric ? "value numeric" : "value" }, term ? el("span", { class: "pick", "data-term": term }, words) : words));
    }
    if (!this.narrow) row.append(this.#keyCell(record.parts));
  }

  /** A failed row keeps its place and shows what is wrong, where, and its key. */
  #drawFailed(row, record, tab) {
    row.classList.add("failed");
    const { message } = record.error;
    row.append(this.#number(record, tab), el("span", { role: "gridcell", class: "why", "aria-colspan": this.#columns.length + 1 }, icon("error"), el("span", {}, visible(message))));
    if (!this.narrow) row.append(this.#keyCell(record.parts));
  }

  #keyCell(parts = {}) {
    const name = KEYS.find((k) => k in parts) ?? Object.keys(parts)[0];
    return el("span", { role: "gridcell", class: "value key" }, name ? parts[name] : "");
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
    const term = e.target.closest("[data-term]")?.dataset.term;
    if (e.target.closest("button")) this.#open(row);
    else if (term && getSelection().isCollapsed) this.owner.choose(term, e.altKey);
    else if (getSelection().isCollapsed) this.focus(Number(row.dataset.display));
  }

  #open(row) {
    if (!row?.record?.parts) return;
    this.active = Number(row.dataset.display);
    this.owner.open(row.record);
  }
}
