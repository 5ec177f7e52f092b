// Which member of the fields to change in order to change the bytes of a node. The tree
// says which (docs/tree.md, `path`).

const FIXED = new Set(["check", "structure", "undecoded"]);

/** Whether a writer can produce the value of a node. */
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
 * The members that can be edited, by node: the path of each and, for a code with a name,
 * the path of the name.
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
