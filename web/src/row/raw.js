// Reads the input without the decoder: as hex, or as the bytes of the text itself.

import { toHex } from "../bytes.js";

/** The bytes of an input as parts, and the spelling they were read in. */
export function rawParts(text) {
  const digits = text.replace(/\\x|0x|[\s:,-]/gi, "");
  if (digits && digits.length % 2 === 0 && /^[0-9a-f]+$/i.test(digits)) return { parts: { bytes: digits.toLowerCase() }, spelling: "hex" };
  return { parts: { bytes: toHex(new TextEncoder().encode(text)) }, spelling: "text" };
}
