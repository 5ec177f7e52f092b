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
    if (!answer.bytes) throw new Refused("Nothing writes this record any more.");
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
   * Edits the value that a node shows.
   * @param {Reading} reading @param {number} index of the node @param {string} text what was typed
   * @returns {Promise<Reading>}
   */
  async edit(reading, index, text) {
    const member = membersOf(reading).get(index);
    if (!member) throw new Refused("This follows from other fields and has no value of its own.");
    if (text === editorText(reading.fields, member)) return reading;
    const next = await this.written(changed(reading.fields, member, text));
    if (!differs(reading.tree, index, next.tree)) throw new Refused("These bytes would stay as they are: the value is the same, or it follows from another field.");
    return next;
  }
}
