// One finding: the row as stored and as it should be, byte by byte, and the rows the
// verdict rests on.

import { session } from "../app.js";
import { count } from "../bytes.js";
import { byId, el, icon, lead, visible } from "../view/dom.js";
import { itemsIn } from "../sides/items.js";
import { modelOf, Sides } from "../sides/sides.js";
import { toClipboard } from "../share/copy.js";
import { whenNarrow } from "../view/narrow.js";
import * as radios from "../view/radios.js";
import { sentenceOf } from "../view/sentences.js";
import { hasRow, keyOf, placeOf, reasonOf, rowOf } from "./words.js";

const NAMED = 4; // items of a list; the bytes show all

/** What the row must be, where it is a list: the conclusion from the reasons before it. */
function listWords(items) {
  const named = items.slice(0, items.length > NAMED ? NAMED - 1 : NAMED);
  const words = named.flatMap((item, i) => [i ? ", " : "", el("span", { class: "item" }, visible(item))]);
  return ["So the row must list ", ...words, items.length > named.length ? ` and ${count(items.length - named.length, "other")}.` : "."];
}

export class Detail {
  #asked = 0;
  #finding = null;

  /** @param {{open(place: {parts: object, source: object}): void, toCause(finding: object): void, causeOf(finding: object): number, say(text: string): void}} owner */
  constructor(owner) {
    this.owner = owner;
    this.sides = new Sides([byId("stored-bytes"), byId("expected-bytes")], ["Stored bytes", "Expected bytes"], owner.say);
    const root = byId("finding");
    const showSide = radios.listen(byId("finding-side"), (side) => {
      root.dataset.side = side;
      showSide(side);
    });
    // Where it unfolds under its line, the actions come after the text.
    whenNarrow((is) => (is ? root : root.firstElementChild).append(byId("finding-actions")));
    byId("finding-open").addEventListener("click", () => owner.open(this.#finding));
    byId("finding-copy").addEventListener("click", () => {
      const [name] = this.#shown();
      toClipboard(this.#finding.expected[name], `the expected ${name === "row" || name === "key" ? "row key" : name}`, owner.say);
    });
    byId("because-list").addEventListener("click", (e) => {
      const link = e.target.closest("[data-because]");
      if (e.target.closest("[data-cause]")) owner.toCause(this.#finding);
      else if (link) owner.open(this.#finding.because[Number(link.dataset.because)]);
    });
  }

  /** The names of the parts to show: those that differ, else all. */
  #shown() {
    const { stored, expected } = this.#finding;
    const names = Object.keys(stored ?? expected ?? {});
    const differ = names.filter((name) => stored && expected && stored[name] !== expected[name]);
    return differ.length ? differ : names.filter((name) => name !== "family" && name !== "qualifier");
  }

  /** Shows a finding; null hides it. @param {object|null} f @param {string} place among the others */
  async show(f, place) {
    const asked = ++this.#asked;
    this.#finding = f;
    byId("finding").hidden = !f;
    if (!f) return;
    byId("finding-title").replaceChildren(icon(f.severity), visible(sentenceOf(f)));
    byId("finding-title").className = `severity ${f.severity}`;
    byId("finding-row").textContent = visible(rowOf(f));
    byId("finding-place").textContent = placeOf(f.source);
    byId("finding-at").textContent = place;
    byId("finding-open").hidden = !f.stored;
    byId("finding-copy").hidden = !f.expected;
    for (const side of byId("finding").querySelectorAll("#finding-side, .stored-side, .expected-side")) side.hidden = !hasRow(f);
    this.#showBecause(f);
    const formats = new Set(session.state?.kinds.map((kind) => kind.format).filter(Boolean));
    const learnt = formats.size === 1 ? [...formats][0] : undefined; // a damaged row may fit another one by chance
    const [stored, expected] = await Promise.all([f.stored, f.expected].map((parts) => modelOf(parts && { parts, cf: f.source?.cf, learnt })));
    if (asked !== this.#asked) return;
    const { row, key } = byId("expected-none").dataset;
    byId("expected-none").textContent = f.stored ? row : key;
    this.#showSide(0, stored, expected);
    this.#showSide(1, expected, stored);
    const items = f.because?.length && expected ? itemsIn(expected, "value") : [];
    if (items.length) byId("because-list").append(el("li", {}, ...listWords(items)));
  }

  /** Moves the focus to the bytes, or to what else can be pressed. @returns {boolean} whether it is shown: a folded one is not */
  focus() {
    if (!byId("finding").checkVisibility()) return false;
    const grid = this.sides.grids.find((g) => g.root.checkVisibility());
    if (grid) grid.focus(grid.active);
    else byId("finding-next").focus();
    return true;
  }

  #showBecause(f) {
    const rows = (f.because ?? []).map((b, i) => ({ ...b, i })).filter((b) => b.why !== f.why);
    const about = `row ${rowOf(f)}: `; // which stands above
    const reason = reasonOf(f);
    const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
    const cause = this.owner.causeOf(f);
    const follows = f.cause && `Follows from ${cause < 0 ? "one that the filter leaves out" : cause + 1}: `;
    const words = () => visible(`${sentenceOf(f.cause)}, ${rowOf(f.cause)}`);
    byId("because-list").replaceChildren(
      ...(follows ? [el("li", {}, follows, cause < 0 ? words() : lead({ "data-cause": "" }, words()))] : []),
      el("li", {}, visible(sentence(reason.startsWith(about) ? reason.slice(about.length) : reason))),
      ...rows.map((b) => el("li", {}, `${visible(sentence(b.why))}: `,
        lead({ "data-because": b.i }, visible(keyOf(b.parts))), " ", el("span", { class: "at" }, placeOf(b.source)))),
    );
  }

  /** Shows one side: what differs from the other is marked, what the other lacks is wrong. */
  #showSide(side, model, other) {
    byId(side ? "expected-none" : "stored-none").hidden = model !== null;
    const names = this.#shown();
    const lead = side ? "Expected" : "Stored";
    const title = byId(side ? "expected-title" : "stored-title");
    title.textContent = `${lead} ${names.length === 1 && names[0] === "value" ? "value" : names.length === 1 ? "row key" : "row"}`;
    title.classList.toggle("off-screen", model !== null); // the heading of the bytes says the same
    this.sides.show(side, model, other, { parts: names, lacking: side === 0, lead });
  }
}
