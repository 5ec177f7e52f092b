// The tables of a store, as the files of a database have them.

import { count, escaped, fromHex } from "../bytes.js";
import { el, icon, set, visible } from "../view/dom.js";
import { number, size } from "../view/figures.js";

const KEY = 16; // bytes of a key that are shown
const LISTED = 40; // sentences about files and damage

/** A key as text where it is printable, else in hex. */
function keyText(hex) {
  if (hex === null) return "";
  const bytes = fromHex(hex.slice(0, 2 * KEY));
  const cut = hex.length > 2 * KEY ? "…" : "";
  return (bytes.length && bytes.every((b) => b >= 0x20 && b < 0x7f) ? escaped(bytes) : hex.slice(0, 2 * KEY)) + cut;
}

const figure = (n) => (n === null ? "" : number(n));

export class Tables {
  #open;
  #about = null;

  /**
   * @param {{table: HTMLTableElement, note: HTMLElement, list: HTMLElement}} parts
   * @param {(table: object) => void} open
   */
  constructor(parts, open) {
    this.parts = parts;
    this.#open = open;
    parts.table.addEventListener("click", (e) => {
      const row = e.target.closest("tbody tr");
      if (row && getSelection().isCollapsed) this.#open(this.all[row.dataset.table]);
    });
  }

  /** All tables, with the number of their store and their own. */
  get all() {
    return this.#about.stores.flatMap(({ title, tables }, s) => tables.map((t, i) => ({ ...t, title, place: [s, i] })));
  }

  /** @param {{stores: object[], files: object[], error?: string}} about what rl_store_open answers */
  show(about) {
    this.#about = about;
    const { all } = this;
    const several = about.stores.length > 1;
    const head = ["table", several && "store", "entries", "bytes", "first key", "last key", "damage"].filter(Boolean);
    const numeric = new Set(["entries", "bytes", "damage"]);
    const cells = (t) => [several && `${t.title}, ${t.path}`, figure(t.entries), t.bytes === null ? "" : size(t.bytes), keyText(t.first), keyText(t.last), t.damage ? number(t.damage) : ""]
      .filter((text) => text !== false);
    this.parts.table.hidden = !all.length;
    this.parts.table.replaceChildren(
      el("thead", {}, el("tr", {}, ...head.map((title) => el("th", { scope: "col", class: numeric.has(title) && "numeric" }, title)))),
      el("tbody", {}, ...all.map((t, i) => el("tr", { "data-table": i, class: t.damage && "failed" },
        el("th", { scope: "row" }, el("button", { type: "button", class: "open-link" }, visible(t.table))),
        ...cells(t).map((text, c) => el("td", { class: numeric.has(head[c + 1]) ? "numeric" : "value" }, visible(text)))))),
    );
    const titles = [...new Set(about.stores.map((s) => s.title))].join(", ");
    this.parts.note.textContent = all.length ? `${titles} · ${count(all.length, "table")} · ${count(about.files.filter((f) => !f.why).length, "file")}` : "";
    this.#list(about);
  }

  /** Damage, and files that are known and not read. */
  #list(about) {
    const line = (name, text, word, offset = null) => el("li", { class: word }, icon(word), el("span", {}, el("b", {}, visible(name)), ` ${visible(text)}`),
      offset !== null && el("button", { type: "button", role: "link", class: "open-link", "data-file": name, "data-offset": offset }, "Its block"));
    const lines = about.stores.flatMap((s) => s.damage.map((d) => line(d.file, `${d.offset === null ? "" : `at offset ${d.offset}: `}${d.message}`, d.remark ? "warning" : "error", d.offset)));
    for (const f of about.files) if (f.why) lines.push(line(f.file, f.refuse === "foreign" ? f.why : `${f.title}. ${f.why}`, "warning"));
    if (about.error) lines.push(line("", about.error, "error"));
    if (lines.length > LISTED) lines.splice(LISTED, lines.length, el("li", {}, `and ${number(lines.length - LISTED)} more`));
    this.parts.list.replaceChildren(...lines);
    set(this.parts.list, { hidden: !lines.length });
  }

  /** What the status line says of it. */
  sentence(name) {
    const { stores, files } = this.#about;
    if (!stores.length) return `${name} is known and not read: ${files.find((f) => f.why)?.title ?? ""}.`;
    const damaged = stores.reduce((n, s) => n + s.damage.filter((d) => !d.remark).length, 0);
    return `${count(this.all.length, "table")} in ${name}. ${damaged ? `${count(damaged, "place")} damaged.` : "A table opens as rows."}`;
  }
}
