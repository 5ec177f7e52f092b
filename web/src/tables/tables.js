// The tables of a store, as the files of a database have them: a grid, grouped by what they belong to.

import { count, readable } from "../bytes.js";
import { tableOf, tablesOf, within } from "../document/documents.js";
import { el, icon, lead, set, visible } from "../view/dom.js";
import { number, size } from "../view/figures.js";
import { isEncrypted, lostWords } from "../view/words.js";
import { damageLines, distinct } from "./damage.js";
import { groupsOf, total } from "./groups.js";

const KEY = 16; // bytes of a key that are shown
const LISTED = 40; // sentences about files and damage

/** A key as text where it is printable, else in hex. */
function keyText(hex) {
  if (hex === null) return "";
  return readable(hex.slice(0, 2 * KEY)) + (hex.length > 2 * KEY ? "…" : "");
}

const ORDERS = { "leveldb.BytewiseComparator": "bytes", bytewise: "bytes", accumulo: "parts of the key", "rocksdb.ReverseBytewiseComparator": "bytes, reversed", "maryk.VersionedComparator": "Maryk versions" };

/** What the keys are sorted by: the name of a comparator without its package, unless there is a word for it. */
const orderOf = (name = "") => ORDERS[name] ?? name.split(/[.$]/).at(-1);

const figure = (n) => (n === null || n === undefined ? "" : number(n));

/** What the files that are not there had is not known. */
const atLeast = (tables) => (tables.some((t) => t.missing.length) ? "at least " : "");

/** Whether the files of a table are only named, as by a MANIFEST that is open alone. */
const isAway = (t) => t.files > 0 && !t.named.length && t.entries === null;

/** The columns: heading, class, and what a table has there. Those that no table has anything for are left out. */
const COLUMNS = [
  ["Id", "wide value", (t) => (t.model ? t.cf : "")],
  ["Order of keys", "wide", (t) => orderOf(t.comparator)],
  ["Entries", "numeric", (t) => (t.missing.length && t.entries !== null ? `≥ ${figure(t.entries)}` : t.databases ? `${figure(t.entries)} + ${count(t.databases, "database")}` : figure(t.entries))],
  ["Deletions", "wide numeric", (t) => figure(t.deletions)],
  ["Bytes stored", "numeric sized", (t) => (t.bytes || !t.entries ? figure(t.bytes) : "")], // a log has no bytes of a table
  ["First key", "wide value", (t) => keyText(t.first)],
  ["Last key", "wide value", (t) => keyText(t.last)],
  ["Compression", "wide", (t) => t.compression.join(", ")],
  ["File", "wide value", (t) => (t.named.length === 1 ? t.named[0].split("/").at(-1) : t.files === null ? "" : t.files ? `${count(t.files, "file")}${isAway(t) ? ", not open" : ""}` : "")],
  ["Damage", "numeric bad", (t) => (t.lost ? lostWords(t.lost, t.encrypted) : t.doubted ? "may lack rows" : "")],
];

export class Tables {
  #open;
  #about = null;
  #damage = [];
  #all = [];
  #filter = "";

