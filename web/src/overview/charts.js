// Draws the regions of the Overview: bars beside or below each other, in one SVG whose name
// spells out its numbers. Links to the rows lie over the bars, because screen readers do not see
// elements inside an image. Each chart can also be read as a table.

import { fragment } from "../io/link.js";
import { el, icon, set, visible } from "../view/dom.js";
import { counted } from "./numbers.js";

const SVG = "http://www.w3.org/2000/svg";
const LISTED = 7; // bars below each other; the table has the rest
const LINES = 12; // when there are no bars
const TABLED = 200;
const ROW = 26; // pixels
const HEIGHT = 112; // of the tallest column
const TOP = 16; // above it
const LABELS = 20; // below the columns

/** An element of a drawing. */
function draw(tag, attributes, ...children) {
  const e = document.createElementNS(SVG, tag);
  set(e, attributes);
  e.append(...children);
  return e;
}

/** A bar in words: "edge index, 45 rows, 4,422 bytes". */
export function wordsOf(section, bar) {
  const numbers = bar.cells.map((text, i) => withNoun(text, bar.noun ?? section.head[i]));
  return visible([[bar.name, bar.more].filter(Boolean).join(" "), ...numbers].join(", "));
}

/** A number with its heading: "1 row". */
const withNoun = (text, heading) => (text === "1" ? `1 ${heading.replace(/s$/, "")}` : / of /.test(text) || /s$/.test(heading) ? `${text} ${heading}` : `${text} ${heading}s`);

/** A link to the rows of a bar, or plain text if no filter selects them. */
function link(section, bar, attributes, ...children) {
  const target = bar.view ?? (bar.where ? "rows" : "");
  const href = target && (fragment({ view: target, where: target === "rows" ? bar.where : undefined }) || "#");
  return target ? el("a", { href, "data-view": target, "data-where": bar.where, "aria-label": wordsOf(section, bar), ...attributes }, ...children)
    : el("span", { ...attributes, title: null }, ...children);
}

/** Whether Rows shows exactly the rows of a bar. */
const isChosen = (bar, filter) => Boolean(bar.where) && !bar.view && bar.where === filter;

const nameOf = (bar) => [
  bar.severity && icon(bar.severity),
  el("span", { class: bar.code ? "bar-name code" : "bar-name" }, visible(bar.name)), bar.more && el("span", { class: "quiet" }, ` ${visible(bar.more)}`),
];

/** Lines with numbers, and with bars between unless the numbers measure different things. */
function drawBars(section, filter) {
  const shown = section.kind === "bars" ? section.bars.slice(0, LISTED) : section.bars.slice(0, LINES);
  const most = shown.reduce((n, b) => Math.max(n, b.value), 1);
  const rest = section.bars.length - shown.length;
  // The numbers are outside the link, whose name spells them out; the link is as wide as the line.
  const lines = shown.map((bar, i) => el("div", { class: `bar-line ${bar.severity ?? ""}` },
    link(section, bar, { class: "bar-words", "data-bar": i, "aria-current": isChosen(bar, filter) && "true" }, ...nameOf(bar)),
    ...bar.cells.map((text, c) => el("span", { class: c ? "numeric quiet" : "numeric" }, text))));
  const list = el("div", { class: `bars ${section.kind}` });
  list.style.setProperty("--numbers", String(section.head.length));
  if (section.kind === "bars") {
    const svg = draw("svg", { class: "plot", role: "img", "aria-label": visible(nameOfChart(section, shown)), height: ROW * shown.length },
      ...shown.map((bar, i) => draw("rect", { y: i * ROW + 8, height: 10, width: `${Math.max(100 * bar.value / most, 0.6)}%`, class: isChosen(bar, filter) ? "amount filtered" : "amount" })));
    svg.style.gridRow = `1 / span ${shown.length}`;
    list.append(svg);
  }
  lines.forEach((line, i) => {
    line.style.gridRow = String(i + 1);
    list.append(line);
  });
  const tail = section.rest ?? (rest > 0 && `and ${counted(rest, "other")}`);
  if (tail) list.append(el("p", { class: "quiet rest" }, tail));
  return list;
}

const nameOfChart = (section, bars) => `${section.title}${section.about ? `, ${section.about}` : ""}: ${bars.filter((b) => b.value).map((b) => wordsOf(section, b)).join("; ")}`;

