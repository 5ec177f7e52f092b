// Draws sorted keys: fields as bands, grey where they match the key above, the deciding
// byte inverted in both neighbours, and on a line between them, what decides.

import { count, hex2, toHex } from "../bytes.js";
import { Model, partTitle, plainTree, title } from "../model.js";
import { el, visible } from "../view/dom.js";

const shapes = new WeakMap(); // by key

/** The parts of a key, in the order the store compares them, with their bands. */
function shapeOf(key) {
  if (!shapes.has(key)) shapes.set(key, newShape(key));
  return shapes.get(key);
}

function newShape(key) {
  const model = new Model(key.reading?.tree ?? plainTree(key.parts));
  const parts = model.parts.filter((p) => p.owner === null && p.name !== "value");
  const lone = key.reading?.part;
  return { model, parts, place: (name) => parts.findIndex((p) => p.name === (name === "bytes" && lone ? lone : name)) };
}

/** The place of the byte that orders a key against its neighbour. */
function markOf(shape, decision, stood) {
  if (!decision || decision.offset === undefined || stood === "the end") return null;
  return { part: shape.place(decision.part), offset: decision.offset };
}

/** How far a key matches the key above: all parts before one, and the first bytes of that one. */
function sameAsAbove(key, shape) {
  if (key.equal === undefined) return { part: -1, offset: 0 };
  if (key.equal || key.offset === undefined) return { part: shape.parts.length, offset: 0 };
  return { part: shape.place(key.part), offset: key.offset };
}

/**
 * Draws keys.
 * @param {HTMLElement} root an ordered list
 * @param {object[]} keys of the answer to op order
 * @param {number} most how many to draw
 * @param {() => void} more is called to draw them all
 */
export function show(root, keys, most, more) {
  const items = keys.slice(0, most).map((key, i) => {
    const [shape, next] = [shapeOf(key), keys[i + 1]];
    const marks = [markOf(shape, key, key.after), markOf(shape, next, next?.before)].filter(Boolean);
    return el("li", { class: "order-key" }, i > 0 && whyLine(key, keys[i - 1]), keyRow(key, shape, i, marks));
  });
  if (keys.length > most) {
    const rest = el("button", { type: "button", class: "text-button" }, `Show the other ${count(keys.length - most, "key")}`);
    rest.addEventListener("click", more);
    items.push(el("li", {}, rest));
  }
  root.replaceChildren(...items);
}

function keyRow(key, shape, i, marks) {
  const same = sameAsAbove(key, shape);
  const pieces = [];
  let hidden = false; // whether narrow pages omit the fields before this one
  shape.parts.forEach((part, p) => {
    if (shape.parts.length > 1) pieces.push(el("span", { class: "order-part" }, visible(partTitle(part.name))));
    for (const band of part.bands) {
      const offsets = marks.filter((m) => m.part === p && m.offset >= band.node.start && m.offset < band.node.end).map((m) => m.offset);
      const grey = p < same.part || p === same.part && band.node.end <= same.offset;
      if (offsets.length === 0 && !hidden) pieces.push(el("span", { class: "order-more", "aria-hidden": "true" }, "…"));
      hidden = offsets.length === 0;
      pieces.push(bandOf(part, band, grey, offsets));
    }
  });
  const text = `${key.position}  ${shape.parts.map((p) => toHex(p.bytes)).join(" ")}${key.reading && !key.reading.error ? `  ${key.reading.title}` : ""}`;
  const number = el("button", { type: "button", class: "order-number", "data-key": i, tabindex: i ? -1 : 0, "aria-label": `Open key ${key.position} in Row` }, String(key.position));
  return el("div", { class: "order-row", "data-text": visible(text) }, number, el("div", { class: "order-bands" }, ...pieces));
}

/** One field: its hex, with the deciding bytes inverted. */
function bandOf(part, { node }, grey, offsets) {
  const band = el("span", {
    class: `order-band r-${node.role}${grey ? " same" : ""}${offsets.length ? " decides" : ""}`,
  }, el("span", { class: "order-name" }, `${visible(title(node))} `));
  let from = node.start;
  for (const at of [...new Set(offsets)].sort((a, b) => a - b)) {
    band.append(toHex(part.bytes.subarray(from, at)), el("b", {}, hex2(part.bytes[at])));
    from = at + 1;
  }
  band.append(toHex(part.bytes.subarray(from, node.end)));
  return band;
}

const short = (text) => text.replace(/^0x/, "").replace(/^the end$/, "end");

/** The line between two neighbours. */
function whyLine(key, before) {
  if (key.equal) return el("p", { class: "order-why", "data-text": "     the same key" }, "the same key");
  const field = fieldOf(key, before);
  const where = key.offset === undefined ? [visible(key.part)] : [`${Object.keys(key.parts).length > 1 ? `${partTitle(key.part)} ` : ""}byte `, el("b", {}, String(key.offset))];
  const sign = `${short(key.before)} < ${short(key.after)}`;
  const words = visible(key.words ?? "");
  const text = `     ${key.offset === undefined ? key.part : `${key.part} byte ${key.offset}: ${sign}`}  ${field.name}  ${words}`;
  return el("p", { class: "order-why", "data-text": visible(text.trimEnd()) },
    el("span", {}, ...where),
    key.offset === undefined ? "" : el("code", {}, sign),
    el("b", { class: `order-field r-${field.role}` }, `${visible(field.name)}${field.desc ? " ↓ desc" : ""}`),
    el("span", { class: "order-words" }, words));
}

/** The field that decides: its name, role and order. */
function fieldOf(key, before) {
  const [a, b] = key.fields ?? [];
  const node = key.reading?.tree?.nodes[b?.node] ?? before.reading?.tree?.nodes[a?.node];
  const names = [...new Set([a?.name, b?.name].filter(Boolean))];
  return { name: names.join(" / "), role: node?.role ?? "value", desc: names.length === 1 && node?.order === "desc" };
}

const words = (name) => name.replace(/([a-z])([A-Z])/g, (_, x, y) => `${x} ${y.toLowerCase()}`);

/** The colours in use and what they stand for. */
export function legendOf(keys, most) {
  const roles = new Map();
  for (const key of keys.slice(0, most)) {
    for (const part of shapeOf(key).parts) {
      for (const { node } of part.bands) {
        if (!roles.has(node.role)) roles.set(node.role, new Set());
        roles.get(node.role).add(node.role === "undecoded" ? "not decoded" : visible(node.field ? words(node.field) : title(node)));
      }
    }
  }
  return [...roles].map(([role, names]) => ({ role, names: [...names].slice(0, 4) }));
}

/** The sentence of the status line. */
export function sentenceOf(keys) {
  const names = [];
  for (let i = 1; i < keys.length; i++) {
    const name = keys[i].equal ? "" : fieldOf(keys[i], keys[i - 1]).name || (keys[i].offset === undefined ? keys[i].part : "");
    if (name && !names.includes(name)) names.push(name);
  }
  const sorted = `${count(keys.length, "key")} sorted.`;
  return names.length ? `${sorted} Deciding fields: ${visible(names.slice(0, 6).join(", "))}.` : sorted;
}
