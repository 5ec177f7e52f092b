// The inspector line: where the marked field is and how its bytes become a value, step
// by step; for a byte or a selection, its plain readings.

import { cut as cutTo, hex2, place, range, toHex } from "../bytes.js";
import { title, when } from "../model.js";
import { wrongChecks, wrongWords } from "./checks.js";
import { el, visible } from "./dom.js";

const LONGEST = 64; // characters per step; the field itself shows the rest

const cut = (text) => cutTo(text, LONGEST);

/** @param {HTMLElement} root @param {import("./marks.js").Marks} marks @param {() => import("../model.js").Model|null} model */
export function listen(root, marks, model) {
  marks.listen(() => {
    const m = model();
    root.replaceChildren(...(m ? content(m, marks) : []));
  });
}

function content(model, { hover, pinned, byte, range: selected }) {
  if (selected) return selection(model, selected);
  if (byte && byteIsMeant(model, byte, hover, pinned)) return oneByte(model, byte);
  const n = hover ?? pinned ?? wrongChecks(model)[0];
  if (!n) return [el("span", { class: "quiet" }, "Point at a byte or a field to see how it is read")];
  return [path(model, n), ...steps(model, n)];
}

/** Whether to read a byte rather than its field: a clicked one, or one that no field explains. */
function byteIsMeant(model, byte, hover, pinned) {
  if (!hover) return true;
  if (hover.role === "undecoded") return true;
  return pinned !== null && pinned === hover && model.leaf(byte.part, byte.offset) === pinned;
}

function path(model, n) {
  const names = model.path(n).filter((x) => x === n || !model.groups.has(x));
  const out = el("span", { class: "path" });
  names.forEach((x, i) => {
    const words = `${visible(x.name === "undecoded" ? "not decoded" : title(x))}${x.order === "desc" && (i === names.length - 1 || names[i + 1].order !== "desc") ? " ↓" : ""}`;
    if (i) out.append(" › ");
    out.append(i === names.length - 1 ? el("b", {}, words) : words);
  });
  out.append(` ${range(n.start, n.end)}`);
  return out;
}

const fact = (label, text, kind = "") => el("span", { class: `fact ${kind}` }, `${label} `, el("code", {}, text));

/** The steps of a node; a field with few parts shows those instead. */
function steps(model, n) {
  if (!n.steps && n.parent >= 0 && n.children.length > 1 && n.children.length <= 4) return n.children.map((c) => ofPart(model, c));
  if (n.check === "bad") return wrong(model, n);
  const list = n.steps ?? [{ op: "stored", text: toHex(model.bytesOf(n)) }];
  const out = [];
  list.forEach((s, i) => {
    if (s.op === "value") return;
    if (i) out.push(arrow());
    out.push(fact(s.op, cut(visible(s.text)), i === 0 ? "" : "wide"));
  });
  const result = list.find((s) => s.op === "value")?.text ?? n.text;
  if (result !== undefined && n.kind !== "none" && !(n.kind === "bytes" && !n.steps)) {
    out.push(arrow(), el("span", { class: "fact" }, el("code", { class: "result" }, cut(visible(String(result)))), after(n)));
  }
  const said = n.check ? `✓ matches ${n.note ?? ""}` : n.note;
  if (said) out.push(el("span", { class: `fact wide ${n.check ?? ""}` }, visible(said)));
  return out;
}

const arrow = () => el("span", { class: "arrow" }, "→");

/** A check value that does not match: stored, computed, and what follows from it. */
function wrong(model, n) {
  const { stored, expected, source, differs, follows } = wrongWords(model, n);
  const words = [differs, follows].filter(Boolean).join(": ");
  return [
    fact("stored", cut(stored)), arrow(),
    ...(expected ? [fact(visible(source || "expected"), cut(expected)), arrow()] : []),
    el("span", { class: "fact bad" }, el("b", { class: "bad" }, expected ? "not equal" : "does not match"), visible(words ? `, ${words}` : expected ? "" : ` ${source}`)),
  ];
}

/** One part of a field that consists of several. */
function ofPart(model, c) {
  const words = c.time ? ` ${when(c)} UTC` : c.text !== undefined && c.kind !== "bytes" && c.role !== "structure" ? ` ${c.text}` : "";
  return el("span", { class: "fact" }, `${visible(title(c))} `, el("code", {}, cut(toHex(model.bytesOf(c)))), cut(visible(words)));
}

/** The unit or time, and the number behind a name. */
function after(n) {
  const words = [];
  if (n.time) words.push(`ms, ${when(n)} UTC`);
  else if (n.unit) words.push(n.unit);
  if (n.raw && n.raw !== n.text) words.push(n.raw);
  return words.length ? ` ${visible(words.join(", "))}` : "";
}

function oneByte(model, { part, offset }) {
  const p = model.parts[part];
  const b = p.bytes[offset];
  const leaf = model.leaf(part, offset);
  return [
    leaf ? path(model, leaf) : el("span", { class: "path" }, p.title),
    el("span", { class: "fact" }, "byte ", el("code", {}, place(offset))),
    fact("hex", hex2(b)),
    fact("unsigned", String(b)),
    fact("signed", signed(b)),
    fact("bits", b.toString(2).padStart(8, "0")),
  ];
}

const signed = (b) => String(b > 127 ? b - 256 : b).replace("-", "−");

/** The length of a selection and its plain readings. */
function selection(model, { part, from, to }) {
  const bytes = model.parts[part].bytes.slice(from, to);
  const out = [el("span", { class: "path" }, `${model.parts[part].title} `, el("b", {}, range(from, to))), fact("length", String(bytes.length))];
  if ([1, 2, 4, 8].includes(bytes.length)) {
    const bits = bytes.length * 8;
    const big = BigInt(`0x${toHex(bytes)}`);
    const little = BigInt(`0x${toHex(bytes.slice().reverse())}`);
    out.push(fact(`u${bits}`, String(big)), fact(`i${bits}`, String(BigInt.asIntN(bits, big))));
    if (bits > 8) out.push(fact(`u${bits} little-endian`, String(little), "wide"), fact(`i${bits} little-endian`, String(BigInt.asIntN(bits, little)), "wide"));
  }
  try {
    out.push(fact("UTF-8", cut(visible(new TextDecoder("utf-8", { fatal: true }).decode(bytes)))));
  } catch {
    out.push(el("span", { class: "fact" }, "not UTF-8"));
  }
  return out;
}
