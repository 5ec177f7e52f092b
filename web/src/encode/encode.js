// The Build tool: a form for any record of any format, and the bytes that the codec
// writes for it, explained by decoding them again.

import { current, decoder, documents, legends, page, say, schema, singles, whenSchemaChanges } from "../app.js";
import { count, fromHex } from "../bytes.js";
import { changedBytes, differing, Pairs } from "../draft/diff.js";
import { Model, plainTree } from "../model.js";
import { copyText, spell } from "../share/copy-text.js";
import * as copy from "../share/copy.js";
import { showShell } from "../share/shell.js";
import { showAlert, showProblem } from "../view/alert.js";
import { byId, option, set, visible } from "../view/dom.js";
import * as gridKeys from "../view/grid-keys.js";
import { Grid } from "../view/grid.js";
import * as line from "../view/line.js";
import { Marks } from "../view/marks.js";
import { whenNarrow } from "../view/narrow.js";
import { press } from "../view/switches.js";
import { currentRow, rowKey, words } from "../workbench/current-row.js";
import { zones } from "./clock.js";
import { Form } from "./form.js";
import { emptied, equalParts } from "./values.js";

const ROUNDS = 12; // how many members one choice may require in turn

const marks = new Marks();
let grid;
let form;
let formats = [];
let built = null; // {bytes, parts, shown, model}
let source = null; // the row the form was taken from: {words, parts, model, only, key}
let edited = false; // whether the fields differ from those the form started with
let asked = 0;
let wanted = null; // the record kind Formats asks for, until begin takes it
let loading = null;

const format = () => formats.find((f) => f.format === byId("build-format").value);
const record = () => format()?.records.find((r) => r.record === byId("build-record").value);

/** The record kinds that can be written. */
const written = (f) => f.records.filter((r) => r.example);

async function load() {
  byId("build-zone").replaceChildren(...zones().map((z) => option(z, z)));
  formats = (await legends()).filter((f) => written(f).length);
  byId("build-format").replaceChildren(...formats.map((f) => option(f.format, f.title, f.format === current.format)));
  showRecords();
}

function showRecords() {
  byId("build-record").replaceChildren(...written(format()).map((r) => option(r.record, r.title)));
}

/** Fills the form. @param {object|null} row that the fields come from */
function startFrom({ fields, given = {} }, row = null) {
  source = row;
  edited = false;
  byId("build-doc").textContent = visible(record().doc);
  byId("build-given").value = JSON.stringify(given, null, 2);
  byId("build-given-box").open = false;
  form.start(fields);
  showJSON();
  press(byId(row ? "build-take" : "build-sample"));
  return ask();
}

/** Takes the current row of the document. @returns {Promise<string|null>} why it could not start a record, null if it did */
async function takeRow() {
  const key = rowKey();
  const row = await currentRow();
  if (key !== rowKey()) return "";
  const { reading } = row ?? {};
  const kind = reading && formats.find((f) => f.format === reading.format)?.records.find((k) => k.record === reading.record && k.example);
  if (!kind) {
    const why = reading ? `${visible(reading.title)} cannot be written.` : "No format reads the current row, so there is nothing to start from.";
    say(why);
    return why;
  }
  choose(reading);
  const names = Object.keys(row.parts);
  const only = names.every((n) => kind.parts.includes(n)) && names.length < kind.parts.length ? names : null;
  await startFrom({ fields: reading.fields, given: { unlimited: true } }, { words: row.words, parts: row.parts, model: new Model(reading.tree), only, key });
  return null;
}

const startSample = () => startFrom(record().example);

/** Chooses a record kind. */
function choose(kind) {
  byId("build-format").value = kind.format;
  showRecords();
  byId("build-record").value = kind.record;
}


function startEmpty() {
  startFrom({ fields: emptied(record().example.fields), given: record().example.given });
  press(byId("build-empty"));
}

