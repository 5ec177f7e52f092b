// The form: one line for each member of the fields. The decoder says what a line is and what may
// be chosen in it (docs/testee.md, form); the tree of the encoded bytes says where its bytes are.
// Lines that would look the same as before stay, so that typing is not disturbed.

import { count, range } from "../bytes.js";
import { at, withValue } from "../draft/member.js";
import { partTitle, title as titleOf } from "../model.js";
import { arrange, el, set, visible } from "../view/dom.js";
import { numberOf } from "./clock.js";
import { chosenName, controls, mark, note } from "./controls.js";
import { escaped, unescaped } from "./escape.js";
import { candidates, changed, keyOf, like, without } from "./values.js";

/** "properties[0].value.type" as a path. */
export const pathOf = (field) => [...field.matchAll(/[^.[\]]+|\[\d+\]/g)].map(([s]) => (s.startsWith("[") ? Number(s.slice(1, -1)) : s));

const starts = (path, with_) => with_.every((k, i) => path?.[i] === k);

export class Form {
  fields = {};
  #lines = [];
  #rows = new Map(); // key of a line → {element, line, look}
  #separate = new Set(); // keys of copies that no longer follow the original
  #zone = "UTC";
  #model = null;
  #places = new Map(); // key of a line → its node

  /**
   * @param {HTMLElement} root
   * @param {{changed(): void, encodes(fields: object): Promise<boolean>, focused(node: object|null): void}} events
   */
  constructor(root, events) {
    this.root = root;
    this.events = events;
    root.addEventListener("submit", (e) => e.preventDefault());
    root.addEventListener("input", (e) => this.#typed(e.target));
    root.addEventListener("change", (e) => this.#chosen(e.target));
    root.addEventListener("click", (e) => this.#pressed(e.target.closest("button[data-do]")));
    root.addEventListener("focusout", ({ target }) => {
      // Pasted text may contain invisible characters.
      if (target.matches("textarea[data-to=text], textarea[data-to=name]")) target.value = escaped(unescaped(target.value));
    });
    root.addEventListener("focusin", (e) => this.#tellFocus(e.target));
  }

  /** Shows other fields; all their copies follow again. Until they are drawn there is nothing to edit: what is drawn are others. */
  start(fields) {
    this.fields = fields;
    arrange(this.root, []);
    this.#separate.clear();
    this.#places.clear();
    this.#model = null;
    this.#rows.clear();
  }

  get zone() {
    return this.#zone;
  }

  set zone(zone) {
    this.#zone = zone;
    this.#draw();
  }

  /** Shows the lines of the fields. @param {object[]} lines @param {import("../model.js").Model|null} model of the encoded bytes; null if the fields were refused */
  show(lines, model) {
    this.#lines = lines;
    if (model) this.#model = model;
    this.#place();
    this.#draw();
  }

  /** Adds what the fields lack to be encoded. @returns {boolean} whether anything was added */
  complete(lines) {
    const lacking = lines.filter((l) => l.kind === "absent" && l.needed);
    for (const l of lacking) this.fields = withValue(this.fields, l.path, l.new);
    return lacking.length > 0;
  }

  /** Shows at a member why the fields were refused. @returns {boolean} whether the form has the member */
  complain(field, why) {
    let path = pathOf(field);
    let row;
    while (path.length && !row) {
      row = [...this.#rows.values()].find(({ line }) => keyOf(line.path) === keyOf(path) || starts(line.path, path) || (line.code && keyOf(line.code) === keyOf(path)));
      path = path.slice(0, -1);
    }
    if (!row) return false;
    this.#refuse(row.element, why);
    return true;
  }

  #refuse(row, why) {
    row.querySelector(".problem")?.remove();
    const id = `build-refused-${[...this.#rows.values()].findIndex((r) => r.element === row)}`;
    row.append(el("p", { class: "problem", id, role: "alert" }, visible(why)));
    for (const c of row.querySelectorAll("input, textarea, select")) mark(c, id);
  }

  /** Removes what complain showed. */
  forgive() {
    for (const row of this.root.querySelectorAll(".build-row:not([data-pending])")) accept(row);
  }

  /** Finds the bytes of each line. */
  #place() {
    if (!this.#model) return;
    this.#places.clear();
    const nodes = this.#model.nodes;
    for (const line of this.#lines) {
      const own = [line.path, [...line.path, "value"], line.code].filter(Boolean).map(keyOf);
      const node = nodes.find((n) => n.path && own.includes(keyOf(n.path))) ?? nodes.find((n) => n.path && starts(n.path, line.path));
      if (node) this.#places.set(keyOf(line.path), node);
    }
  }

  /** The heading above the lines of a part, and the lines of its computed values. */
  #head(part) {
    const p = this.#model.parts[part];
    return [
      this.#row(`part ${p.name}`, null, p.length, () => el("h3", { class: "build-part" }, visible(p.title || partTitle(p.name)), el("span", { class: "quiet" }, ` ${count(p.bytes.length, "byte")}`))),
      ...this.#model.nodes.filter((n) => n.part === part && n.role === "check" && !n.path && n.text).map((n) => this.#row(`check ${n.part} ${n.start}`, null, [n.text, n.note, n.band?.dashed], () => el("div", { class: "build-row" },
        marker(n), el("span", { class: "build-name" }, visible(titleOf(n))),
        el("span", { class: "build-controls" }, el("span", { class: "build-fixed" }, visible(n.text))),
        el("span", { class: "build-note" }, el("span", { class: "build-aside" }, visible(n.note ?? "computed")))))),
    ];
  }

