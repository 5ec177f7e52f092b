// Numbers of the statistics in words, as `rowlens stats --html` writes them.

import { count } from "../bytes.js";
import { number, size } from "../view/figures.js";

/** "1 row", "2,000 rows" */
export const counted = (n, word) => (n < 1000 ? count(n, word) : `${number(n)} ${word}s`);

/** A size; up to 9,999 bytes it is exact. */
export const bytes = (n) => (n < 10_000 ? `${number(n)} B` : size(n));

export const percent = (part, whole) => (whole ? `${(100 * part / whole).toFixed(1)} %` : "0 %");

/** A number, with ≈ in front if it is not exact. */
export const about = ({ distinct, error }) => `${error ? "≈ " : ""}${number(distinct)}`;

const UNITS = [[86_400_000, "day"], [3_600_000, "hour"], [60_000, "minute"], [1000, "second"]];

/** The width of bars in words: "6 hours". */
export function duration(ms) {
  const [unit, word] = UNITS.find(([u]) => ms >= u) ?? [1, "ms"];
  return word === "ms" ? `${ms} ms` : counted(Math.round(ms / unit), word);
}

/** An instant in UTC, to the second. */
export const time = (ms) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");
