// The versions of a row: rows with the same key or, if the version is part of the key, rows for the same property of the same record.

const CONTENT = ["value", "columns", "tags"]; // parts outside the key

/** What is equal in rows with the same key. */
export const keyOf = ({ parts = {}, source = {} }) => JSON.stringify([source.table, source.cf, ...Object.entries(parts).filter(([name]) => !CONTENT.includes(name))]);

/** What is equal in rows that differ only in the version inside their keys; null for a row without a version or property. */
function propertyOf({ format, record, fields = {}, source = {} }, { properties = [], clocks = [] }) {
  const named = properties.filter((name) => name in fields);
  return named.length && clockOf(fields, clocks) ? JSON.stringify([format, record, source.table, source.cf, named.map((name) => fields[name])]) : null;
}

const clockOf = (fields, clocks) => fields[clocks.find((name) => name in fields)];

/** Orders versions, newest first. Of two with the same time, the one that comes first counts as newer, as stores put the newest first. */
function compare(a, b) {
  for (const of of ["clock", "sequence", "timestamp"]) {
    const [x, y] = [a[of], b[of]];
    if (x !== undefined && y !== undefined && BigInt(x) !== BigInt(y)) return BigInt(x) < BigInt(y) ? 1 : -1;
  }
  return a.row - b.row;
}

/**
 * @param {{rows: import("./rows.js").Rows, match(bytes: Uint8Array, where: string): Uint32Array, records(bytes: Uint8Array, picks: Uint32Array): object[], pause(): Promise<void>}} side
 * @param {{alike(bytes: Uint8Array, row: number): {where: string}}} dump
 * @param {{row: number, names: Record<string, {properties: string[], clocks: string[]}>}} question names gives, by format and record kind, the members
 *   that name a property and those that are versions of Maryk's clock
 * @returns {Promise<object[]>} the versions, newest first, including the row itself
 */
export async function versionsOf({ rows, match, records, pause }, dump, { row, names: all }) {
  if (row >= rows.count) return [];
  const at = rows.blockOf(row);
  const [record] = records(await rows.bytes(at), Uint32Array.of(row - rows.blocks[at].first));
  const [part, key] = Object.entries(record.parts ?? {}).find(([name]) => !CONTENT.includes(name)) ?? [];
  if (!key) return [];
  const names = all[`${record.format} ${record.record}`] ?? {};
  const [own, property] = [keyOf(record), propertyOf(record, names)];
  const of = property && dump.alike(await rows.bytes(at), row - rows.blocks[at].first).where;
  const asked = [`${part} = "${key}"`, of].filter(Boolean);
  const found = [];
  for (let b = 0; b < rows.blocks.length; b++) {
    const bytes = await rows.bytes(b);
    const { first } = rows.blocks[b];
    const hits = Uint32Array.from(new Set(asked.flatMap((one) => [...match(bytes, one)]))).sort();
    (hits.length ? records(bytes, hits) : []).forEach((one, i) => {
      if (keyOf(one) !== own && (!property || propertyOf(one, names) !== property)) return;
      const { fields = {}, source = {}, timestamp, deleted = false, parts = {} } = one;
      found.push({ row: first + hits[i], clock: property ? clockOf(fields, names.clocks) : undefined, sequence: source.sequence, timestamp, deleted, name: property ? fields[names.properties.find((n) => n in fields)] : "", value: fields.value, content: parts.value ?? "" });
    });
    await pause();
  }
  return found.sort(compare);
}
