// The switches above bytes: how many per line, and hex or decimal.

import { set } from "./dom.js";
import { whenNarrow } from "./narrow.js";

/** Shows a button as the pressed one among its neighbours. */
export function press(button) {
  for (const b of button.parentElement.children) set(b, { "aria-pressed": String(b === button) });
}

/** A narrow page always has eight bytes per line. @param {HTMLElement} root has the switches @param {import("./grid.js").Grid[]} grids */
export function listenToSwitches(root, grids) {
  let narrow = false;
  let width = 16;
  const arrange = (how) => grids.forEach((grid) => grid.arrange(how));
  const apply = () => arrange({ width: narrow ? 8 : width });
  for (const b of root.querySelectorAll("[data-width][aria-pressed], [data-base]")) {
    b.addEventListener("click", () => {
      press(b);
      const { base } = b.dataset;
      if (base) return arrange({ base });
      width = Number(b.dataset.width);
      return apply();
    });
  }
  whenNarrow((is) => {
    narrow = is;
    apply();
  });
}
