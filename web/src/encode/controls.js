// The controls of one line of the form, depending on what kind of line the decoder says it is.

import { at } from "../draft/member.js";
import { el, icon, option, set, visible } from "../view/dom.js";
import { show as words } from "../view/value.js";
import { slugWords } from "../view/words.js";
import { dated, zones } from "./clock.js";
import { escaped } from "./escape.js";
import { keyOf } from "./values.js";

const OTHER = "\u0000other"; // cannot be a name in a schema

const pathText = (path) => JSON.stringify(path);

/** A list to choose from. The present value stays a choice, even an invalid one. */
function select(attributes, list, value, labels = list) {
  const all = list.includes(value) ? list : [value, ...list];
  const names = list.includes(value) ? labels : [value, ...labels];
  const box = el("select", attributes, ...all.map((v, i) => option(v, names[i])));
  box.value = value;
  return el("span", { class: "select" }, box, icon("down"));
}

/** A box for text. */
function box(attributes, text) {
  const area = el("textarea", { rows: 1, spellcheck: "false", autocapitalize: "off", ...attributes });
  area.value = text;
  return area;
}

/**
 * A line being drawn.
 * @typedef {{line: object, fields: object, title: string, zone: string, separate: Set<string>}} Drawing
 */

/** A value that cannot be typed: computed, copied, or the only possible one. */
const fixed = (text) => el("span", { class: "build-fixed" }, text);

/** The controls of a value at a path. @param {Drawing} d */
function value(d, path, label) {
  const { line, fields, zone } = d;
  const now = at(fields, path);
  const common = { "aria-label": label, "data-path": pathText(path) };
  if (typeof now === "boolean") return [select({ ...common, "data-to": "bool" }, ["true", "false"], String(now))];
  if (line.clock && (line.time || now === "" || /^\d+$/.test(String(now)))) return time(d, common, line.time ? dated(line, zone) : String(now));
  if (now !== null && typeof now === "object") return [box({ ...common, "data-to": "json" }, JSON.stringify(now))];
  return [box({ ...common, "data-to": typeof now === "number" ? "number" : "text" }, now === null || now === undefined ? "" : escaped(String(now)))];
}

function time({ line, zone }, common, text) {
  const input = el("input", { type: "text", class: "build-time", spellcheck: "false", autocomplete: "off", ...common, "data-to": "time", "data-clock": line.clock });
  input.value = text;
  const all = zones();
  return [input, all.length > 1 ? select({ class: "build-zone", "aria-label": `Zone of ${common["aria-label"]}`, "data-zone": "" }, all, zone) : el("span", { class: "build-zone quiet" }, "UTC")];
}

/** @param {Drawing} d */
function name(d) {
  const { line, fields, title } = d;
  const text = at(fields, line.path);
  const code = line.code && at(fields, line.code);
  const shown = text ?? (code === undefined ? "" : String(code));
  const free = box({ "aria-label": line.names.length ? `${title} not in schema` : title, "data-path": pathText(line.path), "data-to": "name" }, escaped(shown));
  if (!line.names.length) return [free];
  const known = line.names.includes(text);
  const list = select({ "aria-label": title, "data-path": pathText(line.path), "data-to": "choice" }, [...line.names, OTHER], known ? text : OTHER, [...line.names, "another name"]);
  return known ? [list] : [list, free];
}

/** @param {Drawing} d */
function typed(d) {
  const { line, fields, title } = d;
  const now = at(fields, line.path);
  const out = [];
  if (line.order && !(line.orders?.length === 1)) {
    out.push(select({ class: "build-order", "aria-label": `${title} order`, "data-path": pathText(line.order), "data-to": "choice" }, line.orders ?? [], at(fields, line.order)));
  }
  const types = line.types ?? [now.type];
  const one = types.length === 1 && types[0] === now.type;
  if (!one) out.push(select({ class: "build-type", "aria-label": `${title} type`, "data-path": pathText(line.path), "data-to": "type" }, types, now.type));
  else if (!line.time) out.push(el("span", { class: "build-type quiet" }, visible(now.type)));
  if ("value" in now && now.value !== null) out.push(...value(d, [...line.path, "value"], title));
  return out;
}

