// A table with any number of rows of equal height; only those near the viewport are in
// the page. The owner draws rows; the window decides which, and where they go. A list that
// flows has all its rows in the page, each as tall as it needs.

const MOST = 12_000_000; // pixels; browsers clip taller elements
const AROUND = 12; // rows drawn above and below the visible ones

export class Window {
  count = 0;
  flows = false;
  #height = 0; // of a row; 0 until it is needed, since the browser computes styles for it
  #drawn = new Map(); // elements by row
  #wanted = 0; // the requested animation frame, or 0

  /**
   * @param {HTMLElement} scroller what scrolls
   * @param {HTMLElement} body what holds the rows
   * @param {{draw(row: number, element: HTMLElement|undefined): HTMLElement, range(from: number, to: number): void}} owner
   */
  constructor(scroller, body, owner) {
    this.scroller = scroller;
    this.body = body;
    this.owner = owner;
    scroller.addEventListener("scroll", () => this.soon());
    new ResizeObserver(() => this.soon()).observe(scroller);
    this.#stretch();
  }

  /** Reads the height of a row again, as set by the style sheet or the owner. */
  measure() {
    this.#height = 0;
    this.#stretch();
  }

  get height() {
    return (this.#height ||= Number.parseFloat(getComputedStyle(this.body).getPropertyValue("--row")));
  }

  #stretch() {
    const tall = this.count && this.count * this.height;
    this.body.style.height = this.flows ? "" : `${Math.min(tall, MOST)}px`;
  }

  get #room() {
    return Math.max(this.scroller.clientHeight - this.body.offsetTop, 0);
  }

  /** How many rows fit. */
  get fits() {
    return Math.max(Math.floor(this.#room / this.height), 1);
  }

  /** How many times taller the rows are than the scrolled element. */
  get #scale() {
    const tall = this.count * this.height;
    return tall <= MOST ? 1 : (tall - this.#room) / (MOST - this.#room);
  }

  /** The first visible row, with a fraction. */
  get top() {
    return (this.scroller.scrollTop * this.#scale) / this.height;
  }

  set top(row) {
    this.scroller.scrollTop = (row * this.height) / this.#scale;
    this.draw();
  }

  /** Sets how many rows there are. */
  resize(count) {
    this.count = count;
    this.#stretch();
    this.draw();
  }

  /** Scrolls the least distance that shows the whole row. */
  reveal(row) {
    if (this.flows) return this.#revealTall(row);
    const top = this.top;
    if (row < top) this.top = row;
    else if (row + 1 > top + this.#room / this.height) this.top = row + 1 - this.#room / this.height;
    else this.draw();
  }

  #revealTall(row) {
    this.draw();
    const [own, all] = [this.element(row) ?? this.body, this.scroller].map((e) => e.getBoundingClientRect());
    if (own.top < all.top) this.scroller.scrollTop -= all.top - own.top;
    else if (own.bottom > all.bottom) this.scroller.scrollTop += own.bottom - all.bottom;
  }

  soon() {
    this.#wanted ||= requestAnimationFrame(() => {
      this.#wanted = 0;
      this.draw();
    });
  }

  /** Draws the rows near the viewport and removes all others. */
  draw() {
    // Usually hidden along with its view, which can be checked without a layout.
    if (this.scroller.closest("[hidden]") || !this.scroller.offsetParent) return;
    const { height } = this;
    const top = this.top;
    const from = this.flows ? 0 : Math.max(Math.floor(top) - AROUND, 0);
    const to = this.flows ? this.count : Math.min(Math.ceil(top + this.#room / height) + AROUND, this.count);
    this.owner.range(from, to);
    for (const [row, element] of this.#drawn) {
      // A focused row stays, or the focus would be lost.
      if (row >= from && row < to || element.contains(document.activeElement)) continue;
      element.remove();
      this.#drawn.delete(row);
    }
    const shift = this.scroller.scrollTop - top * height; // 0 unless there are too many rows for the page
    let last = null;
    for (let row = from; row < to; row++) {
      const old = this.#drawn.get(row);
      const element = this.owner.draw(row, old);
      element.style.top = `${Math.round(row * height + shift)}px`;
      if (element !== old) {
        old?.remove();
        this.#drawn.set(row, element);
      }
      // In page order, since screen readers follow it.
      if (element.parentNode !== this.body) {
        if (last) last.after(element);
        else this.body.prepend(element);
      }
      last = element;
    }
  }

  /** The element of a row, if it is drawn. */
  element(row) {
    return this.#drawn.get(row);
  }

  /** Removes all drawn rows. */
  clear() {
    for (const element of this.#drawn.values()) element.remove();
    this.#drawn.clear();
  }
}
