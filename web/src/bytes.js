// Byte strings as text, and back.

/** @param {string} hex lower or upper case, no spaces */
export function fromHex(hex) {
  const out = new Uint8Array(hex.length >> 1);
  for (let i = 0; i < out.length; i++) out[i] = Number.parseInt(hex.substr(2 * i, 2), 16);
  return out;
}

const DIGITS = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));

/** Two lower-case digits. */
export const hex2 = (b) => DIGITS[b];

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  let s = "";
  for (const b of bytes) s += DIGITS[b];
  return s;
}

/** The HBase shell's form: printable ASCII, except the backslash, stands for itself. */
export function escaped(bytes) {
  let s = "";
  for (const b of bytes) s += b >= 0x20 && b < 0x7f && b !== 0x5c ? String.fromCharCode(b) : `\\x${DIGITS[b].toUpperCase()}`;
  return s;
}

/** Whether bytes are text that can be shown as such: printable ASCII. */
export const printable = (bytes) => bytes.length > 0 && bytes.every((b) => b >= 0x20 && b < 0x7f);

/** A name or key given in hex: as text where it is printable, else in hex. */
export function readable(hex) {
  const bytes = fromHex(hex);
  return printable(bytes) ? escaped(bytes) : hex;
}

export function toBase64(bytes) {
  let s = "";
  for (const b of bytes) s += String.fromCharCode(b);
  return btoa(s);
}

/** Bytes as unpadded URL-safe base64. */
export const base64UrlOf = (bytes) => toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** Reverses base64UrlOf; throws on anything else. */
export const bytesOfBase64Url = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/** The character for a byte in the text column. */
export const glyph = (b) => (b >= 0x20 && b < 0x7f ? String.fromCharCode(b) : "·");

/** An offset as the shell's tools print it, at least four digits. */
export const offset4 = (n) => n.toString(16).padStart(4, "0");

/** "17 (0x11)" */
export const place = (n) => `${n} (0x${n.toString(16)})`;

/** "36–44", both ends included; "36" for one byte; "36, empty" for none. */
export function range(start, end) {
  if (end - start > 1) return `${start}–${end - 1}`;
  return end > start ? `${start}` : `${start}, empty`;
}

/** A whole number with commas between thousands. The browser can do it, too, but needs 25 ms to learn of its languages, which a first key would wait for. */
export const number = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

/** "1 byte", "3 fields" */
export const count = (n, word) => `${number(n)} ${word}${n === 1 ? "" : "s"}`;

// Characters that would reorder, hide or break the surrounding text.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]/gu;

/** Whether a character cannot be seen, or changes what is around it. */
export const hidden = (c) => c.search(HIDDEN) >= 0;

/** Text with control, bidirectional and invisible characters spelled out. */
export function visible(text) {
  return text.replace(HIDDEN, (c) => {
    const n = c.codePointAt(0);
    return n < 0x100 ? `\\x${n.toString(16).padStart(2, "0")}` : `\\u{${n.toString(16)}}`;
  });
}

/** What fits of a text, between characters, with an ellipsis for the rest. @param {number} longest in UTF-16 units */
export const cut = (text, longest) => (text.length > longest ? `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "")}…` : text);

/** Text in quotes, as the decoder writes it in fields, so that a character has one spelling everywhere. */
export const quoted = (text) => JSON.stringify(text).replace(HIDDEN, (c) => [...Array(c.length).keys()].map((i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, "0")}`).join(""));

/** The key among the parts of a row, in hex. */
export const keyPart = (parts) => parts.row ?? parts.key ?? Object.values(parts)[0];

/** A key given in hex, beside others that are not text: in quotes where it is printable, else in hex. */
export function quotedOrHex(hex) {
  const bytes = fromHex(hex);
  return printable(bytes) ? quoted(String.fromCharCode(...bytes)) : hex;
}
