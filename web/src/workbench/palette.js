// Everything by its name, with Ctrl+K: views and tools, the tables of a store, documents of before, and what the open
// view has as buttons and menus. Each item stands for one of them, and does what it does.

import { documents } from "../app.js";
import { tablesOf } from "../document/documents.js";
import { byId, el, set, visible } from "../view/dom.js";

const dialog = byId("palette");
const input = byId("palette-input");
const list = byId("palette-list");

// What belongs to a row, a field or a value is reached where that stands.
const WITHIN = "[role=menu], [role=tablist], [role=grid], [role=tree], [role=listbox], table, [data-term], [data-bar], #build-form, .range-row";
const AMONG = "[role=group][aria-label], [role=radiogroup][aria-label], [role=toolbar], [role=navigation], nav";

let all = []; // {name, of, does}
let found = [];
let active = 0;

const LONG = 80; // characters of a name, as an example has its bytes in it

const nameOf = (e) => (e.ariaLabel ?? e.textContent).trim().replaceAll(/\s+(,?)/g, "$1 ").slice(0, LONG).trim();
const itemOf = (e, of = e.closest(AMONG)?.ariaLabel ?? "", name = nameOf(e)) => ({ name, of, does: () => e.click() });

/** The items of the menus that can be opened, each with the name of its menu. */
function ofMenus() {
  return [...document.querySelectorAll("[aria-haspopup=menu]")].filter((toggle) => toggle.checkVisibility() && !toggle.disabled).flatMap((toggle) => {
    const menu = byId(toggle.getAttribute("aria-controls"));
    return [...menu.querySelectorAll("[role=menuitem]:not([hidden])")].map((e) => itemOf(e, menu.ariaLabel));
  });
}

/** @param {{fill: () => void, openTable: (table: object) => void}} given fill has the menu of the document say what it offers now */
function everything({ fill, openTable }) {
  fill();
  const tabs = [...document.querySelectorAll(".bar [role=tab]:not([hidden])")].map((e) => itemOf(e, e.closest("[role=tablist]").ariaLabel, e.firstChild.textContent.trim()));
  const tables = tablesOf(documents.now ?? {}).map((t) => ({ name: [t.model, t.table].filter(Boolean).join(", "), of: "Table", does: () => openTable(t) }));
  const buttons = [...document.querySelectorAll("button, .formats-link")].filter((e) => e.checkVisibility() && !e.disabled && !e.closest(WITHIN)).map((e) => itemOf(e));
  const items = [...tabs, ...buttons, ...ofMenus(), ...tables].filter(({ name }) => name);
  return [...new Map(items.map((item) => [`${item.of} ${item.name}`, item])).values()];
}

/** Lists the items with every word that was typed, first those whose name begins with it. */
function find() {
  const text = input.value.trim().toLowerCase();
  const has = ({ name, of }) => text.split(/\s+/).every((word) => `${of} ${name}`.toLowerCase().includes(word));
  const first = ({ name }) => Number(name.toLowerCase().startsWith(text));
  found = all.filter(has).sort((a, b) => first(b) - first(a));
  list.replaceChildren(...found.map(({ name, of }, i) => el("div", { role: "option", id: `palette-${i}` }, el("span", {}, visible(name)), of && el("span", { class: "quiet" }, visible(of)))));
  byId("palette-none").textContent = found.length ? "" : "Nothing matches.";
  mark(0);
}

function mark(at) {
  active = at;
  [...list.children].forEach((e, i) => set(e, { "aria-selected": String(i === at) }));
  list.children[at]?.scrollIntoView({ block: "nearest" });
  set(input, { "aria-activedescendant": found[at] ? `palette-${at}` : null });
}

function choose(item) {
  dialog.close();
  item?.does();
}

/** @param {{fill: () => void, openTable: (table: object) => void}} given */
export function start(given) {
  addEventListener("keydown", (e) => {
    if (e.key.toLowerCase() !== "k" || !(e.ctrlKey || e.metaKey) || e.shiftKey || e.altKey || document.querySelector("dialog[open]")) return;
    e.preventDefault();
    all = everything(given);
    input.value = "";
    dialog.showModal();
    find();
  });
  input.addEventListener("input", find);
  input.addEventListener("keydown", (e) => {
    const last = found.length - 1;
    const to = { ArrowDown: active === last ? 0 : active + 1, ArrowUp: active === 0 ? last : active - 1, PageDown: Math.min(active + 8, last), PageUp: Math.max(active - 8, 0) }[e.key];
    if (e.key === "Enter") choose(found[active]);
    else if (to !== undefined) mark(to);
    else return;
    e.preventDefault();
  });
  list.addEventListener("click", (e) => {
    const at = [...list.children].indexOf(e.target.closest("[role=option]"));
    if (at >= 0) choose(found[at]);
  });
  dialog.addEventListener("click", (e) => {
    if (e.target === dialog) dialog.close(); // beside it
  });
}
