// What Rows shows instead of rows when none matches: the term that excluded the last of them, and whether its name is one.

import { recordKinds } from "../app.js";
import { byId, visible } from "../view/dom.js";
import { joined, termsOf } from "../view/terms.js";
import { namesHere, own } from "../workbench/member-names.js";
import { namesIn, near, unordered } from "./near.js";

export class NoneFound {
  #find;
  #shown = ""; // the filter that is explained
  #left = ""; // the filter without the term
  #explained;
  why = ""; // what is most likely wrong with the term, once that is known

  /**
   * @param {{find(where: string): Promise<boolean>, use(where: string): void, explained(): void}} owner find says whether a row matches; use takes another filter; explained is called when why is known
   */
  constructor({ find, use, explained }) {
    this.#find = find;
    this.#explained = explained;
    byId("rows-none-remove").addEventListener("click", () => use(this.#left));
  }

  hide() {
    this.#shown = this.why = "";
    byId("rows-none").hidden = true;
  }

  /** @param {{where: string, failed: boolean}} doc whose filter no row matches */
  async show({ where, failed }) {
    const asked = JSON.stringify([where, failed]);
    if (asked === this.#shown) return;
    this.#shown = asked;
    this.why = "";
    const terms = termsOf(where);
    let last = failed ? -1 : 0; // with errors only, terms may not be what excludes
    while (last >= 0 && last < terms.length - 1 && await this.#find(joined(terms.slice(0, last + 1)))) last++;
    if (asked !== this.#shown) return;
    this.#left = last < 0 ? where : joined(terms.filter((_, i) => i !== last));
    byId("rows-none-term").textContent = visible(last < 0 ? "Errors only" : terms[last]);
    byId("rows-none-why").textContent = "";
    byId("rows-none").hidden = false;
    const why = last < 0 ? "" : await this.#why(terms[last]);
    if (asked !== this.#shown || !why) return;
    byId("rows-none-why").textContent = this.why = why;
    this.#explained();
  }

  /** What is most likely wrong with a term: a name that no row has, or a value that is no time; "" if nothing. */
  async #why(term) {
    for (const name of namesIn(term)) {
      if (own().includes(name) || await this.#find(`${name} ~ "^"`)) continue; // any text begins somewhere
      const like = near(name, namesHere(await recordKinds()).filter((other) => other !== name));
      return visible(`No row has a member called ${name}${like.length ? `; near: ${like.join(", ")}` : ""}.`);
    }
    const word = unordered(term);
    return word && visible(`${word} is neither a number nor a time, and is compared as text.`);
  }
}
