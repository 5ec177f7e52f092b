// What Rows shows instead of rows when none matches: the term that excluded the last of them.

import { byId, visible } from "../view/dom.js";
import { joined, termsOf } from "../view/terms.js";

export class NoneFound {
  #find;
  #shown = ""; // the filter that is explained
  #left = ""; // the filter without the term

  /**
   * @param {{find(where: string): Promise<boolean>, use(where: string): void}} owner find says whether a row matches; use takes another filter
   */
  constructor({ find, use }) {
    this.#find = find;
    byId("rows-none-remove").addEventListener("click", () => use(this.#left));
  }

  hide() {
    this.#shown = "";
    byId("rows-none").hidden = true;
  }

  /** @param {{where: string, failed: boolean}} doc whose filter no row matches */
  async show({ where, failed }) {
    const asked = JSON.stringify([where, failed]);
    if (asked === this.#shown) return;
    this.#shown = asked;
    const terms = termsOf(where);
    let last = failed ? -1 : 0; // with errors only, terms may not be what excludes
    while (last >= 0 && last < terms.length - 1 && await this.#find(joined(terms.slice(0, last + 1)))) last++;
    if (asked !== this.#shown) return;
    this.#left = last < 0 ? where : joined(terms.filter((_, i) => i !== last));
    byId("rows-none-term").textContent = visible(last < 0 ? "Errors only" : terms[last]);
    byId("rows-none").hidden = false;
  }
}
