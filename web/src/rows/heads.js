// The heads of the columns: a click sorts, dragging an edge resizes, and dragging a head moves the
// column. Alt with the arrow keys moves it; with Shift as well, they make it narrower or wider.

import { el, set, visible } from "../view/dom.js";

const FAR = 6; // pixels after which a press is a drag
const LEAST = 40; // pixels of a column
const STEP = 16; // pixels by which a key resizes

/** Follows the pointer until it is released. @param {(e: PointerEvent, ended: boolean) => void} moved */
function follow(moved) {
  const move = (e) => moved(e, false);
  addEventListener("pointermove", move);
  addEventListener("pointerup", (e) => {
    removeEventListener("pointermove", move);
    moved(e, true);
  }, { once: true });
}

export class Heads {
  #owner;
  #columns = [];

  /** @param {{sort(column: string): void, widen(column: string, width: number, ended: boolean): void, move(column: string, to: number): void}} owner */
  constructor(owner) {
    this.#owner = owner;
    this.root = el("div", { role: "rowgroup", class: "rows-head" });
    this.root.addEventListener("pointerdown", (e) => (e.target.closest("[data-edge]") ? this.#resize(e) : this.#drag(e)));
    this.root.addEventListener("click", (e) => {
      const name = e.target.closest("[data-sort]")?.dataset.sort;
      if (name) owner.sort(name);
    });
    this.root.addEventListener("keydown", (e) => {
      const by = e.altKey && { ArrowLeft: -1, ArrowRight: 1 }[e.key];
      const at = this.#at(e.target);
      if (!by || at < 0) return;
      e.preventDefault();
      const { name, width } = this.#columns[at];
      if (e.shiftKey) owner.widen(name, Math.max(width + by * STEP, LEAST), true);
      else owner.move(name, at + by);
    });
  }

  /** The column whose head contains an element; -1 if it cannot be moved. */
  #at = (e) => this.#columns.findIndex((c) => c.name === e?.closest?.("[data-column]")?.dataset.column);

  /**
   * @param {{name: string, title: string, kind: string}[]} heads
   * @param {{name: string, width: number}[]} columns those that are members
   * @param {{name: string, down: boolean}|null} sort
   * @param {boolean} unseen the rows are cards: heads exist for screen readers only
   */
  draw(heads, columns, sort, unseen) {
    this.#columns = columns;
    this.root.classList.toggle("off-screen", unseen);
    const focused = this.root.contains(document.activeElement) && document.activeElement.dataset.sort;
    this.root.replaceChildren(el("div", { role: "row", class: "rows-row", "aria-rowindex": 1 }, ...heads.map(({ name, title, kind }, i) => {
      const sorted = sort?.name === name && (sort.down ? "descending" : "ascending");
      const own = columns.some((c) => c.name === name);
      return el("span", { role: "columnheader", class: kind, "aria-colindex": i + 1, "aria-sort": sorted, "data-column": own && name },
        unseen || title === "#" ? visible(title) : el("button", { type: "button", class: "sort", "data-sort": name, "aria-description": kind === "dated" && "dates in UTC" },
          visible(title), kind === "dated" && el("span", { class: "zone", "aria-hidden": "true" }), sorted && el("span", { "aria-hidden": "true" }, sort.down ? " ↓" : " ↑")),
        own && !unseen && el("span", { class: "edge", "data-edge": name }));
    })));
    if (focused) [...this.root.querySelectorAll("button")].find((b) => b.dataset.sort === focused)?.focus();
  }

  /** Resizes a column as its edge is dragged. */
  #resize(e) {
    const column = this.#columns[this.#at(e.target)];
    e.preventDefault();
    const from = e.clientX - column.width;
    follow((now, ended) => this.#owner.widen(column.name, Math.max(Math.round(now.clientX - from), LEAST), ended));
  }

  /** Moves a column to where its head is dropped. A finger scrolls instead. */
  #drag(e) {
    const at = this.#at(e.target);
    if (at < 0 || e.pointerType === "touch" || e.button) return;
    const under = (now) => this.#at(document.elementFromPoint(now.clientX, now.clientY));
    follow((now, ended) => {
      const to = Math.abs(now.clientX - e.clientX) < FAR ? at : under(now);
      for (const head of this.root.querySelectorAll("[data-column]")) set(head, { "data-drop": !ended && to >= 0 && to !== at && head.dataset.column === this.#columns[to].name && (to < at ? "before" : "after") });
      if (ended && to >= 0 && to !== at) this.#owner.move(this.#columns[at].name, to);
    });
  }
}
