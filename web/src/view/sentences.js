// Findings as sentences for people. The words are in the page, because they are not part of a program.

import { byId } from "./dom.js";

let words;

/** What is wrong, in a sentence. */
export function sentenceOf({ code }) {
  const { kinds, sentences } = (words ??= JSON.parse(byId("sentences").dataset.words));
  const [kind, ...rest] = code.split("-");
  const said = sentences[code] ?? (kinds[kind] ?? `${kind} #`).replace("#", rest.join(" "));
  return said[0].toUpperCase() + said.slice(1);
}
