// The difference between an original and its draft. Fields are compared by their place
// in the tree, so that a longer value does not make everything after it differ.

import { range, toHex } from "../bytes.js";
import { title } from "../model.js";
import { placesOf } from "./edit.js";

/** Pairs the nodes of two trees that have the same place. */
export class Pairs {
  /** @param {import("../model.js").Model} before @param {import("../model.js").Model} after */
  constructor(before, after) {
    this.before = before;
    this.after = after;
    this.places = placesOf(after.tree);
    const old = placesOf(before.tree);
    const byPlace = new Map(old.map((place, i) => [place, before.nodes[i]]));
    const later = new Map(this.places.map((place, i) => [place, after.nodes[i]]));
    this.was = this.places.map((place) => byPlace.get(place) ?? null);
    this.became = old.map((place) => later.get(place) ?? null);
  }

  /** The original's node for one of the draft, and vice versa; null if there is none. */
  toBefore(n) {
    return n && this.was[n.index];
  }

  toAfter(n) {
    return n && this.became[n.index];
  }
}

/** The parts that are the same in both, by index. */
export function sameParts({ before, after }) {
  const is = (p, old) => old?.name === p.name && toHex(old.bytes) === toHex(p.bytes);
  return new Set(after.parts.filter((p) => is(p, before.parts[p.index])).map((p) => p.index));
}

/** The offsets of the draft's bytes that differ, by part. */
export function changedBytes(pairs) {
  const { after, before } = pairs;
  const out = new Map(after.parts.map((p) => [p.index, new Set()]));
  for (const n of after.nodes) {
    if (n.children.length) continue;
    const old = pairs.toBefore(n);
    const was = old && !old.children.length ? before.bytesOf(old) : [];
    after.bytesOf(n).forEach((b, i) => {
      if (was[i] !== b) out.get(n.part).add(n.start + i);
    });
  }
  return out;
}

/** How many bytes differ. @param {Map<number, Set<number>>} changed offsets by part, as changedBytes returns them */
export const differing = (changed) => [...changed.values()].reduce((n, offsets) => n + offsets.size, 0);

/** The bands of the stored parts whose bytes differ, as rows of the table, edited ones first. */
export function changedFields(pairs, changed, edited) {
  const { after, before } = pairs;
  const rows = [];
  for (const part of after.stored) {
    for (const { node } of part.bands) {
      const old = pairs.toBefore(node);
      const offsets = [...changed.get(part.index)].filter((o) => o >= node.start && o < node.end);
      const length = (n) => (n ? n.end - n.start : 0);
      if (!offsets.length && length(node) === length(old)) continue;
      rows.push({ node, old, name: title(node), why: reason(pairs, node, edited), ...cells(before, after, node, old, offsets) });
    }
  }
  return [...rows.filter((r) => r.why === "edited"), ...rows.filter((r) => r.why !== "edited")];
}

/** Offsets in words: "1, 3–20". */
export function offsetWords(offsets) {
  const out = [];
  for (const o of [...offsets].sort((a, b) => a - b)) {
    if (out.length && out.at(-1)[1] === o) out.at(-1)[1] = o + 1;
    else out.push([o, o + 1]);
  }
  return out.map(([from, to]) => range(from, to)).join(", ");
}

/** The bytes that differ; all bytes of a field whose length changed. */
function cells(before, after, node, old, offsets) {
  const same = old && old.end - old.start === node.end - node.start;
  if (!same || !offsets.length) return { range: range(node.start, node.end), before: old ? toHex(before.bytesOf(old)) : "", after: toHex(after.bytesOf(node)) };
  const from = Math.min(...offsets);
  const to = Math.max(...offsets) + 1;
  const shift = old.start - node.start;
  return {
    range: range(from, to), before: toHex(before.parts[old.part].bytes.subarray(from + shift, to + shift)),
    after: toHex(after.parts[node.part].bytes.subarray(from, to)),
  };
}

/** Why a field differs: it, or something it is part of or contains, was edited, or it follows from an edit. */
function reason(pairs, node, edited) {
  const place = pairs.places[node.index];
  const is = [...edited].some((e) => e === place || e.startsWith(`${place}/`) || place.startsWith(`${e}/`) || beneath(pairs, node, e));
  if (is) return "edited";
  return node.check ? "recomputed" : "follows";
}

/** Whether an edited place lies in bytes derived from the node. */
function beneath(pairs, node, place) {
  const edited = pairs.after.nodes[pairs.places.indexOf(place)];
  return edited ? pairs.after.path(edited).includes(node) : false;
}
