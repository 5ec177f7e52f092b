// Rows that each of two documents has under another key, although their fields are the same: what differs is computed from
// the fields, such as a salt.

import { keyOf } from "./versions.js";

const MOST = 20_000; // rows on one side only that are compared with each other

const isLone = (line) => !line.startsWith('{"change":"changed"');

/** What two lines have in common if their fields are the same, or "". */
function contentOf({ format, record, table, source, error, fields }) {
  if (error || !fields) return "";
  return JSON.stringify([format, record, table, source?.cf, Object.entries(fields).map(([name, [old, now]]) => [name, old ?? now])]);
}

/**
 * Pairs removed rows with added ones.
 * @param {string[]} lines of `rowlens diff --json`
 * @returns {Map<number, number>} the index of each such line with that of the other one; none if there are too many to look at
 */
export function twinsOf(lines) {
  const lone = lines.map((line, i) => (isLone(line) ? i : -1)).filter((i) => i >= 0);
  const found = new Map();
  if (lone.length > MOST) return found;
  const waiting = { added: new Map(), removed: new Map() };
  for (const i of lone) {
    const one = JSON.parse(lines[i]);
    const content = contentOf(one);
    if (!content) continue;
    const other = waiting[one.change === "added" ? "removed" : "added"];
    const twin = other.get(content);
    if (!twin) {
      waiting[one.change].set(content, { at: i, key: keyOf(one) });
    } else if (twin.key !== keyOf(one)) { // otherwise it is another version
      other.delete(content);
      found.set(i, twin.at).set(twin.at, i);
    }
  }
  return found;
}