  #draw() {
    const parts = new Map(); // of the lines, in byte order
    let part = 0;
    for (const line of this.#lines) {
      part = this.#places.get(keyOf(line.path))?.part ?? part;
      parts.set(part, [...(parts.get(part) ?? []), line]);
    }
    const old = this.#rows;
    this.#rows = new Map();
    this.#old = old;
    const all = [];
    for (const [index, lines] of [...parts].sort(([a], [b]) => a - b)) {
      if (this.#model?.parts[index]?.owner === null) all.push(...this.#head(index));
      all.push(...lines.map((line) => this.#line(line)));
    }
    arrange(this.root, all);
    this.#drawn = this.#zone;
  }

  #drawn = "UTC"; // the zone of the dates as drawn

  #old = new Map();

  /** Draws a row, unless it looks as before: then it stays. */
  #row(key, line, look, make) {
    const before = this.#old.get(key);
    const now = JSON.stringify(look);
    const row = before?.look === now ? { ...before, line } : { element: make(), look: now, line };
    // What the reader is typing stays: only the look around it changes.
    if (!this.wanted && before && row.element !== before.element && before.element.contains(document.activeElement)) keepFocus(before.element, row.element, this.#zone === this.#drawn);
    if (line) this.#rows.set(key, row);
    else this.#rows.set(key, { ...row, line: { path: [] } });
    return row.element;
  }

  #line(line) {
    const node = this.#places.get(keyOf(line.path));
    const heading = line.kind === "list" || line.kind === "group";
    const title = visible(line.title);
    const drawing = { line, fields: this.fields, title, zone: this.#zone, separate: this.#separate };
    const own = line.kind === "absent" || line.kind === "add" ? null : at(this.fields, line.path);
    const known = { code: this.#code(line, node), place: node && !line.said ? `${count(node.end - node.start, "byte")}, ${range(node.start, node.end)}` : "" };
    const order = line.order ? at(this.fields, line.order) : "";
    const look = [{ ...line, new: 0 }, own, title, this.#zone, this.#separate.has(keyOf(line.path)), known, node?.role, node?.band?.dashed, order, line.code && at(this.fields, line.code)];
    return this.#row(`${line.kind} ${keyOf(line.path)}`, line, look, () => {
      const arrow = line.orders?.length === 1 || line.order && line.said ? (/desc/i.test(order) ? " ↓" : " ↑") : "";
      const row = el("div", { class: `build-row${heading ? " build-heading" : ""}`, "data-depth": line.depth, "data-key": `${line.kind} ${keyOf(line.path)}`, title: line.doc ? visible(line.doc) : null },
        marker(node), el("span", { class: "build-name" }, line.kind === "absent" || line.kind === "add" ? "" : title, arrow, line.kind === "list" && el("span", { class: "quiet" }, ` ${count(line.items, "item")}`)),
        el("span", { class: "build-controls" }, ...controls(drawing)),
        el("span", { class: "build-note" }, ...note(drawing, known)));
      return row;
    });
  }

  /** The code that belongs to a name. */
  #code(line, node) {
    if (!line.code || at(this.fields, line.path) === undefined) return "";
    const text = node && keyOf(node.path) === keyOf(line.code) ? node.raw ?? node.text : at(this.fields, line.code);
    return text === undefined ? "" : `code ${visible(String(text))}`;
  }

  #entry(control) {
    const row = control.closest(".build-row");
    return this.#rows.get(row?.dataset.key);
  }

