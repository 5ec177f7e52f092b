// The facets beside the rows: values with counts, each of which writes itself into the filter.

import { el, icon, visible } from "../view/dom.js";
import { equals } from "../view/expression.js";
import { number } from "../view/figures.js";
import { excluding, termsOf } from "../view/terms.js";
import { fieldWords } from "../view/words.js";

/** "index values" as a heading. */
const heading = (name) => `${fieldWords(name)[0].toUpperCase()}${fieldWords(name).slice(1)}`;

export class FacetList {
  #root;

  /** @param {HTMLElement} root @param {(term: string, exclude: boolean) => void} choose */
  constructor(root, choose) {
    this.#root = root;
    root.addEventListener("click", (e) => {
      const facet = e.target.closest("[data-term]");
      if (facet) choose(facet.dataset.term, e.altKey);
    });
  }

  /** Shows nothing. */
  clear() {
    this.#root.replaceChildren();
  }

  /**
   * @param {{kinds: {title: string, count: number}[], members: {name: string, values: {text: string, count: number}[]}[], failed: number, problems: {term: string, text: string, count: number}[], limited: boolean}} facets
   * @param {string} filter
   */
  show({ kinds, members, failed, problems, limited, looked }, filter) {
    const terms = termsOf(filter);
    const focused = this.#root.contains(document.activeElement) ? document.activeElement.dataset.term : undefined;
    const some = (v) => v.count > 0 || terms.includes(v.term) || terms.includes(excluding(v.term));
    const group = (title, values, kind = "") => values.some(some) && this.#group(title, values, terms, kind);
    this.#root.replaceChildren(...[
      group("Record kind", kinds.map((k) => ({ text: k.title, count: k.count, term: equals("record", k.title) }))),
      ...members.map((m) => group(heading(m.name), m.values.map((v) => ({ ...v, term: equals(m.name, v.text) })))),
      group("Problems", [...(failed ? [{ text: "does not decode", count: failed, term: "failed = true" }] : []), ...problems], "error"),
      limited && el("p", { class: "quiet" }, `Values are counted in the first ${number(looked)} rows.`),
    ].filter(Boolean));
    if (focused) [...this.#root.querySelectorAll("[data-term]")].find((e) => e.dataset.term === focused)?.focus({ preventScroll: true });
  }

  #group(title, values, terms, kind) {
    const id = `facet-${title.replaceAll(/\W/g, "-")}`;
    const most = values.reduce((n, v) => Math.max(n, v.count), 1);
    return el("div", { role: "group", "aria-labelledby": id, class: kind },
      el("h2", { id }, visible(title)), ...values.map((v) => this.#value(v, terms, most)));
  }

  #value({ text, count, term }, terms, most) {
    const chosen = terms.includes(term);
    const out = terms.includes(excluding(term));
    const words = `${text}, ${number(count)} ${count === 1 ? "row" : "rows"}${out ? ", excluded" : ""}`;
    const e = el("button", { type: "button", class: out ? "facet excluded" : "facet", "data-term": term, "aria-pressed": String(chosen), "aria-label": visible(words), title: visible(text) },
      el("span", { class: "facet-name" }, visible(text)), " ", (chosen || out) && icon("close"), el("span", { class: "facet-count" }, number(count)));
    e.style.setProperty("--share", String(count / most));
    return e;
  }
}
