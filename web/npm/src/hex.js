/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  let text = "";
  for (const b of bytes) text += b.toString(16).padStart(2, "0");
  return text;
}

/** @param {string} text an even number of hex digits */
export function fromHex(text) {
  if (text.length % 2 || /[^0-9a-fA-F]/.test(text)) throw new TypeError("expected an even number of hex digits");
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}
