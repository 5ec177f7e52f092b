// Reads the fields of a record: the CBOR of RFC 8949 that the module writes, with
// definite lengths only. A 64-bit integer has an eight-byte argument and always
// becomes a bigint; a smaller one becomes a number.

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** @param {Uint8Array} bytes @returns {unknown} */
export const read = (bytes) => new Reader(bytes).item();

/** The items of a sequence (RFC 8742). @param {Uint8Array} bytes */
export function* readAll(bytes) {
  const reader = new Reader(bytes);
  while (reader.more) yield reader.item();
}

/** A position in some bytes, from which items are read. */
export class Reader {
  #bytes;
  #view;
  #at = 0;

  constructor(bytes) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get more() {
    return this.#at < this.#bytes.length;
  }

  /** The item that begins at an offset. */
  itemAt(offset) {
    this.#at = offset;
    return this.item();
  }

  item() {
    const head = this.#bytes[this.#at++];
    const more = head & 31;
    switch (head >> 5) {
      case 0:
        return this.#argument(more);
      case 1: {
        const n = this.#argument(more);
        return typeof n === "bigint" ? -1n - n : -1 - n;
      }
      case 2: {
        const from = this.#skip(more);
        return this.#bytes.slice(from, this.#at);
      }
      case 3: {
        const from = this.#skip(more);
        return text(this.#bytes, from, this.#at, values);
      }
      case 4:
        return this.#list(Number(this.#argument(more)));
      case 5:
        return this.#map(Number(this.#argument(more)));
      case 7:
        return this.#simple(more);
    }
    throw new TypeError(`no field begins with the byte ${head}`);
  }

  #list(n) {
    const items = [];
    for (let i = 0; i < n; i++) items.push(this.item());
    return items;
  }

  #map(n) {
    const fields = {};
    for (let i = 0; i < n; i++) {
      const from = this.#skip(this.#bytes[this.#at++] & 31);
      const key = text(this.#bytes, from, this.#at, keys);
      // Assigning to __proto__ would set something else.
      if (key === "__proto__") Object.defineProperty(fields, key, { value: this.item(), enumerable: true, writable: true, configurable: true });
      else fields[key] = this.item();
    }
    return fields;
  }

  #simple(more) {
    switch (more) {
      case 20:
        return false;
      case 21:
        return true;
      case 22:
        return null;
      case 25:
        return half(this.#argument(more));
      case 26:
        return this.#view.getFloat32((this.#at += 4) - 4);
      case 27:
        return this.#view.getFloat64((this.#at += 8) - 8);
    }
    throw new TypeError(`no field is the simple value ${more}`);
  }

  #argument(more) {
    if (more < 24) return more;
    if (more === 24) return this.#bytes[this.#at++];
    if (more === 25) return this.#view.getUint16((this.#at += 2) - 2);
    if (more === 26) return this.#view.getUint32((this.#at += 4) - 4);
    return this.#view.getBigUint64((this.#at += 8) - 8);
  }

  /** Skips a text or bytes, and returns where they begin. */
  #skip(more) {
    const n = Number(this.#argument(more));
    const from = this.#at;
    this.#at += n;
    return from;
  }
}

// Field names, and many short texts, repeat in all rows: looking one up is faster than decoding it.
const SLOTS = 1024;
const SHORT = 24; // bytes; longer texts rarely repeat, and TextDecoder is faster for them
const keys = new Array(SLOTS).fill("");
const values = new Array(SLOTS).fill("");

/** The text of some bytes, cached or new. */
function text(bytes, from, to, known) {
  const length = to - from;
  if (length > SHORT) return decoder.decode(bytes.subarray(from, to));
  let hash = length;
  let seen = 0;
  for (let at = from; at < to; at++) {
    seen |= bytes[at];
    hash = (Math.imul(hash, 31) + bytes[at]) | 0;
  }
  if (seen > 127) return decoder.decode(bytes.subarray(from, to));
  const slot = (hash ^ (hash >>> 10)) & (SLOTS - 1);
  const found = known[slot];
  return found.length === length && isSame(found, bytes, from) ? found : (known[slot] = String.fromCharCode.apply(null, bytes.subarray(from, to)));
}

function isSame(text, bytes, from) {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[from + i]) return false;
  return true;
}

/** The value of a 16-bit float. */
function half(bits) {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const size = exponent === 0 ? fraction * 2 ** -24 : exponent === 31 ? (fraction ? NaN : Infinity) : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits & 0x8000 ? -size : size;
}
