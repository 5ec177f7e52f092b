// Selects which row of a pasted dump is explained.

import { el, option, visible } from "./dom.js";

const NAMED = 1000; // rows that the decoder lists

/**
 * @param {{strip: HTMLElement, place: HTMLElement, select: HTMLSelectElement, previous: HTMLButtonElement, next: HTMLButtonElement}} parts
 * @param {(row: number) => void} choose
 */
export function rowPicker({ strip, place, select, previous, next }, choose) {
  let row = 0;
  let known = 0;
  let listed = "";
  previous.addEventListener("click", () => choose(row - 1));
  next.addEventListener("click", () => choose(row + 1));
  select.addEventListener("change", () => choose(Number(select.value)));

  return (answer) => {
    const total = answer.rowCount ?? answer.rows?.length ?? 1;
    strip.hidden = total < 2;
    if (strip.hidden) return;
    row = answer.row ?? 0;
    known = Math.min(total, answer.rows?.length ?? 0, NAMED);
    place.replaceChildren(el("span", {}, "row ", el("b", {}, String(row + 1)), ` of ${total}${known < total ? ` (the first ${known} can be chosen)` : ""}`));
    previous.disabled = row <= 0;
    next.disabled = row >= known - 1;
    const names = answer.rows.slice(0, known).map((r, i) => `${i + 1}  ${label(r)}`);
    // A select that is rebuilt while it is open would close.
    if (listed !== names.join("\n")) {
      listed = names.join("\n");
      select.replaceChildren(...names.map((name, i) => option(i, name)));
    }
    select.value = String(row);
  };
}

/** One row in words: its line or offset, its kind and its content. */
function label(r) {
  const what = r.error ? `does not decode: ${r.error.message}` : [r.title, r.summary].filter(Boolean).join(", ");
  const { parts = {} } = r; // absent if the line cannot be read
  const hex = parts.row ?? parts.key ?? Object.values(parts)[0] ?? "";
  const where = r.offset === undefined ? `line ${r.line}` : `offset ${r.offset}`;
  return visible(`${where}  ${what || "no reading"}  ${hex.length > 24 ? `${hex.slice(0, 24)}…` : hex}`);
}
