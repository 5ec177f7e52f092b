// Pointer and keyboard in the byte grid.

import { toHex } from "../bytes.js";

/**
 * @param {import("./grid.js").Grid} grid
 * @param {{marked(leaf: object): object, toField(leaf: object): void, copy(text: string, what: string): void, spell(bytes: Uint8Array): string, singles(): boolean}} page
 *   marked returns the node to mark for a leaf: the deepest one that Fields shows
 */
export function listen(grid, page) {
  const { root, marks } = grid;
  const placeOf = (e) => {
    const cell = e.target.closest?.("[role=gridcell]");
    return cell ? { part: Number(cell.dataset.partIndex), offset: Number(cell.dataset.offset) } : null;
  };
  const leafAt = ({ part, offset }) => grid.model.leaf(part, offset);
  const point = (place) => {
    const leaf = leafAt(place);
    marks.update({ byte: place, hover: leaf ? page.marked(leaf) : null });
  };
  const anchor = { part: 0, offset: 0 };

  const go = (place, extend) => {
    if (extend && !marks.range) Object.assign(anchor, grid.active);
    let to = place;
    if (extend && place.part !== anchor.part) {
      const { length } = grid.model.parts[anchor.part].bytes;
      to = { part: anchor.part, offset: grid.indexOf(place) > grid.indexOf(anchor) ? length - 1 : 0 };
    }
    grid.focus(to);
    marks.update({
      range: extend ? { part: to.part, from: Math.min(anchor.offset, to.offset), to: Math.max(anchor.offset, to.offset) + 1 } : null,
    });
    point(to);
  };

  root.addEventListener("pointerover", (e) => {
    const place = placeOf(e);
    if (place) point(place);
  });
  root.addEventListener("pointerleave", () => {
    const focused = root.contains(document.activeElement) ? grid.active : null;
    if (focused && leafAt(focused)) point(focused);
    else marks.update({ hover: null, byte: null });
  });
  root.addEventListener("focusin", (e) => {
    const place = placeOf(e);
    if (!place) return;
    grid.activate(place);
    point(place);
  });
  root.addEventListener("focusout", () => marks.update({ hover: null, byte: null }));
  root.addEventListener("click", (e) => {
    const place = placeOf(e);
    if (!place) return;
    if (e.shiftKey) {
      go(place, true);
      return;
    }
    go(place, false);
    const leaf = leafAt(place);
    // With the byte set, the inspector line reads the byte, not the field.
    if (leaf) marks.update({ pinned: leaf, hover: leaf, byte: place });
  });
  root.addEventListener("keydown", (e) => {
    if (!grid.model) return;
    const to = target(e, grid, page.singles());
    if (to) {
      e.preventDefault();
      go(to, e.shiftKey && e.key !== "[" && e.key !== "]");
      return;
    }
    act(e, grid, page, leafAt(grid.active));
  });
}

/** The byte that a key leads to, or null if the key does not move. */
function target(e, grid, singles) {
  const { active, width } = grid;
  if (e.altKey || e.metaKey) return null;
  const i = grid.indexOf(active);
  const screen = Math.max(1, Math.floor(Math.min(grid.root.clientHeight, innerHeight * 0.6) / 41) - 1);
  switch (e.key) {
    case "ArrowLeft": return grid.at(i - 1);
    case "ArrowRight": return grid.at(i + 1);
    case "ArrowUp": return lineStep(grid, -1);
    case "ArrowDown": return lineStep(grid, 1);
    case "PageUp": return lineStep(grid, -screen);
    case "PageDown": return lineStep(grid, screen);
    case "Home": return e.ctrlKey ? grid.at(0) : { part: active.part, offset: active.offset - (active.offset % width) };
    case "End": {
      if (e.ctrlKey) return grid.at(Number.MAX_SAFE_INTEGER);
      const last = grid.model.parts[active.part].bytes.length - 1;
      return { part: active.part, offset: Math.min(active.offset - (active.offset % width) + width - 1, last) };
    }
    case "[": return singles && !e.ctrlKey ? fieldStep(grid, -1) : null;
    case "]": return singles && !e.ctrlKey ? fieldStep(grid, 1) : null;
    default: return null;
  }
}

/** The byte in the same column, some lines away but inside the grid. */
function lineStep(grid, by) {
  const { active, width, model } = grid;
  const lines = grid.entries.filter((e) => e.kind === "line" && e.start < model.parts[e.part].length);
  const now = lines.findIndex((l) => l.part === active.part && l.start <= active.offset && active.offset < l.start + width);
  const line = lines[Math.max(0, Math.min(lines.length - 1, now + by))];
  const column = active.offset % width;
  return { part: line.part, offset: Math.min(line.start + column, model.parts[line.part].bytes.length - 1) };
}

/** The first byte of the previous or next field. */
function fieldStep(grid, by) {
  const starts = grid.drawn.flatMap((p) => p.bands.filter((b) => b.node.end > b.node.start).map((b) => grid.indexOf({ part: p.index, offset: b.node.start })));
  const now = grid.indexOf(grid.active);
  const next = by > 0 ? starts.find((s) => s > now) : starts.findLast((s) => s < now);
  return next === undefined ? grid.active : grid.at(next);
}

/** Handles the keys that do not move. */
function act(e, grid, page, leaf) {
  const { marks } = grid;
  if (e.key === "Enter" && leaf) {
    e.preventDefault();
    page.toField(leaf);
  } else if (e.key === "Escape") {
    marks.update({ pinned: null, range: null });
  } else if (e.ctrlKey && e.key.toLowerCase() === "c") {
    e.preventDefault();
    const bytes = selected(grid);
    page.copy(e.shiftKey ? page.spell(bytes) : toHex(bytes), `${bytes.length} bytes`);
  } else if (e.key === "g" && !e.ctrlKey && !e.metaKey && page.singles()) {
    e.preventDefault();
    page.askOffset();
  }
}

/** The selected bytes: the range, else the pinned field, else the current byte. */
function selected(grid) {
  const { range, pinned } = grid.marks;
  const { parts } = grid.model;
  if (range) return parts[range.part].bytes.subarray(range.from, range.to);
  if (pinned) return grid.model.bytesOf(pinned);
  const { part, offset } = grid.active;
  return parts[part].bytes.subarray(offset, offset + 1);
}
