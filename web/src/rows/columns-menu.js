// The columns that Rows shows, as the reader chooses them.

import { el, set, visible } from "../view/dom.js";

/**
 * @param {HTMLElement} button opens the list
 * @param {HTMLElement} list
 * @param {{all(): string[], shown(): string[], pinned(): string[], choose(names: string[]|null): void, pin(names: string[]): void}} columns choose takes null for those that the page finds best
 */
export function listen(button, list, { all, shown, pinned, choose, pin }) {
  const line = (name, is, stays) => el("div", { class: "column-line" },
    el("label", { class: "check" }, el("input", { type: "checkbox", "data-column": name, checked: is }), el("span", {}, visible(name))),
    is && el("button", { type: "button", class: "text-button", "data-pin": name, "aria-pressed": String(stays), "aria-label": `Pin ${visible(name)}` }, "Pin"));
  const draw = () => {
    const now = shown();
    const stay = pinned();
    list.replaceChildren(
      ...[...now, ...all().filter((name) => !now.includes(name))].map((name) => line(name, now.includes(name), stay.includes(name))),
      el("button", { type: "button", class: "text-button choose" }, "Choose them for me"));
  };
  const redraw = (selector) => {
    draw();
    list.querySelector(selector)?.focus();
  };
  const open = (is) => {
    if (is) draw();
    list.hidden = !is;
    set(button, { "aria-expanded": String(is) });
    if (is) list.querySelector("input")?.focus();
  };
  button.addEventListener("click", () => open(list.hidden));
  list.addEventListener("change", ({ target }) => {
    const name = target.dataset.column;
    choose(target.checked ? [...shown(), name] : shown().filter((one) => one !== name));
    redraw(`[data-column="${CSS.escape(name)}"]`);
  });
  list.addEventListener("click", (e) => {
    const { pin: name } = e.target.closest("button")?.dataset ?? {};
    if (name) {
      pin(pinned().includes(name) ? pinned().filter((one) => one !== name) : [...pinned(), name]);
      redraw(`[data-pin="${CSS.escape(name)}"]`);
    } else if (e.target.closest("button")) {
      choose(null);
      redraw(".choose");
    }
  });
  list.addEventListener("keydown", (e) => {
    if (e.key !== "Escape") return;
    open(false);
    button.focus();
  });
  addEventListener("click", (e) => {
    if (!list.hidden && e.target.isConnected && !list.contains(e.target) && !button.contains(e.target)) open(false);
  });
}
