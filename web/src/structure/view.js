// The Structure view: a file of a store block by block, as it is on disk.

import { current, decoder, documents, say, schema, session, singles, whenSchemaChanges } from "../app.js";
import { count, place, toHex } from "../bytes.js";
import { tableOf, tablesOf } from "../document/documents.js";
import { CLOSED } from "../document/session.js";
import { Model, sameNode, title } from "../model.js";
import { copyText } from "../share/copy-text.js";
import * as copy from "../share/copy.js";
import * as menu from "../share/menu.js";
import { showAlert } from "../view/alert.js";
import { byId, disable, el, lead, option, visible } from "../view/dom.js";
import { number } from "../view/figures.js";
import { Fields } from "../view/fields.js";
import { Grid } from "../view/grid.js";
import { Marks } from "../view/marks.js";
import { listenToPanes } from "../view/panes.js";
import { facts } from "../view/place.js";
import * as radios from "../view/radios.js";
import { asSentence, ended, lostSentence, unreadSentence } from "../view/words.js";
import * as history from "../workbench/history.js";
import { needRows } from "../workbench/rows.js";
import { Blocks } from "./blocks.js";
import { outline } from "./outline.js";

const marks = new Marks();
const grid = new Grid(byId("block-bytes"), marks);
const fields = new Fields(byId("block-fields"), marks);
const blocks = new Blocks(byId("blocks"), byId("blocks-note"), (i) => go(i, true));

let asked = 0; // so that only what was asked for last is shown
let shown = ""; // the document and file whose blocks are listed
let model = null; // of the block
let within = 0; // the entry whose fields are shown, from 1
let unpacked = true;
let told = "";

const showExpand = listenToPanes({
  grid, fields, marks, ids: { panel: "panel-structure", expand: "block-expand", line: "block-line" },
  copy: (text, what) => copy.toClipboard(text, what, say), spell: toHex, singles, askOffset: () => byId("block-goto").focus(), shown: () => model !== null,
});

const showPacked = radios.listen(byId("block-packed"), (value) => {
  unpacked = value === "unpacked";
  if (!model) return;
  fields.list(outline(model, shownParts()[0]));
  showBytes();
});

/** The files of the document whose structure is known. */
const filesOf = (doc) => (doc?.kind === "store" ? doc.about.files.filter((f) => f.kind && !f.refuse) : []);

/** A file's name without the folder that the document is. */
const shortName = (file) => visible(file.startsWith(`${documents.now.name}/`) ? file.slice(documents.now.name.length + 1) : file);

const kindOf = (n) => n.field ?? n.name;

/** Entries and other things that come many times are closed, and so are lists of them inside others. */
fields.opens = (n) => {
  if (n.parent < 0) return true;
  const beside = model.nodes[n.parent].children.filter((other) => kindOf(other) === kindOf(n)).length;
  const inside = new Set(n.children.map(kindOf)).size;
  return n.role === "group" && n.kind === "none" && beside === 1 && !(n.children.length > 3 && inside === 1);
};

const ask = (doc, request) => decoder.structure(doc.id, doc.files, request);

/** Shows the block that the document remembers. */
async function show() {
  const doc = documents.now;
  const mine = ++asked;
  const known = filesOf(doc);
  doc.structure ??= { file: known.reduce((most, f) => (f.bytes > (most?.bytes ?? -1) ? f : most), null)?.file ?? "", block: 0 };
  const { file } = doc.structure;
  byId("structure-file").replaceChildren(...known.map((f) => option(f.file, shortName(f.file), f.file === file)));
  if (!known.length) return fail(byId("structure-alert").dataset.none);
  try {
    if (shown !== `${doc.id} ${file}`) {
      const list = await ask(doc, { file });
      if (mine !== asked) return undefined;
      blocks.show(list);
      shown = `${doc.id} ${file}`;
    }
    if (!blocks.list.length) return fail(`${shortName(file)} has no blocks.`);
    const at = doc.structure.offset === undefined ? doc.structure.block : blocks.list.findLastIndex((p) => p.offset <= doc.structure.offset);
    const i = Math.max(Math.min(at, blocks.list.length - 1), 0);
    const wanted = doc.structure.at;
    doc.structure = { file, block: i };
    blocks.mark(i);
    showPlace(i);
    within = 0;
    const tree = await ask(doc, { file, block: i + 1, schema: schema() });
    if (mine !== asked) return undefined;
    marks.clear();
    showBlock(new Model(tree), i);
    const entry = wanted !== undefined && tree.entries?.find((e) => e.at === wanted);
    if (entry) {
      fields.reveal(model.nodes[entry.node]);
      marks.update({ pinned: model.nodes[entry.node] });
    }
  } catch (e) {
    if (mine === asked) fail(asSentence(e.message));
  }
  return undefined;
}

/** Nothing can be shown, and why. */
function fail(why) {
  showAlert(byId("structure-alert"), why);
  model = null;
  within = 0;
  marks.clear();
  byId("block-entry").hidden = true;
  grid.root.replaceChildren();
  fields.root.replaceChildren();
  told = why;
  if (current.name === "structure") say(why);
}

