// The mode tabs, by the ARIA tabs pattern: arrow keys move and choose.

import { arrowTarget } from "./arrows.js";
import { byId, set } from "./dom.js";

/**
 * @param {HTMLElement} root
 * @param {(mode: string) => void} chosen
 * @returns {(mode: string) => void} chooses a mode
 */
export function listen(root, chosen) {
  const tabs = [...root.querySelectorAll("[role=tab]")];
  const choose = (mode) => {
    if (!tabs.some((t) => t.dataset.mode === mode)) return;
    for (const t of tabs) {
      const is = t.dataset.mode === mode;
      set(t, { "aria-selected": String(is), tabindex: is ? 0 : -1 });
      byId(t.getAttribute("aria-controls")).hidden = !is;
    }
    document.documentElement.dataset.mode = mode;
    chosen(mode);
  };
  root.addEventListener("click", (e) => {
    const tab = e.target.closest("[role=tab]");
    if (tab) choose(tab.dataset.mode);
  });
  root.addEventListener("keydown", (e) => {
    const tab = arrowTarget(e, tabs);
    if (!tab) return;
    choose(tab.dataset.mode);
    tab.focus();
  });
  return choose;
}
