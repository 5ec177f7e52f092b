// The table of the rows of a dump.

import { count, quotedOrHex } from "../bytes.js";
import { el, icon, set, visible } from "../view/dom.js";
import { equals } from "../view/expression.js";
import { number } from "../view/figures.js";
import { fieldWords } from "../view/words.js";
import { cardOf, failedCard } from "./card.js";
import { cell, choose, partsOf, termOf } from "./cells.js";
import { Heads } from "./heads.js";
import { Window } from "../view/window.js";

const KEYS = ["row", "key", "bytes"]; // parts; the first one present is shown
const MORE = 40; // rows requested above and below those drawn
const DATE = "2024-05-01 10:00:00.000".length;
const GLYPH = 7.6;
const RECORD = 110; // width of the record kind
const KEY = 120; // minimum width of the row key
const WIDE = 190; // the most a column takes by itself
const LEAST = 120; // the least a column is narrowed to
const SAID = 6; // columns on a card
const NARROW = 700; // pixels; in narrower tables a row is a card
const CARD = 51; // height of a card in pixels: two lines
const LONG = 1 << 10; // hex digits of a key that can go into the filter

/** Whether columns fit a space. Cutting longer texts may make them fit, which narrows their columns. Those in fixed keep their width. */
function fit(list, space, fixed) {
  const long = list.filter((c) => !c.dated && !c.numeric && !(c.name in fixed) && c.width > LEAST);
  const over = list.reduce((n, c) => n + c.width, 0) - space;
  const spare = long.reduce((n, c) => n + c.width - LEAST, 0);
  if (over > spare) return false;
  if (over > 0) for (const c of long) c.width -= (over * (c.width - LEAST)) / spare;
  return true;
}

/** Gives columns with cut texts the remaining room, but at most double their width. Those in fixed keep their width. */
function widen(list, space, fixed) {
  const wanted = list.map((c) => (c.name in fixed ? 0 : Math.max(Math.min(c.length * GLYPH + 16, 2 * WIDE) - c.width, 0)));
  const spare = space - list.reduce((n, c) => n + c.width, 0);
  const all = wanted.reduce((n, w) => n + w, 0);
  if (spare > 0 && all > 0) list.forEach((c, i) => { c.width += wanted[i] * Math.min(1, spare / all); });
}

/** Whether a column shows stored bytes; words the decoder adds have no field. */
const isStored = (legend, { members }) => legend.some((f) => members.includes(f.name));

const cellsOf = (row) => [...row.querySelectorAll("[role=gridcell]")];

export class Table {
  active = 0; // the display row with the Tab stop
  #across = 0; // the cell in that row
  #records = new Map(); // by display row
  #groups = null;
  #shown = 0;
  #digits = 0; // digits of the row numbers
  #columns = [];
  #all = [];
  #kinds = []; // kinds among the rows shown
  #titles = []; // titles of all kinds
  #parts = {}; // the role of the columns, for cards
  #names = []; // of all columns that have a head
  #asked = 0;
  #order = 0; // of the rows, as the worker numbers it
  #look = { columns: null, pinned: [], widths: {}, numbers: [], left: [], legend: [], sort: null, why: ({ error }) => visible(error.message) }; // the reader's choices
  #waiting = false; // rows have been requested
  #again = null; // the range to request next
  #stuck = []; // offsets at which the pinned cells of a row, and those before them, stick
  #wanted = false; // the focus waits for its row to arrive

