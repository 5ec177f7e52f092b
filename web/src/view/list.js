// A list of any length with one line chosen. Its details are shown elsewhere or, in a narrow page,
// under the line. Findings and differences are such lists.

import { el, set } from "./dom.js";
import { whenNarrow } from "./narrow.js";
import { Window } from "./window.js";

export class List {
  /** What is listed. */
  list = [];
  chosen = -1;
  #detail; // the element with the details of the chosen line, if it unfolds
  #fold; // the row it is unfolded in
  #narrow = false;

  /**
   * @param {{scroller: HTMLElement, table: HTMLElement, detail?: HTMLElement}} parts detail unfolds in a narrow page
   * @param {string[]} heads of the columns
   * @param {{chosen(index: number, one: object|null, place: string, step: boolean): void}} owner step is whether the reader chose that line itself,
   *   and did not pass it with the arrow keys
   */
  constructor({ scroller, table, detail }, heads, owner) {
    this.table = table;
    this.#detail = detail;
    this.owner = owner;
    const head = el("div", { role: "rowgroup", class: "rows-head" }, el("div", { role: "row", class: "rows-row", "aria-rowindex": 1 },
      ...heads.map((t) => el("span", { role: "columnheader" }, t))));
    const body = el("div", { role: "rowgroup", class: "rows-body" });
    table.append(head, body);
    this.window = new Window(scroller, body, { draw: (row, old) => this.#mark(old ?? this.#draw(row), row === this.chosen), range: (from, to) => this.range(from, to) });
    const cell = el("div", { role: "gridcell", "aria-colspan": heads.length });
    this.#fold = detail && el("div", { role: "row", class: "fold" }, cell);
    const home = detail?.parentElement;
    // Lines may become taller where there is less room.
    whenNarrow((is) => {
      this.#narrow = is;
      this.#flow();
      if (detail) {
        (is ? cell : home).append(detail);
        if (is) body.append(this.#fold);
        else this.#fold.remove();
      }
      this.window.measure();
      if (!this.list.length) return;
      this.window.clear();
      this.window.draw();
      this.#unfold();
    });
    table.addEventListener("click", (e) => {
      const row = e.target.closest("[data-display]");
      if (row) this.#press(Number(row.dataset.display));
    });
    table.addEventListener("keydown", (e) => this.#key(e));
  }

  /** The cells of a line; the button in the first one opens it. @returns {HTMLElement[]} */
  cells(_one, _button) {
    return [];
  }

  /** Whether in a narrow page each of so many lines is as tall as it needs; all of them are then in the page. */
  flows(_count) {
    return this.#detail !== undefined;
  }

  #flow() {
    this.window.flows = this.#narrow && this.flows(this.list.length);
    this.table.toggleAttribute("data-flows", this.window.flows);
  }

  /** Which lines are drawn. */
  range(_from, _to) {}

  /** Lists something else. */
  fill(list, chosen = 0) {
    this.list = list;
    this.table.hidden = list.length === 0;
    set(this.table, { "aria-rowcount": list.length + 1 });
    this.window.clear();
    this.#flow();
    this.window.resize(list.length);
    this.restore(chosen);
  }

  /** Draws the list again, with one line open. */
  restore(chosen) {
    this.window.draw();
    const focus = this.table.contains(document.activeElement) && !this.#detail?.contains(document.activeElement);
    if (this.list.length) this.choose(Math.max(Math.min(chosen, this.list.length - 1), 0), focus, false);
    else {
      this.chosen = -1;
      this.owner.chosen(-1, null, "", false);
    }
  }

  /** Opens the next or previous line. @returns {boolean} whether there is one */
  step(by) {
    const to = this.chosen + by;
    if (!this.list[to]) return false;
    this.choose(to);
    return true;
  }

  /** Opens a line. */
  choose(i, focus = true, step = true) {
    this.chosen = i;
    if (this.#fold) this.#fold.hidden = false;
    this.window.reveal(i);
    this.#unfold();
    if (focus) this.window.element(i)?.querySelector("button").focus({ preventScroll: true });
    this.owner.chosen(i, this.list[i], `${i + 1} of ${this.list.length}`, step);
  }

  /** Opens the pressed line, or folds it if it is already open. */
  #press(i) {
    const open = i === this.chosen && this.window.flows && this.#fold?.hidden === false;
    this.choose(i);
    if (!open) return;
    this.#fold.hidden = true;
    this.window.draw();
  }

  /** Puts the details under the chosen line. */
  #unfold() {
    const row = this.window.element(this.chosen);
    if (!this.window.flows || !this.#fold || !row) return;
    set(this.#fold, { "aria-rowindex": this.chosen + 2 });
    row.after(this.#fold);
    row.scrollIntoView({ block: "nearest" });
  }

  #draw(i) {
    return el("div", { role: "row", class: "rows-row", "aria-rowindex": i + 2, "data-display": i }, ...this.cells(this.list[i], { type: "button" }));
  }

  #mark(row, chosen) {
    row.classList.toggle("chosen", chosen);
    set(row, { "aria-selected": String(chosen) });
    set(row.querySelector("button"), { tabindex: chosen ? 0 : -1, "aria-expanded": this.window.flows && this.#fold && String(chosen && !this.#fold.hidden) });
    return row;
  }

  #key(e) {
    if (this.#detail?.contains(e.target)) return;
    const last = this.list.length - 1;
    const page = this.window.fits - 1;
    const to = { ArrowDown: this.chosen + 1, ArrowUp: this.chosen - 1, PageDown: Math.min(this.chosen + page, last), PageUp: Math.max(this.chosen - page, 0), Home: 0, End: last }[e.key];
    if (to === undefined || to < 0 || to > last || e.altKey || e.metaKey) return;
    e.preventDefault();
    this.choose(to, true, false);
  }
}