/** Columns side by side, with their labels. */
function drawColumns(section, filter) {
  const { bars, most } = section;
  const part = 100 / bars.length;
  const foot = TOP + HEIGHT;
  const svg = draw("svg", { class: "plot", role: "img", "aria-label": visible(nameOfChart(section, bars)), height: foot + LABELS });
  bars.forEach((bar, i) => {
    const height = bar.value ? Math.max(HEIGHT * bar.value / most, 2) : 0;
    svg.append(draw("rect", { x: `${(i + 0.03) * part}%`, y: foot - height, width: `${0.94 * part}%`, height, class: isChosen(bar, filter) ? "amount filtered" : "amount" }));
  });
  svg.append(draw("line", { class: "base", x1: 0, x2: "100%", y1: foot + 0.5, y2: foot + 0.5 }));
  if (section.mean) svg.append(across("mean", 0, 100, foot - HEIGHT * section.mean / most));
  for (const { at, text, middle } of section.ticks) {
    svg.append(draw("text", { x: `${(at + (middle ? 0.5 : 0)) * part}%`, y: foot + 16, "text-anchor": middle ? "middle" : at * part > 85 ? "end" : "start" }, text));
  }
  if (section.mark) svg.append(...markAt((section.mark.at + 0.5) * part, foot, section.mark.text));
  // On the side that the mark's text leaves free.
  const right = !section.mark || (section.mark.at + 0.5) * part < 60;
  svg.append(draw("text", { class: section.mean ? "said" : "", x: right ? "100%" : 0, y: 10, "text-anchor": right ? "end" : "start" }, section.line));
  const hits = el("div", { class: "hits", role: "group", "aria-label": `${section.title}, bars`, "aria-description": "arrow keys go from bar to bar" });
  bars.forEach((bar, i) => {
    if (!bar.value) return;
    const hit = link(section, bar, { class: "hit", tabindex: -1, "data-bar": i, title: wordsOf(section, bar) });
    hit.style.left = `${i * part}%`;
    hit.style.width = `${part}%`;
    hits.append(hit);
  });
  hits.querySelector("a")?.setAttribute("tabindex", "0");
  return el("div", { class: "columns" }, svg, hits);
}

const across = (name, from, to, y) => draw("line", { class: name, x1: `${from}%`, x2: `${to}%`, y1: y, y2: y });

/** A vertical line, with its text on the side that has room. */
function markAt(x, foot, text) {
  const left = x > 40;
  return [
    draw("line", { class: "mean", x1: `${x}%`, x2: `${x}%`, y1: 2, y2: foot }),
    draw("text", { class: "said", x: `${x}%`, dx: left ? -4 : 4, y: 10, "text-anchor": left ? "end" : "start" }, text),
  ];
}

/** The same numbers as a table. */
function drawTable(section) {
  const all = [...section.bars.filter((b) => b.value || section.kind !== "columns"), ...(section.more ?? [])];
  const row = (bar) => el("tr", {}, el("th", { scope: "row" }, link(section, bar, {}, ...nameOf(bar))), ...bar.cells.map((text) => el("td", { class: "numeric" }, text)));
  return el("div", { class: "numbers", role: "region", tabindex: 0, "aria-label": `${section.title}, numbers` }, el("table", {},
    el("thead", {}, el("tr", {}, ...[section.first, ...section.head].map((text, i) => el("th", { scope: "col", class: i && "numeric" }, text)))),
    el("tbody", {}, ...all.slice(0, TABLED).map(row))), all.length > TABLED && el("p", { class: "quiet" }, `and ${counted(all.length - TABLED, "other")}`));
}

/**
 * A region with its heading, its chart and the button that turns the chart into a table.
 * @param {import("./sections.js").Section} section
 * @param {{filter: string, table: boolean}} how filter is the filter of Rows
 */
export function drawSection(section, { filter, table }) {
  const body = table || section.kind === "lines" && !section.bars.length ? drawTable(section) : section.kind === "columns" ? drawColumns(section, filter) : drawBars(section, filter);
  const series = section.series?.length > 1 && el("span", { class: "select" },
    el("select", { "aria-label": "Time of", "data-series": true }, ...section.series.map((text, i) => el("option", { value: i, selected: i === section.chosen }, visible(text)))), icon("down"));
  return el("section", { class: "card", "data-section": section.id, "aria-labelledby": `overview-${section.id}` },
    el("header", { class: "card-head" },
      el("h2", { id: `overview-${section.id}` }, section.title), series,
      section.kind !== "lines" && el("button", { type: "button", class: "text-button as-table", "aria-pressed": String(table), "aria-label": `${section.title} as table` }, "as table"),
      el("span", { class: "quiet about" }, visible(section.note ?? "")),
      section.kind === "bars" && !table && el("span", { class: "heads", "aria-hidden": "true" }, ...section.head.map((text) => el("span", {}, text)))),
    body);
}

/** Marks the drawn bar of a link. */
export function mark(hit, on) {
  const rects = hit.closest(".card").querySelectorAll("rect");
  rects[Number(hit.dataset.bar)]?.classList.toggle("on", on);
}
