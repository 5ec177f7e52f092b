// The field tree: one row per node; children are created when their parent is opened.

import { count, cut, range, toHex } from "../bytes.js";
import { title, when } from "../model.js";
import { expectedAs } from "./checks.js";
import { arrange, el, icon, set, visible } from "./dom.js";

const LONG = 40; // rows; with more, the browser works out which to draw, which costs more than drawing a few
const MOST = 500; // children shown at once; a last row shows more
const KEPT = 500; // nodes whose open or closed state survives a reload
const LONGEST = 4096; // characters of a value in the page
const ENDING = 16; // characters of an entry's key that are never cut
const GLYPH = 7.25; // pixels, of a digit in a range of bytes
const NONE = { index: -1 }; // stands above the nodes that the list begins with

export class Fields {
  #model = null;
  #roots = [];
  #open = new Map(); // key of a node → whether it is open, remembered across inputs
  #shown = new Map(); // node index → how many of its children are shown
  #rows = new Map(); // node index → row
  #told = () => {};
  active = null;

  /** Hooks for the draft: whether a node can be edited, editing it, and its old value. */
  hooks = { editable: () => false, edit() {}, was: () => null };

  /** Whether a node is open until the reader opens or closes it. */
  opens = (n) => n.parent < 0 || (n.role === "group" && n.kind === "none");

