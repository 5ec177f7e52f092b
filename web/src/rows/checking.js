// Findings: what verifiers report about rows compared with each other, and check values of single rows that do
// not match. A row shows a wrong check value by itself, so these are known even without a schema, which most
// verifiers need to know which rows should exist.

import { fieldWords } from "../view/words.js";
import { placeOfFinding, placeOfRow } from "./facets.js";

const codeOf = ({ field }) => `wrong-${fieldWords(field).replaceAll(" ", "-")}`;

/** The parts of a row with the correct check value; undefined if it is not known. */
function corrected(parts, { part, offset, stored, expected }) {
  if (!expected) return undefined;
  const hex = parts[part];
  return { ...parts, [part]: hex.slice(0, 2 * offset) + expected + hex.slice(2 * offset + stored.length) };
}

/** The finding for a check value that does not match, as verifiers write theirs. */
function findingOf({ parts, source, timestamp }, check) {
  const { field, part, stored, expected } = check;
  const key = part === "row" || part === "key";
  return {
    severity: "error", code: codeOf(check), parts, source, timestamp, stored: parts, expected: corrected(parts, check), figures: { stored, expected },
    why: `the ${fieldWords(field)} is not what the other bytes of the ${key ? "row key" : part} make it${key ? ", so the store does not find this row" : ""}`,
  };
}

/** The check values that do not match, as lines of findings, except those the verifiers found. @param {string[]} lines what they found */
async function wrongChecks({ rows, match, records }, lines) {
  let known; // what the verifiers found, parsed once there is something to compare it with
  const found = [];
  for (let b = 0; b < rows.blocks.length; b++) {
    const bytes = await rows.bytes(b);
    const hits = match(bytes, 'check ~ "^"'); // matches everything: any name begins somewhere
    for (const record of hits.length ? records(bytes, Uint32Array.from(hits)) : []) {
      known ??= new Set(lines.map((line) => JSON.parse(line)).map((f) => `${f.code} ${placeOfFinding(f)}`));
      for (const check of record.check ?? []) if (!known.has(`${codeOf(check)} ${placeOfRow(record)}`)) found.push(JSON.stringify(findingOf(record, check)));
    }
  }
  return found;
}

/** What the verifiers find. @returns {Promise<{lines: string[], totals: object}|null>} null if something else must be done first */
async function verified(dump, each) {
  if (!(await each())) return null;
  const lines = dump.findings().split("\n").filter(Boolean);
  const { totals } = JSON.parse(lines.pop());
  return { lines, totals };
}

/** The same, without the schema where none was checked with it: it is of another format, and some rows need none. */
async function verifiedAnyway(dump, each, options) {
  const found = await verified(dump, each);
  if (!options.schema || !found || found.totals.checked) return found;
  dump.begin({ ...options, schema: undefined });
  const without = await verified(dump, each).catch(() => found); // these rows do need one
  return without?.totals.checked === 0 ? found : without;
}

/**
 * Checks rows against each other and, whether or not that is possible, each by itself.
 * @param {import("../../npm/src/dump.js").Dump} dump a decoder for this
 * @param {() => Promise<boolean>} each passes it all rows; false if something else must be done first
 * @param {{rows: import("./rows.js").Rows, match(bytes: Uint8Array, where: string): Uint32Array, records(bytes: Uint8Array, picks: Uint32Array): object[]}} side
 * @param {object} options of the decoder
 * @returns {Promise<{lines: string[], totals: object, problem: string}|null>} problem is why they cannot be checked against each other
 */
export async function checked(dump, each, side, options) {
  const { count, failed } = side.rows;
  let found = { lines: [], totals: { rows: count, checked: 0, undecodable: failed, other: count - failed } };
  let problem = "";
  try {
    found = await verifiedAnyway(dump, each, options);
    if (!found) return null;
  } catch (e) {
    if (e instanceof WebAssembly.RuntimeError) throw e;
    problem = e.message;
  }
  const { lines, totals } = found;
  const own = await wrongChecks(side, lines);
  return { lines: [...lines, ...own], totals: { ...totals, errors: (totals.errors ?? 0) + own.length }, problem };
}
