// Text as a box shows it: a character that is invisible, or would reorder its surroundings,
// becomes an escape, "\u0001", and an escape that is typed becomes that character.

import { hidden } from "../bytes.js";

const spelled = (c) => Array.from({ length: c.length }, (_, i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, "0")}`).join("");

/** A text on one line. A backslash is doubled only where it would begin an escape. */
export function escaped(text) {
  let out = "";
  for (let i = 0; i < text.length;) {
    const c = String.fromCodePoint(text.codePointAt(i));
    const rest = text.slice(i + c.length, i + c.length + 5);
    if (hidden(c)) out += spelled(c);
    else if (c === "\\" && (/^\\|^u[0-9a-f]{4}/i.test(rest) || (rest && hidden(String.fromCodePoint(rest.codePointAt(0)))))) out += "\\\\";
    else out += c;
    i += c.length;
  }
  return out;
}

/** Undoes escaped. */
export const unescaped = (text) => text.replace(/\\(?:(\\)(?=\\|u[0-9a-f]{4})|u([0-9a-f]{4}))/gi, (_, slash, digits) => slash ?? String.fromCharCode(parseInt(digits, 16)));
