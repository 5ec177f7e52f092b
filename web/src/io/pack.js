// Text in a link: deflated where that is shorter, then base64. Anybody can make a link, so
// the unpacked size is limited.

import { base64UrlOf, bytesOfBase64Url } from "../bytes.js";

const DEFLATED = "~"; // marks deflated text: base64 has no such character

/** The output of a transformation, or null if it is more than most bytes. */
async function through(bytes, transform, most) {
  const parts = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => {}); // nobody needs the rest, so failing to cancel it does not matter
      return null;
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const last = new Map(); // the last result: a dialog asks for the same text again with each click
const KEPT = 8;

/** Text as a link carries it. */
export async function pack(text) {
  const known = last.get(text);
  if (known !== undefined) return known;
  const bytes = new TextEncoder().encode(text);
  const deflated = DEFLATED + base64UrlOf(await through(bytes, new CompressionStream("deflate-raw"), Infinity));
  const plain = base64UrlOf(bytes);
  const packed = deflated.length < plain.length ? deflated : plain;
  last.set(text, packed);
  if (last.size > KEPT) last.delete(last.keys().next().value);
  return packed;
}

/** Reverses pack; throws on anything else, and a RangeError on more than most bytes. */
export async function unpack(packed, most) {
  const deflated = packed.startsWith(DEFLATED);
  let bytes = bytesOfBase64Url(deflated ? packed.slice(1) : packed);
  if (deflated) bytes = await through(bytes, new DecompressionStream("deflate-raw"), most);
  if (!bytes || bytes.length > most) throw new RangeError("too long");
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}
