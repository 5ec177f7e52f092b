// One difference: both rows byte by byte, and the fields that differ.

import { count, range } from "../bytes.js";
import { changedBytes, changedFields, Pairs } from "../draft/diff.js";
import { when } from "../model.js";
import { byId, el, visible } from "../view/dom.js";
import { Sides } from "../sides/sides.js";
import { modelOfSide } from "./side.js";
import { cutBoth, distance, MARKS, rowsOf, whoOf } from "./words.js";

const SIDES = ["first", "second"];
const SHOWN = 50; // fields
const LONGEST = 400; // characters of a value

/** A field's value: a time as a date, otherwise as it is decoded, or else its bytes. */
const valueOf = (n, hex) => (n === null ? "not there" : when(n) || (n.text === undefined || n.kind === "none" ? hex : String(n.text)));

export class Detail {
  #asked = 0;

  /** @param {{open(side: number): void, findings(side: number): void, titleOf(difference: object): string, fieldsOf(difference: object): object[]|undefined, whyOf(difference: object): string, names(): string[], unread(): boolean, say(text: string): void}} owner */
  constructor(owner) {
    this.owner = owner;
    this.sides = new Sides(SIDES.map((id) => byId(`${id}-bytes`)), ["First bytes", "Second bytes"], owner.say);
    for (const [side, id] of SIDES.entries()) byId(`open-${id}`).addEventListener("click", () => owner.open(side));
    for (const [side, id] of SIDES.entries()) byId(`findings-${id}`).addEventListener("click", () => owner.findings(side));
  }

  /** Shows a difference; null hides it. @param {object|null} d @param {string} place among the others */
  async show(d, place) {
    const asked = ++this.#asked;
    byId("difference").hidden = !d;
    if (!d) return;
    const names = this.owner.names();
    byId("difference-title").replaceChildren(el("span", { class: `change-mark ${d.change}`, "aria-hidden": "true" }, MARKS[d.change]), el("span", { class: "off-screen" }, `${d.change}: `), visible(this.owner.titleOf(d)));
    byId("difference-at").textContent = place;
    for (const [side, id] of SIDES.entries()) {
      byId(`open-${id}`).hidden = byId(`findings-${id}`).hidden = d.rows[side] === null;
      byId(`${id}-place`).textContent = visible(`${names[side]}${d.lines[side] ? `, line ${d.lines[side]}` : ""}`);
    }
    const models = await Promise.all(rowsOf(d).map(modelOfSide));
    if (asked !== this.#asked) return;
    byId("difference-row").textContent = visible(whoOf(d, models, this.owner.fieldsOf(d)));
    const known = this.owner.unread() ? ", as far as it could be read" : "";
    const alone = models.findIndex((m) => m === null);
    for (const [side, id] of SIDES.entries()) {
      byId(`${id}-none`).textContent = models[side] ? "" : `${visible(names[side])} has no such row${known}.`;
      this.sides.show(side, models[side], models[1 - side]);
    }
    const pairs = alone < 0 ? new Pairs(...models) : null;
    byId("difference-what").textContent = [d.error && this.owner.whyOf(d), pairs && sameWords(pairs)].filter(Boolean).join(" ");
    byId("differ-list").replaceChildren(...(pairs ? fieldsOf(d, pairs) : [el("li", {}, `The row is only in the ${SIDES[1 - alone]} document${known}.`)]));
  }
}

/** How much of the rows is equal: "row key equal, 1 of 43 value bytes differs". */
function sameWords(pairs) {
  const changed = changedBytes(pairs);
  return pairs.after.stored.filter((p) => p.length).map((p) => {
    const before = pairs.before.parts[p.index];
    const n = changed.get(p.index).size || Math.abs(p.bytes.length - (before?.bytes.length ?? 0));
    return n ? `${n} of ${p.bytes.length} ${p.title} bytes ${n === 1 ? "differs" : "differ"}` : `${p.title} equal`;
  }).join(", ");
}

/** The fields that differ, each with both values, and how many do not. */
function fieldsOf(d, pairs) {
  const { before, after } = pairs;
  const changed = changedFields(pairs, changedBytes(pairs), new Set());
  const gone = before.stored.flatMap((p) => p.bands).filter(({ node }) => !pairs.toAfter(node) && node.end > node.start);
  const line = (n, name, at, old, now, more = "") => {
    const [was, is] = cutBoth(String(old), String(now), LONGEST).map(visible);
    return el("li", {}, el("p", {}, el("span", { class: n ? `mark r-${n.role}` : "mark none", "data-dashed": (n && (pairs.after.bandOf(n) ?? n.band)?.dashed) || null }), el("b", {}, visible(name)), ` ${at}`),
      el("p", { class: "differ-value" }, was), el("p", { class: "differ-value now" }, is, more && el("span", { class: "quiet" }, ` ${more}`)));
  };
  const out = [
    ...changed.map(({ node, old, name, before: oldHex, after: newHex }) => line(node, name, `${range(node.start, node.end)}, ${visible(node.type)}`, valueOf(old, oldHex), valueOf(node, newHex), old?.time && node.time ? distance(old.time, node.time) : "")),
    ...gone.map(({ node }) => line(node, node.title ?? node.name, `${range(node.start, node.end)}, ${visible(node.type)}`, valueOf(node, ""), valueOf(null))),
  ];
  if (d.was?.timestamp !== undefined) out.push(line(null, "timestamp", "of the cell", d.was.timestamp, d.timestamp ?? "not there"));
  const equal = after.stored.flatMap((p) => p.bands).length - changed.length;
  if (out.length > SHOWN) out.splice(SHOWN, out.length, el("li", {}, `and ${out.length - SHOWN} more`));
  return [...out, el("li", {}, `${count(equal, "other field")} ${equal === 1 ? "is" : "are"} equal.`)];
}
