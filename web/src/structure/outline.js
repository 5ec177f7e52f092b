// What the fields of a block begin with: what is in the block, not the groups around it.

/**
 * The groups that only hold what a block is read for, from the outermost: a block, its body, and what was unpacked from it.
 *
 * @param {import("../model.js").Model} model
 * @param {object} [inner] the part that was unpacked, if its bytes are shown
 */
function around(model, inner) {
  const roots = inner?.roots ?? model.roots;
  const entry = (inner || model.parts.every((p) => p.owner === null)) && model.tree.entries?.[0];
  const first = entry ? model.nodes[entry.node] : roots.length === 1 && roots[0].children.length ? roots[0].children[0] : roots[0];
  return first ? model.path(first).slice(0, -1) : [];
}

/**
 * The nodes to begin the list with: entries at once, and of unpacked bytes after them what only the file has.
 *
 * @param {import("../model.js").Model} model
 * @param {object} [inner] the part that was unpacked, if its bytes are shown
 */
export function outline(model, inner) {
  const groups = new Set(around(model, inner));
  const flat = (list) => list.flatMap((n) => (groups.has(n) ? flat(model.below(n)) : [n]));
  model.groups = groups;
  const all = flat(model.roots);
  const outside = inner ? all.filter((n) => n.part !== inner.index) : [];
  for (const n of model.nodes) n.type = model.tree.nodes[n.index].type;
  // Their offsets are those of the stored block, unlike those of the entries.
  for (const n of outside) n.type = "in the file";
  return inner ? [...all.filter((n) => n.part === inner.index), ...outside] : all;
}
