// The switches above bytes: how many stand in a line, and whether they are hex or decimal.

import { set } from "./dom.js";
import { whenNarrow } from "./narrow.js";

/** A narrow page always has eight bytes a line. @param {HTMLElement} root has the switches @param {import("./grid.js").Grid[]} grids */
export function listenToSwitches(root, grids) {
  let narrow = false;
  let width = 16;
  const arrange = (how) => grids.forEach((grid) => grid.arrange(how));
  const apply = () => arrange({ width: narrow ? 8 : width });
  const press = (button) => {
    for (const b of button.parentElement.children) set(b, { "aria-pressed": String(b === button) });
  };
  for (const b of root.querySelectorAll("[data-width][aria-pressed]")) {
    b.addEventListener("click", () => {
      press(b);
      width = Number(b.dataset.width);
      apply();
    });
  }
  for (const b of root.querySelectorAll("[data-base]")) {
    b.addEventListener("click", () => {
      press(b);
      arrange({ base: b.dataset.base });
    });
  }
  whenNarrow((is) => {
    narrow = is;
    apply();
  });
}
