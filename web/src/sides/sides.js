// Two rows side by side, byte by byte; differences are marked in both.

import { decoder, documents, schema, singles } from "../app.js";
import { toHex } from "../bytes.js";
import { changedBytes, Pairs, sameParts } from "../draft/diff.js";
import { Model, plainTree } from "../model.js";
import { toClipboard } from "../share/copy.js";
import { set } from "../view/dom.js";
import { Grid } from "../view/grid.js";
import * as gridKeys from "../view/grid-keys.js";
import { Marks } from "../view/marks.js";
import { whenNarrow } from "../view/narrow.js";
import { bandsOfItems } from "./items.js";

/**
 * The best reading of a row.
 * @param {{parts: object, cf?: string, format?: string, record?: string, learnt?: string}|null} row format and record if they are known, or else the
 *   format of the rows around it
 * @param {import("../document/documents.js").Doc|null} [doc] its document, unless it is the open one
 */
export async function modelOf(row, doc = documents.now) {
  if (!row?.parts) return null;
  const request = { ...row, schema: schema("", doc), cf: row.cf ?? (documents.now?.family || undefined) };
  const a = await decoder.call("rl_inspect", request).catch(() => null);
  const best = a?.candidates?.[0] ?? a?.refused?.find((r) => r.tree);
  return new Model(best?.tree ?? plainTree(row.parts));
}

export class Sides {
  /**
   * @param {HTMLElement[]} roots of the two grids
   * @param {string[]} names of them
   * @param {(text: string) => void} say
   */
  constructor(roots, names, say) {
    this.names = names;
    this.grids = roots.map((root) => new Grid(root, new Marks()));
    for (const grid of this.grids) {
      gridKeys.listen(grid, { marked: (leaf) => leaf, toField() {}, copy: (text, what) => toClipboard(text, what, say), spell: toHex, singles, askOffset() {} });
    }
    whenNarrow((is) => { for (const grid of this.grids) grid.arrange({ width: is ? 8 : 16 }); });
  }

  /**
   * Shows one side; nothing without a model.
   * @param {number} side
   * @param {Model|null} model
   * @param {Model|null} other what it is compared with
   * @param {{parts?: string[], lacking?: boolean, lead?: string}} how the names of the parts to show, if not all; whether what the other side lacks is wrong;
   *   a word before the names of the parts
   */
  show(side, model, other, { parts = null, lacking = false, lead = "" } = {}) {
    const grid = this.grids[side];
    grid.root.hidden = !model;
    if (!model) return;
    const pairs = other && new Pairs(other, model);
    const changed = pairs && changedBytes(pairs);
    const items = parts && bandsOfItems(model);
    const others = parts && other && bandsOfItems(other);
    if (pairs && lacking) {
      for (const p of model.parts) for (const { node } of p.bands) if (!pairs.toBefore(node) && node.end > node.start) node.role = "failing";
    }
    // Items count as equal wherever they are in the list.
    if (others) {
      for (const [key, node] of items) {
        if (lacking || others.has(key)) for (let i = node.start; i < node.end; i++) changed.get(node.part).delete(i);
        const wrong = lacking && !others.has(key);
        node.role = wrong ? "failing" : "value";
        if (wrong) node.title += " ✗";
      }
    }
    const shown = parts && model.parts.filter((p) => parts.includes(p.name) || p.owner !== null && parts.includes("value")).map((p) => p.index);
    if (parts) for (const p of model.parts) p.length ||= parts.includes(p.name) ? p.bytes.length : 0;
    grid.dress({ lead, changed, note: "", heads: true, word: "differs", parts: shown, same: pairs && !parts ? sameParts(pairs) : null, equal: "equal" });
    grid.show(model);
    set(grid.root, { "aria-label": this.names[side] });
  }
}
