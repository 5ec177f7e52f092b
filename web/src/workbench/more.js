// The menu of the views and tools that a narrow window has no tab for.

import * as menu from "../share/menu.js";
import { byId, el } from "../view/dom.js";

const title = (tab) => tab.firstChild.textContent.trim();

/** @param {HTMLElement[]} lists of tabs @param {(name: string) => void} chosen by the reader */
export function listen(lists, chosen) {
  const button = byId("more-toggle");
  const list = byId("more-menu");
  const tabs = () => lists.flatMap((l) => [...l.querySelectorAll("[role=tab]:not([hidden])")]);
  // Before the click reaches the menu, which looks at its items when it opens.
  button.addEventListener("click", () => {
    const left = tabs().filter((t) => !t.checkVisibility());
    list.replaceChildren(...left.map((t) => el("button", { type: "button", role: "menuitem", tabindex: -1, "data-view": t.dataset.view }, title(t))));
  }, true);
  menu.listen(button, list, ({ dataset }) => {
    chosen(dataset.view);
    tabs().find((t) => t.dataset.view === dataset.view).focus();
  });
}
