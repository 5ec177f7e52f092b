// Opening files: text is read as text, anything else as hex.

import { toHex } from "../bytes.js";

const PART = 1 << 16; // characters shown of a long text that a link brings

/** The text of a link as Row shows it: a link is opened without being asked what is in it, and must not stall the tab. */
export function shortenLink(text) {
  if (text.length <= PART) return { text, note: "" };
  const end = text.lastIndexOf("\n", PART);
  return { text: text.slice(0, end > 0 ? end : PART), note: "The link holds more than 64 KiB; only the first are shown." };
}

/**
 * The content of a schema file: text, or bytes as hex.
 * @param {File} file
 * @returns {Promise<{text: string}|{stored: string}>}
 */
export async function fileContent(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = asText(bytes, false);
  return text === null ? { stored: toHex(bytes) } : { text };
}

/** Bytes as text, or null if they are not text. @param {boolean} cut whether more bytes follow */
export function asText(bytes, cut) {
  let text;
  try {
    // A cut may split a character: streaming tolerates an incomplete last one.
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: cut });
  } catch {
    return null;
  }
  return /[\0-\x08\x0e-\x1f\x7f]/.test(text) ? null : text;
}
