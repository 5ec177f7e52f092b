// The list of what is wrong with the rows of the document: one line per finding, errors
// first; what is typed and pressed above it, which the document keeps, says which are shown.

import { count } from "../bytes.js";
import { arrange, byId, el, icon, set, visible } from "../view/dom.js";
import { List } from "../view/list.js";
import { sentenceOf } from "../view/sentences.js";
import { asSentence, ended, failedSentence, list as joined, lostSentence, unreadSentence } from "../view/words.js";
import { placeOf, rowOf, sidesOf } from "./words.js";

const KINDS = [["error", "error"], ["warning", "warning"], ["info", "remark"]];
const NAMED = 3; // record kinds

const WORDS = byId("no-findings").dataset; // what it means that there are none

const severity = (f) => [icon(f.severity), el("span", { class: "off-screen" }, `${KINDS.find(([s]) => s === f.severity)[1]}: `)];

export class Findings extends List {
  known = false;
  total = 0;
  #all = []; // errors first
  #about = { totals: {}, problem: "", alone: "", failed: 0, damaged: 0, encrypted: 0, cancelled: false, unread: "", notes: [], kinds: [] }; // the rows: see show

  /**
   * @param {{scroller, table, detail, note, kinds: HTMLElement}} parts
   * @param {{chosen(index: number, finding: object|null, place: string): void, sought(): {where: string, hidden: string[]}, changed(): void}} owner
   */
  constructor({ scroller, table, detail, note, kinds }, owner) {
    super({ scroller, table, detail }, ["Finding", "Row", "Stored and expected", "Place"], owner);
    Object.assign(this, { note, kinds });
    kinds.addEventListener("click", (e) => {
      const kind = e.target.closest("[data-severity]")?.dataset.severity;
      if (!kind) return;
      const sought = owner.sought();
      sought.hidden = sought.hidden.includes(kind) ? sought.hidden.filter((k) => k !== kind) : [...sought.hidden, kind];
      owner.changed();
    });
  }

  /** Empties the list and says why. */
  clear(reason) {
    this.known = false;
    this.total = 0;
    this.#all = [];
    this.fill([]);
    this.kinds.replaceChildren();
    this.note.textContent = reason;
  }

