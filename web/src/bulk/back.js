// Opens a row of the Bulk mode in Decode, and returns to the same place: with the
// button, with Escape, or with the browser's Back.

import { current, page } from "../app.js";
import { byId, el } from "../view/dom.js";

export class Back {
  #restore = null;
  pending = false; // whether the mode is being chosen to return to the rows

  constructor() {
    this.button = el("button", { type: "button", id: "bulk-back", class: "text-button", hidden: true });
    byId("panel-decode").prepend(this.button);
    this.button.addEventListener("click", () => history.back());
    addEventListener("popstate", (e) => {
      if (this.#restore && !e.state?.bulkRow && page.dataset.mode === "decode") this.#leave();
    });
    addEventListener("keydown", (e) => {
      if (e.key !== "Escape" || e.defaultPrevented || !this.#restore || page.dataset.mode !== "decode") return;
      if (e.target.closest("input, textarea, select, dialog, [role=grid], [role=treeitem]")) return;
      history.back();
    });
  }

  /** Opens text in Decode. @param {() => void} restore restores the place in Bulk */
  open(text, what, restore) {
    this.#restore = restore;
    this.button.textContent = `← Back to ${what}`;
    this.button.hidden = false;
    history.pushState({ bulkRow: true }, "");
    current.open("decode", { text, note: "" });
    this.button.focus();
  }

  #leave() {
    this.pending = true;
    current.choose("bulk");
  }

  /** Restores the place, once the mode is shown. */
  finish() {
    this.pending = false;
    this.button.hidden = true;
    const restore = this.#restore;
    this.#restore = null;
    restore?.();
  }
}
