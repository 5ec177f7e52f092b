// A decoded value as text.

import { quoted, visible } from "../bytes.js";

/**
 * A value in a few words. Typed text is quoted, since its column may also hold numbers.
 * @param {(text: string) => string} [spell] spells what is not text of the fields
 */
export function show(v, spell = (text) => text) {
  if (v === null || v === undefined) return v === null ? "null" : "";
  if (Array.isArray(v)) return v.map((one) => show(one, spell)).join(", ");
  if (typeof v === "object") return showObject(v, spell);
  return spell(typeof v === "string" ? visible(v) : String(v));
}

function showObject(v, spell) {
  const down = v.order === "DESC" || v.order === "desc" ? " ↓" : "";
  if ("value" in v && typeof v.type === "string") return (/string|text/i.test(v.type) ? quoted(String(v.value)) : show(v.value, spell)) + down;
  if ("value" in v && typeof v.name === "string") return `${visible(v.name)} ${show(v.value, spell)}${down}`;
  if ("value" in v) return show(v.value, spell) + down;
  if (Object.keys(v).length === 1 && typeof v.type === "string") return v.type;
  return Object.entries(v).map(([name, one]) => `${visible(name)} ${show(one, spell)}`).join(", ");
}
