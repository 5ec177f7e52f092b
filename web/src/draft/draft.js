// The draft of a reading: the bytes with some fields changed, shown with the original.
// Every step is kept, for undo.

import { count, cut } from "../bytes.js";
import { Model, title, when } from "../model.js";
import { failure } from "../view/checks.js";
import { editable } from "../times.js";
import { byId, disable, el, hide, set, visible, write } from "../view/dom.js";
import { Grid } from "../view/grid.js";
import { Marks } from "../view/marks.js";
import { changedBytes, changedFields, differing, offsetWords, Pairs, sameParts } from "./diff.js";
import { Editor, editorText, placesOf } from "./edit.js";
import { openEditor } from "./editor.js";
import { at, membersOf } from "./member.js";

/** The places of the members that have other values than before. A link does not say which were edited. */
function editedIn(before, next) {
  const places = placesOf(next.tree);
  const differs = (path) => path && at(before.fields, path) !== at(next.fields, path);
  return [...membersOf(next)].filter(([, { path, namePath }]) => differs(path) || differs(namePath)).map(([index]) => places[index]);
}

/** What a draft belongs to: a row, by its bytes, and a reading of it. */
const keyOf = ({ format, record, part, parts }) => JSON.stringify([format, record, part, parts]);

export class Drafts {
  #editor = null;
  #states = []; // the original, then the result of each edit
  #at = 0;
  #members = new Map();
  #original = null;
  #pairs = null;
  #changes = [];
  #differ = 0; // how many bytes of the draft differ from the original
  #asked = 0;
  #key = ""; // key of the current reading among those that have drafts
  /** Names a draft that exists but is no longer shown; "" if there is none. */
  left = "";

  /**
   * @param {{codec: object, grid: Grid, fields: import("../view/fields.js").Fields, marks: Marks, say(text: string): void, singles(): boolean, ended(): void, drafts: Record<string, import("../document/documents.js").Kept>, changed(): void}} view
   *   ended is called to show the original alone again; drafts are the document's, by the keys of their readings; changed is called when they change */
  constructor(view) {
    this.view = view;
    this.originalMarks = new Marks();
    this.originalGrid = new Grid(byId("original-bytes"), this.originalMarks);
    view.fields.hooks = {
      editable: (n) => this.#members.has(n.index),
      was: (n) => this.#was(n),
      edit: (n) => this.edit(n),
    };
    this.#mirror();
    this.#listen();
  }

  /** Whether a draft is shown. */
  get active() {
    return this.#states.length > 1;
  }

  /** The bytes of the draft, by part; null without one. */
  get parts() {
    return this.active ? this.#now.parts : null;
  }

  /** The fields of the draft; null without one. */
  get fields() {
    return this.active ? this.#now.fields : null;
  }

