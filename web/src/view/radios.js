// Buttons one of which is chosen, by the ARIA pattern for radio groups: arrow keys move and choose.

import { arrowTarget } from "./arrows.js";
import { set } from "./dom.js";

const SAME = { ArrowDown: "ArrowRight", ArrowUp: "ArrowLeft" };

/**
 * @param {HTMLElement} group its buttons have data-value
 * @param {(value: string) => void} chosen by the reader
 * @returns {(value: string) => void} shows one as chosen
 */
export function listen(group, chosen) {
  const buttons = [...group.querySelectorAll("[role=radio]")];
  group.addEventListener("click", (e) => {
    const button = e.target.closest("[role=radio]");
    if (button) chosen(button.dataset.value);
  });
  group.addEventListener("keydown", (e) => {
    const button = arrowTarget({ key: SAME[e.key] ?? e.key, altKey: e.altKey, ctrlKey: e.ctrlKey, metaKey: e.metaKey, preventDefault: () => e.preventDefault() }, buttons);
    if (!button) return;
    chosen(button.dataset.value);
    button.focus();
  });
  return (value) => {
    for (const b of buttons) set(b, { "aria-checked": String(b.dataset.value === value), tabindex: b.dataset.value === value ? 0 : -1 });
  };
}