  /** @param {HTMLElement} root @param {import("./marks.js").Marks} marks */
  constructor(root, marks) {
    this.root = root;
    this.marks = marks;
    marks.listen(() => this.#mark());
  }

  get model() {
    return this.#model;
  }

  /** @param {import("../model.js").Model} model @param {object[]} roots the nodes that the list begins with */
  show(model, roots = model.roots) {
    this.#model = model;
    this.#roots = roots;
    this.active = null;
    this.#shown.clear();
    const digits = String(Math.max(0, ...model.parts.map((p) => p.bytes.length))).length;
    this.root.closest(".fields-pane").style.setProperty("--range", `${(2 * digits + 1) * GLYPH}px`);
    this.#draw();
  }

  /** Calls back with what the reader has opened and closed, by node name. @param {(opened: Record<string, boolean>) => void} fn */
  whenOpened(fn) {
    this.#told = () => fn(Object.fromEntries([...this.#open].slice(-KEPT)));
  }

  /** Restores what the reader had opened and closed before. */
  take(opened) {
    for (const [key, is] of Object.entries(opened)) this.#open.set(key, is);
  }

  /** Redraws the rows. */
  redraw() {
    this.#draw();
  }

  /** Begins the list with other nodes of the same tree. */
  list(roots) {
    this.#roots = roots;
    this.#draw();
  }

  /** Opens or closes everything. */
  setAll(open) {
    for (const n of this.#model.nodes) if (this.#model.below(n).length) this.#open.set(this.#key(n), open || n.parent < 0);
    this.#draw();
    this.#told();
  }

  get allOpen() {
    return this.#model !== null && this.#model.nodes.every((n) => !this.#model.below(n).length || this.isOpen(n));
  }

  isOpen(n) {
    return this.#open.get(this.#key(n)) ?? this.opens(n);
  }

  setOpen(n, open) {
    this.#open.set(this.#key(n), open);
    this.#draw();
    this.#told();
    this.row(n)?.focus({ preventScroll: true });
  }

  /** The row of a node, if it is shown. */
  row(n) {
    return this.#rows.get(n.index);
  }

  /** The deepest node on the way to n that has a row. */
  deepest(n) {
    return this.#model.path(n).findLast((x) => this.#rows.has(x.index)) ?? n;
  }

  /** Opens the ancestors of n and scrolls its row into view. */
  reveal(n) {
    const path = this.#model.path(n);
    const showIn = (above, list, one) => {
      const at = list.indexOf(one);
      if (at >= (this.#shown.get(above.index) ?? MOST)) this.#shown.set(above.index, at + MOST);
    };
    showIn(NONE, this.#roots, path.find((above) => this.#roots.includes(above)));
    path.slice(0, -1).forEach((above, i) => {
      this.#open.set(this.#key(above), true);
      showIn(above, this.#model.below(above), path[i + 1]);
    });
    if (!this.#rows.has(n.index)) this.#draw();
    this.row(n)?.scrollIntoView({ block: "nearest" });
  }

  focus(n) {
    this.activate(n);
    this.row(n)?.focus({ preventScroll: true });
    this.row(n)?.scrollIntoView({ block: "nearest" });
  }

  activate(n) {
    if (this.active) set(this.row(this.active) ?? this.root.firstChild, { tabindex: -1 });
    this.active = n;
    set(this.row(n) ?? this.root.firstChild, { tabindex: 0 });
  }

  /** The nodes that have rows, from top to bottom. */
  get visibleNodes() {
    return [...this.#rows.keys()].map((i) => this.#model.nodes[i]);
  }

  /** Shows the rest of a long list. */
  showMore(index) {
    this.#shown.set(index, (this.#shown.get(index) ?? MOST) + MOST);
    this.#draw();
  }

  #key(n) {
    return this.#model.path(n).map((x) => `${x.name}#${x.at}`).join("/");
  }

  #draw() {
    const focused = this.root.contains(document.activeElement);
    this.#unmark();
    const old = this.root.children;
    this.#rows.clear();
    const rows = [];
    // A row that would look the same as before stays: an edit changes few of them.
    const add = (row) => rows.push(old[rows.length]?.isEqualNode(row) ? old[rows.length] : row);
    const visit = (list, level, above) => {
      const most = this.#shown.get(above.index) ?? MOST;
      list.slice(0, most).forEach((n, i) => {
        add(this.#row(n, level, i + 1, list.length));
        this.#rows.set(n.index, rows.at(-1));
        const below = this.#model.below(n);
        if (below.length && this.isOpen(n)) visit(below, level + 1, n);
      });
      if (list.length > most) add(more(above, list.length - most, level));
    };
    visit(this.#roots, 1, NONE);
    arrange(this.root, rows);
    set(this.root, { "data-long": String(rows.length > LONG) });
    const active = this.active && this.deepest(this.active);
    this.active = this.row(active ?? NONE) ? active : this.#roots[0];
    if (this.active) this.activate(this.active);
    if (focused) this.row(this.active)?.focus({ preventScroll: true });
    this.#mark();
  }

  #row(n, level, at, of) {
    const below = this.#model.below(n);
    const band = this.#model.bandOf(n);
    const top = band?.node === n;
    const { error } = this.#model;
    const undecoded = n.role === "undecoded" && error !== null;
    // One part fails; the others were not read.
    const failing = undecoded && this.#model.parts[n.part].name === (error.part ?? this.#model.parts[0].name);
    const unread = undecoded && !failing;
    const was = this.hooks.was(n);
    const editable = this.hooks.editable(n);
    const stored = undecoded || n.check === "bad" ? toHex(this.#model.bytesOf(n).subarray(0, LONGEST)) : "";
    return el("div", {
      role: "treeitem", class: `field-row depth-${Math.min(level, 6)}${failing || n.check === "bad" ? " failing" : ""}${was ? " changed" : ""}${editable ? " editable" : ""}`, tabindex: -1,
      "aria-level": level, "aria-posinset": at, "aria-setsize": of, "aria-selected": "false",
      "aria-expanded": below.length ? String(this.isOpen(n)) : null,
      "data-node": n.index, "data-start": n.start, "data-end": n.end, "data-part": visible(this.#model.parts[n.part].name),
    },
    el("span", { class: "name" },
      el("span", { class: "twisty" }, below.length ? icon("right") : failing && icon("error")),
      el("span", { class: top ? `mark r-${n.check === "bad" ? "failing" : n.role}` : "mark none", "data-dashed": top && band.dashed }),
      el("span", { class: "words" }, unread ? this.#model.parts[n.part].title : visible(n.name === "undecoded" ? "not decoded" : title(n))),
      n.order === "desc" && level > 1 && el("span", { class: "narrow-order", "aria-hidden": "true" }, "↓")),
    el("span", { class: "range" }, range(n.start, n.end)),
    this.#type(n, below, band),
    el("span", { class: n.entry ? "value keyed" : n.time && !was ? "value timed" : "value" }, ...value(n, stored, undecoded ? { error: failing ? error : null } : null, was)),
    editable && el("button", { type: "button", class: "pencil", tabindex: -1, "aria-label": `Edit ${visible(title(n))}` }, icon("pencil")));
  }

  #type(n, below, band) {
    if (n.parent < 0 && below.length) {
      const fields = below.filter((c) => c.role !== "undecoded").length;
      return el("span", { class: "type" }, count(fields, "field"));
    }
    const arrow = n.order === "desc" ? "↓ desc" : n.order === "asc" && n.role === "sort" && n.children.length ? "↑" : "";
    return el("span", { class: "type" }, n.type === n.name ? "" : visible(n.type), arrow && el("span", { class: `order ${n.order === "desc" ? `r-${band?.node.role ?? n.role}` : ""}` }, ` ${arrow}`));
  }

  /** Removes what depends on the Tab stop and on marks. */
  #unmark() {
    for (const row of this.#rows.values()) set(row, { tabindex: -1, "data-marked": null, "aria-selected": "false" });
  }

  #mark() {
    const { hover, pinned } = this.marks;
    for (const [i, row] of this.#rows) {
      const is = pinned?.index === i ? "pinned" : hover?.index === i ? "hover" : null;
      if (row.getAttribute("data-marked") !== is) set(row, { "data-marked": is });
      set(row, { "aria-selected": String(is === "pinned") });
    }
  }
}

/** The value, then its notes, each of which wraps as a unit. @param {string} stored its bytes as hex, of what fails */
function value(n, stored, failed, was) {
  const out = [];
  if (failed) {
    out.push(el("span", { class: "main" }, stored));
    if (!failed.error) out.push(el("span", { class: "note" }, "not looked at"));
    else if (failed.error.expected) out.push(el("span", { class: "note" }, visible(`expected ${failed.error.expected}`)));
    return out;
  }
  if (n.text !== undefined && n.kind !== "none") {
    const text = visible(was && n.time ? when(n) : String(n.text));
    out.push(el("span", { class: "main" }, cut(text, LONGEST)));
  }
  if (was) {
    out.push(was.missing ? el("span", { class: "note was" }, "new")
      : el("span", { class: "note was" }, "was ", el("s", {}, visible(cut(was.text, LONGEST)))));
    if (was.follows) out.push(el("span", { class: "note" }, visible(was.follows)));
  }
  const note = (text, kind = "") => text && out.push(el("span", { class: `note ${kind}` }, visible(text)));
  if (n.raw && n.raw !== n.text && n.check === undefined) note(n.raw);
  if (n.unit) note(n.unit);
  if (n.check === "bad") {
    out.push(el("span", { class: "note bad" }, n.expected ? `✗ should be ${expectedAs(n, stored)}` : visible(`✗ does not match ${n.note ?? ""}`.trim())));
  } else if (n.check) {
    // The type has its own column.
    const of = (n.note ?? "").replace(`${n.type} of `, "");
    out.push(el("span", { class: "note ok" }, "✓ ", el("span", { class: "wide" }, visible(`matches ${of}`.trim()))));
  } else if (n.entry) out.push(...keyed(n.entry));
  else if (n.note) note(n.note);
  if (n.canonical === false) note("not canonical", "warn");
  if (!was) note(when(n), "date"); // last: if not all fits, it stays and the number goes
  return out;
}

/** What an entry of a store is: its key, which is cut in the middle because neighbours begin alike, what it does, and as what it is read. */
function keyed({ key, does, as }) {
  const letters = [...visible(key)];
  const note = (kind, words) => words && el("span", { class: `note ${kind}` }, visible(words));
  const piece = (...ends) => el("span", {}, letters.slice(...ends).join(""));
  return [key ? el("span", { class: "main key" }, piece(0, -ENDING), piece(-ENDING)) : note("does", "empty key"), note("does", does), note("as", as)].filter(Boolean);
}

function more(above, rest, level) {
  return el("div", { role: "treeitem", class: "field-row more", tabindex: -1, "aria-level": level, "aria-selected": "false", "data-more": above.index },
    el("span", { class: "name" }, `Show ${Math.min(rest, MOST)} more of ${rest}`));
}