/** The JSON object in a box, or null after showing what is wrong with it. */
function parsed(box, problem) {
  let value = null;
  let why = "";
  try {
    value = JSON.parse(box.value.trim() || "{}");
    if (value === null || typeof value !== "object" || Array.isArray(value)) throw new Error("a JSON object is expected");
  } catch (e) {
    value = null;
    why = `This is not a JSON object: ${e.message}.`;
  }
  showProblem(problem, why, box);
  return value;
}

function showJSON() {
  byId("build-json").value = JSON.stringify(form.fields, null, 2);
}

const asJSON = () => byId("build-json").hidden === false;

/** Shows the fields as a form or as JSON. */
function switchTo(json) {
  if (json === asJSON()) return;
  if (json) showJSON();
  else if (!parsed(byId("build-json"), byId("build-problem"))) return;
  byId("build-json").hidden = !json;
  byId("build-form").hidden = json;
  press(byId(json ? "build-as-json" : "build-as-form"));
  ask();
}

/** What all requests about the fields have in common; null if the typed text is not JSON. */
function request() {
  if (asJSON()) {
    const fields = parsed(byId("build-json"), byId("build-problem"));
    if (!fields) return null;
    form.fields = fields;
  }
  const given = parsed(byId("build-given"), byId("build-given-problem"));
  if (!given) return null;
  const kind = { format: format().format, record: record().record };
  const known = given.schema ?? schema(kind.format);
  return { ...kind, ...(source?.only && { parts: source.only }), given: known ? { ...given, schema: known } : given };
}

/** Encodes the fields, decodes the result, and asks for the lines of the form. */
async function ask(rounds = ROUNDS) {
  const mine = ++asked;
  const about = request();
  if (!about) return;
  const { fields } = form;
  const [lines, wrote] = await Promise.allSettled([decoder.request({ op: "form", ...about, fields }), decoder.request({ op: "encode", ...about, fields })]);
  if (mine !== asked) return;
  const all = lines.value?.lines ?? [];
  if (wrote.status === "rejected") {
    if (!asJSON() && rounds > 0 && form.complete(all)) {
      await ask(rounds - 1);
      return;
    }
    form.show(all, null);
    refuse(wrote.reason);
    form.settle();
    return;
  }
  const { bytes } = wrote.value;
  const { schema: known, ...given } = about.given;
  let read = {};
  try {
    read = await decoder.call("rl_inspect", { format: about.format, record: about.record, parts: bytes, given, ...(typeof known === "object" && { schema: known }) });
  } catch {
    // The bytes are shown without fields.
  }
  if (mine === asked) show(bytes, read, all);
}

/** The parts one by one: each item of a list and each cell of a row counts as a part. */
function flat(bytes) {
  const out = {};
  for (const [name, part] of Object.entries(bytes)) {
    if (typeof part === "string") out[name] = part;
    else part.forEach((item, i) => {
      if (typeof item === "string") out[`${name} ${i + 1}`] = item;
      else for (const [k, hex] of Object.entries(item)) if (/^([0-9a-f]{2})*$/.test(hex) && k !== "table") out[`${name} ${i + 1} ${k}`] = hex;
    });
  }
  return out;
}

function show(bytes, read, lines) {
  const parts = flat(bytes);
  const shown = read.candidates?.[0] ?? { format: format().format, record: record().record, title: `${format().title} ${record().title}`, tree: plainTree(parts), fields: form.fields };
  const model = new Model(shown.tree);
  built = { bytes, model, shown, parts: Object.entries(parts).map(([name, hex]) => ({ name, bytes: fromHex(hex) })) };
  form.forgive();
  showAlert(byId("build-alert"));
  set(byId("panel-build"), { "data-refused": null });
  marks.clear();
  grid.show(model);
  form.show(lines, model);
  frame(form.active);
  form.settle();
  const total = built.parts.reduce((n, p) => n + p.bytes.length, 0);
  byId("build-note").textContent = built.parts.map((p) => `${model.parts.find((m) => m.name === p.name)?.title ?? visible(p.name)} ${p.bytes.length}`).join(", ");
  allowUse(true);
  tell(`${count(total, "byte")}${built.parts.length > 1 ? ` in ${built.parts.length} parts` : ""}${compared(parts, model)}.`);
}

