// What the Overview shows of a document's statistics (docs/stats.md): regions, each with bars
// that have a name, numbers and the filter for their rows. Order and wording match the report
// of `rowlens stats --html`.

import { readable } from "../bytes.js";
import { byId } from "../view/dom.js";
import { all, equals, valueOf, writable } from "../view/expression.js";
import { number } from "../view/figures.js";
import { bytes, counted, percent } from "./numbers.js";
import { sizeSection, saltSection, timeSection } from "./histograms.js";

/**
 * @typedef {object} Bar
 * @property {string} name
 * @property {string} [more] shown after the name, in grey
 * @property {boolean} [code] the name is a value of the data
 * @property {number} value what the bar draws
 * @property {string[]} cells numbers, one for each heading
 * @property {string} [where] the filter for its rows
 * @property {string} [view] the view that shows it, unless it is Rows
 * @property {"error"|"warning"|"info"} [severity]
 *
 * @typedef {object} Section
 * @property {string} id
 * @property {string} title
 * @property {string} [note]
 * @property {"bars"|"columns"|"lines"} kind
 * @property {string[]} head headings of the numbers
 * @property {string} first heading of the names
 * @property {Bar[]} bars
 * @property {Bar[]} [more] shown only in the table
 * @property {string} [rest] shown below the bars
 */

const sum = (x) => x.keyBytes + x.valueBytes;
const cells = (x) => [number(x.rows), number(sum(x))];

/** Bars for rows, with bytes beside them. */
function tallied(id, title, first, list, of) {
  return { id, title, first, kind: "bars", head: ["rows", "bytes"], bars: list.map((x) => ({ value: x.rows, cells: cells(x), ...of(x) })) };
}

function recordKinds(stats, names) {
  const failed = Object.keys(stats.undecodable).length > 0; // such rows count for the nearest kind
  return tallied("kinds", "Record kinds", "record", stats.records, (r) => ({
    name: names.record(r.format, r.record), more: names.several ? names.format(r.format) : "",
    where: all(names.several && equals("format", r.format), equals("record", names.record(r.format, r.record)), failed && "failed = false"),
  }));
}

/** A text in quotes, as fields show it, unless it is a code or a number. */
const entityName = (e) => (e.type === "text" ? JSON.stringify(e.entity) : e.entity);

function entities({ entities: { byRows, distinct, error, rowsError } }) {
  const s = tallied("entities", "Biggest entities", "entity", byRows, (e) => ({
    name: entityName(e), more: e.table ?? "", code: true,
    where: writable(e.entity) && writable(e.table ?? "") && all(equals("entity", e.entity), e.table && equals("table", e.table)),
  }));
  s.rest = `${error ? "≈ " : ""}${number(distinct)} in all${rowsError ? `, each at most ${counted(rowsError, "row")} too large` : ""}`;
  return s;
}

/** Tables; their parts are only in the table of numbers. */
function tables(stats, names) {
  const s = tallied("tables", "Tables", "table", stats.tables, (t) => ({ name: t.table || "not named", where: t.table && writable(t.table) && equals("table", t.table) }));
  s.more = stats.tables.flatMap((t) => t.parts.map((p) => ({
    name: t.table || "not named", more: [names.record(t.format, p.record), p.name].filter(Boolean).join(" "), cells: cells(p), value: p.rows,
  })));
  return s;
}

function families({ families: list }) {
  return tallied("families", "Column families", "family", list.filter((f) => f.cf), (f) => ({ name: readable(f.cf), code: true, where: equals("cf", f.cf) }));
}

/** What is wrong: findings, the worst first, then rows that do not decode or are doubtful. */
function problems(stats, names, findings) {
  const bars = findings.list.map((f) => ({ ...f, value: f.number, cells: [number(f.number)], view: "findings", where: f.name }));
  const failed = stats.reasons.filter((r) => r.what === "undecodable").reduce((n, r) => n + r.rows, 0);
  for (const r of stats.reasons) {
    if (r.what === "undecodable") continue;
    const place = [r.record && names.record(r.format, r.record), r.field].filter(Boolean).join(": ");
    bars.push({ name: byId("reasons").dataset[r.what], more: place, value: r.rows, cells: [number(r.rows)] });
  }
  bars.push({ name: "rows that do not decode", value: failed, cells: [number(failed)], severity: failed ? "error" : undefined, where: failed ? "failed = true" : "" });
  return { id: "problems", title: "Problems", first: "problem", kind: "lines", head: ["rows"], bars, note: findings.note };
}

