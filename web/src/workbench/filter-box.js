// The filter of a view: applied while the reader types, and added to the history once it is entered.

import * as history from "./history.js";

const TYPING = 150; // ms without a keystroke before the filter is applied

export class FilterBox {
  #input;
  #holder;
  #changed;
  #entered = ""; // the filter last entered
  #timer = 0;

  /**
   * @param {HTMLInputElement} input
   * @param {{holder: () => {where: string}|null|undefined, changed: () => void}} owner holder has the document's filter; changed applies it
   */
  constructor(input, { holder, changed }) {
    [this.#input, this.#holder, this.#changed] = [input, holder, changed];
    input.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#typed(), TYPING);
    });
    input.addEventListener("keydown", (e) => {
      if (e.key === "Enter" && holder()) this.#enter();
    });
  }

  #typed() {
    clearTimeout(this.#timer);
    const held = this.#holder();
    if (!held || held.where === this.#input.value) return;
    held.where = this.#input.value;
    this.#changed();
    history.replace();
  }

  /** Makes Back return to the previous filter, not to letters of this one. */
  #enter() {
    this.#typed();
    const held = this.#holder();
    const now = held.where;
    held.where = this.#entered;
    history.replace();
    held.where = this.#entered = now;
    history.push();
  }

  /** Shows the document's filter. */
  show() {
    const where = this.#holder()?.where ?? "";
    if (document.activeElement !== this.#input) this.#entered = where;
    if (this.#input.value !== where) this.#input.value = where;
  }

  /** Shows the document's filter as one that was entered. */
  enter() {
    this.#input.value = this.#entered = this.#holder().where;
    history.push();
  }
}
