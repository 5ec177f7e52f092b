// The texts of the copy bar. Each can be pasted where its name says: into a program,
// a shell, or this page.

import { escaped, range, toBase64, toHex } from "../bytes.js";
import { title, when } from "../model.js";
import { visible } from "../view/dom.js";

/** A string for the HBase shell, which reads \x in double quotes only. */
const shellString = (b) => `"${escaped(b).replaceAll('"', "\\x22").replaceAll("#", "\\x23")}"`;

/** A get command; the bytes do not name the table, so the reader fills it in. */
function hbaseGet(parts) {
  const part = (name) => parts.find((p) => p.name === name)?.bytes;
  const key = part("row") ?? parts[0].bytes;
  const family = part("family");
  const column = family ? shellColumn(family, part("qualifier") ?? new Uint8Array()) : "";
  return `get 'table', ${shellString(key)}${column && `, ${column}`}`;
}

const shellColumn = (family, qualifier) => `"${shellString(family).slice(1, -1)}:${shellString(qualifier).slice(1, -1)}"`;

/** The line that the HBase shell prints for a cell. */
function shellLine(parts, timestamp) {
  const part = (name) => parts.find((p) => p.name === name)?.bytes;
  const row = part("row");
  const family = part("family");
  if (!row || !family || part("visibility")) return null;
  const time = timestamp === undefined ? "" : `, timestamp=${timestamp}`;
  const value = part("value");
  return ` ${escaped(row)} column=${escaped(family)}:${escaped(part("qualifier") ?? new Uint8Array())}${time}${value ? `, value=${escaped(value)}` : ""}`;
}

/** The tree as text: one indented line per node, with offsets, bytes and value. */
function annotated(model, heading) {
  const lines = heading ? [heading] : [];
  for (const [n, depth] of model.walk()) {
    const bytes = toHex(model.bytesOf(n));
    const short = bytes.length > 48 ? `${bytes.slice(0, 48)}…` : bytes;
    const notes = [when(n) && `${when(n)} UTC`, n.order === "desc" && "descending", n.check && `check ${n.check}`, n.note].filter(Boolean);
    const text = n.kind === "none" || n.text === undefined ? "" : visible(String(n.text));
    const left = `${"  ".repeat(depth)}${visible(title(n))}`;
    lines.push(`${left.padEnd(28)} ${range(n.start, n.end).padStart(9)}  ${(n.children.length ? "" : short).padEnd(20)}  ${text}${notes.length ? `  (${visible(notes.join(", "))})` : ""}`.trimEnd());
  }
  return lines.join("\n");
}

// The buttons whose text the decoder writes, with its name for each spelling.
const SPELLINGS = { hex: "hex", escaped: "hbase", base64: "base64", go: "go", java: "java", python: "python" };

/**
 * @param {string} form the id of a copy button; after a colon, a spelling of the decoder or the tool of a store
 * @param {{model: import("../model.js").Model, parts: {name: string, bytes: Uint8Array}[], shown: object, timestamp?: string, print: (as: string) => Promise<string>}} what
 *   print asks the decoder to spell the parts
 * @returns {string|Promise<string>}
 */
export function copyText(form, { model, parts, shown, timestamp, print }) {
  const line = form === "escaped" ? shellLine(parts, timestamp) : null;
  const [, spelling = SPELLINGS[form]] = form.split(":");
  if (line) return line;
  // A single part in hex works without the decoder.
  if (spelling === "hex" && parts.length === 1) return toHex(parts[0].bytes);
  if (spelling) return print(spelling);
  switch (form) {
    case "json": return JSON.stringify({
      format: shown.format, record: shown.record,
      parts: Object.fromEntries(parts.map((p) => [p.name, toHex(p.bytes)])),
      timestamp, ...(shown.refused || shown.raw ? { error: shown.error } : { fields: shown.fields }),
    }, null, 2);
    case "hbase": return hbaseGet(parts);
    case "annotated": return annotated(model, shown.title);
    default: throw new Error(`no such form: ${form}`);
  }
}

/** Spells bytes as the input was spelled, or as hex if the page cannot. */
export function spell(bytes, spelling) {
  if (/base64/.test(spelling)) return /url/.test(spelling) ? toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_") : toBase64(bytes);
  if (/hbase|escape/.test(spelling)) return escaped(bytes);
  if (/signed/.test(spelling) || /java/.test(spelling)) return `[${new Int8Array(bytes).join(", ")}]`;
  return toHex(bytes);
}
