// The keys that work everywhere, and the dialog that lists all keys.

import { get, put } from "../io/kept.js";
import { set } from "./dom.js";

const typing = (e) => e.target.closest?.("input:not([type=checkbox]):not([type=file]), textarea, select") !== null;

/**
 * @param {{dialog: HTMLDialogElement, open: HTMLElement, close: HTMLElement, singles: HTMLInputElement, input: () => HTMLElement, regions: () => HTMLElement[]}} page
 *   input is what "/" focuses; regions are the Tab stops and the lines to read, in order; hidden ones are
 *   skipped
 * @returns {() => boolean} whether single-character shortcuts are on
 */
export function listen({ dialog, open, close, singles, input, regions }) {
  singles.checked = get("single-keys") !== "off";
  singles.addEventListener("change", () => put("single-keys", singles.checked ? null : "off"));
  open.addEventListener("click", () => dialog.showModal());
  close.addEventListener("click", () => dialog.close());

  addEventListener("keydown", (e) => {
    if (e.key === "F6") {
      e.preventDefault();
      nextRegion(regions(), e.shiftKey ? -1 : 1);
      return;
    }
    if (!singles.checked || typing(e) || e.ctrlKey || e.metaKey || e.altKey || dialog.open) return;
    if (e.key === "/") {
      e.preventDefault();
      input()?.focus();
    } else if (e.key === "?") {
      e.preventDefault();
      dialog.showModal();
    }
  });
  return () => singles.checked;
}

function nextRegion(list, by) {
  const shown = list.filter((r) => r && r.offsetParent !== null);
  const now = shown.findIndex((r) => r.contains(document.activeElement));
  const next = shown[(now + by + shown.length) % shown.length] ?? shown[0];
  const visible = (selector) => [...(next?.querySelectorAll(selector) ?? [])].find((e) => e.offsetParent !== null);
  const stop = next?.matches("[tabindex='0'], textarea, input") ? next : visible("[aria-selected=true][tabindex='0']") ?? visible("[tabindex='0']") ?? visible("button:not(:disabled), input, select");
  if (next && !stop) set(next, { tabindex: -1 }); // plain text, which needs a tabindex to take the focus
  (stop ?? next)?.focus();
}
