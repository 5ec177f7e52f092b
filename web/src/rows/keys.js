// The single keys of Rows.

import { current, singles } from "../app.js";

/** @param {Record<string, () => void>} does by key */
export function listen(does) {
  addEventListener("keydown", (e) => {
    const field = e.target.closest?.("input:not([type=checkbox]):not([type=file]), textarea, select, dialog");
    if (current.name !== "rows" || !does[e.key] || e.defaultPrevented || field || e.ctrlKey || e.metaKey || e.altKey || !singles()) return;
    e.preventDefault();
    does[e.key]();
  });
}
