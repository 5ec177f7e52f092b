// Menus, by the ARIA menu pattern.

import { el, set } from "../view/dom.js";

/**
 * @param {HTMLElement} menu
 * @param {() => HTMLElement} opener the control it belongs to, which gets the focus back
 * @param {(item: HTMLElement) => void} chosen
 * @returns {(is: boolean) => void} opens it, or closes it
 */
export function popup(menu, opener, chosen) {
  let items = [];
  const open = (is) => {
    menu.hidden = !is;
    items = [...menu.querySelectorAll("[role^=menuitem]:not([hidden])")];
    if (opener()?.ariaHasPopup) set(opener(), { "aria-expanded": String(is) });
    if (is) items[0]?.focus({ preventScroll: true });
  };
  menu.addEventListener("click", (e) => {
    const item = e.target.closest("[role^=menuitem]");
    if (!item) return;
    open(false);
    opener()?.focus();
    chosen(item);
  });
  menu.addEventListener("keydown", (e) => {
    const at = items.indexOf(document.activeElement);
    const last = items.length - 1;
    const to = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at === 0 ? last : at - 1, Home: 0, End: last }[e.key] ?? startsWith(e, items, at);
    if (e.key === "Escape") opener()?.focus();
    if (e.key === "Escape" || e.key === "Tab") open(false);
    if (to === undefined || e.altKey || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    e.stopPropagation();
    items[to].focus({ preventScroll: true });
  });
  addEventListener("click", (e) => {
    if (!menu.hidden && !menu.contains(e.target) && !opener()?.contains(e.target)) open(false);
  });
  return open;
}

/**
 * @param {HTMLElement} button opens it
 * @param {HTMLElement} menu
 * @param {(item: HTMLElement) => void} chosen
 */
export function listen(button, menu, chosen) {
  const open = popup(menu, () => button, chosen);
  button.addEventListener("click", () => open(menu.hidden));
}

/**
 * The menu for what does not fit in a narrow window: each item stands for a button or link elsewhere.
 * @param {HTMLElement} button opens it
 * @param {HTMLElement} menu
 * @param {() => HTMLElement[]} left what is in it now; a number after a name is not part of the name
 */
export function listenToRest(button, menu, left) {
  let shown = [];
  // Before the menu itself, which looks at its items when it opens.
  button.addEventListener("click", () => {
    shown = left();
    menu.replaceChildren(...shown.map((one) => el("button", { type: "button", role: "menuitem", tabindex: -1 }, one.firstChild.textContent.trim())));
  });
  listen(button, menu, (item) => {
    const one = shown[[...menu.children].indexOf(item)];
    one.click();
    one.focus();
  });
}

/** The index of the next item that starts with the typed letter. */
function startsWith(e, items, at) {
  if (e.key.length !== 1 || e.key === " ") return undefined;
  const order = items.map((_, i) => (at + 1 + i) % items.length);
  return order.find((i) => items[i].textContent.trim().toLowerCase().startsWith(e.key.toLowerCase()));
}