  /** Takes a value, and reports the change. */
  #set(path, value) {
    this.fields = changed(this.fields, path, value, this.#lines, this.#separate);
    this.events.changed();
  }

  #typed(box) {
    if (!box.dataset.to || box.matches("select")) return;
    box.dataset.typed = "";
    const path = JSON.parse(box.dataset.path);
    switch (box.dataset.to) {
      case "time": this.#takeTime(box, path); break;
      case "name": this.#takeName(this.#entry(box).line, unescaped(box.value)); break;
      case "json": {
        try {
          this.#set(path, JSON.parse(box.value));
        } catch {
          this.#set(path, box.value);
        }
        break;
      }
      default: this.#set(path, like(unescaped(box.value), at(this.fields, path)));
    }
  }

  async #takeTime(box, path) {
    const { value } = box;
    try {
      const number = await numberOf(value, box.dataset.clock, this.#zone);
      if (box.value !== value) return;
      const row = box.closest(".build-row");
      if (row) accept(row);
      this.#set(path, like(number, at(this.fields, path)));
    } catch (e) {
      if (box.value !== value || !box.isConnected) return;
      box.closest(".build-row").dataset.pending = "";
      this.#refuse(box.closest(".build-row"), /^expected a version/.test(e.message) ? this.root.dataset.time : e.message);
    }
  }

  /** Of a name and its code, only the one given is kept. */
  #takeName(line, text) {
    let next = this.fields;
    if (line.code) next = withValue(next, /^-?\d+$/.test(text) ? line.path : line.code, undefined);
    this.fields = next;
    if (line.code && /^-?\d+$/.test(text)) this.#set(line.code, Number(text));
    else this.#set(line.path, text);
  }

  #chosen(box) {
    if (!box.matches("select")) return;
    if (box.dataset.zone !== undefined) this.zone = box.value;
    else if (box.dataset.do === "offer") this.#offer(box);
    else if (box.dataset.to) this.#choose(box, JSON.parse(box.dataset.path), this.#entry(box).line);
  }

  #choose(box, path, line) {
    switch (box.dataset.to) {
      case "bool": this.#set(path, box.value === "true"); break;
      case "null": this.#set(path, box.value === "null" ? null : line.clock ? String(Date.now()) : ""); break;
      case "type": this.#takeType(path, box.value); break;
      default: {
        if (line.kind !== "name" || keyOf(path) !== keyOf(line.path)) this.#set(path, like(box.value, at(this.fields, path)));
        else this.#takeName(line, chosenName(box.value) ?? "");
      }
    }
  }

  /** Chooses a type, and a value of that type: the present one, if possible. */
  async #takeType(path, type) {
    const { value, ...rest } = at(this.fields, path);
    const before = this.fields;
    let whole = { ...rest, type, value };
    for (const one of candidates(value)) {
      const tried = { ...rest, type, ...(one !== undefined && { value: one }) };
      if (!(await this.events.encodes(withValue(before, path, tried)))) continue;
      whole = tried;
      break;
    }
    if (this.fields === before) this.#set(path, whole);
    // The reader typed meanwhile: the type now applies to the new value, unless another type was chosen.
    else if (at(this.fields, path)?.type === rest.type) await this.#takeType(path, type);
  }

  #offer(box) {
    const { line } = this.#entry(box);
    const item = chosenName(box.value) === null ? line.new : line.offers[Number(box.value)]?.new;
    if (item) this.#add([...line.path, line.items], item);
  }

  #add(path, value) {
    this.#set(path, structuredClone(value));
    this.wanted = path;
  }

  #pressed(button) {
    if (!button) return;
    const entry = this.#entry(button);
    const { line } = entry;
    switch (button.dataset.do) {
      case "add": this.#add(line.path, line.new); break;
      case "grow": this.#add([...line.path, line.items], line.new); break;
      case "nearest": this.#takeName(line, line.nearest); this.wanted = line.path; break;
      case "separate": this.#separate.add(keyOf(line.path)); this.#draw(); this.#focus(line.path); break;
      case "join": {
        this.#separate.delete(keyOf(line.path));
        this.#set(line.path, structuredClone(at(this.fields, line.same)));
        break;
      }
      default: {
        const rows = [...this.root.querySelectorAll(".build-row")];
        const next = rows[rows.indexOf(entry.element) - 1] ?? rows[0];
        this.wanted = this.#rows.get(next?.dataset.key)?.line.path;
        this.fields = without(this.fields, line.remove);
        this.events.changed();
      }
    }
  }

  wanted = null; // path of a member that gets the focus once it is drawn

  /** Focuses what was just added, or what is next to what was removed. */
  settle() {
    if (this.wanted) this.#focus(this.wanted);
    this.wanted = null;
  }

  #focus(path) {
    const found = [...this.#rows.values()].find(({ line, element }) => starts(line.path, path) && element.querySelector("input, textarea, select, button"));
    (found?.element.querySelector(".build-controls :is(input, textarea, select, button)") ?? found?.element.querySelector("button") ?? this.root.querySelector("textarea, input, select"))?.focus();
  }

  /** Reports the node whose bytes the focused line stands for. */
  #tellFocus(control) {
    const entry = this.#entry(control);
    this.events.focused(entry ? this.#places.get(keyOf(entry.line.path)) ?? null : null);
  }

  /** Focuses the line for a field of the bytes. @param {(node: object) => object} bandOf */
  toField(node, bandOf) {
    const band = bandOf(node);
    const line = this.#lines.find((l) => bandOf(this.#places.get(keyOf(l.path)) ?? {}) === band);
    if (line) this.#focus(line.path);
  }

  /** The node of the line that has the focus. */
  get active() {
    const entry = this.root.contains(document.activeElement) && this.#entry(document.activeElement);
    return entry ? this.#places.get(keyOf(entry.line.path)) ?? null : null;
  }
}

