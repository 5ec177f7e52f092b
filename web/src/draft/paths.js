// Which node of a tree is which member of the fields: what must be changed in the
// fields to change the bytes of a node. Both come from one decoder, which wrote the
// same value in both, under names that are alike and in an order that is alike.
// That is a guess by its nature: whoever uses it must look whether an edit did
// change the bytes of the node (see edit.js).

/** A name as it is compared: without case and signs. */
const plain = (name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The words in which a node says its value. */
function spellings(node) {
  const out = new Set();
  if (node.kind === "none") return out;
  if (node.raw !== undefined) out.add(node.raw);
  if (node.text === undefined) return out;
  out.add(node.text);
  if (node.text.startsWith('"')) {
    try {
      out.add(JSON.parse(node.text));
    } catch {
      // A text that was cut or spelled for people only.
    }
  }
  return out;
}

/** The members that stand for one value each, in their order. */
function members(fields) {
  const out = [];
  const add = (value, path, names) => {
    const texts = typeof value === "boolean" ? [String(value), value ? "1" : "0"] : [String(value)];
    out.push({ path, texts, names: names.map(plain), taken: false, order: out.length });
  };
  const visit = (value, path, names) => {
    if (value === null || typeof value !== "object") {
      add(value, path, names);
      return;
    }
    const label = typeof value.name === "string" ? [value.name] : [];
    const list = Array.isArray(value);
    for (const [key, item] of Object.entries(value)) {
      // The type of a value is no value of its own.
      if (key === "type" && "value" in value) continue;
      visit(item, [...path, list ? Number(key) : key], [...(list ? [] : [key]), ...label, ...names]);
    }
  };
  visit(fields, [], []);
  return out;
}

/**
 * How well the names of a member and of a node agree. 3: a name of the node is the
 * member's own; 2: one is the end of the other; 1: something above is called alike.
 */
function likeness(member, own, above) {
  const [key = ""] = member.names;
  if (own.includes(key)) return 3;
  if (own.some((n) => member.names.includes(n))) return 2.5;
  if (key.length > 2 && own.some((n) => n.endsWith(key) || key.endsWith(n))) return 2;
  return above.some((n) => member.names.includes(n)) ? 1 : 0;
}

const FIXED = new Set(["check", "structure", "undecoded"]);

/** What can be edited at all: a node that says a value which some writer makes. */
const editable = (node) => node.parent >= 0 && !FIXED.has(node.role) && node.canonical !== false;

const names = (node) => [node.name, node.field].filter(Boolean).map(plain);

const MANY = 20_000; // pairs of one text; above it they are paired by their order alone
const LARGE = 20_000; // nodes; a larger tree is not searched

/** Members by the texts that say them, each with how often a node has said it. */
function byText(nodes, list) {
  const out = new Map();
  for (const m of list) {
    for (const t of m.texts) {
      if (!out.has(t)) out.set(t, { members: [], nodes: 0, next: 0 });
      out.get(t).members.push(m);
    }
  }
  for (const n of nodes) if (editable(n)) for (const t of spellings(n)) if (out.has(t)) out.get(t).nodes++;
  return out;
}

/** The nodes with the members whose value they say, best first. */
function pairsOf(nodes, list) {
  const groups = byText(nodes, list);
  const pairs = [];
  nodes.forEach((node, index) => {
    if (!editable(node)) return;
    const above = [];
    for (let n = nodes[node.parent]; n && n.parent >= 0; n = nodes[n.parent]) above.push(...names(n));
    const own = names(node);
    const found = new Set();
    for (const group of [...spellings(node)].flatMap((t) => groups.get(t) ?? [])) {
      const near = group.nodes * group.members.length > MANY ? group.members.slice(group.next, ++group.next) : group.members;
      for (const m of near) found.add(m);
    }
    for (const member of found) {
      const like = likeness(member, own, above) - (node.kind === "hash" && member.texts[0] !== node.raw ? 0.5 : 0);
      if (member.texts.length === 1 || like === 3) pairs.push({ index, member, like });
    }
  });
  return pairs.sort((a, b) => b.like - a.like || a.index - b.index || a.member.order - b.member.order);
}

/**
 * Finds the members of the fields that may be behind each node, likeliest first. A
 * node that shows a code by its name may have two at once: the number's, then the
 * name's.
 * @param {{nodes: object[]}} tree @param {object} fields
 * @returns {Map<number, (string|number)[][][]>} node index → choices, each a list of paths
 */
export function pathsOf(tree, fields) {
  const { nodes } = tree;
  const first = new Map();
  const others = new Map();
  const pairs = nodes.length > LARGE ? [] : pairsOf(nodes, members(fields));
  for (const { index, member } of pairs) {
    if (!member.taken && !first.has(index)) {
      member.taken = true;
      first.set(index, [member.path]);
    } else if ((others.get(index)?.length ?? 0) < CHOICES) {
      others.set(index, [...(others.get(index) ?? []), [member.path]]);
    }
  }
  for (const { index, member } of pairs) {
    const paths = first.get(index);
    if (paths?.length === 1 && isNameBeside(paths[0], nodes[index], member)) paths.push(member.path);
  }
  const out = new Map([...first].map(([index, paths]) => [index, [paths, ...(others.get(index) ?? [])]]));
  for (const [index, choices] of [...out]) spread(nodes, index, choices, out);
  return out;
}

const CHOICES = 6; // more members that look alike are not tried

/** Whether a member is the name of a code, beside the one with its number. */
function isNameBeside(path, node, member) {
  if (node.kind !== "hash" || node.raw === node.text || member.texts[0] === node.raw) return false;
  const above = (p) => JSON.stringify(p.slice(0, -1));
  return above(member.path) === above(path) && member.path.at(-1) !== path.at(-1);
}

/** Nodes directly above and below that say the same value are edited alike. */
function spread(nodes, index, choices, out) {
  const words = spellings(nodes[index]);
  const same = (n) => editable(n) && [...spellings(n)].some((t) => words.has(t));
  for (let up = nodes[index].parent; up > 0 && same(nodes[up]) && !out.has(up); up = nodes[up].parent) out.set(up, choices);
  const { part, end } = nodes[index];
  for (let down = index + 1; nodes[down]?.part === part && nodes[down].start < end; down++) {
    if (nodes[down].parent === index && same(nodes[down]) && !out.has(down)) out.set(down, choices);
  }
}

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
