// The ranked readings: a listbox with one row per reading, and below it the readings
// that do not parse.

import { el, hide, icon, renew, set, visible } from "./dom.js";

const LINE = 80; // characters of evidence that always fit on a line

/** Splits a title into format and record: "Actionbase", "edge index row key". */
function titleParts(c) {
  const plain = (text) => text.toLowerCase().replaceAll(/[- ]/g, "");
  const words = c.title.split(" ");
  const own = words.findIndex((_, i) => c.format && plain(words.slice(0, i + 1).join("")) === plain(c.format));
  const at = own >= 0 ? words.slice(0, own + 1).join(" ").length + 1 : c.title.lastIndexOf(c.record.replaceAll("-", " ") || "\n");
  return at > 0 ? [c.title.slice(0, at).trim(), c.title.slice(at)] : [c.title, ""];
}

/** An incomplete reading as a candidate, for when no reading is complete. It is a guess, unless a check matches or the format is pinned. */
export function stopped(r, pinned) {
  const checks = r.tree.nodes.filter((n) => n.check === "ok").map((n) => ({ kind: "check", text: `${n.title ?? n.name} is ${n.note}` }));
  return { ...r, refused: true, likely: pinned || checks.length > 0, dots: checks.length ? 1 : 0, evidence: checks, stops: r.error?.offset ?? r.covered };
}

export class Candidates {
  list = [];
  selected = -1;

  /**
   * @param {HTMLElement} root the listbox
   * @param {{choose(c: object): void, pin(c: object): void}} page
   */
  constructor(root, page) {
    this.root = root;
    this.page = page;
    root.addEventListener("click", (e) => {
      const option = e.target.closest("[role=option]");
      if (option) this.select(Number(option.dataset.index), true);
    });
    root.addEventListener("keydown", (e) => this.#key(e));
  }

  /** Shows a list with one reading selected. */
  show(list, selected) {
    this.list = list;
    set(this.root, { "data-one": String(list.length === 1) });
    for (const o of this.root.children) set(o, { "aria-selected": "false" });
    renew(this.root, list.map((c, i) => option(c, i)));
    this.select(selected, false);
  }

  select(index, tell) {
    if (index < 0 || index >= this.list.length) return;
    this.selected = index;
    [...this.root.children].forEach((o, i) => set(o, { "aria-selected": String(i === index) }));
    set(this.root, { "aria-activedescendant": `candidate-${index}` });
    if (!tell) return;
    this.root.children[index].scrollIntoView({ block: "nearest" });
    this.page.choose(this.list[index]);
  }

  #key(e) {
    if (e.altKey || e.ctrlKey || e.metaKey) return;
    const last = this.list.length - 1;
    const to = { ArrowDown: Math.min(this.selected + 1, last), ArrowUp: Math.max(this.selected - 1, 0), Home: 0, End: last }[e.key];
    if (to !== undefined) {
      e.preventDefault();
      if (to !== this.selected) this.select(to, true);
    } else if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      this.page.pin(this.list[this.selected]);
    }
  }
}

function option(c, index) {
  const [format, record] = titleParts(c);
  return el("div", { role: "option", id: `candidate-${index}`, class: "candidate", "data-index": index, "aria-selected": "false" },
    el("span", { class: "radio", "aria-hidden": "true" }),
    el("span", { class: "reading" }, el("b", {}, visible(format)), record && ` ${visible(record)}`),
    el("span", { class: "rank" }, dots(c.dots), c.tie && el("span", { class: "tie" }, " tie")),
    coverage(c),
    el("span", { class: (c.evidence?.[0]?.text.length ?? 0) > LINE ? "evidence long" : "evidence" }, ...evidence(c)));
}

/** How strong the evidence for a reading is. */
export function dots(n) {
  const out = el("span", { class: "dots", role: "img", "aria-label": `evidence ${n} of 3` });
  for (let i = 0; i < 3; i++) out.append(el("span", { class: i < n ? "on" : "" }));
  return out;
}

function coverage(c) {
  const bar = el("span", { class: "bar-full", "aria-hidden": "true" }, el("span", {}));
  bar.firstChild.style.width = `${c.total ? (100 * c.covered) / c.total : 0}%`;
  return el("span", { class: "coverage" }, bar, `${c.covered}/${c.total}`);
}

/** The evidence in words, separated by middle dots; only recomputed checks get a tick. */
function evidence(c) {
  const out = [];
  // Each item and its dot form one element, so that evidence that does not fit disappears whole.
  const add = (...kids) => out.push(el("span", {}, out.length > 0 && el("span", { class: "dot-between" }, " · "), ...kids));
  const failed = (c.evidence ?? []).filter((e) => e.kind === "check-failed");
  for (const e of [...failed, ...(c.evidence ?? []).filter((e) => e.kind !== "check-failed")]) {
    const text = visible(e.text);
    const [first, ...rest] = text.split(" ");
    if (e.kind === "check-failed") add(el("span", { class: "bad" }, icon("error"), el("b", {}, first), ` ${rest.join(" ")}`));
    else if (e.kind === "check") add(el("span", { class: "ok" }, icon("ok"), el("b", {}, first)), ` ${rest.join(" ")}`);
    else if (e.kind === "trailing") add(el("span", { class: "bad" }, text));
    else if (failed.length && e.kind === "not-canonical") add(text); // follows from the check
    else if (e.kind === "not-canonical" || e.kind === "lenient") add(el("span", { class: "warn" }, text));
    else add(text);
  }
  if (c.stops !== undefined) add(el("span", { class: "bad" }, `stops at byte ${c.stops}`));
  if (c.canonical === false && !(c.evidence ?? []).some((e) => e.kind === "not-canonical")) add(el("span", { class: "warn" }, "not canonical: re-encoding gives different bytes"));
  return out;
}

/** Shows the refused readings: a summary, and a line for each. */
export function showRefused({ box, summary, list }, refused, noneComplete) {
  hide(box, refused.length === 0);
  const reason = (r) => `${r.error?.expected ? `${r.error.expected} expected` : (r.error?.message ?? "does not parse")} at 0x${(r.error?.offset ?? 0).toString(16).padStart(2, "0")}`;
  const words = refused.slice(0, 3).map((r) => `${r.title} (${reason(r)})`).join(", ");
  const head = noneComplete ? `${refused.length} more that stop early` : `${refused.length} that ${refused.length === 1 ? "does" : "do"} not parse`;
  renew(summary, [head, el("span", { class: "wide" }, `: ${visible(words)}${refused.length > 3 ? ", …" : ""}`)]);
  list.replaceChildren(...refused.map((r) => el("li", {},
    el("b", {}, visible(r.title)), ` ${r.covered} of ${r.total} bytes: `, visible(r.error?.message ?? reason(r)))));
}

/** The index of the chosen reading, else of one of the same kind, else of the best one. @param {{format: string, record: string, part: string}|null} chosen */
export function preferred(list, chosen) {
  if (!chosen) return 0;
  const same = (c) => c.format === chosen.format && c.record === chosen.record;
  const kept = list.findIndex((c) => same(c) && c.part === chosen.part);
  return Math.max(kept >= 0 ? kept : list.findIndex(same), 0);
}