/** Takes back the complaint about a row. A box with an unfinished date stays refused. */
function accept(row) {
  delete row.dataset.pending;
  row.querySelector(".problem")?.remove();
  for (const c of row.querySelectorAll("[aria-invalid]")) mark(c, "");
}

const marker = (node) => el("span", { class: node ? `mark r-${(node.band?.node ?? node).role}` : "mark none", "data-dashed": node?.band?.dashed });

/**
 * Gives a new row the focus of the old one's control, and what the reader has typed there. A text that nobody typed is
 * that of the value before, so the new one replaces it.
 */
function keepFocus(old, row, same) {
  const had = document.activeElement;
  const [before, after] = [old, row].map((r) => [...r.querySelectorAll("input, textarea, select, button")]);
  const control = after.find((c) => c.dataset.to === had.dataset.to && c.dataset.path === had.dataset.path && c.dataset.do === had.dataset.do) ?? after[before.indexOf(had)];
  if (!control) return;
  const box = had.matches("input, textarea") && control.matches("input, textarea");
  if (box && same && had.dataset.typed !== undefined) {
    control.value = had.value;
    control.dataset.typed = "";
  }
  const place = box && had.value === control.value && [had.selectionStart, had.selectionEnd];
  queueMicrotask(() => {
    if (!control.isConnected) return;
    control.focus({ preventScroll: true });
    if (place) control.setSelectionRange(...place);
  });
}
