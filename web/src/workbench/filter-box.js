// The filter of a view: applied while one types, and a place in the history once it is entered.

import * as history from "./history.js";

const TYPING = 150; // ms without a keystroke before the filter is applied

export class FilterBox {
  #input;
  #holder;
  #changed;
  #entered = ""; // the filter that was entered before
  #timer = 0;

  /**
   * @param {HTMLInputElement} input
   * @param {{holder: () => {where: string}|null|undefined, changed: () => void}} owner holder has the filter of the document; changed applies it
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

  /** Back leads to the filter before this one, not to letters of it. */
  #enter() {
    this.#typed();
    const held = this.#holder();
    const now = held.where;
    held.where = this.#entered;
    history.replace();
    held.where = this.#entered = now;
    history.push();
  }

  /** Shows the filter that the document has. */
  show() {
    const where = this.#holder()?.where ?? "";
    if (document.activeElement !== this.#input) this.#entered = where;
    if (this.#input.value !== where) this.#input.value = where;
  }

  /** Shows the filter that the document has as one that was entered. */
  enter() {
    this.#input.value = this.#entered = this.#holder().where;
    history.push();
  }
}