/** Where a block is: of which file, where in it, at which level and of which table. */
function showPlace(i) {
  const p = blocks.list[i];
  const about = filesOf(documents.now).find((f) => f.file === documents.now.structure.file);
  const table = about && tableOf(tablesOf(documents.now), about);
  byId("structure-folder").textContent = visible(documents.now.name);
  byId("block-place").replaceChildren(el("span", {}, "› ", el("b", {}, visible(blocks.name(i)))), ...facts([
    ["block", `${i + 1} of ${blocks.list.length}`], ["at", place(p.offset)], ["level", about?.level], ["table", table && lead({ "data-table": table.place.join() }, visible(table.model || table.table))],
  ]));
  disable(byId("block-previous"), i === 0);
  disable(byId("block-next"), i === blocks.list.length - 1);
  byId("block-rows").hidden = !p.entries;
  byId("block-rows-count").textContent = p.entries ? number(p.entries) : "";
}

/** Groups that stand beside others of the same name have numbers: entry 1, entry 2. Those of entries whose names do not say their keys have them as members. */
function withNumbers(next) {
  for (const entry of next.tree.entries ?? []) if ("key" in entry) next.nodes[entry.node].entry = entry;
  for (const n of next.nodes) {
    const same = n.parent < 0 || n.field || n.role !== "group" ? [] : next.nodes[n.parent].children.filter((other) => other.name === n.name && !other.field);
    if (same.length > 1 && same[0] === n) same.forEach((one, at) => { one.title = `${title(one)} ${at + 1}`; });
  }
  return next;
}

function showBlock(next, i) {
  model = withNumbers(next);
  const p = blocks.list[i];
  const damage = p.damage && !p.damage.remark ? p.damage : null;
  showAlert(byId("structure-alert"), damage && asSentence(damage.message));
  fields.show(model, outline(model, shownParts()[0]));
  showBytes();
  showEntry();
  const [inner] = unpackedParts();
  showExpand();
  told = sentence(p, damage, inner);
  if (current.name === "structure") say(told);
  marks.tell();
}

/** The number of the entry that has a node, from 1; 0 for none. */
function entryOf(n) {
  const path = new Set(model.path(n).map((above) => above.index));
  return model.tree.entries.findIndex((e) => path.has(e.node)) + 1;
}

/** Has the fields of the entry explained that has the chosen node. */
async function explainEntry(n) {
  const entry = entryOf(n);
  if (!entry || entry === within) return;
  within = entry;
  const { file, block } = documents.now.structure;
  const mine = asked;
  const before = model;
  const tree = await ask(documents.now, { file, block: block + 1, entry, schema: schema() });
  if (mine !== asked || within !== entry || model !== before) return;
  const next = new Model(tree);
  const path = before.path(marks.pinned ?? n).reverse();
  marks.clear();
  showBlock(next, block);
  const at = path.map((old) => sameNode(next, old)).find(Boolean) ?? next.nodes[tree.entries[entry - 1].node];
  const focused = byId("block-fields").contains(document.activeElement);
  fields.reveal(at);
  fields[focused ? "focus" : "activate"](at);
  marks.update({ pinned: at, hover: null });
}

/** Offers the chosen entry as a row, and says as what it is read. */
function showEntry() {
  const { reading, problem } = model.tree;
  byId("block-entry").hidden = !within;
  byId("block-entry").textContent = `Entry ${within} as row`;
  byId("block-fields-note").textContent = !within ? "" : visible(reading ? `entry ${within} as ${reading}` : `entry ${within} does not decode: ${problem?.message ?? "no format reads it"}`);
  byId("block-fields-note").classList.toggle("error", within > 0 && !reading);
}

/** Makes the chosen entry the current row. */
async function toRow() {
  const { file, block } = documents.now.structure;
  const { at } = model.tree.entries[within - 1];
  const where = `file = ${JSON.stringify(file)} and offset = ${blocks.list[block].offset} and at = ${at}`;
  const entry = within;
  // What is shadowed, deleted or of another table is a row only among all that is stored.
  for (const members of [null, { table: {}, stored: true }]) {
    if (members || !documents.now.table) documents.change({ table: {}, ...members }, "table");
    needRows();
    try {
      const { row } = await session.ask("locate", { where });
      if (row >= 0) return history.toRow(row, "row");
    } catch (e) {
      return e.message === CLOSED ? undefined : say(`Entry ${entry} cannot be shown as a row: ${ended(visible(e.message))}`);
    }
  }
  const { state } = session;
  const lost = state ? unreadSentence(state) + lostSentence(state.damaged, state.encrypted) : "";
  return say(lost ? `${lost}Entry ${entry} is not among the rows that were read.` : `Entry ${entry} is not a row of the store.`);
}

/** The parts that were made of stored bytes, without those of an entry. */
const unpackedParts = () => model.parts.filter((p) => p.owner !== null && p.bytes.length && !entryOf(model.nodes[p.owner]));

/** Those that are shown instead of the stored bytes; none if these are. */
const shownParts = () => (unpacked ? unpackedParts() : []);