  /**
   * @param {{total: number, list: string[], under: number[], totals: object, problem: string}} found what the worker found; problem is why the rows could not be
   *   checked against each other
   * @param {{failed: number, damaged: number, encrypted: number, cancelled: boolean, unread: string, notes: string[], kinds: {title: string, count: number}[], alone: string}} state
   *   of the rows: damaged places stand among those that fail, and encrypted files among the places; notes are what the decoder says of the document, such as that
   *   it may be cut; alone is what a row without others says of itself
   * @param {number} chosen the finding that is open
   */
  show({ total, list, under, totals, problem }, state, chosen = 0) {
    this.clear("");
    this.known = true;
    this.total = total;
    this.#about = { ...state, totals, problem };
    this.#all = list.map((line) => JSON.parse(line));
    for (const [i, f] of this.#all.entries()) f.cause = this.#all[under[i]] ?? null;
    this.sift(chosen);
  }

  /** Shows those that are asked for. */
  sift(chosen = 0) {
    if (!this.known) return;
    this.#showKinds();
    const { where, hidden } = this.owner.sought();
    const text = where.toLowerCase();
    const words = (f) => `${sentenceOf(f)} ${rowOf(f)} ${sidesOf(f).join("")} ${f.item ?? ""} ${f.why} ${placeOf(f.source)}`.toLowerCase();
    const list = this.#all.filter((f) => !hidden.includes(f.severity) && (!text || words(f).includes(text)));
    this.#showNote(list.length);
    const shown = new Set(list);
    this.table.classList.toggle("has-causes", list.some((f) => shown.has(f.cause)));
    this.fill(list, chosen);
  }

  /** The place in the list of what a finding follows from: -1 if there is none, or it is not among those shown. */
  causeOf(f) {
    return f.cause ? this.list.indexOf(f.cause) : -1;
  }

  /** How many there are, listed or not. */
  #counts() {
    return KINDS.map(([kind, word]) => [kind, this.#about.totals[`${kind}s`] ?? 0, word]).filter(([, n]) => n);
  }

  #showKinds() {
    arrange(this.kinds, this.#counts().map(([kind, n, word]) => {
      const old = this.kinds.querySelector(`[data-severity=${kind}]`); // stays if it can: it may have the focus
      const pressed = { "aria-pressed": String(!this.owner.sought().hidden.includes(kind)) };
      const [number, words] = count(n, word).split(" ");
      if (old?.textContent !== `${number} ${words}`) {
        return el("button", { type: "button", class: `line-button severity ${kind}`, "data-severity": kind, ...pressed }, icon(kind), el("span", {}, number, el("span", { class: "kind" }, ` ${words}`)));
      }
      set(old, pressed);
      return old;
    }));
  }

  /** The severity of the worst finding, "" without any. */
  get worst() {
    return this.#counts()[0]?.[0] ?? "";
  }

  #showNote(number) {
    const listed = this.#all.length;
    const rest = this.total > listed && `the first ${listed} of ${this.total} are listed`;
    const shown = number < listed && `${number} of ${listed} shown`;
    this.note.replaceChildren(...[this.#partly, this.lost, this.alone || !this.total && this.#none(), shown, this.#account(), !this.total && !this.alone && this.#kinds(), rest, ...this.#about.notes.map(asSentence)].filter(Boolean).map((text) => el("span", {}, visible(text.trim()))));
  }

  /** That not all rows are read, if that is so. */
  get #partly() {
    return this.#about.cancelled ? `${WORDS.cancelled} ` : unreadSentence(this.#about);
  }

  /** What it means that there are none. */
  #none() {
    const { totals, damaged, problem } = this.#about;
    const read = totals.rows - damaged;
    const unchecked = read === 0 ? "damaged" : this.unread < read ? "checks" : "undecoded";
    return WORDS[this.whole ? this.clean ? "all" : "read" : problem ? unchecked : "few"];
  }

  /** What was read, the record kinds of most rows first; "" if nothing is. */
  #kinds() {
    const names = this.#about.kinds.filter((k) => k.title).sort((a, b) => b.count - a.count).map((k) => k.title);
    const rest = names.length - NAMED;
    return names.length && WORDS.kinds + ended(joined(rest > 0 ? [...names.slice(0, NAMED), `${rest} more`] : names));
  }

  /** What the only row of the document says of itself, whose findings are no all-clear. */
  get alone() {
    return this.#about.alone;
  }

  /** Whether enough rows were checked for the findings to mean something. */
  get whole() {
    const { checked, rows } = this.#about.totals;
    return checked > 0 && 2 * checked >= rows;
  }

  /** How many rows do not decode. */
  get unread() {
    return this.#about.failed - this.#about.damaged;
  }

  /** Whether all rows are read and agree with each other, as far as is known. */
  get clean() {
    return this.whole && !this.alone && !this.total && !this.#about.failed && !this.#partly;
  }

  /** That rows are missing where the store is damaged. */
  get lost() {
    return lostSentence(this.#about.damaged, this.#about.encrypted);
  }

  /** How many of the rows were checked, and what has the others checked. */
  #account() {
    const { totals: { rows, checked, undecodable, other }, damaged, problem } = this.#about;
    if (this.alone) return this.#others;
    if (problem) return `The rows are not checked against each other: ${ended(problem)}`;
    const rest = [[undecodable - damaged, "undecodable"], [other, "of another format, family or schema"]].filter(([n]) => n).map(([n, what]) => `${n} ${what}`);
    const text = `${checked} of ${count(rows - damaged, "row")} checked${rest.length ? `, ${rest.join(", ")}` : ""}`;
    return this.whole ? text : text + WORDS.choose;
  }

  /** That a row without others cannot be checked against them. Verifiers miss rows that it should have: those may be in the store. */
  get #others() {
    return this.total && !this.#about.problem ? `${WORDS.others} ${WORDS.missed}` : WORDS.others;
  }

  /** What the status line says. */
  sentence(name) {
    const { problem } = this.#about;
    const lost = this.#partly + failedSentence(this.#about);
    if (this.total) return `${lost}${count(this.total, "finding")} in ${name}: ${this.#counts().map(([, n, word]) => count(n, word)).join(", ")}.${this.alone ? ` ${this.#others}` : problem ? " The rows are not checked against each other." : ""}`;
    if (this.alone) return `${this.alone} ${this.#others}`;
    if (problem) return `${lost}The rows of ${name} are not checked against each other: ${ended(visible(problem))}`;
    return `${lost}${this.whole ? "No findings" : "Too few rows checked"} in ${name}; ${this.#account()}.`;
  }

  cells(f, button) {
    const cause = this.causeOf(f);
    const follows = cause < 0 ? "" : el("span", { class: "follows" }, `, follows from ${cause + 1}`);
    return [
      el("span", { role: "gridcell", class: `severity ${f.severity}${follows && " under"}` }, ...severity(f), el("button", { ...button, "aria-controls": "finding" }, visible(sentenceOf(f)), follows)),
      el("span", { role: "gridcell", class: "value" }, visible(rowOf(f))),
      el("span", { role: "gridcell", class: "quiet" }, ...sidesOf(f).map((text, i) => (i % 2 ? el("b", {}, visible(text)) : visible(text)))),
      el("span", { role: "gridcell", class: "quiet place-cell" }, placeOf(f.source) || "none"),
    ];
  }
}
