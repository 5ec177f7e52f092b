// Differences in words: what changed, and by how much.

import { cut, quoted, quotedOrHex } from "../bytes.js";
import { when } from "../model.js";
import { membersAbout } from "../view/legend.js";
import { show } from "../view/value.js";
import { fieldWords, slugWords } from "../view/words.js";

const TELLING = new Set(["identity", "sort", "target"]); // roles of fields that say what a row is about
const LONGEST = 80; // characters of a value in the list
const NEAR = 12; // characters before those that differ, of a longer one

/** The mark of each kind of difference; it stands before the word. */
export const MARKS = { added: "+", removed: "−", changed: "≠" };

/** Two values, of which long ones begin shortly before they differ: what is cut away at their ends may be all that does. */
export function cutBoth(old, now, longest = LONGEST) {
  if (old.length <= longest && now.length <= longest) return [old, now];
  let same = 0;
  while (same < old.length && old[same] === now[same]) same++;
  const from = same - NEAR - (/[\uDC00-\uDFFF]/.test(old[same - NEAR] ?? "") ? 1 : 0);
  return [old, now].map((text) => (from > 0 ? `…${cut(text.slice(from), longest)}` : cut(text, longest)));
}

/** The name of a field, without what it is in; an item has only its number, and keeps the name of its list. */
const nameOf = (path) => fieldWords(path.match(/[^.]*(\.\d+)*$/)[0] || path);

/** A value as the list shows it; a number that is a time of the rows as this time. */
function valueOf(v, times) {
  if (v === null) return "none";
  return times.get(String(v)) ?? (typeof v === "string" && v === "" ? quoted(v) : show(v));
}

/**
 * What changed: names with the old and the new value.
 * @param {object} d a line of `rowlens diff --json`
 * @param {Map<string, string>} times
 * @param {object[]|undefined} legend the fields of its record kind: what is no field has words of the decoder, not stored text
 * @returns {{name: string, old: string, now: string}[]}
 */
export function changesOf({ change, fields = {}, was, timestamp, error }, times, legend) {
  if (change !== "changed") return [];
  const list = Object.entries(fields).map(([path, values]) => {
    const told = !error && legend?.every((f) => f.name !== path) && !path.includes(".");
    const [old, now] = cutBoth(...values.map((v) => (told && typeof v === "string" ? slugWords(v) : valueOf(v, times))));
    return { name: error ? path : nameOf(path), old, now };
  });
  if (was?.timestamp !== undefined) list.push({ name: "timestamp", old: was.timestamp, now: timestamp ?? "none" });
  return list;
}

/** Where the same fields are in the other document, under another key; "" if they are nowhere. @param {object} d a line of `rowlens diff --json`, placed */
export function twinOf({ change, twin }) {
  if (!twin) return "";
  const side = change === "added" ? 0 : 1;
  return `same fields, another key: ${twin.lines[side] ? `line ${twin.lines[side]}` : `row ${twin.rows[side] + 1}`} of the ${side ? "second" : "first"}`;
}

const SEPARATOR = " · "; // between the parts of a summary

/**
 * What a row is about: the ends of its edge, or else its identities, sort values and targets, and the property that it is of.
 * What the comparison does not say of it, a row that decodes says; one that does not has only its key.
 * @param {object} d a line of `rowlens diff --json`
 * @param {(import("../model.js").Model|null)[]} models of its rows, as far as they are read
 * @param {{name: string, about?: string}[]} [legend] the fields of its record kind
 */
export function whoOf({ summary, parts }, models, legend = []) {
  const times = timesOf(models);
  const model = models.findLast((m) => m && !m.error);
  const own = model?.nodes.filter((n) => n.text && model.nodes[n.parent]?.parent < 0) ?? [];
  const telling = own.filter((n) => TELLING.has(n.role));
  const edge = edgeOf(own, legend);
  const told = summary.split(SEPARATOR).filter(Boolean).map((part) => times.get(part) ?? part);
  const said = edge ? [edge.words, ...telling.filter((n) => !edge.ends.includes(n)).map(textOf)] : told.length ? told : telling.map(textOf);
  const properties = legend.filter(({ about }) => about === "property" || about === "reference").map((f) => f.name);
  said.push(...own.filter((n) => properties.includes(n.name)).map((n) => n.text));
  return said.join(SEPARATOR) || (models.length ? cut(quotedOrHex(Object.values(parts)[0]), LONGEST) : "");
}

const textOf = (n) => when(n) || n.text;

/** The two ends of an edge with the arrow between them, or null. */
function edgeOf(nodes, legend) {
  const about = (what) => nodes.find((n) => membersAbout(legend, what).includes(n.name));
  const ends = [about("entity"), about("target")];
  if (!ends.every(Boolean)) return null;
  const arrow = about("direction")?.text === "IN" ? "←" : "→";
  return { ends, words: `${textOf(ends[0])} ${arrow} ${textOf(ends[1])}` };
}

/** The times in two rows by the numbers that stand for them. @param {(import("../model.js").Model|null)[]} models */
export function timesOf(models) {
  const out = new Map();
  for (const m of models) for (const n of m?.nodes ?? []) if (n.time) for (const text of [n.text, n.raw]) if (text !== undefined) out.set(String(text), when(n));
  return out;
}

const UNITS = [[86_400_000, "d"], [3_600_000, "h"], [60_000, "min"], [1000, "s"], [1, "ms"]];

/** How much later a time is: "+1 ms", "−2 d 3 h"; the two biggest units that are not zero. */
export function distance(from, to) {
  const ms = Date.parse(to) - Date.parse(from);
  if (!ms) return "";
  let rest = Math.abs(ms);
  const out = [];
  for (const [size, word] of UNITS) {
    if (rest >= size && out.length < 2) out.push(`${Math.floor(rest / size)} ${word}`);
    rest %= size;
  }
  return `${ms < 0 ? "−" : "+"}${out.join(" ")}`;
}

/** The rows of a difference, [first, second], each as a request for its reading; null where there is none. */
export function rowsOf({ change, format, record, error, parts, timestamp, was, source }) {
  const row = (own, time) => ({ parts: own, timestamp: time, cf: source?.cf, ...(error || !format ? { learnt: format } : { format, record }) });
  return [
    change === "added" ? null : row({ ...parts, ...was?.parts }, was?.timestamp ?? timestamp),
    change === "removed" ? null : row(parts, timestamp),
  ];
}
