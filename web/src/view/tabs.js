// The mode tabs, as the ARIA tabs pattern asks: arrows move and choose.

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
    const at = tabs.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[e.key];
    if (at < 0 || to === undefined || e.altKey || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    const tab = tabs[(to + tabs.length) % tabs.length];
    choose(tab.dataset.mode);
    tab.focus();
  });
  return choose;
}
