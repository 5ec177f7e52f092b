// The texts of the copy bar. Each can be pasted where its name says: into a
// program, a shell, or back into this page.

import { escaped, range, toBase64, toHex } from "./bytes.js";
import { visible } from "./dom.js";
import { title, when } from "./model.js";

/** One line a part, with its name where there are several; one part stands alone. */
function eachPart(parts, spell) {
  if (parts.length === 1) return spell(parts[0].bytes);
  return parts.map((p) => `${p.name}\t${spell(p.bytes)}`).join("\n");
}

const variable = (name) => name.replace(/[^A-Za-z0-9]+/g, "_");

/** A declaration a part. */
const declare = (parts, line) => parts.map((p) => line(variable(p.name === "bytes" ? "key" : p.name), p.bytes)).join("\n");

const goBytes = (b) => `[]byte{${Array.from(b, (x) => `0x${x.toString(16).padStart(2, "0")}`).join(", ")}}`;
const javaBytes = (b) => `{${Array.from(b, (x) => (x > 127 ? x - 256 : x)).join(", ")}}`;
const pythonBytes = (b) => `bytes.fromhex("${toHex(b)}")`;

/** A string of the HBase shell: double quotes, which is where it reads \x. */
const shellString = (b) => `"${escaped(b).replaceAll('"', "\\x22").replaceAll("#", "\\x23")}"`;

/** The table is not in the bytes: its name is for the reader to put in. */
function hbaseGet(parts) {
  const part = (name) => parts.find((p) => p.name === name)?.bytes;
  const key = part("row") ?? parts[0].bytes;
  const family = part("family");
  const column = family ? shellColumn(family, part("qualifier") ?? new Uint8Array()) : "";
  return `get 'table', ${shellString(key)}${column && `, ${column}`}`;
}

const shellColumn = (family, qualifier) => `"${shellString(family).slice(1, -1)}:${shellString(qualifier).slice(1, -1)}"`;

/** The line that HBase's shell prints for a cell. */
function shellLine(parts, timestamp) {
  const part = (name) => parts.find((p) => p.name === name)?.bytes;
  const row = part("row");
  const family = part("family");
  if (!row || !family) return null;
  const time = timestamp === undefined ? "" : `, timestamp=${timestamp}`;
  const value = part("value");
  return ` ${escaped(row)} column=${escaped(family)}:${escaped(part("qualifier") ?? new Uint8Array())}${time}${value ? `, value=${escaped(value)}` : ""}`;
}

/** The tree as text: a line a node, indented, with offset, bytes and value. */
function annotated(model, heading) {
  const lines = heading ? [heading] : [];
  const visit = (n, depth) => {
    const bytes = toHex(model.bytesOf(n));
    const short = bytes.length > 48 ? `${bytes.slice(0, 48)}…` : bytes;
    const notes = [when(n) && `${when(n)} UTC`, n.order === "desc" && "descending", n.check && `check ${n.check}`, n.note].filter(Boolean);
    const text = n.kind === "none" || n.text === undefined ? "" : visible(String(n.text));
    const left = `${"  ".repeat(depth)}${visible(title(n))}`;
    lines.push(`${left.padEnd(28)} ${range(n.start, n.end).padStart(9)}  ${(n.children.length ? "" : short).padEnd(20)}  ${text}${notes.length ? `  (${visible(notes.join(", "))})` : ""}`.trimEnd());
    for (const c of model.below(n)) visit(c, depth + 1);
  };
  for (const r of model.roots) visit(r, 0);
  return lines.join("\n");
}

/**
 * @param {string} form the id of a button of the copy bar
 * @param {{model: import("./model.js").Model, parts: {name: string, bytes: Uint8Array}[], shown: object, timestamp?: string}} what
 */
export function copyText(form, { model, parts, shown, timestamp }) {
  switch (form) {
    case "hex": return eachPart(parts, toHex);
    case "escaped": return shellLine(parts, timestamp) ?? eachPart(parts, escaped);
    case "base64": return eachPart(parts, toBase64);
    case "json": return JSON.stringify({
      format: shown.format, record: shown.record,
      parts: Object.fromEntries(parts.map((p) => [p.name, toHex(p.bytes)])),
      timestamp, ...(shown.refused || shown.raw ? { error: shown.error } : { fields: shown.fields }),
    }, null, 2);
    case "go": return declare(parts, (name, b) => `var ${name} = ${goBytes(b)}`);
    case "java": return declare(parts, (name, b) => `byte[] ${name} = ${javaBytes(b)};`);
    case "python": return declare(parts, (name, b) => `${name} = ${pythonBytes(b)}`);
    case "hbase": return hbaseGet(parts);
    case "annotated": return annotated(model, shown.title);
    default: throw new Error(`no such form: ${form}`);
  }
}

/** Spells bytes as the input was spelled; hex where that spelling is not known here. */
export function spell(bytes, spelling) {
  if (/base64/.test(spelling)) return /url/.test(spelling) ? toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_") : toBase64(bytes);
  if (/hbase|escape/.test(spelling)) return escaped(bytes);
  if (/signed/.test(spelling) || /java/.test(spelling)) return javaBytes(bytes).replace("{", "[").replace("}", "]");
  return toHex(bytes);
}
