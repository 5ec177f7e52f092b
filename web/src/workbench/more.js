// What is elsewhere in a narrow window: views and tools that it has no tab for are in a menu, with the way to the
// formats; Open and Share are in the bar.

import * as menu from "../share/menu.js";
import { byId, el } from "../view/dom.js";
import { whenNarrow } from "../view/narrow.js";

const title = (tab) => tab.firstChild.textContent.trim();

/** @param {HTMLElement[]} lists of tabs @param {(name: string) => void} chosen by the reader */
export function listen(lists, chosen) {
  const button = byId("more-toggle");
  const list = byId("more-menu");
  const formats = document.querySelector(".formats-link"); // not in the page of one file
  const tabs = () => lists.flatMap((l) => [...l.querySelectorAll("[role=tab]:not([hidden])")]);
  // Before the click reaches the menu, which looks at its items when it opens.
  button.addEventListener("click", () => {
    const left = tabs().filter((t) => !t.checkVisibility());
    const item = (data, text) => el("button", { type: "button", role: "menuitem", tabindex: -1, ...data }, text);
    list.replaceChildren(...left.map((t) => item({ "data-view": t.dataset.view }, title(t))), formats ? item({ "data-formats": true }, "Formats") : "");
  }, true);
  whenNarrow((is) => byId(is ? "bar-end" : "document-end")[is ? "prepend" : "append"](byId("open"), byId("share")));
  menu.listen(button, list, ({ dataset }) => {
    if (dataset.formats) return formats.click();
    chosen(dataset.view);
    tabs().find((t) => t.dataset.view === dataset.view).focus();
    return undefined;
  });
}
