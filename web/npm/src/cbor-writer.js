// Writes fields as CBOR (RFC 8949), which has bytes apart from texts and is read in a third of the time of JSON.

import { fromHex } from "./hex.js";
import { tagOf, typeOf } from "./types.js";
import { checkValue, DEPTH_MAX, isNothing, Steps } from "./values.js";

const BYTES = 2;
const TEXT = 3;
const LIST = 4;
const MAP = 5;
const FALSE = 0xf4;
const TRUE = 0xf5;
const NULL = 0xf6;
const DOUBLE = 0xfb;
const BIGNUM = 0xc2; // a tag; the next one is for negative integers

const SHORT = 64; // characters; for longer texts TextEncoder is faster
const HEAD = 9; // bytes at most

// Stands for a value that nests deeper: the module refuses it for its depth.
const TOO_DEEP = new Uint8Array(2 * DEPTH_MAX).map((_, i) => (i % 2 ? TEXT << 5 : (MAP << 5) | 1));

const encoder = new TextEncoder();

/** The fields of a record. */
export function fieldsCBOR(fields) {
  const writer = new CborWriter();
  writer.write(fieldsOf(fields));
  return writer.written;
}

/** A request that has fields; errors have the paths of the fields. */
export function requestCBOR(request) {
  const writer = new CborWriter();
  writer.write(request, "", 1);
  return writer.written;
}

/** Fields that are there. */
export function fieldsOf(fields) {
  if (isNothing(fields)) throw new TypeError(`expected fields as an object, found ${tagOf(fields)}`);
  return fields;
}

/** Values one after the other, in a growing buffer. */
export class CborWriter {
  #bytes = new Uint8Array(4096);
  #view = new DataView(this.#bytes.buffer);
  #steps = new Steps();

  /** How many bytes were written. */
  size = 0;

  /** What was written. */
  get written() {
    return this.#bytes.subarray(0, this.size);
  }

  /** Appends a value, or throws a RowlensError for what is no field. @param {unknown} value @param {string} [within] its path @param {number} [from] the first step inside it that is part of the path */
  write(value, within = "", from = 0) {
    const start = this.size;
    this.#steps.depth = 0;
    try {
      if (this.#value(value, 0)) return;
      this.#steps.checkCycle();
    } catch (e) {
      this.size = start;
      throw this.#steps.error(e, within, from);
    }
    this.size = start;
    this.refuse();
  }

  /** Appends what the module refuses. */
  refuse() {
    this.#bytesOf(TOO_DEEP);
  }

  /** Returns false if the value nests too deep, and then what was written is unusable. */
  #value(value, depth) {
    switch (typeof value) {
      case "string":
        return this.#text(value);
      case "number":
        return this.#number(value);
      case "bigint":
        return this.#whole(value);
      case "boolean":
        return this.#one(value ? TRUE : FALSE);
    }
    if (value === null) return this.#one(NULL);
    checkValue(value);
    if (typeOf(value)) return this.#string(BYTES, value);
    this.#steps.enter(depth, value);
    if (depth === DEPTH_MAX) return false;
    return Array.isArray(value) ? this.#list(value, depth) : this.#map(value, depth);
  }

  #list(items, depth) {
    const { length } = items;
    this.#head(LIST, length);
    for (let i = 0; i < length; i++) {
      this.#steps.go(depth, i);
      if (!this.#value(items[i], depth + 1)) return false;
    }
    return true;
  }

  /** Leaves out members that are undefined, as JSON does. Each is read once: a getter may answer differently the next time. */
  #map(members, depth) {
    const there = [];
    for (const name of Object.keys(members)) {
      this.#steps.go(depth, name);
      const value = members[name];
      if (value !== undefined) there.push(name, value);
    }
    this.#head(MAP, there.length / 2);
    for (let i = 0; i < there.length; i += 2) {
      this.#steps.go(depth, there[i]);
      if (!this.#text(there[i]) || !this.#value(there[i + 1], depth + 1)) return false;
    }
    return true;
  }

  #number(n) {
    if (Number.isSafeInteger(n) && !Object.is(n, -0)) {
      this.#head(n < 0 ? 1 : 0, n < 0 ? -1 - n : n);
      return true;
    }
    this.#one(DOUBLE);
    this.#room(8);
    this.#view.setFloat64(this.size, n);
    this.size += 8;
    return true;
  }

  #whole(n) {
    const argument = n < 0n ? -1n - n : n;
    if (argument !== BigInt.asUintN(64, argument)) {
      const digits = argument.toString(16);
      this.#one(BIGNUM + (n < 0n));
      return this.#string(BYTES, fromHex(digits.padStart(digits.length + (digits.length % 2), "0")));
    }
    this.#room(HEAD);
    this.#bytes[this.size] = n < 0n ? 0x3b : 0x1b;
    this.#view.setBigUint64(this.size + 1, argument);
    this.size += HEAD;
    return true;
  }

  #text(text) {
    const from = this.size;
    if (text.length <= SHORT) {
      this.#head(TEXT, text.length);
      this.#room(text.length);
      let i = 0;
      for (let c; i < text.length && (c = text.charCodeAt(i)) < 128; i++) this.#bytes[this.size++] = c;
      if (i === text.length) return true;
      this.size = from;
    }
    return this.#string(TEXT, /\p{Surrogate}/u.test(text) ? halved(text) : encoder.encode(text));
  }

  #string(major, data) {
    this.#head(major, data.length);
    return this.#bytesOf(data);
  }

  #bytesOf(data) {
    this.#room(data.length);
    this.#bytes.set(data, this.size);
    this.size += data.length;
    return true;
  }

  /** The first byte of a value and its argument, in the shortest form. */
  #head(major, n) {
    this.#room(HEAD);
    const type = major << 5;
    if (n < 24) this.#bytes[this.size++] = type | n;
    else if (n < 0x100) {
      this.#bytes[this.size++] = type | 24;
      this.#bytes[this.size++] = n;
    } else if (n < 0x10000) {
      this.#bytes[this.size++] = type | 25;
      this.#view.setUint16(this.size, n);
      this.size += 2;
    } else if (n < 0x100000000) {
      this.#bytes[this.size++] = type | 26;
      this.#view.setUint32(this.size, n);
      this.size += 4;
    } else {
      this.#bytes[this.size++] = type | 27;
      this.#view.setBigUint64(this.size, BigInt(n));
      this.size += 8;
    }
  }

  #one(byte) {
    this.#room(1);
    this.#bytes[this.size++] = byte;
    return true;
  }

  #room(more) {
    if (more <= this.#bytes.length - this.size) return;
    const grown = new Uint8Array(Math.max(this.size + more, 2 * this.#bytes.length));
    grown.set(this.written);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** Text with halves of surrogate pairs: each has the three bytes that it would have as a character. */
function halved(text) {
  return Uint8Array.from(Array.from(text, (c) => {
    const code = c.codePointAt(0);
    return code >> 11 === 0xd800 >> 11 ? [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)] : [...encoder.encode(c)];
  }).flat());
}
