// Reads the fields of a record: the CBOR of RFC 8949 that the module writes, with
// definite lengths only. A 64-bit integer has an eight-byte argument and always
// becomes a bigint; a smaller one becomes a number.

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** @param {Uint8Array} bytes @returns {unknown} */
export function read(bytes) {
  const reader = new Reader(bytes);
  return reader.item();
}

/** The items of a sequence (RFC 8742). @param {Uint8Array} bytes */
export function* readAll(bytes) {
  const reader = new Reader(bytes);
  while (reader.more) yield reader.item();
}

class Reader {
  #at = 0;

  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get more() {
    return this.#at < this.bytes.length;
  }

  item() {
    const head = this.bytes[this.#at++];
    const more = head & 31;
    switch (head >> 5) {
      case 0:
        return this.#argument(more);
      case 1: {
        const n = this.#argument(more);
        return typeof n === "bigint" ? -1n - n : -1 - n;
      }
      case 2:
        return this.#take(more).slice();
      case 3:
        return text(this.#take(more));
      case 4:
        return Array.from({ length: Number(this.#argument(more)) }, () => this.item());
      case 5:
        return this.#map(Number(this.#argument(more)));
      case 7:
        return this.#simple(more);
    }
    throw new TypeError(`no field begins with the byte ${head}`);
  }

  #map(n) {
    const fields = {};
    for (let i = 0; i < n; i++) {
      const key = this.item();
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
        return half(this.#number(2, (at) => this.view.getUint16(at)));
      case 26:
        return this.#number(4, (at) => this.view.getFloat32(at));
      case 27:
        return this.#number(8, (at) => this.view.getFloat64(at));
    }
    throw new TypeError(`no field is the simple value ${more}`);
  }

  #argument(more) {
    if (more < 24) return more;
    if (more === 24) return this.bytes[this.#at++];
    if (more === 25) return this.#number(2, (at) => this.view.getUint16(at));
    if (more === 26) return this.#number(4, (at) => this.view.getUint32(at));
    return this.#number(8, (at) => this.view.getBigUint64(at));
  }

  #number(size, get) {
    this.#at += size;
    return get(this.#at - size);
  }

  #take(more) {
    const n = Number(this.#argument(more));
    this.#at += n;
    return this.bytes.subarray(this.#at - n, this.#at);
  }
}

/** Nearly all texts are short ASCII, for which this is faster than TextDecoder. */
function text(bytes) {
  if (bytes.length > 24) return decoder.decode(bytes);
  let made = "";
  for (const b of bytes) {
    if (b > 127) return decoder.decode(bytes);
    made += String.fromCharCode(b);
  }
  return made;
}

/** The value of a float of 16 bits. */
function half(bits) {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const size = exponent === 0 ? fraction * 2 ** -24 : exponent === 31 ? (fraction ? NaN : Infinity) : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits & 0x8000 ? -size : size;
}