  /**
   * @param {{table: HTMLTableElement, list: HTMLElement}} parts
   * @param {(table: object) => void} open
   */
  constructor(parts, open) {
    this.parts = parts;
    this.#open = open;
    parts.table.addEventListener("click", (e) => {
      const row = e.target.closest("[data-table]");
      if (row && getSelection().isCollapsed) this.#open(this.#all[row.dataset.table]);
    });
    parts.table.addEventListener("keydown", (e) => this.#key(e));
  }

  /** All tables, with the number of their store and their own. */
  get all() {
    return this.#all;
  }

  /**
   * @param {object} doc a document of stores, of which about is what rl_store_open answers
   * @param {object[]} [found] what was damaged when rows were read
   */
  show(doc, found = []) {
    this.#about = doc.about;
    const all = tablesOf(doc);
    const files = new Map(all.map((t) => [t, []]));
    for (const f of doc.about.files) if (f.kind) files.get(tableOf(all, f))?.push(f.file);
    this.#damage = distinct([...doc.about.stores.flatMap((s) => s.damage), ...found]);
    const damage = this.#damage.filter((d) => !d.remark);
    const ofOne = [...files.values(), ...all.map((t) => t.missing)].flat();
    const shared = damage.filter((d) => !ofOne.includes(d.file)).map((d) => within(all, d.file)); // as of a log, which has rows of any table
    this.#all = all.map((t) => {
      const named = files.get(t);
      const lost = damage.filter((d) => named.includes(d.file) || t.missing.includes(d.file));
      const encrypted = lost.filter(isEncrypted).length;
      return { ...t, named, lost: lost.length, encrypted, damaged: lost.length - encrypted, doubted: shared.some((tables) => tables.includes(t)) };
    });
    this.#draw();
    this.#list();
  }

  /** Shows the tables whose name, model or file has a text. */
  filter(text) {
    this.#filter = text.trim().toLowerCase();
    if (this.#about) this.#draw();
  }

  #draw() {
    const all = this.#all;
    const wanted = all.filter((t) => `${t.table} ${t.model} ${t.title} ${t.path}`.toLowerCase().includes(this.#filter));
    const columns = COLUMNS.filter(([, , text]) => all.some((t) => text(t) !== ""));
    const most = all.reduce((n, t) => Math.max(n, t.bytes ?? 0), 1);
    const head = el("tr", {}, ...["Table", ...columns.map(([title]) => title)].map((title, i) => el("th", { scope: "col", role: "columnheader", class: i && columns[i - 1][1] }, title)));
    const bodies = groupsOf(wanted).map(({ name, tables }) => el("tbody", { role: "rowgroup" }, name && this.#group(name, tables, columns.length + 1), ...tables.map((t) => this.#row(t, columns, most))));
    this.parts.table.hidden = !all.length;
    this.parts.table.replaceChildren(el("thead", { role: "rowgroup" }, head), ...bodies);
    if (!wanted.length) this.parts.table.append(el("tbody", {}, el("tr", {}, el("td", { colspan: columns.length + 1 }, "No table matches."))));
    this.#stop(this.#rows[0]);
  }

  /** The line above the tables that belong together. */
  #group(name, tables, columns) {
    const [entries, bytes] = [total(tables, "entries"), total(tables, "bytes")];
    const damaged = tables.filter((t) => t.damaged).length;
    const facts = [count(tables.length, "table"), entries !== null && `${atLeast(tables)}${number(entries)} entries`, bytes !== null && (bytes > 0 || !entries) && size(bytes), damaged > 0 && `${count(damaged, "table")} damaged`].filter(Boolean);
    return el("tr", { class: "tables-group" }, el("th", { scope: "rowgroup", colspan: columns }, el("b", {}, visible(name)), ...facts.map((text) => el("span", {}, text))));
  }

  #row(t, columns, most) {
    const at = this.#all.indexOf(t);
    const name = t.model && groupsOf([t])[0].name ? t.model.slice(t.model.indexOf(" ") + 1) : t.table;
    const row = el("tr", { "data-table": at, class: t.damaged ? "failed" : "" }, el("th", { scope: "row" }, el("button", { type: "button", class: "open-link", title: visible(name), tabindex: -1, "aria-label": t.model && visible(`${t.model}, ${t.table}`) }, visible(name))),
      ...columns.map(([title, kind, text]) => el("td", { class: kind }, title === "Bytes stored" && el("span", { class: "tables-bar", "aria-hidden": "true" }), visible(text(t)))));
    row.style.setProperty("--share", String((t.bytes ?? 0) / most));
    return row;
  }

  /** Damage, and files that are known and not read. */
  #list() {
    const about = this.#about;
    const line = (name, text, word, offset = null) => el("li", { class: word }, icon(word), el("span", {}, el("b", {}, visible(name)), ` ${visible(text)}`),
      offset !== null && lead({ "data-file": name, "data-offset": offset }, "Open its block"));
    const lines = damageLines(this.#damage).map((d) => line(...d));
    for (const f of about.files) if (f.why) lines.push(line(f.file, f.refuse === "foreign" ? f.why : `${f.title}. ${f.why}`, "warning"));
    if (about.error) lines.push(line("", about.error, "error"));
    if (lines.length > LISTED) lines.splice(LISTED, lines.length, el("li", {}, `and ${number(lines.length - LISTED)} more`));
    this.parts.list.replaceChildren(...lines);
    set(this.parts.list, { hidden: !lines.length });
  }

  get #rows() {
    return [...this.parts.table.querySelectorAll("[data-table]")];
  }

  /** Makes a row the one that Tab leads to. */
  #stop(row) {
    for (const one of this.#rows) set(one.querySelector("button"), { tabindex: one === row ? 0 : -1 });
  }

  /** Focuses a table, by its place; the first one without. */
  focus(place) {
    const at = this.#all.findIndex((t) => t.place.join() === place?.join());
    const row = this.parts.table.querySelector(`[data-table="${at}"]`) ?? this.#rows[0];
    this.#stop(row);
    row?.querySelector("button").focus();
  }

  #key(e) {
    const rows = this.#rows;
    const at = rows.indexOf(e.target.closest("[data-table]"));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1, PageDown: Math.min(at + 10, rows.length - 1), PageUp: Math.max(at - 10, 0) }[e.key];
    if (at < 0 || !rows[to] || e.altKey || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    this.#stop(rows[to]);
    rows[to].querySelector("button").focus();
  }

  /**
   * What the status line says of it.
   * @param {string} name of the document
   * @param {boolean} read whether all blocks of rows were read, and none was damaged
   */
  sentence(name, read) {
    const { stores, files } = this.#about;
    if (!stores.length) {
      const { file = name, title = "" } = files.find((f) => f.why) ?? {};
      return file === name ? `${name} is known and not read: ${title}.` : `${name} has no store that rowlens can read: ${file} is ${title}. Open a dump in it by itself.`;
    }
    const lost = this.#damage.filter((d) => !d.remark);
    const [entries, deletions] = [total(this.#all, "entries"), total(this.#all, "deletions")];
    const stored = entries === null ? "" : `, ${atLeast(this.#all)}${number(entries)} entries stored${deletions ? `, ${number(deletions)} of them deletions` : ""}`;
    const blocks = lost.length ? `${lostWords(lost.length, lost.filter(isEncrypted).length)}.` : this.#all.some(isAway) ? "The files with the rows are not open: open the folder of the store." : read ? "Every block with rows is read, and none is damaged." : "Not all blocks are read yet.";
    return `${count(this.#all.length, "table")} in ${name}${stored}. ${blocks}`;
  }
}
