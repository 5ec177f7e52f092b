// The blocks of a file, drawn to scale: a line of boxes, one of them selected.

import { count, range } from "../bytes.js";
import { el, set, visible } from "../view/dom.js";
import { number } from "../view/figures.js";

const SHOWN = 200; // blocks at a time

/** The name of a block among those of the same kind: "data block 3". */
const nameOf = (list, i) => (list.filter((p) => p.what === list[i].what).length > 1 ? `${list[i].what} ${list.slice(0, i + 1).filter((p) => p.what === list[i].what).length}` : list[i].what);

export class Blocks {
  list = [];
  chosen = -1;
  #from = 0;
  #names = [];

  /**
   * @param {HTMLElement} root role listbox
   * @param {HTMLElement} note says which are shown, if not all
   * @param {(index: number) => void} choose
   */
  constructor(root, note, choose) {
    this.root = root;
    this.note = note;
    root.addEventListener("click", (e) => {
      const option = e.target.closest("[role=option]");
      if (option) choose(Number(option.dataset.block));
    });
    root.addEventListener("keydown", (e) => {
      const last = this.list.length - 1;
      const to = { ArrowRight: this.chosen + 1, ArrowDown: this.chosen + 1, ArrowLeft: this.chosen - 1, ArrowUp: this.chosen - 1, Home: 0, End: last, PageDown: Math.min(this.chosen + SHOWN, last), PageUp: Math.max(this.chosen - SHOWN, 0) }[e.key];
      if (to === undefined || to < 0 || to > last || e.altKey || e.ctrlKey || e.metaKey) return;
      e.preventDefault();
      choose(to);
    });
  }

  /** Shows the blocks of a file. @param {object[]} list as in the output of `rowlens inspect --structure --json` */
  show(list) {
    this.list = list;
    this.chosen = -1;
    this.#from = -1;
    this.#names = list.length > SHOWN ? list.map((p, i) => `${p.what}, ${i + 1}`) : list.map((_, i) => nameOf(list, i));
  }

  /** The name of a block. */
  name(i) {
    return this.#names[i];
  }

  /** Frames a block, and shows its neighbours. */
  mark(i) {
    this.chosen = i;
    const from = i - (i % SHOWN);
    if (from !== this.#from) this.#draw(from);
    for (const option of this.root.children) set(option, { "aria-selected": String(Number(option.dataset.block) === i) });
    const option = this.root.children[i - from];
    set(this.root, { "aria-activedescendant": option?.id });
    option?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #draw(from) {
    this.#from = from;
    const part = this.list.slice(from, from + SHOWN);
    const largest = part.reduce((most, p) => Math.max(most, p.bytes), 1);
    this.root.replaceChildren(...part.map((p, i) => {
      const n = from + i;
      const damaged = p.damage && !p.damage.remark;
      const option = el("div", { role: "option", id: `block-${n}`, class: damaged ? "block damaged" : "block", "data-block": n, "aria-label": visible(`${this.#names[n]} ${range(p.offset, p.offset + p.bytes)}, ${count(p.bytes, "byte")}${damaged ? ", damaged" : ""}`), title: visible(this.#names[n]) },
        el("span", { class: "box" }), el("span", { class: "block-name" }, el("span", {}, visible(this.#names[n])), " ", el("span", { class: "block-range" }, range(p.offset, p.offset + p.bytes))));
      option.style.setProperty("--size", Math.max(p.bytes, 1));
      option.style.setProperty("--share", p.bytes / largest);
      return option;
    }));
    this.note.textContent = part.length < this.list.length ? `Blocks ${number(from + 1)} to ${number(from + part.length)} of ${number(this.list.length)}.` : "";
  }
}