/** How the bytes compare with those of the row the form was taken from: field by field, as Row says it of a draft. */
function compared(parts, model) {
  if (!source) return "";
  if (equalParts(parts, source.parts)) return `, equal to ${source.words}`;
  const n = differing(changedBytes(new Pairs(source.model, model)));
  return n === 0 ? `, shorter than ${source.words}` : `, ${count(n, "byte")} ${n === 1 ? "differs" : "differ"} from ${source.words}`;
}

function tell(sentence) {
  if (current.mode === mode) say(`${visible(format().title)} ${visible(record().title)}, ${sentence}`);
}

/** Frames the band of a field, and scrolls it into view. */
function frame(node) {
  const band = node && built ? built.model.bandOf(node)?.node ?? node : null;
  marks.update({ hover: null, pinned: band, byte: null, range: null });
  if (!band && (!built || grid.root.scrollTop)) return;
  // Where there is room for only one line, it is the first until a field has the focus.
  const place = band ? { part: band.part, offset: Math.min(band.start, Math.max(built.model.parts[band.part].length - 1, 0)) } : { part: built.model.stored[0]?.index ?? 0, offset: 0 };
  grid.reveal(place);
  const cell = grid.cell(place)?.closest(".grid-line");
  if (!cell) return;
  for (const box of [grid.root, byId("build-bytes-pane")]) {
    if (box.scrollHeight <= box.clientHeight) continue;
    const [of, to] = [box.getBoundingClientRect(), cell.getBoundingClientRect()];
    if (to.top < of.top || to.bottom > of.bottom) box.scrollTop += to.top - of.top;
  }
}

const shellButton = byId("build-copy").querySelector("[data-copy=hbase]");

/** Enables or disables the buttons that use the built bytes. */
function allowUse(is) {
  showShell(shellButton, format()?.store);
  for (const b of [byId("build-open"), byId("build-order"), ...byId("build-copy").querySelectorAll("button")]) b.disabled = !is;
}

