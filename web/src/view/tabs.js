// The tabs of the views and of the tools, by the ARIA tabs pattern: arrow keys move and
// choose. Both lists share one choice.

import { arrowTarget } from "./arrows.js";
import { set, write } from "./dom.js";

/**
 * @param {HTMLElement[]} lists
 * @param {(name: string) => void} chosen by the reader
 * @returns {(name: string) => void} shows a tab as the selected one
 */
export function listen(lists, chosen) {
  const tabsOf = (list) => [...list.querySelectorAll("[role=tab]")];
  for (const list of lists) {
    list.addEventListener("click", (e) => {
      const tab = e.target.closest("[role=tab]");
      if (tab) chosen(tab.dataset.view);
    });
    list.addEventListener("keydown", (e) => {
      const tab = arrowTarget(e, tabsOf(list).filter((t) => t.checkVisibility()));
      if (!tab) return;
      chosen(tab.dataset.view);
      tab.focus();
    });
  }
  return (name) => {
    for (const tabs of lists.map(tabsOf)) {
      const here = tabs.find((t) => t.dataset.view === name);
      for (const t of tabs) set(t, { "aria-selected": String(t === here), tabindex: t === (here ?? tabs[0]) ? 0 : -1 });
    }
  };
}

/** Shows a count on a tab. @param {string} kind of the worst finding, for its colour */
export function showCount(name, text, kind = "") {
  const count = document.getElementById(`count-${name}`);
  write(count, text);
  set(count, { class: `count ${kind}` });
}