/** How many codes have a name; those without one are plain numbers. */
function codes(stats, names) {
  const groups = new Map();
  const take = (word, name) => groups.set(word, (groups.get(word) ?? new Set()).add(name));
  for (const t of stats.tables) {
    if (t.table) take("tables", t.table);
    for (const p of t.parts) if (p.name) take(names.record(t.format, p.record), p.name);
  }
  for (const p of stats.properties) take("properties", p.property);
  const named = (set) => [...set].filter((name) => !/^(-?\d+|0x[0-9a-f]+)$/.test(name)).length;
  return {
    id: "codes", title: "Codes named by the schema", first: "codes of", kind: "lines", head: ["named"],
    bars: [...groups].map(([name, set]) => ({ name, value: named(set), cells: [`${number(named(set))} of ${number(set.size)}`] })),
  };
}

function deletions({ deletions: list }, names) {
  return {
    id: "deletions", title: "Deletions", first: "deleted", kind: "lines", head: ["rows"],
    bars: list.map((d) => ({ name: d.deleted, more: d.format ? names.format(d.format) : "the store", value: d.rows, cells: [number(d.rows)], where: d.format ? "" : `deleted = ${valueOf(d.deleted)}` })),
  };
}

function levels({ store }) {
  const line = (name, x) => ({ name, value: x.entries, cells: [number(x.entries), number(x.bytes ?? sum(x))] });
  const files = store.files ? `${counted(store.files, "file")}${store.fileBytes ? ` of ${bytes(store.fileBytes)}` : ""}, ` : "";
  return {
    id: "levels", title: "Files and levels", first: "entries", kind: "bars", head: ["entries", "bytes"],
    note: `${files}a compaction would free ${bytes(store.freed)}, ${percent(store.freed, sum(store.stored))}`,
    bars: [line("stored", store.stored), line("visible", store.visible), ...store.levels.map((l) => line(`level ${l.level}`, l))],
  };
}

const compression = ({ store }) => ({
  id: "compression", title: "Compression", first: "method", kind: "lines", head: [], bars: store.compression.map((name) => ({ name, value: 0, cells: [] })),
});

const damage = (stats, { encrypted }) => ({
  id: "damage", title: "Damage", first: "damage", kind: "lines", head: ["places"],
  bars: [["places where rows are missing", stats.damage - encrypted, "error"], ["files that are encrypted, not read", encrypted, "warning"]].filter(([, n]) => n)
    .map(([name, n, severity]) => ({ name, value: n, cells: [number(n)], severity, view: "tables" })),
});

/**
 * The regions for which a document has data.
 * @param {object} stats the answer of rl_bulk_stats
 * @param {{record(format: string, name: string): string, format(id: string): string, several: boolean, salted: boolean, schema: boolean}} names
 * several: the rows have several formats; salted: row keys begin with a salt; schema: there is a schema
 * @param {{list: {name: string, number: number, severity: string}[], note: string}} findings
 * @param {number} series of times that is shown
 * @returns {Section[]}
 */
export function sectionsOf(stats, names, findings, series) {
  return [
    recordKinds(stats, names), entities(stats), problems(stats, names, findings), saltSection(stats, names), timeSection(stats, names, series), tables(stats, names),
    families(stats), sizeSection("keys", "Key size, all but the value", "keyBytes", stats), sizeSection("values", "Value size", "valueBytes", stats),
    names.schema && codes(stats, names), deletions(stats, names), stats.store && levels(stats), stats.store && compression(stats), stats.damage > 0 && damage(stats, names),
  ].filter((s) => s && s.bars.length);
}
