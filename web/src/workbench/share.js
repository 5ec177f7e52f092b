// Share: what a link or a file carries, with the length of each. Nothing leaves the page but through
// the clipboard or a download.

import { current, documents, page, say, schema } from "../app.js";
import { count, visible } from "../bytes.js";
import { address, fullFragment } from "../io/link.js";
import { wholePage } from "../io/page-file.js";
import { save } from "../io/save.js";
import { toClipboard } from "../share/copy.js";
import { byId } from "../view/dom.js";
import { number } from "../view/figures.js";
import { anonymous, showAnonymous } from "./anonymous.js";

const LONG = 8000; // characters that some programs cut a link at
const WITH = ["names", "field", "draft"];
const WHAT = ["entered", "row", "document", "view"];

let what = "row";
const off = new Set(); // what was unticked

const checked = (name) => byId(`share-${name}`).checked && !byId(`share-${name}`).disabled;
const hidden = () => checked("anonymise");

/** The row alone, in the shortest text that says its parts. */
const textOf = ({ parts, text, timestamp }) => text || JSON.stringify(parts.bytes && Object.keys(parts).length === 1 ? parts.bytes : { ...parts, ...(timestamp && { timestamp }) }).replace(/^"|"$/g, "");

/** What is entered in the tool that is shown; null in a view, or if nothing is. */
const entered = () => current.mode?.entered?.() ?? null;

/** What a link says for a choice; made are the rows with other values, if they are to be. */
function stateOf(choice, doc, row, extra, made) {
  const here = { view: page.dataset.view, where: doc?.where, failed: doc?.failed, family: doc?.family, finding: doc?.finding, diff: doc?.diff, splits: doc?.splits };
  const own = row && { reading: row.reading, pin: row.pin };
  if (choice === "entered") return { view: here.view, entered: entered() };
  if (choice === "row") return { ...own, family: doc?.family, text: made ? made.text : textOf(row), ...extra };
  if (choice === "view") return { ...here, ...own, spelling: row?.spelling, row: doc?.row };
  // The filter has texts of the rows; rows that are left out have no number; and the second document would not match.
  if (made) return { view: here.view === "diff" ? "rows" : here.view, family: here.family, ...own, row: made.leftCount ? 0 : doc.row, text: made.text, ...extra };
  return { ...here, ...own, spelling: row?.spelling, row: doc.row, text: doc.text, second: doc.second?.text, entered: entered(), ...extra };
}

/** The row with what a link carries of it; with the whole document go all names in use, as its other rows need them. */
function carried(row) {
  const names = what === "document" && schema.given();
  return names ? { ...row, names, namesTitle: `Schema in use: ${schema.words(names)}` } : row;
}

/** What goes with the data. */
function extraOf(of, names = WITH.filter(checked)) {
  const row = carried(of);
  return Object.fromEntries(names.filter((name) => row?.[name]).map((name) => [name, name === "field" ? row.field.place : row[name]]));
}

/** Draws which choices there are, without their lengths. */
function draw(of, doc) {
  const can = { entered: entered() !== null, row: of !== null, document: doc?.text !== undefined, view: true };
  if (!can[what]) what = WHAT.find((name) => can[name]);
  const row = carried(of);
  for (const name of WHAT) {
    const radio = byId(`share-${name}`);
    [radio.disabled, radio.checked] = [!can[name], name === what];
  }
  byId("share-entered").closest("label").hidden = !can.entered;
  const anonymise = byId("share-anonymise");
  const bare = what === "entered" || what === "view"; // without rows
  anonymise.disabled = bare;
  const whole = doc?.second?.text !== undefined && !hidden() ? "Both documents" : "The whole document";
  byId("share-document-words").textContent = (doc?.total > 1 ? `${whole}, ${number(doc.total + (whole.startsWith("Both") ? doc.second.total ?? 0 : 0))} rows` : whole) + (can.entered && can.document && !hidden() ? ", with what is entered" : "");
  for (const name of ["names", "times"]) byId(`share-anonymise-${name}`).disabled = !hidden();
  byId("share-anonymise-length").textContent = what === "view" ? "no data" : what === "entered" ? "not anonymised" : "";
  byId("share-names-words").textContent = row?.namesTitle ?? (what === "document" ? "Schema in use" : "Names used in this row");
  byId("share-field-words").textContent = row?.field ? `Selected field: ${visible(row.field.title)}` : "Selected field";
  for (const name of WITH) {
    const box = byId(`share-${name}`);
    const there = Boolean(row?.[name]) && !bare && !(name === "draft" && hidden()) && !(name === "names" && checked("anonymise-names"));
    [box.disabled, box.checked] = [!there, there && !off.has(name)];
  }
  return can;
}