  get #now() {
    return this.#states[this.#at];
  }

  /**
   * Starts on another reading, with the draft it had.
   * @param {import("./edit.js").Subject|null} subject null if it cannot be edited
   * @param {import("./edit.js").Reading} [reading]
   */
  start(subject, reading) {
    this.#asked++;
    const key = subject ? keyOf(subject) : "";
    this.left = this.active && key !== this.#key ? "The draft is kept: it comes back with its row and reading." : "";
    this.#key = key;
    this.#states = subject ? [{ ...reading, edits: [], name: "" }] : [];
    this.#at = 0;
    this.#editor = subject && new Editor(this.view.codec, subject);
    this.#members = subject ? membersOf(reading) : new Map();
    this.#pairs = null;
    this.#changes = [];
    this.#showHead();
    hide(byId("odd"), true);
    if (subject && reading.canonical === false) this.#showOdd();
    const kept = subject && this.view.drafts[key];
    if (kept) this.propose(kept.fields, kept);
  }

  /** Keeps the draft that is shown, or the fact that there is none. */
  #keepDraft() {
    const { drafts } = this.view;
    const shown = this.#states.slice(1, this.#at + 1);
    if (shown.length) drafts[this.#key] = { fields: this.#now.fields, edits: this.#now.edits, name: shown.map((s) => s.name).join(", ") };
    else delete drafts[this.#key];
    this.view.changed();
  }

  /** Edits the value of a node in its row. */
  edit(node) {
    const { fields } = this.view;
    const row = fields.row(node);
    const member = this.#members.get(node.index);
    if (!row || !member || row.classList.contains("editing")) return;
    this.#drop();
    openEditor(row, {
      name: title(node),
      text: textToEdit(node, editorText(this.#now.fields, member)),
      choices: node.kind === "bool" ? ["true", "false"] : null,
      keep: (text) => this.#keep(node, text),
      drop: () => this.#drop(node),
    });
  }

  /** Closes the editor and discards the typed text. */
  #drop(node) {
    const { fields } = this.view;
    if (!fields.root.querySelector(".editing")) return;
    fields.redraw();
    if (node) fields.focus(node);
  }

  /** Applies the typed text. @returns {Promise<string>} why the codec refused it, or "" */
  async #keep(node, text) {
    const before = this.#now;
    const asked = this.#asked;
    let next;
    if (node.time && text === editable(node.time)) {
      this.#drop(node);
      return "";
    }
    try {
      next = await this.#editor.edit(before, node.index, text);
    } catch (e) {
      const why = e.message.replace(`${node.path.join(".")}: `, ""); // its name is said in words
      this.view.say(`${title(node)} stays as it is: ${why}`);
      return why;
    }
    if (asked !== this.#asked) return "";
    const place = placesOf(before.tree)[node.index];
    if (next === before) this.#drop(node);
    else this.#push({ ...next, edits: [...before.edits, place], name: `${title(node)} ${shortText(node.text)} → ${shortText(text)}` });
    return "";
  }

  /** Takes fields as a draft: those of a link, or of a draft that was kept. */
  async propose(fields, { edits, name = "from the link" } = {}) {
    const asked = this.#asked;
    const before = this.#now;
    if (!before) return;
    try {
      const next = await this.#editor.written(fields);
      if (asked === this.#asked) this.#push({ ...next, edits: edits ?? editedIn(before, next), name });
    } catch (e) {
      this.view.say(`The draft cannot be written: ${e.message}`);
    }
  }

  #push(state) {
    this.#states = [...this.#states.slice(0, this.#at + 1), state];
    this.#go(this.#at + 1);
  }

  /** Shows one of the states. */
  #go(at) {
    const { fields, grid, marks } = this.view;
    const active = fields.active && fields.model ? placesOf(fields.model.tree)[fields.active.index] : null;
    const pinned = marks.pinned ? placesOf(fields.model.tree)[marks.pinned.index] : active;
    const focused = fields.root.contains(document.activeElement) || document.activeElement.matches("body, .panel");
    this.#at = at;
    const now = this.#now;
    this.#original ??= new Model(this.#states[0].tree);
    const model = new Model(now.tree);
    this.#members = membersOf(now);
    this.#pairs = new Pairs(this.#original, model);
    const changed = changedBytes(this.#pairs);
    this.#differ = differing(changed);
    this.#changes = changedFields(this.#pairs, changed, new Set(now.edits));
    marks.clear();
    fields.show(model);
    // A part that is the same in both is shown once, after those that differ.
    const same = sameParts(this.#pairs);
    const differ = (m) => m.parts.map((p) => p.index).filter((i) => !same.has(i));
    const apart = differ(this.#original);
    grid.dress({ lead: "Draft", changed, note: apart.length ? differWords(this.#differ) : "", heads: apart.length === 0, parts: [...differ(model), ...same], same });
    grid.show(model);
    this.originalGrid.dress({ lead: "Original", changed: null, note: "", heads: true, parts: apart });
    this.#showHead();
    this.originalGrid.root.hidden = apart.length === 0;
    this.originalGrid.show(this.#original);
    const at0 = this.#pairs.places.indexOf(pinned);
    if (at0 >= 0) marks.update({ pinned: model.nodes[at0] });
    const back = this.#pairs.places.indexOf(active);
    if (back >= 0 && fields.row(model.nodes[back])) {
      fields.activate(model.nodes[back]);
      if (focused) fields.focus(model.nodes[back]);
    }
    marks.tell();
    this.#keepDraft();
    this.view.say(this.sentence);
  }

  /** The status line's sentence about the draft. */
  get sentence() {
    const names = this.#states.slice(1, this.#at + 1).map((s) => s.name);
    const follow = this.#changes.filter((c) => c.why !== "edited").map((c) => `${c.name} recomputed`);
    const total = this.#pairs.after.total;
    if (!this.#differ && !this.#changes.length) return "The draft equals the original again.";
    return visible(`Draft: ${[...names, ...follow].join(", ")}. ${this.#differ} of ${count(total, "byte")} differ.`);
  }

  undo() {
    if (this.#at > 0) this.#go(this.#at - 1);
  }

  redo() {
    if (this.#at + 1 < this.#states.length) this.#go(this.#at + 1);
  }

  /** Back to the original alone. */
  revert() {
    if (!this.active) return;
    this.#states.length = 1;
    this.#at = 0;
    this.#keepDraft();
    this.view.ended();
    this.view.say("Draft discarded; the original is shown.");
    const { fields } = this.view;
    if (fields.active) fields.focus(fields.active);
  }

  /** The old value of a node of the draft, and why it changed. */
  #was(node) {
    if (!this.active || !this.#pairs || this.#pairs.after.nodes[node.index] !== node) return null;
    const old = this.#pairs.toBefore(node);
    const row = this.#changes.find((c) => this.#pairs.after.path(node).includes(c.node));
    if (!row || (old && old.text === node.text)) return null;
    const follows = row.why === "edited" ? "" : `follows ${this.#changes.filter((c) => c.why === "edited").map((c) => c.name).join(", ")}`;
    return { text: old ? when(old) || (old.text ?? "") : "", missing: !old, follows };
  }

  #showHead() {
    const { active } = this;
    const { grid } = this.view;
    set(document.documentElement, { "data-draft": active });
    for (const id of ["draft-tools", "draft-changes", "original-bytes"]) hide(byId(id), !active);
    write(byId("fields-title"), active ? "Draft" : "Fields");
    disable(byId("undo"), this.#at === 0);
    disable(byId("redo"), this.#at + 1 >= this.#states.length);
    for (const label of document.querySelectorAll(".copy-label")) write(label, active ? "Copy draft as" : "Copy as");
    set(byId("copy-as"), { "aria-label": active ? "Copy draft as…" : "Copy as…" });
    if (!active) {
      this.#original = null;
      grid.dress({ lead: "", changed: null, note: "", heads: true });
      return;
    }
    byId("fields-note").textContent = "the original is kept";
    byId("changes").replaceChildren(...this.#changes.map((c) => el("tr", {},
      el("th", { scope: "row" }, visible(c.name)), el("td", { class: "code" }, c.range), el("td", { class: "code" }, c.before || "nothing"),
      el("td", { class: "code new" }, c.after || "nothing"), el("td", {}, c.why))));
    if (!this.#changes.length) byId("changes").append(el("tr", {}, el("td", { colspan: 5 }, "Nothing differs.")));
  }

  /** Shows the badge for bytes that are not canonical, and says which they are. */
  async #showOdd() {
    const asked = this.#asked;
    const [state] = this.#states;
    const text = byId("odd-text");
    const compare = byId("odd-compare");
    let written = null;
    let why = "";
    try {
      written = await this.#editor.written(state.fields);
    } catch (e) {
      why = e.message;
    }
    if (asked !== this.#asked) return;
    const before = new Model(state.tree);
    const wrong = failure(before);
    byId("odd").hidden = false;
    byId("odd").classList.toggle("wrong", wrong !== "");
    byId("odd-title").textContent = wrong || "Not canonical";
    compare.hidden = !written;
    if (!written) {
      text.textContent = visible(`No writer makes these bytes: ${why.replace(/\.$/, "")}.`);
      return;
    }
    const after = new Model(written.tree);
    const changed = changedBytes(new Pairs(after, before));
    const places = before.parts.filter((p) => changed.get(p.index).size).map((p) => `${p.title} ${offsetWords(changed.get(p.index))}`);
    text.textContent = visible(`Re-encoding gives different bytes. They differ here: ${places.join("; ") || "the length"}.`);
    this.view.grid.dress({ lead: "", changed, note: "", heads: true, word: "not canonical" });
    this.view.grid.show(this.view.grid.model);
    compare.onclick = () => this.#push({ ...written, edits: [], name: "canonical form" });
  }

  /** Mirrors marks between the two grids. */
  #mirror() {
    const { marks } = this.view;
    const over = (from, to, map) => from.listen(() => {
      if (!this.active || !this.#pairs) return;
      const next = { hover: map(from.hover), pinned: map(from.pinned) };
      if ((!from.hover || next.hover) && (!from.pinned || next.pinned)) to.update(next);
    });
    over(marks, this.originalMarks, (n) => this.#pairs.toBefore(n));
    over(this.originalMarks, marks, (n) => this.#pairs.toAfter(n));
  }

  #listen() {
    byId("undo").addEventListener("click", () => this.undo());
    byId("redo").addEventListener("click", () => this.redo());
    byId("revert").addEventListener("click", () => this.revert());
    byId("panel-row").addEventListener("keydown", (e) => {
      if (!this.active || e.altKey || e.target.closest("textarea, input, select")) return;
      const key = e.key.toLowerCase();
      const command = e.ctrlKey || e.metaKey;
      if (command && key === "z") (e.shiftKey ? this.redo() : this.undo());
      else if (command && key === "y") this.redo();
      else if (!command && key === "r" && this.view.singles()) this.revert();
      else return;
      e.preventDefault();
    });
  }
}

/** What the editor of a node starts with: for a time its date, unless the number says more. */
const textToEdit = (node, text) => (node.time && text === String(node.text) ? editable(node.time) : text);

const LONGEST = 40;

const shortText = (text = "") => cut(text, LONGEST);

const differWords = (n) => (n === 1 ? "1 byte differs" : `${n} bytes differ`);