/** @param {Drawing} d */
function plain(d) {
  const { line, fields, title } = d;
  const now = at(fields, line.path);
  if (!line.null) return value(d, line.path, title);
  const is = line.clock ? "time" : "value";
  const choice = select({ class: "build-type", "aria-label": `${title} type`, "data-path": pathText(line.path), "data-to": "null" }, [is, "null"], now === null ? "null" : is);
  return now === null ? [choice] : [choice, ...value(d, line.path, title)];
}

/** Whether a line copies the value of another. @param {Drawing} d */
export const copies = ({ line, separate }) => line.equal === true && !separate.has(keyOf(line.path));

/** The controls of a line. @param {Drawing} d */
export function controls(d) {
  const { line, fields, title } = d;
  const now = at(fields, line.path);
  if (copies(d)) return [fixed(line.time ? dated(line, d.zone) : visible(words(line.kind === "typed" ? now.value ?? null : now)))];
  if (line.follows || line.kind === "choice" && line.choices.length === 1 && line.choices[0] === String(now)) return [fixed(slugWords(visible(String(now))))];
  switch (line.kind) {
    case "name": return name(d);
    case "typed": return typed(d);
    case "choice": return [select({ "aria-label": title, "data-path": pathText(line.path), "data-to": "choice" }, line.choices, String(now ?? ""), line.labels)];
    case "absent": return [el("button", { type: "button", class: "text-button", "data-do": "add" }, `Add ${title}`)];
    case "add": return [adder(line, title)];
    case "list": case "group": return [];
    default: return plain(d);
  }
}

/** What a list with this title can take: "a property" for properties, "an index value" for index values. */
function oneOf(title) {
  const noun = /s$/.test(title) ? title.replace(/indices$/, "index").replace(/ies$/, "y").replace(/s$/, "") : "item";
  return `a${/^[aeiou]/.test(noun) ? "n" : ""} ${noun}`;
}

/** The end of a list: a button that adds an item or, where the schema has names for items, a list of those names. */
function adder(line, title) {
  const words = `Add ${oneOf(title)}`;
  if (!line.offers?.length) return el("button", { type: "button", class: "text-button", "data-do": "grow", "aria-label": / item$/.test(words) && `${words} to ${title}` }, words);
  const list = el("select", { "aria-label": words, "data-do": "offer" },
    option("", words), ...line.offers.map((o, i) => option(String(i), o.name)), option(OTHER, "another name"));
  return el("span", { class: "select" }, list, icon("down"));
}

/** What a choice in the list of names means: a name, or null if the reader will type one. */
export const chosenName = (text) => (text === OTHER ? null : text);

/** The note of a line: what follows from it, or why it is as it is. @param {Drawing} d @param {{code?: string, place?: string}} known about its bytes */
export function note(d, { code, place }) {
  const { line, title } = d;
  if (line.unknown) return [el("span", { class: "warn" }, `not in schema${line.nearest ? ": nearest " : ""}`), line.nearest && el("button", { type: "button", class: "text-button", "data-do": "nearest", "aria-label": `Use ${visible(line.nearest)}` }, visible(line.nearest))];
  if (copies(d)) return [`as in ${visible(line.as)}`, el("button", { type: "button", class: "text-button", "data-do": "separate", "aria-label": `Separate ${title}` }, "separate")];
  const out = [];
  const aside = (text, kind = "") => out.push(el("span", { class: `build-aside ${kind}` }, text));
  if (line.same) out.push(el("button", { type: "button", class: "text-button", "data-do": "join", "aria-label": `${title} as in ${visible(line.as)}` }, `as in ${visible(line.as)}`));
  if (line.follows) aside("follows from the others");
  else if (code) aside(code);
  else if (line.time) aside(visible(String(at(d.fields, line.kind === "typed" ? [...line.path, "value"] : line.path))));
  else if (line.said && !line.remove && !line.same) aside("as the schema says");
  else if (place) aside(place, "build-place");
  if (line.remove && !line.follows) out.push(el("button", { type: "button", class: "text-button", "data-do": "remove", "aria-label": `Remove ${title}${line.kind === "typed" || isNaN(title) ? "" : " of the list"}` }, "Remove"));
  return out;
}

/** Marks a control as refused, or takes the mark away. */
export function mark(control, id) {
  set(control, { "aria-invalid": id ? "true" : null, "aria-describedby": id || null });
}