/** The lengths of all choices, and of what goes with them. */
async function measure(doc, row, can, made) {
  const length = async (choice, extra, rows) => (await address(stateOf(choice, doc, row, extra, rows))).length;
  const out = { total: await length(what, extraOf(row), made) };
  for (const name of WHAT) if (can[name]) out[name] = await length(name, {}, name === what ? made : undefined);
  const base = can.row ? "row" : what;
  for (const name of WITH) if (carried(row)?.[name]) out[name] = (await length(base, extraOf(row, [name]))) - (await length(base, {}));
  return out;
}

let turn = 0; // of showing: what is measured takes time, and only the last counts

/** Shows what there is to share, and how long each is. @returns {Promise<object|null>} the state for the choice; null if it is no longer the one, or cannot be made */
async function show() {
  const now = ++turn;
  const row = current.sharing();
  const doc = documents.now;
  const can = draw(row, doc);
  let made;
  try {
    made = hidden() ? await anonymous(what, row, doc, { names: checked("anonymise-names"), times: checked("anonymise-times") }) : undefined;
  } catch (e) {
    if (now === turn) showAnonymous({ error: e.message });
    return null;
  }
  const lengths = await measure(doc, row, can, made);
  if (now !== turn) return null;
  for (const name of WHAT) byId(`share-${name}-length`).textContent = can[name] ? `${number(lengths[name])} characters` : name === "document" && doc ? "too long: send the file" : "none";
  const none = { names: "no names", field: "none selected", draft: "no draft" };
  for (const name of WITH) byId(`share-${name}-length`).textContent = lengths[name] === undefined ? none[name] : `+ ${number(lengths[name])}`;
  if (carried(row)?.names && checked("anonymise-names")) byId("share-names-length").textContent = "not anonymised";
  if (row?.draft && hidden()) byId("share-draft-length").textContent = "not anonymised";
  showAnonymous(made);
  const more = lengths.total > LONG ? "; some programs cut links of more than 8,000: save it as one file" : "";
  byId("share-length").textContent = `${count(lengths.total, "character")}, all after the #: no server sees them${more}`;
  return made && !made.rows ? null : stateOf(what, doc, row, extraOf(row), made);
}

function open(is) {
  byId("share-dialog").hidden = !is;
  byId("share-toggle").setAttribute("aria-expanded", String(is));
  if (!is) return;
  if (entered()) what = "entered";
  show();
  byId(`share-${what}`).focus();
}

/** Copies the link. */
async function copy() {
  const state = await show();
  if (state) await toClipboard(await address(state), "link", say);
  else say("There is nothing to share.");
}

/** Saves the page with the link inside of it. */
async function saveFile() {
  const state = await show();
  if (!state) return say("There is nothing to share.");
  say("Making the file.");
  try {
    save("rowlens-shared.html", await wholePage(await fullFragment(state)));
    return say("The file is in your downloads: it opens without a network.");
  } catch (e) {
    return say(`The file cannot be made: ${e.message}`);
  }
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
    // Keys of the views are none here; those that lead everywhere are.
    if (!e.ctrlKey && !e.metaKey && e.key !== "F6") e.stopPropagation();
  });
  dialog.addEventListener("change", ({ target }) => {
    if (target.type === "radio") what = target.value;
    else if (WITH.includes(target.value)) off[target.checked ? "delete" : "add"](target.value);
    show();
  });
  byId("share-copy").addEventListener("click", copy);
  byId("share-save").addEventListener("click", saveFile);
  // The dialog is not modal: what is chosen in the views meanwhile counts.
  for (const kind of ["click", "keyup"]) addEventListener(kind, (e) => !dialog.hidden && !dialog.contains(e.target) && !byId("share-toggle").contains(e.target) && show());
}
