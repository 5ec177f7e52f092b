// The progress bar, and the button that cancels the work.

import { byId, hide, set } from "../view/dom.js";

export class Progress {
  /** @param {() => void} cancel */
  constructor(cancel) {
    this.box = byId("progress");
    this.bar = byId("progress-bar");
    byId("cancel").addEventListener("click", () => {
      this.hide();
      cancel();
    });
  }

  /** @param {string} name of the work @param {number|null} part done, from 0 to 1; null if nobody knows */
  show(name, part) {
    const percent = part === null ? null : Math.floor(100 * Math.min(part, 1));
    this.box.hidden = false;
    set(this.bar, { "aria-label": name, "aria-valuenow": percent });
    byId("progress-part").style.width = `${percent ?? 0}%`;
    byId("progress-percent").textContent = percent === null ? "" : `${percent} %`;
  }

  hide() {
    hide(this.box, true);
  }
}
