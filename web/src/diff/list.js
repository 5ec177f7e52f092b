// The list of the rows in which two documents differ.

import { el, visible } from "../view/dom.js";
import { List } from "../view/list.js";
import { changesOf, MARKS, rowsOf, timesOf, twinOf, whoOf } from "./words.js";
import { modelOfSide } from "./side.js";

const NONE = new Map();
const FEW = 200; // lines that are each as tall as their words in a narrow page

/** A difference, parsed only when needed: there may be many. */
const differenceOf = (one) => (one.difference ??= JSON.parse(one.line));

/** A change in words, with the values in bold. */
const wordsOf = (changes) => changes.flatMap(({ name, old, now }, i) => [i ? ", " : "", visible(name), " ", el("b", {}, visible(old)), " → ", el("b", {}, visible(now))]);

export class Differences extends List {
  #asked = false; // whether rows are being read

  /**
   * @param {{scroller, table: HTMLElement}} parts
   * @param {{chosen(index: number, difference: object|null, place: string): void, titleOf(difference: object): string, fieldsOf(difference: object): object[]|undefined, whyOf(difference: object): string}} owner
   */
  constructor(parts, owner) {
    super(parts, ["Difference", "Record", "Table", "Who", "What", "First", "Second"], owner);
  }

  /** @param {string[]} lines of `rowlens diff --json`, placed */
  show(lines, chosen) {
    // The list is no taller than its lines: the rest is for the open one.
    this.window.scroller.style.setProperty("--lines", lines.length);
    this.table.toggleAttribute("data-tables", lines.some((line) => line.includes('"table":"')));
    this.fill(lines.map((line) => ({ line })), chosen);
  }

  flows(count) {
    return count <= FEW;
  }

  choose(i, ...how) {
    differenceOf(this.list[i]);
    super.choose(i, ...how);
  }

  cells(one, button) {
    const d = differenceOf(one);
    const { change, lines: [first, second], error } = d;
    const { fieldsOf, titleOf, whyOf } = this.owner;
    const place = (line, row) => el("span", { role: "gridcell", class: `quiet place-cell${line === undefined || line === null ? "" : " of-text"}` }, String(line ?? (row === null ? "" : `row ${row + 1}`)));
    return [
      el("span", { role: "gridcell", class: `change ${change}` }, el("span", { class: "change-mark", "aria-hidden": "true" }, MARKS[change]), el("button", { ...button, "aria-controls": "difference" }, change)),
      el("span", { role: "gridcell" }, visible(titleOf(d))),
      el("span", { role: "gridcell" }, visible(d.table ?? "")),
      el("span", { role: "gridcell", class: "value" }, visible(one.who ?? whoOf(d, []))),
      el("span", { role: "gridcell", class: "quiet" }, error ? `${whyOf(d)} ` : twinOf(d), ...wordsOf(changesOf(d, one.times ?? NONE, fieldsOf(d)))),
      place(first, d.rows[0]),
      place(second, d.rows[1]),
    ];
  }

  range(from, to) {
    if (!this.#asked) this.#lookUp(from, to);
  }

  /** Reads the rows of the drawn lines, then redraws those lines with what only the row tells. */
  async #lookUp(from, to) {
    const wanted = this.list.slice(from, to).filter((one) => !one.times);
    if (!wanted.length) return;
    this.#asked = true;
    for (const one of wanted) {
      const d = differenceOf(one);
      const models = await Promise.all(rowsOf(d).map(modelOfSide));
      one.times = timesOf(models);
      one.who = whoOf(d, models, this.owner.fieldsOf(d));
    }
    this.#asked = false;
    const focused = this.table.contains(document.activeElement);
    const { scroller } = this.window;
    const { scrollTop } = scroller;
    this.window.clear();
    this.window.draw();
    scroller.scrollTop = scrollTop; // lines that flow take the height with them
    if (focused) this.window.element(this.chosen)?.querySelector("button").focus({ preventScroll: true });
  }
}
