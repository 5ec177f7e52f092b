// The box for an offset, which goes to that byte.

import { say } from "../app.js";
import { byId } from "../view/dom.js";

/** @param {import("../view/grid.js").Grid} grid @returns {() => void} asks for an offset */
export function listenToGoto(grid) {
  const box = byId("goto");
  const close = () => {
    byId("goto-label").hidden = true;
    box.value = "";
  };
  box.addEventListener("blur", close);
  box.addEventListener("keydown", (e) => {
    if (e.key === "Escape") grid.focus(grid.active);
    if (e.key !== "Enter") return;
    const n = Number(box.value.trim() || "none");
    const { part } = grid.active;
    const last = grid.model.parts[part].bytes.length - 1;
    if (Number.isInteger(n) && n >= 0 && n <= last) grid.focus({ part, offset: n });
    else say(`There is no byte ${box.value.trim()} here; the last is ${last}.`);
  });
  return () => {
    byId("goto-label").hidden = false;
    box.focus();
  };
}
