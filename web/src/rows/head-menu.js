// The menu at the head of a column, opened with the right button, or Alt and the down arrow.

import * as menu from "../share/menu.js";
import { el, set, visible } from "../view/dom.js";

/**
 * @param {HTMLElement} heads the row of heads
 * @param {HTMLElement} root the menu
 * @param {object} columns what the menu of all columns takes, and also
 *   sorted(): {name: string, down: boolean}|null, sort(order: {name: string, down: boolean}|null): void, filter(name: string): void
 */
export function listen(heads, root, { shown, pinned, numbers, words, dated, choose, pin, spell, sorted, sort, filter }) {
  let name = "";
  let opener = null;
  const other = (names) => (names.includes(name) ? names.filter((one) => one !== name) : [...names, name]);
  const does = {
    up: () => sort({ name, down: false }),
    down: () => sort({ name, down: true }),
    stored: () => sort(null),
    filter: () => filter(name),
    pin: () => pin(other(pinned())),
    number: () => spell(other(numbers())),
    hide: () => choose(shown().filter((one) => one !== name)),
  };
  const item = (what, text, is) => el("button", { type: "button", role: is === undefined ? "menuitem" : what in { pin: 1, number: 1 } ? "menuitemcheckbox" : "menuitemradio", tabindex: -1, "data-do": what, "aria-checked": is === undefined ? null : String(is) }, text);
  const draw = () => {
    const order = sorted();
    const here = order?.name === name;
    const own = shown().includes(name);
    root.replaceChildren(...[
      item("up", "Sort, smallest first", here && !order.down), item("down", "Sort, greatest first", here && order.down), item("stored", "As stored", !order),
      own && item("filter", "Filter by it …"), own && item("pin", "Pin", pinned().includes(name)), own && dated(name) && item("number", "As number", numbers().includes(name)), own && item("hide", "Hide"),
    ].filter(Boolean));
    root.ariaLabel = `Column ${visible(words(name))}`;
  };
  const open = menu.popup(root, () => (opener?.isConnected ? opener : [...heads.querySelectorAll("[data-sort]")].find((b) => b.dataset.sort === name)), (chosen) => does[chosen.dataset.do]());

  /** Opens it below the head, or where the pointer is. */
  const show = (button, x) => {
    opener = button;
    name = button.dataset.sort;
    draw();
    open(true);
    const below = button.getBoundingClientRect();
    const around = root.offsetParent.getBoundingClientRect();
    set(root, { style: null });
    root.style.left = `${Math.max(Math.min((x || below.left) - around.left, around.width - root.offsetWidth), 0)}px`;
    root.style.top = `${below.bottom - around.top}px`;
  };
  const headOf = (e) => e.target.closest("[role=columnheader]")?.querySelector("[data-sort]");
  heads.addEventListener("contextmenu", (e) => {
    const button = headOf(e);
    if (!button) return;
    e.preventDefault();
    show(button, e.clientX);
  });
  heads.addEventListener("keydown", (e) => {
    const button = headOf(e);
    if (!button || !e.altKey || e.key !== "ArrowDown") return;
    e.preventDefault();
    show(button);
  });
}
