// The theme button, which cycles through system, light and dark.

import { get, put } from "../io/kept.js";

const ORDER = ["system", "light", "dark"];

/** @param {HTMLButtonElement} button */
export function listen(button) {
  const apply = (theme) => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.setAttribute("aria-label", `Theme: ${theme}`);
    button.title = `Theme: ${theme}`;
  };
  const kept = get("theme");
  let theme = ORDER.includes(kept) ? kept : "system";
  apply(theme);
  button.addEventListener("click", () => {
    theme = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length];
    put("theme", theme === "system" ? null : theme);
    apply(theme);
  });
}
