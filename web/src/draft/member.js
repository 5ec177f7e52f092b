// The member of the fields that a node of a tree is: what must be changed in the fields
// to change the node's bytes. The tree says it (docs/tree.md, `path`).

const FIXED = new Set(["check", "structure", "undecoded"]);

/** Whether some writer makes the value that a node says. */
const editable = (node) => node.path && node.kind !== "none" && !FIXED.has(node.role) && node.canonical !== false;

/** The value at a path. */
export const at = (fields, path) => path.reduce((v, key) => v?.[key], fields);

/** A copy of fields with another value at a path; undefined leaves the member out. */
export function withValue(fields, path, value) {
  const [key, ...rest] = path;
  const copy = Array.isArray(fields) ? [...fields] : { ...fields };
  const next = rest.length ? withValue(copy[key], rest, value) : value;
  if (next === undefined) delete copy[key];
  else copy[key] = next;
  return copy;
}

/**
 * The members that can be edited, by node: the path of each and, of a code with a name,
 * that of the name.
 * @param {{tree: {nodes: object[]}, fields: object}} reading
 * @returns {Map<number, {path: (string|number)[], namePath?: (string|number)[]}>} by node index
 */
export function membersOf({ tree, fields }) {
  const out = new Map();
  tree.nodes.forEach((node, index) => {
    if (!editable(node)) return;
    const value = at(fields, node.path);
    if (value !== undefined && value !== null && typeof value !== "object") out.set(index, { path: node.path, namePath: node.namePath });
  });
  return out;
}
