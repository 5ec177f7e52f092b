// The facets beside the rows: values with counts; each can write itself into the filter.

import { el, icon, visible } from "../view/dom.js";
import { during, equals } from "../view/expression.js";
import { number } from "../view/figures.js";
import { boundOf, excluding, termsOf } from "../view/terms.js";
import { dateOf } from "../times.js";

/** "index values" as a heading. */
const heading = (words) => `${words[0].toUpperCase()}${words.slice(1)}`;

export class FacetList {
  terms = []; // all it can write into the filter, except times
  #root;
  #times = null;
  #from = -1; // the bar at which a period begins

  /** @param {HTMLElement} root @param {{choose(term: string, exclude: boolean): void, period(name: string, term: string): void}} owner */
  constructor(root, owner) {
    this.#root = root;
    const bar = (e) => Number(e.target.closest("[data-bar]")?.dataset.bar ?? -1);
    root.addEventListener("click", (e) => {
      const facet = e.target.closest("[data-term]");
      if (facet) owner.choose(facet.dataset.term, e.altKey);
      if (bar(e) >= 0) this.#choose(e.shiftKey ? this.#from : -1, bar(e), owner);
    });
    // Dragging selects from bar to bar.
    root.addEventListener("pointerdown", (e) => { if (bar(e) >= 0 && !e.shiftKey) this.#from = bar(e); });
    root.addEventListener("pointerup", (e) => {
      if (bar(e) >= 0 && this.#from >= 0 && bar(e) !== this.#from) this.#choose(this.#from, bar(e), owner);
    });
    root.addEventListener("keydown", (e) => {
      const by = bar(e) < 0 ? 0 : { ArrowLeft: -1, ArrowRight: 1 }[e.key];
      const all = by ? [...root.querySelectorAll("[data-bar]")] : [];
      all[all.indexOf(e.target) + by]?.focus();
      if (by) e.preventDefault();
    });
  }

  /** Selects the period from one bar to another; from -1 means to the same bar. */
  #choose(from, to, { period }) {
    const { name, bars } = this.#times;
    const [a, b] = [from < 0 ? to : from, to].sort((x, y) => x - y);
    this.#from = to;
    period(name, during(name, bars[a].from, bars[b].to));
  }

  /** Shows nothing. */
  clear() {
    this.terms = [];
    this.#root.replaceChildren();
  }

  /**
   * @param {{kinds: {title: string, count: number}[], members: {name: string, values: {text: string, count: number}[]}[], failed: number, problems: {term: string, text: string, count: number}[], times: object|null, limited: boolean}} facets
   * @param {string} filter
   * @param {(name: string) => string} words the name of a member
   * @param {(name: string, text: string) => string} told the name of one of its values
   */
  show({ kinds, members, failed, problems, times, limited, looked }, filter, words, told) {
    this.#times = times;
    const terms = termsOf(filter);
    const focused = this.#root.contains(document.activeElement) ? document.activeElement.dataset.term : undefined;
    const bar = this.#root.contains(document.activeElement) ? document.activeElement.dataset.bar : undefined;
    const some = (v) => v.count > 0 || terms.includes(v.term) || terms.includes(excluding(v.term));
    const groups = [
      ["Record kind", kinds.map((k) => ({ text: k.title, count: k.count, term: equals("record", k.title) }))],
      ...members.map((m) => [heading(words(m.name)), m.values.map((v) => ({ ...v, text: told(m.name, v.text), term: equals(m.name, v.text) }))]),
      ["Problems", [...(failed ? [{ text: "does not decode", count: failed, term: "failed = true" }] : []), ...problems], "error"],
    ];
    this.terms = groups.flatMap(([, values]) => values.map((v) => v.term));
    this.#root.replaceChildren(...[
      ...groups.map(([title, values, kind = ""]) => values.some(some) && this.#group(title, values, terms, kind)),
      times && this.#histogram(times, terms, heading(words(times.name))),
      limited && el("p", { class: "quiet" }, `Values are counted in the first ${number(looked)} rows.`),
    ].filter(Boolean));
    if (focused) [...this.#root.querySelectorAll("[data-term]")].find((e) => e.dataset.term === focused)?.focus({ preventScroll: true });
    if (bar !== undefined) this.#root.querySelector(`[data-bar="${bar}"]`)?.focus({ preventScroll: true });
  }

  /** The times of the rows; a bar, or several in sequence, is a period. */
  #histogram({ name, bars }, terms, title) {
    const most = bars.reduce((n, b) => Math.max(n, b.count), 1);
    const bounds = terms.filter((t) => boundOf(t) === name);
    const within = (b) => bounds.length > 0 && bounds.every((t) => (t.includes(" >= ") ? b.from >= Date.parse(t.split(" >= ")[1]) : b.to < Date.parse(t.split(" < ")[1])));
    const date = (ms) => dateOf(new Date(ms).toISOString());
    // The date or, within a single day, the hours; the first end then names the day of both.
    const days = bars.at(-1).to - bars[0].from > 86_400_000;
    const ends = [date(bars[0].from).slice(0, days ? 10 : 16), date(bars.at(-1).to + 1).slice(...(days ? [0, 10] : [11]))];
    const list = bars.map((b, i) => {
      const words = `${date(b.from)} to ${date(b.to + 1)}, ${number(b.count)} ${b.count === 1 ? "row" : "rows"}`;
      const e = el("button", { type: "button", class: "facet-bar", "data-bar": i, "aria-pressed": String(within(b)), "aria-label": words, title: words, tabindex: i ? -1 : null });
      e.style.setProperty("--share", String(b.count / most));
      return e;
    });
    return el("div", { role: "group", "aria-labelledby": "facet-times", "aria-description": "arrow keys go from bar to bar; with Shift a bar extends the period" },
      el("h2", { id: "facet-times" }, title), el("p", { class: "quiet facet-hint", "aria-hidden": "true" }, "drag to filter"),
      el("div", { class: "facet-bars" }, ...list),
      el("p", { class: "quiet facet-ends", "aria-hidden": "true" }, ...ends.map((text) => el("span", {}, text))));
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
