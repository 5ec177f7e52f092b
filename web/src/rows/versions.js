// The version of a row before it: the newest of those with its key that are older.

const CONTENT = ["value", "columns", "tags"]; // parts that are none of the key

const keyOf = ({ parts = {}, source = {} }) => JSON.stringify([source.table, source.cf, ...Object.entries(parts).filter(([name]) => !CONTENT.includes(name))]);

/** Whether one version is older than another; of two of the same time the one that stands later, as stores have the newest first. */
function isOlder(a, b) {
  for (const of of [(v) => v.record.source?.sequence, (v) => v.record.timestamp]) {
    const [x, y] = [of(a), of(b)];
    if (x !== undefined && y !== undefined && BigInt(x) !== BigInt(y)) return BigInt(x) < BigInt(y);
  }
  return a.row > b.row;
}

/**
 * @param {{rows: import("./rows.js").Rows, match(bytes: Uint8Array, where: string): Uint32Array, records(bytes: Uint8Array, picks: Uint32Array): object[], pause(): Promise<void>}} side
 * @param {number} row
 * @returns {Promise<number>} its number, or -1
 */
export async function versionBefore({ rows, match, records, pause }, row) {
  const at = rows.blockOf(row);
  const [record] = records(await rows.bytes(at), Uint32Array.of(row - rows.blocks[at].first));
  const [name, key] = Object.entries(record.parts ?? {}).find(([part]) => !CONTENT.includes(part)) ?? [];
  if (!key) return -1;
  let best = null;
  for (let b = 0; b < rows.blocks.length; b++) {
    const bytes = await rows.bytes(b);
    const hits = Uint32Array.from(match(bytes, `${name} = "${key}"`));
    const found = hits.length ? records(bytes, hits) : [];
    found.forEach((one, i) => {
      const version = { record: one, row: rows.blocks[b].first + hits[i] };
      if (version.row === row || keyOf(one) !== keyOf(record) || !isOlder(version, { record, row })) return;
      if (!best || isOlder(best, version)) best = version;
    });
    await pause();
  }
  return best?.row ?? -1;
}
