// Opening files: text is read as text, anything else as hex.

import { toHex } from "../bytes.js";

const HEAD = 4 << 10; // bytes that show how a text is encoded

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

const LEAST = 16; // fewest bytes that count as UTF-16 without a mark

/** Whether nearly all byte pairs are ASCII, with the character always in the same half. */
function isWide(bytes, at) {
  let good = 0;
  for (let i = 0; i + 1 < bytes.length; i += 2) {
    const c = bytes[i + at];
    if (bytes[i + 1 - at] === 0 && (c >= 0x20 && c < 0x7f || c === 10 || c === 13 || c === 9)) good++;
  }
  return good > 0 && good >= 0.9 * (bytes.length >> 1);
}

/** Which UTF-16 bytes begin as, with or without a mark, as PowerShell on Windows writes it; "" for anything else. */
export function wideOf(bytes) {
  const mark = bytes.length > 1 ? bytes[0] << 8 | bytes[1] : 0;
  if (mark === 0xfffe && isWide(bytes.subarray(2), 0)) return "utf-16le";
  if (mark === 0xfeff && isWide(bytes.subarray(2), 1)) return "utf-16be";
  if (bytes.length < LEAST) return "";
  return isWide(bytes, 0) ? "utf-16le" : isWide(bytes, 1) ? "utf-16be" : "";
}

/** A UTF-16 file as UTF-8, converted once for all readers; null for any other. @param {File} file */
export async function narrowed(file) {
  const name = wideOf(new Uint8Array(await file.slice(0, HEAD).arrayBuffer()));
  if (!name) return null;
  const text = file.stream().pipeThrough(new TextDecoderStream(name)).pipeThrough(new TextEncoderStream());
  return new File([await new Response(text).blob()], file.name);
}

/** Bytes as text, or null if they are not text. @param {boolean} cut whether more bytes follow */
export function asText(bytes, cut) {
  const wide = wideOf(bytes.subarray(0, HEAD));
  let text;
  try {
    // A cut may split a character: streaming tolerates an incomplete last one.
    text = new TextDecoder(wide || "utf-8", { fatal: !wide }).decode(bytes, { stream: cut });
  } catch {
    return null;
  }
  return /[\0-\x08\x0e-\x1f\x7f]/.test(text) ? null : text;
}
