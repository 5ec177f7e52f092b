// The byte grid: draws lines of bytes with their bands, and marks them. If there are
// many lines, only those near the viewport are in the page. A line that would look the
// same as before stays: an edit changes few of them.

import { count, glyph, hex2, offset4 } from "../bytes.js";
import { title } from "../model.js";
import { arrange, el, set, visible } from "./dom.js";
import { joints, labelOf, pieces, runsOf } from "./runs.js";

const LINE = 41;
const HEAD = 28;
const FIRST = 46; // pixels of the first part's head and the column heads below it
const LONG = 32; // lines; with more, the browser works out which to draw, which costs more than drawing a few
const MANY = 240; // lines; with more, only those near the viewport are in the page
const AROUND = 400; // pixels drawn above and below the viewport

let known = null; // what labelStyle returns, until the window changes: reading it makes the browser compute styles

/** What the labels of all grids depend on: their font, and the width of a cell in pixels. */
function labelStyle() {
  if (!known) {
    const style = getComputedStyle(document.documentElement);
    known = { family: style.getPropertyValue("--sans"), cell: Number.parseFloat(style.getPropertyValue("--cell")) };
  }
  return known;
}

addEventListener("resize", () => { known = null; });
// While the decoder is awaited, once the page has been laid out anyway.
requestAnimationFrame(labelStyle);

export class Grid {
  width = 16;
  base = "hex";
  active = { part: 0, offset: 0 };
  entries = [];
  #dress = { lead: "", changed: null, note: "", heads: true, word: "changed", parts: null, same: null, equal: "unchanged" };
  #order = []; // the parts that are drawn, from top to bottom
  #model = null;
  #lines = new Map();
  #touched = [];
  #bases = [];
  #stop = null; // the cell that is the Tab stop

