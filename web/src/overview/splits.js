// The keys at which the regions of a store begin, as the reader gives them.

import { toHex } from "../bytes.js";

/** A key in hex, or as the shell prints it, as hex. */
function hexOf(text) {
  if (/^([0-9a-f]{2})+$/i.test(text)) return text.toLowerCase();
  const bytes = [];
  for (const [, code, letter] of text.matchAll(/\\x([0-9a-f]{2})|([^])/gi)) bytes.push(...(code ? [parseInt(code, 16)] : new TextEncoder().encode(letter)));
  return toHex(Uint8Array.from(bytes));
}

/** The keys in a text, one a line or between spaces, in hex. @returns {string[]} */
export const splitsOf = (text) => text.split(/[\s,]+/).filter(Boolean).map(hexOf);