/** What the status line says of a block, a check that fails first. */
function sentence(p, damage, inner) {
  const bad = model.nodes.filter((n) => n.check && n.check !== "ok");
  const checks = model.nodes.filter((n) => n.check && !entryOf(n));
  const failed = bad.length ? `${bad.length === 1 ? "A check does" : `${bad.length} checks do`} not match. ` : damage ? "The block is damaged. " : "";
  const unread = byId("block-fields-note").classList.contains("error") ? `${asSentence(byId("block-fields-note").textContent)} ` : "";
  const entries = p.entries ? `${number(p.entries)} ${p.entries === 1 ? "entry" : "entries"}, ` : "";
  const size = inner ? `${count(inner.bytes.length, "byte")} from ${number(p.bytes)}` : count(p.bytes, "byte");
  return `${unread}${failed}${shortName(documents.now.structure.file)}, ${visible(blocks.name(blocks.chosen))}: ${entries}${size}.${checks.length && !bad.length ? ` ${checks.length === 1 ? "The checksum matches" : "The checksums match"}.` : ""}`;
}

/** Draws the bytes as they are stored, or unpacked. */
function showBytes() {
  const all = unpackedParts();
  const inner = shownParts();
  const ofEntry = model.parts.filter((p) => p.owner !== null && p.bytes.length && !all.includes(p));
  byId("block-packed").hidden = !all.length;
  showPacked(inner.length ? "unpacked" : "stored");
  const parts = [...(inner.length ? inner : model.stored), ...ofEntry].map((p) => p.index);
  const { bytes, detail } = blocks.list[blocks.chosen];
  const note = inner.length ? `from ${number(bytes)} stored, ${detail.replace(/, \d+ bytes unpacked$/, "")}` : detail;
  grid.dress({ lead: "", changed: null, note: visible(note), heads: true, parts });
  grid.show(model);
}

/** Goes to a block. @returns {boolean} whether there is one */
function go(block, focus = false) {
  if (!blocks.list[block] || !documents.now) return false;
  documents.now.structure = { ...documents.now.structure, block };
  history.push();
  show();
  if (focus) byId("blocks").focus({ preventScroll: true });
  return true;
}

/** Goes to the block that has a byte of the file. */
function goTo(text) {
  const offset = Number(text.trim() || "none");
  const at = blocks.list.findIndex((p) => p.offset <= offset && offset < p.offset + p.bytes);
  if (at >= 0) go(at);
  else say(`No block has the offset ${visible(text.trim())}.`);
}

/** Shows the rows of the block in Rows. */
function toRows() {
  const { file, block } = documents.now.structure;
  const where = `file = ${JSON.stringify(file)} and offset = ${blocks.list[block].offset}`;
  Object.assign(documents.now, { where, failed: false });
  documents.change({ table: {} }, "table");
  documents.tell("where");
  history.go("rows");
}

function textFor(form) {
  if (!model) return null;
  const parts = grid.drawn.slice(0, 1).map((p) => ({ name: "bytes", bytes: p.bytes }));
  return copyText(form, { model, parts, shown: { title: `${documents.now.structure.file}, ${blocks.name(blocks.chosen)}` }, print: (as) => decoder.print(as, { bytes: toHex(parts[0].bytes) }) });
}

function listen() {
  marks.listen(({ pinned }) => {
    if (pinned && model) explainEntry(pinned);
  });
  copy.listen(byId("block-copy"), textFor, say);
  menu.listenToRest(byId("block-copy-as"), byId("block-copy-menu"), () => [...byId("block-copy").querySelectorAll("[data-copy]")]);
  byId("block-previous").addEventListener("click", () => go(blocks.chosen - 1));
  byId("block-next").addEventListener("click", () => go(blocks.chosen + 1));
  byId("block-rows").addEventListener("click", toRows);
  byId("block-entry").addEventListener("click", toRow);
  byId("structure-folder").addEventListener("click", () => current.open("tables", {}));
  byId("block-place").addEventListener("click", (e) => {
    const { table } = e.target.closest("[data-table]")?.dataset ?? {};
    if (table) current.open("tables", { table: table.split(",").map(Number) });
  });
  byId("structure-file").addEventListener("change", (e) => {
    documents.now.structure = { file: e.target.value, block: 0 };
    history.push();
    show();
  });
  byId("block-goto").addEventListener("keydown", (e) => {
    if (e.key === "Enter") goTo(e.target.value);
  });
}

/** @returns the view, as main.js describes it */
export function start() {
  listen();
  documents.whenOpened(() => { shown = ""; });
  documents.whenChanged((_, what) => {
    if (what === "structure" && current.name === "structure") show();
  });
  whenSchemaChanges(() => current.name === "structure" && documents.now && show());
  return {
    input: byId("block-goto"),
    regions: () => [byId("structure-file"), byId("blocks"), grid.root, fields.root, byId("block-line"), byId("block-copy")],
    shown() {
      if (!filesOf(documents.now).length) return current.choose("row");
      if (told) say(told);
      return show();
    },
    /** Shows the block of a file that has an offset. */
    open({ file, offset, at }) {
      documents.now.structure = { file, block: 0, offset, at };
      history.replace();
      show();
    },
    step: (by) => go(blocks.chosen + by),
  };
}
