// Check values that do not match, in words: what is stored, what was computed, what follows.

import { toHex } from "../bytes.js";
import { title } from "../model.js";

const KEYS = new Set(["row", "key"]);

/** The nodes whose check value was recomputed and differs, in the order of their bytes. */
export const wrongChecks = (model) => model.nodes.filter((n) => n.check === "bad");

/** What a check value should be, as hex, if the decoder knows it. */
export const expectedOf = (n) => n.expected ?? "";

/** The same, spelt as the stored value is: a number that is stored with its last byte first is read from its end. @param {string} stored the bytes as hex */
export function expectedAs(n, stored) {
  const turned = (hex) => `0x${(hex.match(/../g) ?? []).reverse().join("")}`;
  return n.text !== `0x${stored}` && n.text === turned(stored) ? turned(expectedOf(n)) : expectedOf(n);
}

/** What a check value was computed from, without the result: "xxh32 of bytes 4–18". */
export const sourceOf = (n) => (n.note ?? "").replace(/ is 0x[0-9a-f]+$/, "");

/** The places at which the stored bytes of a check value differ from the computed ones. */
function differing(stored, expected, start) {
  const at = [];
  for (let i = 0; 2 * i < stored.length; i++) if (stored.slice(2 * i, 2 * i + 2) !== expected.slice(2 * i, 2 * i + 2)) at.push(start + i);
  return at;
}

/** Which bytes differ: "byte 3 differs", "bytes 0–3 differ", "2 bytes differ". */
function differenceWords(at) {
  if (at.length === 1) return `byte ${at[0]} differs`;
  return at.at(-1) - at[0] === at.length - 1 ? `bytes ${at[0]}–${at.at(-1)} differ` : `${at.length} bytes differ`;
}

/**
 * A wrong check value in words.
 * @returns {{stored: string, expected: string, source: string, differs: string, follows: string}} follows is what it means for the row
 */
export function wrongWords(model, n) {
  const stored = toHex(model.bytesOf(n));
  const expected = expectedOf(n);
  return {
    stored, expected, source: sourceOf(n),
    differs: expected.length === stored.length ? differenceWords(differing(stored, expected, n.start)) : "",
    follows: KEYS.has(model.parts[n.part].name) ? "the store does not find this row" : "",
  };
}

/** How the status line begins when checks fail; "" if none does. */
export function failure(model) {
  const wrong = wrongChecks(model);
  if (wrong.length === 0) return "";
  return wrong.length === 1 ? `The ${title(wrong[0])} does not match` : `${wrong.length} checks do not match`;
}

/** The rest of that sentence. */
export function failureDetail(model) {
  const wrong = wrongChecks(model);
  if (wrong.length !== 1) return `: ${wrong.slice(0, 3).map(title).join(", ")}${wrong.length > 3 ? ", …" : ""}.`;
  const { stored, expected, source } = wrongWords(model, wrong[0]);
  if (!expected) return source ? `: ${source}.` : ".";
  return `: stored ${stored}, ${source ? `${source} is` : "expected"} ${expected}.`;
}
