// The columns that Rows shows, as the reader chooses them.

import { el, set, visible } from "../view/dom.js";

/**
 * @param {HTMLElement} button opens the list
 * @param {HTMLElement} list
 * @param {{all(): string[], shown(): string[], choose(names: string[]|null): void}} columns choose takes null for those that the page finds best
 */
export function listen(button, list, { all, shown, choose }) {
  const draw = () => {
    const now = new Set(shown());
    list.replaceChildren(
      ...all().map((name) => el("label", { class: "check" }, el("input", { type: "checkbox", "data-column": name, checked: now.has(name) }), el("span", {}, visible(name)))),
      el("button", { type: "button", class: "text-button" }, "Choose them for me"));
  };
  const open = (is) => {
    if (is) draw();
    list.hidden = !is;
    set(button, { "aria-expanded": String(is) });
    if (is) list.querySelector("input")?.focus();
  };
  button.addEventListener("click", () => open(list.hidden));
  list.addEventListener("change", () => choose([...list.querySelectorAll("input:checked")].map((box) => box.dataset.column)));
  list.addEventListener("click", (e) => {
    if (!e.target.closest("button")) return;
    choose(null);
    draw();
    list.querySelector("button").focus();
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