/** Shows why, at the field if possible; the previous bytes stay. */
function refuse(e) {
  form.forgive();
  const at = e.field && !asJSON() && form.complain(e.field, e.message);
  showAlert(byId("build-alert"), at ? "" : e.message);
  if (e.field && Object.hasOwn(JSON.parse(byId("build-given").value || "{}"), e.field.split(/[.[]/)[0])) byId("build-given-box").open = true;
  set(byId("panel-build"), { "data-refused": true });
  byId("build-note").textContent = built ? "from before the last change" : "";
  allowUse(false);
  if (current.mode === mode) say(`These fields cannot be written: ${visible(e.message)}`);
}

/** Called when the fields were edited. */
function changed() {
  edited = true;
  showJSON();
  ask();
}

/** Whether the fields can be encoded. */
async function encodes(fields) {
  const about = request();
  return about !== null && decoder.request({ op: "encode", ...about, fields }).then(() => true, () => false);
}

function textFor(what) {
  if (!built) return null;
  return copyText(what, { model: built.model, parts: built.parts, shown: built.shown, print: (as) => decoder.print(as, flat(built.bytes)) });
}

/** The bytes as one line of text: hex for a single part, JSON for several. */
function lineOf() {
  const list = Object.entries(flat(built.bytes));
  return list.length === 1 ? list[0][1] : JSON.stringify(Object.fromEntries(list));
}

/** Opens the bytes in Row. A record kind that the bytes alone do not suggest is pinned; one that only the context makes readable is named. */
async function openInRow() {
  const text = lineOf();
  const { format: of, record: kind, title } = built.shown;
  const reading = { format: of, record: kind };
  const read = async (only, known) => (await decoder.call("rl_inspect", { text, ...only, ...(known && { schema: known }) }).catch(() => ({}))).candidates ?? [];
  const found = (await read({}, schema())).some((c) => c.format === of && c.record === kind);
  const pin = !found && (await read(reading, schema(of))).length > 0 ? reading : {};
  current.open("row", { text, name: "built bytes", reading, pin, note: found || pin.format ? "" : `Only with the context of Build is it read as ${title}.` });
}

function listenToGrid() {
  whenNarrow((narrow) => grid.arrange({ width: narrow ? 8 : 16 }));
  gridKeys.listen(grid, {
    marked: (leaf) => leaf,
    toField: (leaf) => form.toField(leaf, (n) => (n.part === undefined ? null : built.model.bandOf(n))),
    copy: (text, what) => copy.toClipboard(text, what, say),
    spell: (bytes) => spell(bytes, "hex"),
    singles,
    askOffset() {},
  });
  line.listen(byId("build-line"), marks, () => built?.model ?? null);
  // The bytes sit above the foot, whose height depends on its text.
  const foot = document.querySelector(".foot");
  new ResizeObserver(() => byId("panel-build").style.setProperty("--foot", `${foot.offsetHeight}px`)).observe(foot);
}

/** Starts with the record kind that was asked for, else with the current row, unless that would discard something in the form. */
async function begin() {
  await loading;
  if (formats.some((f) => f.format === wanted?.format && written(f).some((r) => r.record === wanted.record))) {
    const { fields, given } = wanted;
    choose(wanted);
    wanted = null;
    if (!fields) return void startSample();
    startFrom({ fields, given });
    edited = true;
    return;
  }
  byId("build-take").hidden = rowKey() === "";
  byId("build-take").textContent = rowKey() ? `From ${words(documents.now)}` : "";
  if (edited && built) {
    say(source && source.key !== rowKey() ? `The form still holds ${source.words}, as you changed it.` : "The form is as you left it.");
    return;
  }
  const why = rowKey() && source?.key !== rowKey() ? await takeRow() : "";
  if (why === null) return;
  if (!built) await startSample();
  else tell("as you left it.");
  if (why && current.mode === mode) say(`${why} This is ${source ? source.words : "a sample"}.`);
}

const mode = {
  get input() {
    return byId("build-form").querySelector("textarea, input, select") ?? byId("build-format");
  },
  regions: () => [byId("build-format"), grid.root, byId("build-form"), byId("build-line"), byId("build-copy")],
  shown() {
    loading ??= load();
    begin();
  },
  open(kind) {
    if (kind) wanted = kind;
    else loading.then(takeRow);
  },
  entered() {
    const { given, ...kind } = (built && request()) || {};
    return given ? { format: kind.format, record: kind.record, fields: form.fields, given: JSON.parse(byId("build-given").value || "{}") } : null;
  },
  enter(given) {
    wanted = given;
  },
};

/** @returns the tool, as main.js describes it */
export function start() {
  grid = new Grid(byId("build-bytes"), marks);
  form = new Form(byId("build-form"), { changed, encodes, focused: frame });
  listenToGrid();
  byId("build-zone").addEventListener("change", () => { form.zone = byId("build-zone").value; });
  byId("build-format").addEventListener("change", () => {
    showRecords();
    startSample();
  });
  byId("build-record").addEventListener("change", startSample);
  byId("build-sample").addEventListener("click", startSample);
  byId("build-empty").addEventListener("click", startEmpty);
  byId("build-take").addEventListener("click", takeRow);
  byId("build-as-form").addEventListener("click", () => switchTo(false));
  byId("build-as-json").addEventListener("click", () => switchTo(true));
  byId("build-json").addEventListener("input", () => {
    edited = true;
    ask();
  });
  byId("build-given").addEventListener("input", () => {
    edited = true;
    ask();
  });
  byId("build-open").addEventListener("click", openInRow);
  byId("build-order").addEventListener("click", () => current.open("order", { text: [byId("order-input").value.trimEnd(), lineOf()].filter(Boolean).join("\n") }));
  byId("build-all").addEventListener("click", () => {
    const all = !page.hasAttribute("data-build-all");
    set(page, { "data-build-all": all });
    set(byId("build-all"), { "aria-expanded": String(all) });
  });
  copy.listen(byId("build-copy"), textFor, say);
  whenSchemaChanges(() => formats.length && form.fields && built && ask());
  return mode;
}
