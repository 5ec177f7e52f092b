// The view that works without the decoder: hex, or the bytes of the text itself.

import { toHex } from "../bytes.js";

/** The bytes of an input as parts, and how it was read. */
export function rawParts(text) {
  const digits = text.replace(/\\x|0x|[\s:,-]/gi, "");
  if (digits && digits.length % 2 === 0 && /^[0-9a-f]+$/i.test(digits)) return { parts: { bytes: digits.toLowerCase() }, spelling: "hex" };
  return { parts: { bytes: toHex(new TextEncoder().encode(text)) }, spelling: "text" };
}
