// The strip below the input: the detected spelling, and plain facts.

import { count, fromHex } from "../bytes.js";
import { partTitle } from "../model.js";
import { dateOfNumber } from "../times.js";
import { el, option, renew, visible } from "./dom.js";

const LINE = 36; // pixels of a one-line box, as in the style sheet

const grows = CSS.supports("field-sizing", "content");

/**
 * Grows the text box with its text while it is edited, up to the limit in the style sheet.
 * Where browsers do so by themselves, this does nothing: measuring would force a layout.
 */
export function grow(box) {
  if (grows) return;
  box.style.height = "auto";
  box.style.height = `${box.scrollHeight}px`;
}

/** How far down a line begins, counted from 1. Where lines wrap, only the same layout of the text before it tells. */
function topOf(box, line) {
  const style = getComputedStyle(box);
  if (style.whiteSpace === "pre" || line < 2) return (line - 1) * LINE;
  const before = el("div", { "aria-hidden": "true" }, box.value.split("\n", line - 1).join("\n"));
  for (const name of ["fontFamily", "fontSize", "fontVariantLigatures", "fontFeatureSettings", "letterSpacing", "lineHeight", "padding", "whiteSpace", "wordBreak", "overflowWrap", "tabSize"]) before.style[name] = style[name];
  Object.assign(before.style, { position: "fixed", visibility: "hidden", boxSizing: "border-box", width: `${box.clientWidth}px` });
  document.body.append(before);
  const { height } = before.getBoundingClientRect();
  before.remove();
  return height;
}

/** Makes the text box short, one line or in a narrow window two, unless it is edited, and shows a line of the text in it, counted from 1. */
export function shorten(box, line) {
  if (document.activeElement === box) return;
  box.classList.add("short");
  box.style.height = "";
  // In the next frame: otherwise the browser would lay out the page at once, and again for the rest of the row.
  requestAnimationFrame(() => {
    if (box.classList.contains("short")) box.scrollTop = topOf(box, line());
  });
}

/**
 * Fills the combobox; a chosen spelling adds an entry that returns to detection.
 * @param {HTMLSelectElement} select
 */
export function showSpellings(select, spellings, spelling, pinned) {
  const options = spellings.map((s) => option(s.id, s.title, s.id === spelling));
  if (pinned) options.push(option("", "Detect the spelling"));
  renew(select, options);
  if (select.value !== spelling) select.value = spelling;
}

/** Short values as text if printable, else as hex; null for long ones. */
function shown(hex) {
  const bytes = fromHex(hex);
  if (bytes.length > 24) return null;
  if (bytes.length && bytes.every((b) => b > 0x20 && b < 0x7f)) return String.fromCharCode(...bytes);
  return bytes.length ? hex : "empty";
}

const SIZED = new Set(["row", "key", "value", "bytes"]);

/** The names of a cell's column, or their sizes, and its time; each with its label. @returns {[string, string][]} */
export const cellFacts = ({ parts = {}, timestamp }) => [
  ...Object.entries(parts).filter(([name]) => !SIZED.has(name)).map(([name, hex]) => [partTitle(name), shown(hex) ?? `${hex.length / 2} B`]),
  ...(timestamp ? [["cell time", dateOfNumber(timestamp) || timestamp]] : []),
];

/** What is known without a format: parts with their sizes, and the cell's timestamp. */
export function showFacts(root, answer) {
  const out = [];
  const fact = (label, text) => out.push(el("span", { class: "fact" }, `${label} `, el("b", {}, visible(text))));
  const parts = Object.entries(answer.parts ?? {});
  const sized = parts.filter(([name]) => SIZED.has(name)).map(([name, hex]) => [name, hex.length / 2]);
  if (parts.length === 1 && sized[0]?.[0] === "bytes") fact("bytes", String(sized[0][1]));
  else for (const [name, size] of sized) fact(partTitle(name), `${size} B`);
  for (const [label, text] of cellFacts(answer)) fact(label, text);
  if (parts.length > 1) {
    const total = sized.reduce((n, [, size]) => n + size, 0);
    out.push(el("span", { class: "fact narrow-only" }, `${count(sized.length, "part")}, `, el("b", {}, `${total} B`)));
  }
  renew(root, out);
}
