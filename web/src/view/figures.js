// Numbers and sizes for people.

import { count } from "../bytes.js";
export { number } from "../bytes.js";

/** A size in bytes: 48,230 bytes are 47.1 KB. */
export function size(bytes) {
  for (const [unit, word] of [[2 ** 30, "GB"], [2 ** 20, "MB"], [2 ** 10, "KB"]]) {
    if (bytes >= unit) return `${(bytes / unit).toFixed(1)} ${word}`;
  }
  return count(bytes, "byte");
}
