// A row where a table has no room for columns: two lines. Who it is of and when; then what it is, and where it stands.

import { el, icon, visible } from "../view/dom.js";
import { number } from "../view/figures.js";

/** Whether the edge of a record leads to the one that it is of. */
const comesIn = (record, { direction }) => record.fields[direction] === "IN";

/**
 * The two lines of a row.
 * @param {object} record
 * @param {{who?: object, whom?: object, when?: object, direction?: string}} parts what its columns say, as cells.js knows it
 * @param {{name: string}[]} columns what else is shown of it
 * @param {{cell(column: object): HTMLElement|null, kind: HTMLElement|null, key(): HTMLElement, wrong: string}} draw
 *   cell is null for a column that the record has no value of
 */
export function cardOf(record, parts, columns, { cell, kind, key, wrong }) {
  const { who, whom, when, direction } = parts;
  const [from, to, time] = [who, whom, when].map((c) => c && cell(c));
  if (from && to) to.prepend(el("span", { class: "quiet" }, comesIn(record, parts) ? " ← " : " → "));
  time?.classList.add("end");
  const said = [who, whom, when, ...(to ? columns.filter((c) => c.members.includes(direction)) : [])];
  const rest = [kind, ...columns.filter((c) => !said.includes(c)).map(cell)].filter(Boolean);
  return [
    el("span", { class: "card-line" }, from ?? key(), to, time),
    el("span", { class: "card-line card-rest" }, el("span", { class: "card-words" }, ...rest), placeCell(record, wrong)),
  ];
}

/** The two lines of a row that does not decode: why, in words, and the key as it is stored. */
export const failedCard = (record, why, key) => [
  el("span", { class: "card-line" }, el("span", { role: "gridcell", class: "why", title: why, "aria-colindex": 2 }, icon("error"), el("span", {}, why))),
  el("span", { class: "card-line card-rest" }, el("span", { class: "card-words" }, key), placeCell(record, "")),
];

/** Where a row stands, or what is wrong with it; it opens the row. */
function placeCell(record, wrong) {
  const { line } = record.source ?? {};
  const place = line ? `line ${number(line)}` : `row ${number(record.number)}`;
  return el("span", { role: "gridcell", class: "end", "aria-colindex": 1 }, el("button", { type: "button", class: wrong ? "bad" : null },
    el("span", { class: "off-screen" }, `Open row ${record.number}, `), wrong ? visible(`✗ ${wrong}`) : place));
}
