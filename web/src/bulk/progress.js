// The progress bar, and the button that cancels the work.

import { byId, set } from "../view/dom.js";

export class Progress {
  /** @param {() => void} cancel */
  constructor(cancel) {
    this.box = byId("bulk-progress");
    this.bar = byId("bulk-bar");
    byId("bulk-cancel").addEventListener("click", () => {
      this.hide();
      cancel();
    });
  }

  /** @param {string} name of the work @param {number} part done, from 0 to 1 */
  show(name, part) {
    const percent = Math.floor(100 * Math.min(part, 1));
    this.box.hidden = false;
    set(this.bar, { "aria-label": name, "aria-valuenow": percent });
    byId("bulk-part").style.width = `${percent}%`;
    byId("bulk-percent").textContent = `${percent} %`;
  }

  hide() {
    this.box.hidden = true;
  }
}
