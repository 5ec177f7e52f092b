// Keys and pointer in Bytes and Fields, each of which marks the other.

import { say, singles } from "../app.js";
import { spell } from "../share/copy-text.js";
import { toClipboard } from "../share/copy.js";
import { byId } from "../view/dom.js";
import * as fieldKeys from "../view/fields-keys.js";
import * as gridKeys from "../view/grid-keys.js";
import * as line from "../view/line.js";
import { listenToSwitches } from "../view/switches.js";

export function listenToPanes(view) {
  const { grid, original, fields, marks, showExpand } = view;
  const gridPage = (own) => ({
    marked: (leaf) => (own === grid ? fields.deepest(leaf) : leaf),
    toField(leaf) {
      if (own !== grid) return;
      fields.reveal(leaf);
      fields.focus(leaf);
      showExpand();
    },
    copy: (text, what) => toClipboard(text, what, say),
    spell: (bytes) => spell(bytes, view.spelling()),
    singles,
    askOffset() {
      byId("goto-label").hidden = false;
      byId("goto").focus();
    },
  });
  for (const own of [grid, original]) gridKeys.listen(own, gridPage(own));
  fieldKeys.listen(fields, {
    toByte(n) {
      if (grid.model.parts[n.part].bytes.length) grid.focus({ part: n.part, offset: Math.min(n.start, grid.model.parts[n.part].bytes.length - 1) });
    },
    singles,
  });
  // Choosing a byte opens its field.
  marks.listen(({ pinned }) => {
    if (!pinned || !fields.model || fields.row(pinned)) return;
    fields.reveal(pinned);
    showExpand();
  });
  fields.root.addEventListener("click", showExpand);
  fields.root.addEventListener("keyup", showExpand);
  byId("expand").addEventListener("click", () => {
    fields.setAll(!fields.allOpen);
    showExpand();
  });
  line.listen(byId("line"), marks, () => (view.shown() ? fields.model : null));
  listenToGoto(grid);
  listenToSwitches(byId("panel-row"), [grid, original]);
}

function listenToGoto(grid) {
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
    if (!Number.isInteger(n) || n < 0 || n >= grid.model.parts[part].bytes.length) {
      say(`There is no byte ${box.value.trim()} here; the last is ${grid.model.parts[part].bytes.length - 1}.`);
      return;
    }
    grid.focus({ part, offset: n });
  });
}