  /** @param {HTMLElement} root @param {import("./marks.js").Marks} marks */
  constructor(root, marks) {
    this.root = root;
    this.marks = marks;
    marks.listen(() => this.#mark());
    root.addEventListener("scroll", () => this.#windowed && this.#draw());
  }

  get model() {
    return this.#model;
  }

  get #windowed() {
    return this.entries.length > MANY;
  }

  /** Shows the bytes of a model. */
  show(model) {
    this.#model = model;
    this.#order = this.#dress.parts ?? model.parts.map((p) => p.index);
    const { part, offset } = this.active;
    if (!this.#order.includes(part) || !(offset < model.parts[part].length)) this.active = { part: this.drawn[0]?.index ?? 0, offset: 0 };
    const { error } = model;
    const failed = error ? Math.max(model.parts.findIndex((p) => p.name === error.part), 0) : -1;
    this.runs = model.parts.map((p) => runsOf(p, p.index === failed ? error.offset : -1));
    this.#layout();
  }

  /**
   * Sets what accompanies the bytes: a word before the heading, a note after it, whether
   * to draw column heads, bytes to mark as changed (by part) and the word for that, the
   * parts to draw in order (default: all), the parts that equal the original's and the word
   * for that. Takes effect at the next show().
   */
  dress({ lead, changed, note, heads, word = "changed", parts = null, same = null, equal = "unchanged" }) {
    this.#dress = { lead, changed, note, heads, word, parts, same, equal };
  }

  /** The parts whose bytes are drawn, from top to bottom. */
  get drawn() {
    return this.#order.map((i) => this.#model.parts[i]).filter((p) => p.length > 0);
  }

  /** Changes how the bytes are laid out or spelled. */
  arrange({ width = this.width, base = this.base }) {
    this.width = width;
    this.base = base;
    if (this.#model) this.#layout();
  }

  /** The index of a byte in the order in which the arrow keys walk. */
  indexOf({ part, offset }) {
    return this.#bases[part] + offset;
  }

  /** The byte at such an index. */
  at(index) {
    const parts = this.drawn;
    const last = parts.at(-1);
    const i = Math.max(0, Math.min(index, this.#bases[last.index] + last.length - 1));
    const part = parts.findLast((p) => this.#bases[p.index] <= i).index;
    return { part, offset: i - this.#bases[part] };
  }

  /** The cell of a byte, if it is drawn. */
  cell({ part, offset }) {
    return this.#lines.get(this.#key(part, offset))?.cells[offset % this.width];
  }

  /** Makes a byte the grid's one Tab stop, brings it into view and focuses it. */
  focus(place) {
    this.reveal(place);
    this.activate(place);
    this.cell(place)?.focus({ preventScroll: true });
    this.cell(place)?.scrollIntoView({ block: "nearest" });
  }

  activate(place) {
    this.active = place;
    this.#moveStop();
  }

  #moveStop() {
    if (this.#stop) this.#stop.tabIndex = -1;
    this.#stop = this.cell(this.active) ?? null;
    if (this.#stop) this.#stop.tabIndex = 0;
  }

  /** Scrolls the grid itself, if it scrolls, to a byte. */
  reveal({ part, offset }) {
    if (!this.#windowed) return;
    const e = this.entries.find((x) => x.kind === "line" && x.part === part && x.start <= offset && offset < x.start + this.width);
    const { scrollTop, clientHeight } = this.root;
    if (e && (e.top < scrollTop || e.top + LINE > scrollTop + clientHeight)) {
      this.root.scrollTop = e.top - clientHeight / 2;
      this.#draw();
    }
  }

  #key(part, offset) {
    return `${part}:${offset - (offset % this.width)}`;
  }

  /** Computes the lines of all parts, then draws the visible ones. */
  #layout() {
    this.entries = [];
    this.#bases = [];
    let top = 0;
    let base = 0;
    const add = (entry, height) => {
      this.entries.push({ ...entry, top, index: this.entries.length });
      top += height;
    };
    for (const p of this.#order.map((i) => this.#model.parts[i])) {
      this.#bases[p.index] = base;
      base += p.length;
      if (p.length < p.bytes.length) continue;
      add({ kind: "head", part: p.index }, this.entries.length || !this.#dress.heads ? HEAD : FIRST);
      // An error at the very end of the bytes is drawn where the next byte would be.
      const drawn = Math.max(p.bytes.length, ...this.runs[p.index].map((r) => r.end));
      for (let start = 0; start < drawn; start += this.width) add({ kind: "line", part: p.index, start }, LINE);
    }
    this.height = top;
    set(this.root, { "aria-rowcount": this.entries.length, "aria-colcount": this.width + 1, "data-width": this.width, "data-long": String(this.entries.length > LONG), "data-windowed": String(this.#windowed) });
    this.#draw();
  }

  #draw() {
    const focused = this.root.contains(document.activeElement);
    let list = this.entries;
    if (this.#windowed) {
      const from = this.root.scrollTop - AROUND;
      const to = this.root.scrollTop + this.root.clientHeight + AROUND;
      list = list.filter((e) => e.top + LINE >= from && e.top <= to);
    }
    this.#unmark();
    const before = this.#lines;
    this.#lines = new Map();
    const rows = list.map((e) => (e.kind === "head" ? this.#head(e) : this.#line(e, before)));
    if (this.#windowed) {
      const next = this.entries[list.at(-1).index + 1];
      rows.unshift(spacer(list[0].top));
      rows.push(spacer(this.height - (next?.top ?? this.height)));
    }
    arrange(this.root, rows);
    this.#keepFocus(focused);
    this.#mark();
  }

  /** Focus stays in the grid even if the focused byte scrolls away. */
  #keepFocus(focused) {
    this.#moveStop();
    const cell = this.#stop;
    this.root.tabIndex = cell ? -1 : 0;
    if (focused && this.root !== document.activeElement) (cell ?? this.root).focus({ preventScroll: true });
  }

  #head(entry) {
    const p = this.#model.parts[entry.part];
    const row = el("div", { role: "row", class: "part-head", "aria-rowindex": entry.index + 1 },
      el("span", { role: "columnheader", "aria-colspan": this.width + 1 }, el("span", { class: "part-name" }, this.#heading(p)), el("span", { class: "quiet" }, `${count(p.bytes.length, "byte")}${this.#dress.same?.has(p.index) ? `, ${this.#dress.equal}` : ""}`),
        entry === this.entries[0] && this.#dress.note && el("span", { class: "differ" }, this.#dress.note)));
    if (entry !== this.entries[0] || !this.#dress.heads) return row;
    const heads = el("div", { class: "column-heads", "aria-hidden": "true" });
    for (let i = 0; i < this.width; i++) heads.append(el("span", { class: i === 8 ? "cell second" : "cell" }, this.base === "hex" ? hex2(i) : String(i)));
    return el("div", { role: "presentation", class: "first-head" }, row, heads);
  }

  #heading(p) {
    const { lead, same } = this.#dress;
    if (!lead || same?.has(p.index)) return p.title;
    return this.#model.stored.length > 1 ? `${lead} ${p.title}` : lead;
  }

  /** A line: the previous one if it would look the same, else a new one. */
  #line(entry, before) {
    const p = this.#model.parts[entry.part];
    const key = `${p.index}:${entry.start}`;
    const end = Math.min(entry.start + this.width, p.bytes.length);
    const names = [];
    for (let o = entry.start; o < end; o++) names.push(this.#name(p, o));
    const bands = this.#pieces(entry);
    const looks = [entry.index, this.base, this.width, labelStyle().cell, p.name, p.title, ...names,
      ...bands.flatMap(({ piece, text, joints: at }) => [piece.run.role, piece.run.dashed, piece.start, piece.end, piece.opens, piece.closes, piece.run.stop, text, at])].join("\n");
    let line = before.get(key);
    if (line?.looks !== looks) line = { ...this.#newLine(entry, p, names, bands), looks };
    const labelled = bands.filter((b) => b.text);
    line.labels = line.labels.map(({ label }, i) => ({ label, run: labelled[i].piece.run }));
    this.#lines.set(key, line);
    return line.row;
  }

  #newLine(entry, p, names, bands) {
    const layer = el("div", { class: "cells", role: "presentation" });
    const below = el("div", { class: "bands", "aria-hidden": "true" });
    const frames = el("div", { class: "frames", "aria-hidden": "true" });
    const labels = this.#bands(below, entry, bands);
    const cells = names.map((name, i) => this.#cell(p, entry.start + i, name));
    layer.append(below, ...cells, frames);
    const shade = el("div", { class: "shades" });
    const text = el("div", { class: "text", "aria-hidden": "true" }, shade);
    text.append(...glyphs(p.bytes.subarray(entry.start, entry.start + names.length)));
    const row = el("div", { role: "row", class: "grid-line", "aria-rowindex": entry.index + 1 },
      el("span", { role: "rowheader", class: "offset", "aria-label": `${p.title} ${entry.start}` }, this.base === "hex" ? offset4(entry.start) : String(entry.start).padStart(4, "0")), layer, text);
    return { row, cells, frames, shade, labels };
  }

  /** The pieces of runs on a line, with their labels and the places of thin lines. */
  #pieces(entry) {
    const { cell, family } = labelStyle();
    return pieces(this.runs[entry.part], entry.start, entry.start + this.width).map((piece) => ({
      piece, text: labelOf(piece, cell, family),
      joints: joints(piece.run).filter((at) => at > entry.start && at >= piece.start && at < piece.end),
    }));
  }

  #bands(layer, entry, bands) {
    const labels = [];
    for (const { piece, text, joints: places } of bands) {
      const { run } = piece;
      const band = el("span", { class: `band r-${run.role}`, "data-dashed": run.dashed, "data-open-left": !piece.opens, "data-open-right": !piece.closes });
      this.#span(band, piece.start - entry.start, piece.end - entry.start);
      layer.append(band);
      if (text) {
        const label = el("span", { class: `label r-${run.role}${run.stop ? " stop" : ""}`, "data-open-left": !piece.opens }, text);
        this.#span(label, piece.start - entry.start, piece.end - entry.start);
        layer.append(label);
        labels.push({ label, run });
      }
      for (const at of places) {
        const joint = el("span", { class: `joint r-${run.role}` });
        this.#span(joint, at - entry.start, at - entry.start);
        layer.append(joint);
      }
    }
    return labels;
  }

  /** Places an element over columns, allowing for the gap after the eighth byte. */
  #span(e, from, to) {
    const half = this.width > 8 ? 8 : 99;
    e.style.setProperty("--from", from);
    e.style.setProperty("--to", to);
    e.style.setProperty("--gap-from", from >= half ? 1 : 0);
    e.style.setProperty("--gap-to", to > half ? 1 : 0);
  }

  #cell(part, offset, name) {
    const b = part.bytes[offset];
    const column = offset % this.width;
    return el("span", {
      role: "gridcell", class: `${column === 8 ? "cell second" : "cell"}${this.#isChanged(part, offset) ? " changed" : ""}`, tabindex: -1, "aria-colindex": column + 2,
      "data-part": visible(part.name), "data-part-index": part.index, "data-offset": offset, "aria-label": name,
    }, this.base === "hex" ? hex2(b) : String(b));
  }

  #isChanged(part, offset) {
    return this.#dress.changed?.get(part.index)?.has(offset) ?? false;
  }

  /** "offset 4, hex 2 b, source, header, 1 of 9" */
  #name(part, offset) {
    const out = [`offset ${offset}`, `hex ${[...hex2(part.bytes[offset])].join(" ")}`];
    const leaf = this.#model.leaf(part.index, offset);
    if (leaf) {
      const band = this.#model.bandOf(leaf)?.node ?? leaf;
      out.push(title(band));
      if (leaf !== band) out.push(title(leaf));
      out.push(`${offset - band.start + 1} of ${band.end - band.start}`);
    }
    if (leaf?.check === "bad") out.push("does not match");
    if (this.#isChanged(part, offset)) out.push(this.#dress.word);
    return out.join(", ");
  }

  #unmark() {
    for (const line of this.#touched) {
      line.frames.replaceChildren();
      line.shade.replaceChildren();
      for (const c of line.cells) set(c, { "data-marked": null, "aria-selected": null });
      for (const l of line.labels) l.label.classList.remove("chosen");
    }
    this.#touched = [];
  }

  #mark() {
    this.#unmark();
    if (!this.#model) return;
    const { hover, pinned, range } = this.marks;
    if (pinned) this.#frame(pinned, "pinned");
    if (hover && hover !== pinned) this.#frame(hover, "hover");
    if (range) this.#frame({ part: range.part, start: range.from, end: range.to }, "range");
  }

  #frame(node, kind) {
    const runs = this.runs[node.part];
    const run = runs.find((r) => r.start <= node.start && node.end <= r.end);
    // Inside a run, the whole run gets a dotted frame, which shows the parent.
    const inside = run && kind !== "range" && (run.start < node.start || node.end < run.end);
    if (inside) this.#box(run, `within r-${run.role}`, node.part, null);
    this.#box(node, `${kind}${inside ? " leaf" : ""} r-${run ? run.role : "group"}`, node.part, kind, run);
  }

  #box(node, classes, part, kind, run) {
    for (let start = node.start - (node.start % this.width); start < node.end; start += this.width) {
      const line = this.#lines.get(`${part}:${start}`);
      if (!line) continue;
      this.#touched.push(line);
      const from = Math.max(node.start, start);
      const to = Math.min(node.end, start + this.width);
      const frame = el("span", { class: `mark-frame ${classes}`, "data-open-left": from > node.start, "data-open-right": to < node.end });
      this.#span(frame, from - start, to - start);
      line.frames.append(frame);
      if (!kind) continue;
      const shade = el("span", { class: `shade ${classes}` });
      this.#span(shade, from - start, to - start);
      line.shade.append(shade);
      for (let o = from; o < to; o++) {
        const cell = line.cells[o - start];
        if (!cell) continue;
        if (kind !== "range") set(cell, { "data-marked": kind });
        if (kind !== "hover") set(cell, { "aria-selected": "true" });
      }
      if (kind === "pinned") for (const l of line.labels) l.label.classList.toggle("chosen", l.run === run);
    }
  }
}

/** The text column: one element per stretch of text or of unprintable bytes. */
function glyphs(bytes) {
  const all = Array.from(bytes, glyph).join("");
  return (all.match(/·+|[^·]+/g) ?? []).map((s) => el("span", { class: s[0] === "·" ? "dot" : null }, s));
}

function spacer(height) {
  const e = el("div", { class: "spacer", "aria-hidden": "true" });
  e.style.height = `${height}px`;
  return e;
}
