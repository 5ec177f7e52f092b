// The menu in which the reader chooses the columns of Rows.

import { el, icon, set, visible } from "../view/dom.js";

/**
 * @param {HTMLElement} button opens the list
 * @param {HTMLElement} list
 * @param {{all(): string[], shown(): string[], pinned(): string[], numbers(): string[], words(name: string): string, dated(name: string): boolean, choose(names: string[]|null): void, pin(names: string[]): void, spell(names: string[]): void}} columns
 * choose takes null for the page's own choice; spell takes those whose times are shown as numbers
 */
export function listen(button, list, { all, shown, pinned, numbers, words, dated, choose, pin, spell }) {
  const toggle = (what, name, list, text, label) => el("button", { type: "button", class: "text-button", [`data-${what}`]: name, "aria-pressed": String(list.includes(name)), "aria-label": `${label} ${visible(words(name))}` }, text);
  const line = (name, is, stay) => el("div", { class: "column-line" },
    el("label", { class: "check" }, el("input", { type: "checkbox", "data-column": name, checked: is }), el("span", {}, visible(words(name)))),
    is && dated(name) && toggle("spell", name, numbers(), "As number", "As number:"), is && toggle("pin", name, stay, "Pin", "Pin"));
  const draw = () => {
    const now = shown();
    const stay = pinned();
    list.replaceChildren(
      el("button", { type: "button", class: "line-button sheet-button", "data-close": true }, icon("close"), "Close"),
      ...[...now, ...all().filter((name) => !now.includes(name))].map((name) => line(name, now.includes(name), stay)),
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
  const leave = () => {
    open(false);
    button.focus();
  };
  button.addEventListener("click", () => open(list.hidden));
  list.addEventListener("change", ({ target }) => {
    const name = target.dataset.column;
    choose(target.checked ? [...shown(), name] : shown().filter((one) => one !== name));
    redraw(`[data-column="${CSS.escape(name)}"]`);
  });
  list.addEventListener("click", (e) => {
    const { pin: stays, spell: plain, close } = e.target.closest("button")?.dataset ?? {};
    const other = (names, name) => (names.includes(name) ? names.filter((one) => one !== name) : [...names, name]);
    if (close !== undefined) leave();
    else if (stays) {
      pin(other(pinned(), stays));
      redraw(`[data-pin="${CSS.escape(stays)}"]`);
    } else if (plain) {
      spell(other(numbers(), plain));
      redraw(`[data-spell="${CSS.escape(plain)}"]`);
    } else if (e.target.closest("button")) {
      choose(null);
      redraw(".choose");
    }
  });
  list.addEventListener("keydown", (e) => {
    if (e.key === "Escape") leave();
  });
  addEventListener("click", (e) => {
    if (!list.hidden && e.target.isConnected && !list.contains(e.target) && !button.contains(e.target)) open(false);
  });
}
