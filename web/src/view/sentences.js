// Findings as sentences, in the words of people. The words stand in the page, as they are no part of a program.

import { byId } from "./dom.js";

/** What is wrong, in a sentence. */
export function sentenceOf({ code }) {
  const { kinds, sentences } = JSON.parse(byId("sentences").dataset.words);
  const [kind, ...rest] = code.split("-");
  const words = sentences[code] ?? (kinds[kind] ?? `${kind} #`).replace("#", rest.join(" "));
  return words[0].toUpperCase() + words.slice(1);
}
