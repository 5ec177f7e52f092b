// Share: what a link carries, with the length of each. Nothing leaves the page but through the clipboard.

import { current, documents, page, say } from "../app.js";
import { count, visible } from "../bytes.js";
import { address } from "../io/link.js";
import { toClipboard } from "../share/copy.js";
import { byId } from "../view/dom.js";
import { number } from "../view/figures.js";

const LONG = 8000; // characters that some programs cut a link at
const WITH = ["names", "field", "draft"];

let what = "row";
const off = new Set(); // what was unticked

const checked = (name) => byId(`share-${name}`).checked && !byId(`share-${name}`).disabled;

/** The row alone, in the shortest text that says its parts. */
const textOf = ({ parts, timestamp }) => JSON.stringify(parts.bytes && Object.keys(parts).length === 1 ? parts.bytes : { ...parts, ...(timestamp && { timestamp }) }).replace(/^"|"$/g, "");

/** What the link says for a choice. */
function stateOf(choice, row, extra) {
  const doc = documents.now;
  const here = { view: page.dataset.view, where: doc?.where, failed: doc?.failed, family: doc?.family, finding: doc?.finding };
  const own = row && { reading: row.reading, pin: row.pin };
  if (choice === "row") return { ...own, family: doc.family, text: textOf(row), ...extra };
  if (choice === "document") return { ...here, ...own, spelling: row?.spelling, row: doc.row, text: doc.text, ...extra };
  return { ...here, ...own, spelling: row?.spelling, row: doc?.row };
}

/** What goes with the data. */
function extraOf(row, names = WITH.filter(checked)) {
  return Object.fromEntries(names.filter((name) => row?.[name]).map((name) => [name, name === "field" ? row.field.place : row[name]]));
}

const lengthOf = (choice, row, extra = {}) => address(stateOf(choice, row, extra)).length;

/** Shows what there is to share, and how long each is. */
function show() {
  const row = current.sharing();
  const doc = documents.now;
  const can = { row: row !== null, document: doc?.text !== undefined, view: true };
  if (!can[what]) what = ["row", "document", "view"].find((name) => can[name]);
  for (const name of Object.keys(can)) {
    const radio = byId(`share-${name}`);
    [radio.disabled, radio.checked] = [!can[name], name === what];
    byId(`share-${name}-length`).textContent = can[name] ? `${number(lengthOf(name, row))} characters` : name === "document" && doc ? "too long: send the file" : "none";
  }
  byId("share-document-words").textContent = doc?.total > 1 ? `The whole document, ${number(doc.total)} rows` : "The whole document";
  const words = {
    names: row?.names ? `Names used in this row, ${row.names.names.length} of the schema` : "Names used in this row",
    field: row?.field ? `Selected field: ${visible(row.field.title)}` : "Selected field", draft: "Draft",
  };
  const none = { names: "no names", field: "none selected", draft: "no draft" };
  for (const name of WITH) {
    const box = byId(`share-${name}`);
    const there = Boolean(row?.[name]) && what !== "view";
    [box.disabled, box.checked] = [!there, there && !off.has(name)];
    byId(`share-${name}-words`).textContent = words[name];
    byId(`share-${name}-length`).textContent = row?.[name] ? `+ ${number(lengthOf("row", row, extraOf(row, [name])) - lengthOf("row", row))}` : none[name];
  }
  const length = lengthOf(what, row, extraOf(row));
  byId("share-length").textContent = `${count(length, "character").replace(/^\d+/, number(length))}, all after the #: no server sees them${length > LONG ? "; some programs cut links of more than 8,000" : ""}`;
}

function open(is) {
  byId("share-dialog").hidden = !is;
  byId("share-toggle").setAttribute("aria-expanded", String(is));
  if (!is) return;
  show();
  byId(`share-${what}`).focus();
}

export function start() {
  const dialog = byId("share-dialog");
  const leave = () => {
    open(false);
    byId("share-toggle").focus();
  };
  byId("share-toggle").addEventListener("click", () => open(dialog.hidden));
  byId("share-close").addEventListener("click", leave);
  dialog.addEventListener("keydown", (e) => {
    if (e.key === "Escape") leave();
    e.stopPropagation();
  });
  dialog.addEventListener("change", ({ target }) => {
    if (target.type === "radio") what = target.value;
    else if (target.checked) off.delete(target.value);
    else off.add(target.value);
    show();
  });
  byId("share-copy").addEventListener("click", () => {
    show();
    const row = current.sharing();
    toClipboard(address(stateOf(what, row, extraOf(row))), "link", say);
  });
  // The dialog is not modal: what is chosen in the views meanwhile counts.
  for (const kind of ["click", "keyup"]) addEventListener(kind, (e) => !dialog.hidden && !dialog.contains(e.target) && !byId("share-toggle").contains(e.target) && show());
}
