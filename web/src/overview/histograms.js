// Histograms of the statistics: columns side by side, merged if there are too many to point at.

import { during, nameOf, within } from "../view/expression.js";
import { number } from "../view/figures.js";
import { fieldWords } from "../view/words.js";
import { bytes, counted, duration, time } from "./numbers.js";

const MOST = 24; // columns
const TICKS = 5;

/** Columns of equal width, with as many bars merged into each as necessary. */
function merged(bars) {
  const even = bars.every((b) => b.to - b.from === bars[0].to - bars[0].from);
  const step = even ? Math.ceil(bars.length / MOST) : 1;
  const list = [];
  for (let i = 0; i < bars.length; i += step) {
    const some = bars.slice(i, i + step);
    list.push({ from: some[0].from, to: some.at(-1).to, rows: some.reduce((n, b) => n + b.rows, 0) });
  }
  return { list, even };
}

const mostOf = (list) => list.reduce((n, b) => Math.max(n, b.rows), 0);

/** Labels below the first of every few columns. */
function ticks(list, text) {
  const step = Math.ceil(list.length / TICKS);
  return list.flatMap((b, i) => (i % step || i && list.length - i < step / 2 ? [] : [{ at: i, text: text(b) }]));
}

/** How rows spread over the beginnings of their keys. */
export function saltSection({ salts: { buckets } }, names) {
  const rows = buckets.reduce((n, b) => n + b.rows, 0);
  if (!rows) return null;
  const most = mostOf(buckets);
  const mean = rows / buckets.length;
  const line = `mean ${mean.toFixed(1)}, most ${counted(most, "row")}`;
  const digits = (i) => i.toString(16);
  const even = buckets.length === 16 && buckets.every((b, i) => b.start === (i ? `${digits(i)}0` : ""));
  return {
    id: "salt", title: names.salted ? "Salt" : "First byte", first: "from", kind: "columns", head: ["rows", "bytes"], note: even ? `${counted(rows, "row")} by first byte` : `${counted(rows, "row")} in ${counted(buckets.length, "region")}`,
    mean, line, most, ticks: buckets.map((b, i) => ({ at: i, text: b.start ? b.start.slice(0, 2) : "00", middle: true })),
    bars: buckets.map((b, i) => ({
      name: even ? `${digits(i)}0 to ${digits(i)}f` : `from ${b.start || "the beginning"}`, code: true, value: b.rows,
      cells: [number(b.rows), number(b.keyBytes + b.valueBytes)], where: even ? `row ^= ${digits(i)}` : "",
    })),
  };
}

/**
 * The part of an instant that distinguishes the columns.
 * @param {number} length of the prefix they all share
 */
function tickOf(ms, length, span) {
  const text = time(ms);
  if (span > 2 * 365 * 86_400_000) return text.slice(0, 7);
  if (span > 86_400_000) return text.slice(length, 10);
  if (span < 60_000) return new Date(ms).toISOString().slice(14, 23);
  return span > 3_600_000 ? text.slice(11, 16) : text.slice(11);
}

/** What all columns have in common: a day, a year, or nothing. */
function commonOf(list) {
  const [from, to] = [time(list[0].from), time(list.at(-1).to)];
  return [10, 4].map((n) => from.slice(0, n)).find((text) => to.startsWith(text)) ?? "";
}

/** The name of a series: its field, and which records have it. */
export const seriesOf = (t, names) => `${t.field ? fieldWords(t.field) : "timestamp"}${names.several ? ` of ${names.format(t.format)}` : ""}`;

/** One series of instants. */
export function timeSection({ times: { series } }, names, chosen) {
  const known = series.filter((t) => t.histogram.length);
  const t = known[Math.min(chosen, known.length - 1)];
  if (!t) return null;
  const { list } = merged(t.histogram);
  const span = list.at(-1).to - list[0].from;
  const common = commonOf(list);
  const noun = t.field ? "value" : "row";
  const far = [t.future && `${number(t.future)} in the future`, t.outside && `${number(t.outside)} not within 1980 to 2099`,
    t.counter?.near && `${number(t.counter.near)} near the limit of the counter`].filter(Boolean);
  return {
    id: "time", title: "Time", first: "from", kind: "columns", head: [`${noun}s`], note: [common, "UTC", `${duration(list[0].to - list[0].from + 1)} a bar`, ...far].filter(Boolean).join(", "),
    line: `most ${number(mostOf(list))}`, most: mostOf(list), ticks: ticks(list, (b) => tickOf(b.from, common ? 5 : 0, span)),
    about: `${seriesOf(t, names)}, ${time(t.oldest)} to ${time(t.newest)}`, series: known.map((one) => seriesOf(one, names)), chosen: known.indexOf(t),
    bars: list.map((b) => ({
      name: `${time(b.from)} to ${time(b.to + 1)}`, value: b.rows, cells: [number(b.rows)], noun, where: during(t.field ? nameOf(t.field) : "timestamp", b.from, b.to),
    })),
  };
}

/** The sizes of keys or of values. */
export function sizeSection(id, title, name, { sizes }) {
  const x = sizes[id];
  if (!x.histogram.length) return null;
  const { list, even } = merged(x.histogram);
  const width = list[0].to - list[0].from + 1;
  return {
    id, title, first: "bytes", kind: "columns", head: ["rows"],
    note: `${number(x.min)}–${bytes(x.max)}, ${even ? `${counted(width, "byte")} a bar` : "each bar twice as wide as the one before"}`,
    line: `most ${number(mostOf(list))}`, most: mostOf(list), ticks: ticks(list, (b) => number(b.from)),
    about: `median ${bytes(x.p50)}, 95 % at most ${bytes(x.p95)}, mean ${x.mean.toFixed(1)}`,
    mark: { at: list.findIndex((b) => b.to >= x.p50), text: `median ${bytes(x.p50)}` },
    bars: list.map((b) => ({
      name: b.from === b.to ? counted(b.from, "byte") : `${number(b.from)} to ${number(b.to)} bytes`, value: b.rows, cells: [number(b.rows)], where: within(name, b.from, b.to),
    })),
  };
}
