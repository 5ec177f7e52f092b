// Edits of one field: the codec writes the fields with that one value changed, and
// reads the result. Nothing here knows bytes.

import { at, membersOf, withValue } from "./member.js";

/** Why an edit was refused. field is the member at fault, if the codec names one. */
export class Refused extends Error {
  constructor(message, field = "") {
    super(message);
    this.field = field;
  }
}

const WHOLE = /^-?\d+$/;

/** The typed text as the type of the member it replaces, if it fits; else as text. */
export function typed(text, old) {
  if (typeof old === "number") {
    const n = Number(text);
    const exact = WHOLE.test(text) ? Number.isSafeInteger(n) : Number.isFinite(n);
    return text.trim() !== "" && exact ? n : text;
  }
  if (typeof old === "boolean" && ["true", "false"].includes(text)) return text === "true";
  return text;
}

/** The fields with one value changed. Of a code's number and name, only the typed one is kept. */
function changed(fields, { path, namePath }, text) {
  if (!namePath) return withValue(fields, path, typed(text, at(fields, path)));
  return WHOLE.test(text)
    ? withValue(withValue(fields, namePath, undefined), path, typed(text, at(fields, path)))
    : withValue(withValue(fields, path, undefined), namePath, text);
}

/** The initial text of a member's editor. */
export const editorText = (fields, { path, namePath }) => String((namePath && at(fields, namePath)) ?? at(fields, path) ?? "");

/** The place of each node in its tree, which stays the same in the tree of a draft. @returns {string[]} by node index */
export function placesOf(tree) {
  const counts = new Map();
  const out = [];
  tree.nodes.forEach((n, i) => {
    const above = n.parent >= 0 ? out[n.parent] : tree.parts[n.part].name;
    const nth = counts.get(above) ?? 0;
    counts.set(above, nth + 1);
    out[i] = `${above}/${nth}`;
  });
  return out;
}

const hexOf = (tree, n) => tree.parts[n.part].hex.slice(2 * n.start, 2 * n.end);

/** Whether the node of one tree has other bytes at its place in the other. */
function differs(tree, index, other) {
  const n = tree.nodes[index];
  const there = placesOf(other).indexOf(placesOf(tree)[index]);
  return there < 0 || hexOf(tree, n) !== hexOf(other, other.nodes[there]);
}

/**
 * The subject of an edit, and a reading of it.
 * @typedef {{format: string, record: string, part?: string, parts: Record<string, string>, given?: object, schema?: object,
 *   context?: {text: string, row: number, spelling: string}}} Subject
 *   part is the part that lone bytes were read as; context is where the parts were found
 * @typedef {{fields: object, tree: object, parts: Record<string, string>, canonical: boolean|null}} Reading
 */

export class Editor {
  /**
   * @param {{request(op: object): Promise<object>, inspect(request: object): Promise<object>}} codec
   * @param {Subject} subject
   */
  constructor(codec, subject) {
    this.codec = codec;
    this.subject = subject;
  }

  /** Writes fields to the parts that the subject has. */
  async encode(fields) {
    const { format, record, part, parts, given = {}, schema } = this.subject;
    const names = part ? [part] : Object.keys(parts);
    const ask = (extra) => this.codec.request({ op: "encode", format, record, parts: names, given: { unlimited: true, ...given, ...extra }, fields });
    let answer;
    try {
      answer = await ask(schema ? { schema } : {});
    } catch (e) {
      // A schema of another format is ignored, as in the reading itself.
      if (!schema || e.field !== "schema") throw new Refused(e.message, e.field);
      this.subject.schema = undefined;
      return this.encode(fields);
    }
    if (!answer.bytes) throw new Refused("This record can no longer be written.");
    if (part) return { bytes: answer.bytes[part] };
    return Object.fromEntries(names.map((name) => [name, answer.bytes[name] ?? parts[name]]));
  }

  /** Reads parts as the subject was read. @returns {Promise<Reading>} */
  async read(parts) {
    const { format, record, part, given, schema, context = {} } = this.subject;
    const answer = await this.codec.inspect({ ...context, parts, format, record, ...(given ? { given } : {}), ...(schema ? { schema } : {}) });
    const found = answer.candidates?.find((c) => c.part === part);
    if (!found) throw new Refused(answer.refused?.[0]?.error?.message ?? answer.error?.message ?? "The written bytes do not decode.");
    return { fields: found.fields, tree: found.tree, parts, canonical: found.canonical };
  }

  /** Reads the fields as written again: the same bytes, unless the subject is not canonical. */
  async written(fields) {
    return this.read(await this.encode(fields));
  }

  /** Sets one member, wherever its bytes are. */
  async set(reading, path, value) {
    return this.written(withValue(reading.fields, path, value));
  }

  /**
   * The number that a date stands for, in place of that of a node that is a time; undefined if the text is a number.
   * @param {object} node @param {string} text @param {string} old its number
   */
  async #number(node, text, old) {
    if (!node.time || /^-?[\d.]+$/.test(text)) return undefined;
    // What is not the milliseconds that the node shows is a version, which has a counter besides.
    const { version, error } = await this.codec.request({ op: "hlc", text, now: Date.now(), ...(old === String(node.text) && { layout: "ms" }) });
    if (error) throw new Refused(error);
    return version;
  }

  /**
   * Edits the value that a node shows.
   * @param {Reading} reading @param {number} index of the node @param {string} text what was typed
   * @returns {Promise<Reading>}
   */
  async edit(reading, index, text) {
    const member = membersOf(reading).get(index);
    if (!member) throw new Refused("This follows from other fields and has no value of its own.");
    const old = editorText(reading.fields, member);
    if (text === old) return reading;
    const next = await this.written(changed(reading.fields, member, await this.#number(reading.tree.nodes[index], text.trim(), old) ?? text));
    if (!differs(reading.tree, index, next.tree)) throw new Refused("These bytes would stay as they are: the value is the same, or it follows from another field.");
    return next;
  }
}
