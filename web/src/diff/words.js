// Differences in words: what changed, and by how much.

import { quoted } from "../bytes.js";
import { when } from "../model.js";
import { show } from "../view/value.js";
import { fieldWords } from "../view/words.js";

const LONGEST = 80; // characters of a value in the list

/** The mark of each kind of difference; it stands before the word. */
export const MARKS = { added: "+", removed: "−", changed: "≠" };

const cut = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** The name of a field, without what it is in; an item has only its number, and keeps the name of its list. */
const nameOf = (path) => fieldWords(path.match(/[^.]*(\.\d+)*$/)[0] || path);

/** A value as the list shows it; a number that is a time of the rows as this time. */
function valueOf(v, times) {
  if (v === null) return "none";
  return cut(times.get(String(v)) ?? (typeof v === "string" && v === "" ? quoted(v) : show(v)));
}

/**
 * What changed: names with the old and the new value.
 * @param {object} d a line of `rowlens diff --json`
 * @param {Map<string, string>} times
 * @returns {{name: string, old: string, now: string}[]}
 */
export function changesOf({ change, fields = {}, was, timestamp, error }, times) {
  if (change !== "changed") return [];
  const list = Object.entries(fields).map(([path, [old, now]]) => ({ name: error ? path : nameOf(path), old: valueOf(old, times), now: valueOf(now, times) }));
  if (was?.timestamp !== undefined) list.push({ name: "timestamp", old: was.timestamp, now: timestamp ?? "none" });
  return list;
}

const SEPARATOR = " · "; // between the parts of a summary
const maybeTime = (v) => /^-?\d{9,}$/.test(String(v));

/** Whether a value that is shown may be a time: then its date has to be looked up. */
export const mayHaveTimes = ({ change, fields = {}, summary }) => summary.split(SEPARATOR).some(maybeTime) || change === "changed" && Object.values(fields).flat().some(maybeTime);

/** What a row is about: its identities, sort values and targets. */
export const summaryOf = ({ summary }, times) => summary.split(SEPARATOR).map((part) => times.get(part) ?? part).join(SEPARATOR);

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
  const row = (own, time) => ({ parts: own, timestamp: time, cf: source?.cf, ...(error || !format ? {} : { format, record }) });
  return [
    change === "added" ? null : row({ ...parts, ...was?.parts }, was?.timestamp ?? timestamp),
    change === "removed" ? null : row(parts, timestamp),
  ];
}
