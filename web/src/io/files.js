// Opening files: text is read as text, anything else as hex.

import { toHex } from "../bytes.js";

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
