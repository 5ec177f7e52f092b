// Bytes and Fields side by side: keys and pointer, with each pane marking the other, and the
// line that explains how bytes become a value.

import { byId, hide, write } from "./dom.js";
import * as fieldKeys from "./fields-keys.js";
import * as gridKeys from "./grid-keys.js";
import * as line from "./line.js";
import { listenToSwitches } from "./switches.js";

/**
 * @param {{grid: import("./grid.js").Grid, original?: import("./grid.js").Grid, fields: import("./fields.js").Fields, marks: import("./marks.js").Marks,
 *   ids: {panel: string, expand: string, line: string}, copy(text: string, what: string): void, spell(bytes: Uint8Array): string, singles(): boolean,
 *   askOffset(): void, shown(): boolean}} view
 *   original is a second grid, whose bytes have no fields here
 * @returns {() => void} updates whether all fields count as open
 */
export function listenToPanes({ grid, original, fields, marks, ids, copy, spell, singles, askOffset, shown }) {
  const expand = byId(ids.expand);
  const showExpand = () => {
    hide(expand, !fields.model.nodes.some((n) => fields.model.below(n).length));
    write(expand, fields.allOpen ? "Collapse all" : "Expand all");
  };
  const grids = [grid, original].filter(Boolean);
  for (const own of grids) {
    gridKeys.listen(own, {
      marked: (leaf) => (own === grid ? fields.deepest(leaf) : leaf),
      toField(leaf) {
        if (own !== grid) return;
        fields.reveal(leaf);
        fields.focus(leaf);
        showExpand();
      },
      copy, spell, singles, askOffset,
    });
  }
  fieldKeys.listen(fields, {
    toByte({ part, start }) {
      const drawn = grid.drawn.find((p) => p.index === part);
      if (drawn) grid.focus({ part, offset: Math.min(start, drawn.bytes.length - 1) });
    },
    singles,
  });
  // Choosing a byte opens its field.
  marks.listen(({ pinned }) => {
    if (!pinned || !shown() || fields.row(pinned)) return;
    fields.reveal(pinned);
    showExpand();
  });
  fields.root.addEventListener("click", showExpand);
  fields.root.addEventListener("keyup", showExpand);
  expand.addEventListener("click", () => {
    fields.setAll(!fields.allOpen);
    showExpand();
  });
  line.listen(byId(ids.line), marks, () => (shown() ? fields.model : null));
  listenToSwitches(byId(ids.panel), grids);
  return showExpand;
}
