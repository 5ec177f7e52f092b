// A tree (docs/tree.md) as the views need it: children, the leaf that owns a byte, the
// path of a node, and the bands that the byte grid draws.

import { count, fromHex, visible } from "./bytes.js";
import { dateOf } from "./times.js";

const PART_TITLES = { row: "row key", bytes: "bytes" };
const COLUMN = new Set(["family", "qualifier", "visibility"]);

/** The words for a part's name. */
export const partTitle = (name) => PART_TITLES[name] ?? visible(name);

export class Model {
  /** Groups that hold all the rest, which a view leaves out of its fields. */
  groups = new Set();

  /** @param {object} tree */
  constructor(tree) {
    this.tree = tree;
    this.error = tree.error?.code ? tree.error : null;
    this.nodes = tree.nodes.map((n, index) => ({ ...n, index, at: 0, children: [], derived: [], band: null }));
    this.parts = tree.parts.map((p, index) => ({ name: p.name, index, bytes: fromHex(p.hex), owner: p.node ?? null, roots: [] }));
    for (const n of this.nodes) {
      const siblings = n.parent >= 0 ? this.nodes[n.parent].children : this.parts[n.part].roots;
      n.at = siblings.push(n) - 1;
    }
    for (const p of this.parts) {
      p.title = p.owner === null ? visible(p.roots[0]?.title ?? partTitle(p.name)) : visible(p.name);
      // Bytes that the decoder derived from a node are shown below that node.
      if (p.owner !== null && this.nodes[p.owner]) this.nodes[p.owner].derived.push(...p.roots);
      p.bands = bands(p.roots);
      // How many bytes the views walk: none if the strip already shows the whole part.
      p.length = this.#shownInStrip(p) ? 0 : p.bytes.length;
    }
    const stored = this.parts.filter((p) => p.owner === null);
    this.stored = stored.filter((p) => !this.#shownInStrip(p));
    this.total = stored.reduce((n, p) => n + p.bytes.length, 0);
  }

  /** Whether a part is a short, undivided column name, which the strip below the input shows. */
  #shownInStrip(p) {
    return this.parts.length > 1 && COLUMN.has(p.name) && p.bytes.length <= 8 && p.roots.length === 1
      && p.roots[0].children.length === 0 && p.roots[0].role !== "undecoded" && this.error?.part !== p.name;
  }

  /** The roots of the stored parts to show. */
  get roots() {
    return this.stored.flatMap((p) => p.roots);
  }

  /** The children of a node in the field tree. */
  below(node) {
    return node.derived.length ? [...node.children, ...node.derived] : node.children;
  }

  /** The nodes of the field tree from top to bottom, each with its depth. */
  *walk(list = this.roots, depth = 0) {
    for (const n of list) {
      yield [n, depth];
      yield* this.walk(this.below(n), depth + 1);
    }
  }

  /** The parent of a node in the field tree, or null. */
  above(node) {
    if (node.parent >= 0) return this.nodes[node.parent];
    const { owner } = this.parts[node.part];
    return owner === null ? null : this.nodes[owner];
  }

  /** The chain from the root to node. */
  path(node) {
    const out = [];
    for (let n = node; n; n = this.above(n)) out.unshift(n);
    return out;
  }

  /** The leaf that owns a byte, or null. */
  leaf(part, offset) {
    let list = this.parts[part]?.roots ?? [];
    let found = null;
    for (;;) {
      const n = at(list, offset);
      if (!n) return found;
      found = n;
      list = n.children;
    }
  }

  /** The band that a node belongs to, or null for nodes above the bands. */
  bandOf(node) {
    for (let n = node; n; n = n.parent >= 0 ? this.nodes[n.parent] : null) if (n.band) return n.band;
    return null;
  }

  bytesOf(node) {
    return this.parts[node.part].bytes.subarray(node.start, node.end);
  }

  /** How many fields a reader would count: the bands of the stored parts. */
  get fieldCount() {
    return this.stored.reduce((n, p) => n + p.bands.filter((b) => b.node.role !== "undecoded").length, 0);
  }
}

/** The node that holds a byte, in a sorted list without gaps. Empty nodes hold no byte. */
function at(list, offset) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle].end <= offset) low = middle + 1;
    else high = middle;
  }
  const n = list[low];
  return n && n.start <= offset ? n : null;
}

/** The nodes that are each drawn as one coloured run, with alternating edges. */
function bands(roots) {
  const out = [];
  const visit = (n) => {
    if (n.role === "group" && n.kind === "none" && n.children.length) n.children.forEach(visit);
    else {
      n.band = { node: n, dashed: out.length % 2 === 1 };
      out.push(n.band);
    }
  };
  roots.forEach(visit);
  return out;
}

/** The node of another tree at the same place with the same name. */
export const sameNode = (model, old) => model.nodes.find((n) => n.part === old.part && n.start === old.start && n.end === old.end && n.name === old.name) ?? null;

/** The words for a node's name. */
export const title = (n) => n.title ?? n.name;

/** The time of a node without its zone: "2024-05-03 04:00:00". */
export const when = (n) => (n.time ? dateOf(n.time) : "");

/** A tree of the bare bytes, for parts that no format explains. */
export function plainTree(parts) {
  const names = Object.keys(parts);
  return {
    v: 1,
    format: "",
    record: "",
    parts: names.map((name) => ({ name, hex: parts[name] })),
    nodes: names.map((name, part) => ({
      parent: -1, part, start: 0, end: parts[name].length / 2, name: partTitle(name),
      type: count(parts[name].length / 2, "byte"), role: "value", kind: "bytes", text: parts[name],
    })),
  };
}
