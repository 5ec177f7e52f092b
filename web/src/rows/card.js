// A row where a table has no room for columns: two lines. First whose it is and when, then what it is and where.

import { el, icon, visible } from "../view/dom.js";
import { number } from "../view/figures.js";

/** Whether the edge of a record leads to the entity the record belongs to. */
const comesIn = (record, { direction }) => record.fields[direction] === "IN";

/**
 * The two lines of a row.
 * @param {object} record
 * @param {{who?: object, whom?: object, when?: object, direction?: string}} parts the role of its columns, from cells.js
 * @param {{name: string}[]} columns what else to show of it
 * @param {{cell(column: object): HTMLElement|null, kind: HTMLElement|null, key(): HTMLElement, wrong: string}} draw
 * cell is null for a column in which the record has no value
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

/** The two lines of a row that does not decode: the reason, in words, and the key as stored. */
export const failedCard = (record, why, key) => [
  el("span", { class: "card-line" }, el("span", { role: "gridcell", class: "why", title: why, "aria-colindex": 2 }, icon("error"), el("span", {}, why))),
  el("span", { class: "card-line card-rest" }, el("span", { class: "card-words" }, key), placeCell(record, "")),
];

/** Where a row is, or what is wrong with it; it opens the row. */
function placeCell(record, wrong) {
  const { line } = record.source ?? {};
  const place = line ? `line ${number(line)}` : `row ${number(record.number)}`;
  return el("span", { role: "gridcell", class: "end", "aria-colindex": 1 }, el("button", { type: "button", class: wrong ? "bad" : null },
    el("span", { class: "off-screen" }, `Open row ${record.number}, `), wrong ? visible(`✗ ${wrong}`) : place));
}