  /**
   * @param {HTMLElement} scroller
   * @param {HTMLElement} root role grid
   * @param {{ask(id: number, from: number, count: number): void, open(row: object): void, choose(term: string, exclude: boolean): void, sort(column: string): void, widen(column: string, width: number, ended: boolean): void, move(column: string, to: number): void, narrowed(is: boolean): void}} owner
   */
  constructor(scroller, root, owner) {
    this.root = root;
    this.owner = owner;
    this.heads = new Heads(owner);
    this.head = this.heads.root;
    this.body = el("div", { role: "rowgroup", class: "rows-body" });
    root.append(this.head, this.body);
    this.window = new Window(scroller, this.body, { draw: (row, old) => this.#draw(row, old), range: (from, to) => this.#need(from, to) });
    new ResizeObserver(() => this.#arrange()).observe(scroller);
    root.addEventListener("keydown", (e) => {
      if (!this.head.contains(e.target)) this.#key(e);
    });
    this.body.addEventListener("focusin", (e) => this.#follow(e.target.closest("[data-display]"), e.target.closest("[role=gridcell]")));
    root.addEventListener("click", (e) => this.#click(e));
    root.addEventListener("dblclick", (e) => {
      if (!e.target.closest("[data-term]")) this.#open(e.target.closest("[role=row]"));
    });
  }

  /** Forgets all rows, because others or another order will be shown. */
  reset() {
    const focused = this.#focused;
    this.#forget();
    this.#wanted = focused;
    this.window.clear();
    this.active = 0;
  }

  get #focused() {
    return this.body.contains(document.activeElement);
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
    this.show({ rows: 0, shown: 0, groups: null, columns: [], kinds: [] });
  }

  /** Shows the state that the worker reports. */
  show({ rows, shown, groups, columns, kinds, order = 0 }) {
    const focused = this.#focused;
    if (order !== this.#order) this.#forget();
    this.#order = order;
    // While rows are being read, groups grow, and all rows after them move.
    if (groups && this.#groups && groups.some((g, i) => g.start !== this.#groups[i]?.start)) this.#forget();
    this.#groups = groups;
    this.#shown = shown;
    // Only kinds that are shown have columns, unless none is.
    const seen = kinds.filter((k) => k.shown);
    [this.#all, this.#kinds] = [columns, seen.length ? seen.map((k) => ({ ...k, count: k.shown })) : kinds];
    this.#titles = kinds;
    this.#digits = Math.max(number(rows).length, 5) * 8 + 16;
    const known = JSON.stringify([columns.length, this.#digits, this.#kinds.map((k) => k.kind)]);
    if (known !== this.known) this.#arrange();
    this.known = known;
    const total = shown + (groups?.length ?? 0);
    set(this.root, { "aria-rowcount": total + 1 });
    this.window.resize(total);
    if (focused && !this.#focused) this.#takeFocus();
  }

  /** Arranges columns as the reader wants them. @param {{columns: string[]|null, pinned: string[], widths: Record<string, number>, numbers: string[], left: string[], legend: object[], sort: {name: string, down: boolean}|null, words(name: string): string, why(row: object): string}} look legend has the fields of the record kinds, left the columns with one value in all rows */
  arrange(look) {
    this.#look = look;
    this.#arrange();
  }

  /** The names of the columns that are shown. */
  get columns() {
    return this.#columns.map((c) => c.name);
  }

  /** All columns. */
  get all() {
    return choose(this.#known, this.#kinds, this.#all.length);
  }

  /** The same, with clock versions marked as times, since the reader sees their times. */
  get #known() {
    const clocks = this.#look.legend.filter((f) => f.type === "HLC").map((f) => f.name);
    return this.#all.map((c) => (clocks.includes(c.name) ? { ...c, clock: true, dated: true, numeric: false, length: DATE } : c));
  }

  /** The scroll position, for restore. */
  get place() {
    return this.window.top;
  }

  restore(place) {
    this.window.top = place;
    // The wheel may have left the row with the Tab stop out of view.
    if (this.active < place - 1 || this.active >= place + this.window.fits) this.active = Math.ceil(place);
    // Unless the reader is typing somewhere.
    if (!document.activeElement.matches("input, textarea") || !document.activeElement.checkVisibility()) this.focus(this.active);
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
    // Unless the reader has moved on meanwhile.
    if (this.#wanted && (this.#focused || document.activeElement.matches("body, .panel"))) this.#takeFocus();
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
    if (this.window.scroller.closest("[hidden]")) return; // with its view, which can be found without a layout
    const { clientWidth } = this.window.scroller;
    if (!clientWidth) return;
    const narrow = clientWidth < NARROW;
    const digits = this.#digits;
    const { paddingLeft, paddingRight } = getComputedStyle(this.window.scroller);
    const space = clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - digits - RECORD - KEY;
    const { columns: wanted, widths, pinned, numbers, left, legend, sort, words = fieldWords } = this.#look;
    const { all } = this;
    const sized = (list) => list.map((c) => ({ ...c, told: !isStored(legend, c), plain: numbers.includes(c.name), width: widths[c.name] ?? Math.min(Math.max(Math.max(c.length, c.name.length) * GLYPH + 16, 56), WIDE) }));
    let list = wanted ? sized(wanted.map((name) => all.find((c) => c.name === name)).filter(Boolean)) : [];
    for (let room = narrow ? SAID : 9; room > 0 && !wanted; room--) {
      list = sized(choose(this.#known, this.#kinds, room, { left, legend, short: narrow }));
      if (narrow || fit(list, space, { ...widths, ...this.#whose(list) })) break;
    }
    widen(list, space, widths);
    this.#columns = [...list.filter((c) => pinned.includes(c.name)), ...list.filter((c) => !pinned.includes(c.name))];
    this.#parts = narrow ? this.#partsShown(wanted, sized) : {};
    const fixed = narrow ? [] : this.#columns.filter((c) => pinned.includes(c.name));
    this.#stuck = fixed.length ? [0, digits, ...fixed.map((_, i) => digits + RECORD + fixed.slice(0, i).reduce((n, c) => n + c.width, 0))] : [];
    const { top } = this.window;
    // If no row decodes, the reasons take the room of all columns.
    const record = this.#kinds.length && this.#kinds.every((k) => !k.kind) ? "minmax(0, 3fr)" : `${RECORD}px`;
    this.#measure(narrow, `${digits}px ${record} ${this.#columns.map((c) => `${c.width}px`).join(" ")} minmax(0, 1fr)`, digits + RECORD + KEY + this.#columns.reduce((n, c) => n + c.width, 0));
    const heads = [["#", "#", "numeric"], ["record kind", "record"], ...this.#columns.map((c) => [c.name, words(c.name), c.numeric ? "numeric" : c.dated && !c.plain ? "dated" : ""]), ["row key", "row key"]];
    this.#names = heads.map(([name]) => name);
    set(this.root, { "aria-colcount": heads.length });
    this.heads.draw(heads.map(([name, title, kind = ""]) => ({ name, title, kind })), this.#columns, sort, narrow);
    this.#pin(this.head.firstChild.children);
    this.narrow = narrow;
    this.owner.narrowed(narrow);
    const focused = this.#focused;
    this.window.clear();
    this.window.top = top;
    if (focused) this.#takeFocus();
  }

  /** The names of the columns that say whose a row is: keys look alike if only their start is visible. */
  #whose(list) {
    const { who, whom } = partsOf(list, this.#look.legend);
    return Object.fromEntries([who, whom].filter(Boolean).map((c) => [c.name, c.width]));
  }

  /** Whose a card is and when, from all columns, or from those the reader has chosen. */
  #partsShown(wanted, sized) {
    const parts = partsOf(wanted ? this.#columns : this.all, this.#look.legend);
    const names = [parts.who, parts.whom, parts.when].map((c) => c?.name);
    const [who, whom, when] = names.map((name) => this.#columns.find((c) => c.name === name) ?? sized(this.all).find((c) => c.name === name));
    this.#columns = [...new Set([who, whom, ...this.#columns, when])].filter(Boolean);
    return { ...parts, who, whom, when };
  }

  /** Gives the columns their widths, and the rows their height. */
  #measure(narrow, template, width) {
    this.root.toggleAttribute("data-cards", narrow);
    this.root.style.setProperty("--columns", template);
    this.root.style.minWidth = narrow ? "" : `${width}px`;
    this.body.style.setProperty("--row", narrow ? `${CARD}px` : null);
    this.window.measure();
  }

  /** Keeps the pinned cells, and those before them, in view. */
  #pin(cells) {
    this.#stuck.forEach((left, i) => {
      cells[i]?.classList.add("pinned");
      if (cells[i]) cells[i].style.left = `${left}px`;
    });
  }

  #draw(display, old) {
    const { view, group } = this.#at(display);
    const record = group ?? this.#records.get(view);
    if (old && old.record === record) {
      this.#stop(old, display);
      return old;
    }
    const row = el("div", { role: "row", class: "rows-row", "aria-rowindex": display + 2, "data-display": display });
    row.record = record;
    if (group) this.#drawGroup(row, group);
    else if (!record) row.append(el("span", { role: "gridcell", class: "quiet" }, "…"));
    else if (record.error) this.#drawFailed(row, record);
    else this.#drawRecord(row, record);
    if (record && !group && !this.narrow) this.#pin(row.children);
    this.#stop(row, display);
    return row;
  }

  #drawGroup(row, group) {
    row.classList.add("group");
    row.append(el("span", { role: "gridcell", "aria-colspan": this.#columns.length + 2 }, el("b", {}, group.kind ? group.title : "not decoded"), ` ${count(group.count, "row")}`));
  }

  #number(record) {
    return el("span", { role: "gridcell", class: "numeric", "aria-colindex": 1 }, el("button", { type: "button", "aria-label": `Open row ${record.number}` }, number(record.number)));
  }

  #drawRecord(row, record) {
    const title = this.#titles.find((k) => k.record === record.record && k.format === record.format)?.title ?? record.record;
    const { check = [] } = record;
    if (check.length) row.classList.add("doubtful");
    const wrong = check.length ? visible(`wrong ${check.map(({ field }) => fieldWords(field)).join(", ")}`) : "";
    const kind = (mark) => el("span", { role: "gridcell", title: wrong || null, "aria-colindex": 2, "data-adds": equals("record", title) }, mark, title);
    if (this.narrow) {
      const one = !this.#groups && this.#kinds.filter((k) => k.kind).length > 1; // otherwise all rows here are of one kind
      row.append(...cardOf(record, this.#parts, this.#columns, {
        cell: (c) => (c.members.some((m) => m in record.fields) ? this.#valueCell(record, c) : null),
        kind: one ? kind() : null, key: () => this.#keyCell(record.parts, check), wrong,
      }));
      return;
    }
    row.append(this.#number(record), kind(wrong && el("b", { class: "bad" }, "✗ ", el("span", { class: "off-screen" }, `${wrong}: `))),
      ...this.#columns.map((c) => this.#valueCell(record, c)), this.#keyCell(record.parts, check));
  }

  /** The value of a record in a column. */
  #valueCell({ fields, check = [] }, c) {
    const term = termOf(fields, c);
    const words = cell(fields, c);
    const bad = check.some(({ field }) => c.members.includes(field));
    return el("span", { role: "gridcell", class: `value${c.numeric && !this.narrow ? " numeric" : ""}${bad ? " bad" : ""}`, "aria-colindex": this.#names.indexOf(c.name) + 1 },
      term ? el("span", { class: this.narrow ? null : "pick", "data-term": term }, words) : words, bad && " ✗");
  }

  /** A failed row keeps its place and shows what is wrong, where, and its key. */
  #drawFailed(row, record) {
    row.classList.add("failed");
    const why = this.#look.why(record);
    if (this.narrow) {
      row.append(...failedCard(record, why, this.#keyCell(record.parts)));
      return;
    }
    row.append(this.#number(record), el("span", { role: "gridcell", class: "why", title: why, "aria-colindex": 2, "aria-colspan": this.#columns.length + 1 }, icon("error"), el("span", {}, why)),
      this.#keyCell(record.parts));
  }

  /** The key of a row, as text where it is printable; bytes that fail a check are marked. */
  #keyCell(parts = {}, check = []) {
    const name = KEYS.find((k) => k in parts) ?? Object.keys(parts)[0];
    const adds = parts[name]?.length <= LONG ? equals(name, parts[name]) : null;
    const cell = el("span", { role: "gridcell", class: "value key", "aria-colindex": this.#names.length, "data-adds": adds });
    let at = 0;
    for (const { offset, stored } of check.filter(({ part }) => part === name).sort((a, b) => a.offset - b.offset)) {
      const end = 2 * offset + stored.length;
      cell.append(parts[name].slice(at, 2 * offset), el("b", { class: "bad" }, `${parts[name].slice(2 * offset, end)} ✗ `));
      at = end;
    }
    if (name) cell.append(check.length ? parts[name].slice(at) : quotedOrHex(parts[name]));
    return cell;
  }

  /** Moves the Tab stop to a row and shows it. */
  focus(display) {
    if (!this.window.count) return;
    this.active = Math.min(Math.max(display, 0), this.window.count - 1);
    this.window.reveal(this.active);
    this.#takeFocus();
  }

  /** The elements that take the focus in the cells of a row: the cell's button, else the cell. */
  #stops = (row) => (row?.querySelector("button") ? cellsOf(row).map((c) => c.querySelector("button") ?? c) : []);

  #stop(row, display) {
    const stops = this.#stops(row);
    const here = display === this.active ? Math.min(this.#across, stops.length - 1) : -1;
    stops.forEach((e, i) => set(e, { tabindex: i === here ? 0 : i ? null : -1 }));
  }

  #takeFocus() {
    const row = this.window.element(this.active);
    const stops = this.#stops(row);
    this.#wanted = !stops.length;
    if (this.#wanted) return;
    this.#stop(row, this.active);
    const stop = stops[Math.min(this.#across, stops.length - 1)];
    stop.focus({ preventScroll: true });
    if (this.#across) stop.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Makes the focused cell the Tab stop. */
  #follow(row, cell) {
    const before = this.active;
    this.active = Number(row.dataset.display);
    this.#across = cellsOf(row).indexOf(cell);
    if (before !== this.active) this.#stop(this.window.element(before), before);
    this.#stop(row, this.active);
  }

  /** Sorts by the column of the focused head or cell. */
  sortHere() {
    const focused = document.activeElement;
    const name = this.#names[focused.closest("[aria-colindex]")?.getAttribute("aria-colindex") - 1];
    if (name && name !== "#") this.owner.sort(name);
  }

  /** Adds the value of the focused cell to the filter, or excludes it. A click on a record kind selects the row instead. */
  pickHere(exclude) {
    const focused = document.activeElement;
    const term = this.body.contains(focused) && (focused.dataset.adds ?? focused.querySelector("[data-term]")?.dataset.term);
    if (term) this.owner.choose(term, exclude);
  }

  #key(e) {
    const page = this.window.fits - 1;
    if (e.key === "Enter" && !e.target.closest("button")) return this.#open(e.target.closest("[data-display]"));
    const aside = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (aside && !e.altKey && !e.ctrlKey && !e.metaKey) {
      e.preventDefault();
      const stops = this.#stops(this.window.element(this.active));
      this.#across = Math.min(Math.max(Math.min(this.#across, stops.length - 1) + aside, 0), stops.length - 1);
      return this.#takeFocus();
    }
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.window.count, End: this.window.count }[e.key];
    if (by === undefined || e.altKey || e.metaKey) return undefined;
    e.preventDefault();
    let to = Math.min(Math.max(this.active + by, 0), this.window.count - 1);
    if (this.#at(to).group) to += by < 0 && to > 0 ? -1 : 1; // skip group heads
    return this.focus(to);
  }

  #click(e) {
    const row = e.target.closest("[data-display]");
    if (!row) return;
    const term = e.target.closest("[data-term]")?.dataset.term;
    if (e.target.closest("button") || this.narrow && getSelection().isCollapsed) this.#open(row);
    else if (term && getSelection().isCollapsed) this.owner.choose(term, e.altKey);
    else if (getSelection().isCollapsed) {
      this.#across = Math.max(cellsOf(row).indexOf(e.target.closest("[role=gridcell]")), 0);
      this.focus(Number(row.dataset.display));
    }
  }

  #open(row) {
    if (!row?.record?.number) return; // the head of a group has no record
    this.active = Number(row.dataset.display);
    this.owner.open(row.record);
  }
}
