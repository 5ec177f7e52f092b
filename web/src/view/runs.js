// Computes what the byte grid draws: runs (one coloured stretch per field), the labels
// that fit below them, and how both break across lines.

import { title } from "../model.js";

/**
 * @typedef {{start: number, end: number, node: object, role: string, dashed: boolean, label: string, short: string}} Run
 */

/** The runs of a part; the failing byte is a separate run. @returns {Run[]} */
export function runsOf(part, failing) {
  const out = [];
  for (const { node, dashed } of part.bands) {
    if (node.end === node.start) continue;
    const run = { node, dashed, role: node.role, label: `${title(node)}${node.order === "desc" ? " ↓" : ""}`, short: node.short ?? "" };
    if (node.role !== "undecoded") {
      out.push(...aroundWrong(run));
      continue;
    }
    run.label = node.name === "undecoded" ? "not decoded" : title(node);
    const cuts = [node.start, node.end];
    if (failing >= node.start && failing < node.end) cuts.splice(1, 0, failing, failing + 1);
    for (let i = 0; i + 1 < cuts.length; i++) {
      if (cuts[i] === cuts[i + 1]) continue;
      out.push(cuts[i] === failing ? failingRun(node, failing) : { ...run, start: cuts[i], end: cuts[i + 1] });
    }
  }
  if (failing >= 0 && !out.some((r) => r.role === "failing")) out.push(failingRun(part.bands.at(-1)?.node, failing));
  return out;
}

/** A run, or the rest of it around check values inside it that do not match, and those values. */
function aroundWrong(run) {
  const out = [];
  let from = run.node.start;
  for (const n of wrongBelow(run.node)) {
    if (n.start > from) out.push({ ...run, start: from, end: n.start });
    out.push({ ...run, node: n, role: "failing", dashed: false, label: `${title(n)} ✗`, short: "✗", start: n.start, end: n.end });
    from = n.end;
  }
  if (from < run.node.end) out.push({ ...run, start: from, end: run.node.end, label: from > run.node.start ? `… ${run.label}` : run.label });
  return out;
}

/** The check values at or below a node that do not match. */
const wrongBelow = (n) => (n.check === "bad" && n.end > n.start ? [n] : n.children.flatMap(wrongBelow));

const failingRun = (node, at) => ({ node, start: at, end: at + 1, role: "failing", dashed: false, label: "▲", short: "", stop: true });

/** The starts of the leaves inside a run; a thin line separates them. */
export function joints(run) {
  const out = [];
  const visit = (n) => {
    for (const c of n.children) {
      if (c.start > run.start && c.start < run.end && c.end > c.start) out.push(c.start);
      visit(c);
    }
  };
  if (!run.stop) visit(run.node);
  return [...new Set(out)];
}

/**
 * The pieces of runs on the line [from, to).
 * @returns {{run: Run, start: number, end: number, opens: boolean, closes: boolean}[]}
 */
export function pieces(runs, from, to) {
  const out = [];
  for (const run of runs) {
    if (run.end <= from || run.start >= to) continue;
    out.push({ run, start: Math.max(run.start, from), end: Math.min(run.end, to), opens: run.start >= from, closes: run.end <= to });
  }
  return out;
}

const context = document.createElement("canvas").getContext("2d");
const widths = new Map();

/** The width of a label in the page's font. */
function widthOf(text, family) {
  const key = `${family}|${text}`;
  if (!widths.has(key)) {
    context.font = `600 11px ${family}`;
    widths.set(key, context.measureText(text).width);
  }
  return widths.get(key);
}

/** The last word of a label, if it is meaningful alone: "type" of "row type". */
const lastWord = (label) => / ([a-z]{4,})$/.exec(label)?.[1] ?? "";

/**
 * The label of a piece: the name where the run begins, "… name" where it continues,
 * nothing in a stub too narrow for it.
 */
export function labelOf(piece, cell, family) {
  const { run, start, end, opens } = piece;
  if (run.stop) return run.label;
  const room = (end - start) * cell - 2;
  if (opens) return [run.label, lastWord(run.label), run.short].find((text) => text && widthOf(text, family) <= room) ?? "";
  const more = `… ${run.label}`;
  return widthOf(more, family) <= room ? more : "";
}
