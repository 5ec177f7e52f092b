// Reads the input without the decoder: as hex, or as the bytes of the text itself.

import { reasonOf } from "../../npm/src/files-blob.js";
import { decoder, documents } from "../app.js";
import { toHex } from "../bytes.js";
import { plainTree } from "../model.js";

/** The bytes of an input as parts, and the spelling they were read in. */
export function rawParts(text) {
  const digits = text.replace(/\\x|0x|[\s:,-]/gi, "");
  if (digits && digits.length % 2 === 0 && /^[0-9a-f]+$/i.test(digits)) return { parts: { bytes: digits.toLowerCase() }, spelling: "hex" };
  return textParts(text);
}

/** The bytes of a text as parts, whatever it spells. */
export const textParts = (text) => ({ parts: { bytes: toHex(new TextEncoder().encode(text)) }, spelling: "text" });

/** Bytes without any format, as a reading. */
export function rawReading(parts) {
  const total = Object.values(parts).reduce((n, hex) => n + hex.length / 2, 0);
  return { format: "", record: "", title: "Plain bytes", dots: 0, covered: 0, total, evidence: [], raw: true, tree: plainTree(parts) };
}

/**
 * What there is of a row that cannot be read: the line of a dump, of stores nothing but the place.
 * @param {{text?: string, file?: File}} doc
 * @param {{source?: object, error?: {message: string}}} row
 */
export async function unreadOf({ text, file }, { source = {}, error }, most) {
  const dump = text === undefined ? file : new Blob([text]);
  const why = error?.message ?? "Nothing could be read";
  try {
    return { line: dump && source.line ? await lineOf(dump, source.line, most) : "", source, why };
  } catch (e) {
    return { line: "", source, why: `${why}. The line itself cannot be shown: ${reasonOf(e)}` };
  }
}

/** A line of a file, of which at most so many characters are taken. @param {Blob} file @param {number} number from 1 */
async function lineOf(file, number, most) {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let line = "";
  for (let at = 1; at <= number && line.length < most;) {
    const { value, done } = await reader.read();
    if (done) break;
    let from = 0;
    for (let end; at < number && (end = value.indexOf("\n", from)) >= 0; from = end + 1) at++;
    if (at < number) continue;
    const end = value.indexOf("\n", from);
    line += end < 0 ? value.slice(from) : value.slice(from, end);
    if (end >= 0) break;
  }
  reader.cancel();
  return line.slice(0, most);
}

/** Why nothing is decoded. It is said of every text, so that plain bytes do not pass for all that could be found. */
export const unloaded = () => `The decoder could not be loaded: ${decoder.failure}. Bytes are shown as plain hex; on the command line, rowlens inspect explains them.`;

/** What the status line says of the empty page. @param {{chosen: object|null}|null} expected the choices of a link without data */
export const ready = (expected) => (!decoder.ready ? (decoder.failure ? unloaded() : "Decoder loading…")
  : expected?.chosen || documents.promised ? `Ready. The link has no data: ${wanted(expected)} as the link says.` : "Ready.");

const wanted = (expected) => (documents.promised?.diff ? "open the two documents that it compares, and they are shown"
  : `paste or open what it is about, and it is ${expected?.chosen ? "read" : "shown"}`);
