// Findings in words: the row, and what is stored and expected.

import { count, escaped, fromHex, keyPart, printable } from "../bytes.js";
import { fieldWords } from "../view/words.js";

/** The key of a row as people know it: its text, or the shell's form. */
export function keyOf(parts = {}) {
  const bytes = fromHex(keyPart(parts) ?? "");
  const column = parts.qualifier === undefined ? "" : ` ${escaped(fromHex(parts.family ?? ""))}:${escaped(fromHex(parts.qualifier))}`;
  return printable(bytes) ? String.fromCharCode(...bytes) + column : escaped(bytes);
}

/** What a finding is about within its row, in the words of the data; error codes do not count. */
const itemOf = ({ item }) => (item === undefined || /^[a-z]+(-[a-z]+)+$/.test(item) ? undefined : item);

/** Whether a finding is about one row, rather than about how many could not be judged. */
export const hasRow = (f) => Boolean(f.stored ?? f.expected ?? f.parts?.row ?? f.parts?.key);

/** The row in words: its key if that is text, else the finding's name for it. */
export function rowOf(f) {
  if (!f.parts) return f.figures?.stored ?? "";
  const bytes = fromHex(f.parts.row ?? f.parts.key ?? "");
  return printable(bytes) || !itemOf(f) ? keyOf(f.parts) : f.item;
}

/** The names of the parts in which two rows differ. */
export function differing(stored = {}, expected = {}) {
  return [...new Set([...Object.keys(stored), ...Object.keys(expected)])].filter((name) => stored[name] !== expected[name]);
}

const short = (text) => text !== undefined && text.length <= 24 && !/^[0-9a-f]{16,}$/.test(text);

/** Why a row is wrong, without the decoder's name of its record kind, which is said in words. */
export const reasonOf = ({ code, why }) => (code.startsWith("undecodable") ? why.replace(/^[a-z-]+ [a-z-]+(?= )/, (kind) => kind.replaceAll("-", " ")) : why);

/** What is stored and what is expected, in a few words. @returns {string[]} pieces of a sentence: every second one is a value of the data */
export function sidesOf(f) {
  const { stored, expected, figures = {} } = f;
  const item = itemOf(f);
  if (f.code.startsWith("undecodable") || f.item && !item) return [reasonOf(f).replace(/^row [^ ]+: /, "").replace(/^[a-z]\w*(?=: )/, fieldWords)];
  if (short(figures.stored) && short(figures.expected)) return ["stored ", figures.stored, ", expected ", figures.expected];
  if (expected && !stored) return ["expected, no row stored"];
  const other = item && rowOf(f) !== item ? item : "";
  if (!stored) return ["", other];
  if (other) return [expected && f.code.startsWith("missing") ? "expected " : "stored ", other];
  if (!expected) return ["stored"];
  const [name] = differing(stored, expected);
  if (!name) return [""];
  const [a, b] = [fromHex(stored[name] ?? ""), fromHex(expected[name] ?? "")];
  const n = Math.max(a.length, b.length) - a.filter((byte, i) => b[i] === byte).length;
  const what = name === "row" || name === "key" ? "row key" : name;
  return [`${n} of ${count(Math.max(a.length, b.length), "byte")} of the ${what} ${n === 1 ? "differs" : "differ"}`];
}

/** Where a row is: its line, or its offset. */
export const placeOf = ({ line, offset } = {}) => (line ? `line ${line}` : offset === undefined ? "" : `offset ${offset}`);
