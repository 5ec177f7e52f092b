// Options of calls.

import { tagOf } from "./types.js";

/** Refuses options that a call does not have: one that is misspelt would have no effect. @param {object} options @param {string[]} known */
export function checkOptions(options, known) {
  if (typeof options !== "object" || options === null) throw new TypeError(`expected options as an object, found ${tagOf(options)}`);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`there is no option ${unknown}; there ${known.length === 1 ? "is" : "are"} ${known.join(", ")}`);
  return options;
}
