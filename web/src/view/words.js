// The page's sentences: status line, alert, and notes next to headings.

import { count, place } from "../bytes.js";
import { partTitle } from "../model.js";
import { visible } from "./dom.js";

/** Text with a full stop, unless it has one. */
export const ended = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);

// A first word that is the name of a file, a path or an identifier, which has no other spelling.
const NAME = /^[^\s"]*([\d_/\\]|[a-z][A-Z]|\.[^\s.])/;

/** A message of the decoder as a sentence. */
export const asSentence = (text) => ended(visible(NAME.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`));

/** Whether what is listed as damage is only that a file is encrypted. */
export const isEncrypted = ({ code }) => code === "encrypted";

/** What of a store is not read. @param {number} places encrypted files among them */
export function lostSentence(places, encrypted) {
  const damaged = places - encrypted;
  const hurt = damaged ? `${count(damaged, "place")} of the store ${damaged === 1 ? "is" : "are"} damaged, so rows are missing. ` : "";
  return `${hurt}${encrypted ? `${count(encrypted, "file")} ${encrypted === 1 ? "is" : "are"} encrypted and not read. ` : ""}`;
}

/** That places are damaged, and rows do not decode. @param {{damaged: number, encrypted: number, failed: number}} state what is damaged stands among the rows that fail */
export function failedSentence({ damaged, encrypted, failed }) {
  const bad = failed - damaged;
  return `${lostSentence(damaged, encrypted)}${bad ? `${count(bad, "row")} ${bad === 1 ? "does" : "do"} not decode. ` : ""}`;
}

/** That not all rows are read, if that is so. @param {{cancelled: boolean, unread: string}} state unread is why reading failed */
export const unreadSentence = ({ cancelled, unread }) => (cancelled ? "Cancelled; the decoded rows are kept. " : unread ? `Not all rows are read: ${ended(unread)} ` : "");

/** What stands before a number of rows of which some may be missing. @param {{cancelled: boolean, unread: string, damaged: number}} state */
export const atLeast = ({ cancelled, unread, damaged }) => (cancelled || unread || damaged ? "at least " : "");

/** What is lost in as few words as can be. */
export const lostWords = (places, encrypted) => [places > encrypted && `${count(places - encrypted, "place")} damaged`, encrypted > 0 && `${count(encrypted, "file")} encrypted, not read`].filter(Boolean).join(", ");

/** A word of the decoder as people say it: "soft delete". */
export const slugWords = (text) => (/^[a-z]+(-[a-z]+)+$/.test(text) ? text.replaceAll("-", " ") : text);

/** The name of a field in words: "created at". */
export const fieldWords = (name) => name.replaceAll(/_|(?<=[a-z])[A-Z]/g, (c) => (c === "_" ? " " : ` ${c.toLowerCase()}`));

/**
 * The name of a member as Row has it: that of its field, unless there are several.
 * @param {{name: string, title: string}[]} legend the fields of the record kinds
 */
export function memberWords(name, legend) {
  const titles = new Set(legend.filter((f) => f.name === name).map((f) => f.title));
  return titles.size === 1 ? [...titles][0] : fieldWords(name);
}

/** The note next to the heading "Readings". */
export function readingsNote(candidates, nearest, pinned) {
  if (pinned) return "pinned format only";
  if (!candidates.length) return nearest ? `none complete; ${nearest.near ? "nearest shown" : "none is near"}` : "no format parses this; shown as plain bytes";
  if (candidates.length === 1) return "1, and no other format parses this";
  const ties = tiedWith(candidates, candidates[0]).length;
  const numbers = ["", "one", "two", "three", "four", "five", "six"];
  return ties > 1 ? `${candidates.length}, ${numbers[ties] ?? ties} with equal evidence; by name` : `${candidates.length}, best first`;
}

/** A reading and those that tie with it. */
function tiedWith(candidates, one) {
  if (!one.tie) return [one];
  return candidates.filter((c) => c.tie && c.dots === one.dots && c.canonical === one.canonical);
}

const NONE = "No format reads it."; // first, for few bytes pass for the start of a row by chance
const FAR = "Nothing is near. What gets farthest"; // as inspect says it

/** The status line's sentence for a reading. */
export function statusOf(answer, shown, model) {
  const { candidates = [] } = answer;
  if (shown.raw) return `${count(model.total, "byte")}. No format parses them; they are shown as plain bytes.`;
  if (shown.refused) {
    const e = model.error;
    const who = shown.likely ? shown.title : `${NONE} ${shown.near ? "The nearest" : FAR}, ${shown.title},`;
    return `${who} stops at byte ${e?.offset ?? shown.covered} of ${shown.total}${e?.expected ? `: expected ${e.expected}` : ""}.`;
  }
  const tied = tiedWith(candidates, shown).map((c) => c.title);
  if (tied.length > 1) return `${candidates.length} readings. ${list(tied)} have equal evidence.`;
  const others = candidates.length - 1;
  const rest = others ? `${count(others, "other reading")}.` : "No other reading.";
  const parts = model.parts.filter((p) => p.owner === null).length;
  return `${shown.title}, ${count(shown.total, "byte")}${parts > 1 ? ` in ${parts} parts` : ""}, ${count(model.fieldCount, "field")}. ${rest}`;
}

/** Some words as a list: "a, b and c". */
export const list = (words) => (words.length < 3 ? words.join(" and ") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

/**
 * Why a row does not decode, by what the nearest reading stops at.
 * @param {{format?: string, record?: string, error: {message: string, part?: string, field?: string, offset?: number, expected?: string, found?: string}}} row
 * @param {{format: string, formatTitle: string, record: string, title: string, fields: {name: string, title: string}[]}[]} legend all record kinds
 */
export function whyOf({ format, record, error: e }, legend) {
  const kind = legend.find((k) => k.format === format && k.record === record);
  if (!kind || !e.part || !e.expected) return asSentence(e.message);
  const field = e.field ? `, ${memberWords(e.field, kind.fields)}` : "";
  return visible(`Expected ${e.expected}, found ${e.found || "the end"} at offset ${e.offset} of the ${partTitle(e.part)}. What gets farthest: ${kind.formatTitle} ${kind.title}${field}.`);
}

/**
 * The sentences of the alert: what is wrong and where, then how far decoding got.
 * @returns {string[]}
 */
export function alertOf(shown, model) {
  const e = model.error;
  const part = model.parts.find((p) => p.name === e.part) ?? model.parts[0];
  const where = model.parts.length > 1 ? ` of the ${part?.title ?? partTitle(e.part)}` : "";
  const field = e.field ? `, ${fieldWords(e.field)}:` : ":";
  const what = e.expected || e.found ? `expected ${e.expected || "something else"}, found ${e.found || "the end"}` : e.message;
  const rest = (part?.bytes.length ?? 0) - e.offset;
  const decoded = model.fieldCount;
  const before = decoded ? `${count(decoded, "field")} before it ${decoded === 1 ? "is" : "are"} decoded` : "Nothing before it is decoded";
  const after = rest > 0 ? `${count(rest, "byte")} from ${e.offset} on ${rest === 1 ? "is" : "are"} not` : "the bytes end there; is the input cut off?";
  const wrong = `${shown.title}${field} ${what} at offset ${place(e.offset)}${where}.`;
  return [...(shown.likely ? [wrong] : [NONE, `${shown.near ? "The nearest" : FAR} is ${wrong}`]), `${before}; ${after}${rest > 0 ? "." : ""}`];
}
