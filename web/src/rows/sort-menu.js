// The menu to sort rows where they are cards and have no heads to click.

import { el, visible } from "../view/dom.js";
import * as menu from "../share/menu.js";

/**
 * @param {HTMLElement} button opens the menu
 * @param {HTMLElement} root the menu
 * @param {{columns(): {name: string, words: string}[], now(): {name: string, down: boolean}|null, sort(order: {name: string, down: boolean}|null): void}} rows
 *   null is the order in which rows are stored
 * @returns {() => void} writes the current order on the button
 */
export function listen(button, root, { columns, now, sort }) {
  const item = (role, is, text, attributes = {}) => el("button", { type: "button", role, tabindex: -1, "aria-checked": String(is), ...attributes }, text);
  const draw = () => {
    const order = now();
    root.replaceChildren(
      item("menuitemradio", !order, "As stored"),
      ...columns().map(({ name, words }) => item("menuitemradio", order?.name === name, visible(words), { "data-name": name })),
      ...(order ? [item("menuitemcheckbox", order.down, "Greatest first", { "data-down": true })] : []));
  };
  // Before the menu itself, which looks at its items when it opens.
  button.addEventListener("click", draw);
  menu.listen(button, root, ({ dataset: { name, down } }) => {
    const order = now();
    if (down !== undefined) sort({ ...order, down: !order.down });
    else sort(name === undefined ? null : { name, down: order?.down ?? false });
  });
  return () => {
    const order = now();
    const words = order && columns().find((c) => c.name === order.name)?.words;
    button.firstElementChild.textContent = words ? `Sort: ${visible(words)} ${order.down ? "↓" : "↑"}` : "Sort";
    button.toggleAttribute("data-chosen", Boolean(words));
  };
}
