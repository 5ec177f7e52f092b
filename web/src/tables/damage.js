// Damage in the files of stores, in sentences.

import { count } from "../bytes.js";
import { asSentence, isEncrypted } from "../view/words.js";

/** The keys between which entries are missing. */
function between({ after, before }) {
  if (after && before) return ` Lost between the keys ${after} and ${before}.`;
  if (after) return ` Lost after the key ${after}.`;
  return before ? ` Lost before the key ${before}.` : "";
}

/** Damage, each place once: what was found when opening the store is found again when reading rows. @param {object[]} damage */
export const distinct = (damage) => [...new Map(damage.map((d) => [JSON.stringify([d.file, d.code, d.offset, d.after]), d])).values()];

/** @param {object[]} damage @returns {[string, string, "warning"|"error", number|null][]} file, sentence, severity, offset */
export const damageLines = (damage) => damage.map((d) => [
  d.file, `${d.offset === null ? "" : `at offset ${d.offset}: `}${asSentence(d.message || `expected ${d.expected}, found ${d.found}`)}${d.lost ? ` ${count(d.lost, "byte")} could not be read.` : ""}${between(d)}`,
  d.remark || isEncrypted(d) ? "warning" : "error", d.offset,
]);
