// What tables belong to: a model, a table of HBase, or one store among several.

/** The sum of a number over all tables that have entries; null if one of them lacks it. */
export function total(tables, name) {
  const some = tables.filter((t) => t[name] !== undefined && t[name] !== null);
  if (!some.length || !tables.every((t) => some.includes(t) || t.entries === 0)) return null;
  // Locality groups of a file each count the bytes of the whole file.
  const shared = name === "bytes" && tables.every((t) => t.kind === "accumulo" && t.place[0] === tables[0].place[0]);
  return some.reduce((n, t) => (shared ? Math.max(n, t[name]) : n + t[name]), 0);
}

/** The name of the group of a table: "Ware" of the model's "Ware keys", "shop" of HBase's shop/d; "" for none. */
function nameOf(t, several) {
  if (t.model) return t.model.split(" ")[0];
  if (t.kind === "hbase" && t.table.includes("/")) return t.table.slice(0, t.table.lastIndexOf("/"));
  return several ? `${t.title}, ${t.path}` : "";
}

/**
 * Tables grouped by what they belong to; tables without a group come last.
 * @param {{table: string, model: string, title: string, path: string, kind: string}[]} tables
 * @returns {{name: string, tables: object[]}[]}
 */
export function groupsOf(tables) {
  const several = new Set(tables.map((t) => t.place[0])).size > 1;
  const groups = new Map();
  for (const t of tables) {
    const name = nameOf(t, several);
    groups.set(name, [...(groups.get(name) ?? []), t]);
  }
  return [...groups].map(([name, list]) => ({ name, tables: list })).sort((a, b) => (a.name === "") - (b.name === ""));
}
