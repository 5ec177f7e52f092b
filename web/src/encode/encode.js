// The Build tool: a form for any record of any format, and the bytes that the codec
// writes for it, explained by decoding them again.

import { current, decoder, legends, say, schema, singles, whenSchemaChanges } from "../app.js";
import { count, fromHex } from "../bytes.js";
import { Model, plainTree } from "../model.js";
import { copyText, spell } from "../share/copy-text.js";
import * as copy from "../share/copy.js";
import { showAlert, showProblem } from "../view/alert.js";
import { byId, option, set, visible } from "../view/dom.js";
import * as gridKeys from "../view/grid-keys.js";
import { Grid } from "../view/grid.js";
import * as line from "../view/line.js";
import { Marks } from "../view/marks.js";
import { whenNarrow } from "../view/narrow.js";
import { emptied, Form } from "./form.js";

const marks = new Marks();
let grid;
let form;
let formats = [];
let built = null; // {bytes, parts, shown, model}
let asked = 0;
let loading = null;

const format = () => formats.find((f) => f.format === byId("build-format").value);
const record = () => format()?.records.find((r) => r.record === byId("build-record").value);

/** The record kinds that can be written. */
const written = (f) => f.records.filter((r) => r.example);

async function load() {
  formats = (await legends()).filter((f) => written(f).length);
  byId("build-format").replaceChildren(...formats.map((f) => option(f.format, f.title)));
  showRecords();
}

function showRecords() {
  byId("build-record").replaceChildren(...written(format()).map((r) => option(r.record, r.title)));
  startFrom(record().example);
}

/** Fills the form. */
function startFrom({ fields, given = {} }) {
  const r = record();
  byId("build-doc").textContent = visible(r.doc);
  byId("build-given").value = Object.keys(given).length ? JSON.stringify(given, null, 2) : "{}";
  byId("build-given-box").open = false;
  byId("build-given-box").hidden = false;
  form.show(fields, { ...r.example.fields, ...fields }, r.fields);
  showJSON();
  ask();
}

function takeFromRow() {
  const r = current.reading();
  const kind = r && formats.find((f) => f.format === r.format)?.records.find((k) => k.record === r.record && k.example);
  if (!kind) {
    say(r ? `${r.title} cannot be written.` : "Row shows no reading to start from.");
    return;
  }
  byId("build-format").value = r.format;
  byId("build-record").replaceChildren(...written(format()).map((k) => option(k.record, k.title)));
  byId("build-record").value = r.record;
  startFrom({ fields: r.fields });
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
  if (!json) {
    const fields = parsed(byId("build-json"), byId("build-problem"));
    if (!fields) return;
    form.show(fields, { ...record().example.fields, ...fields }, record().fields);
  } else {
    showJSON();
  }
  byId("build-json").hidden = !json;
  byId("build-form").hidden = json;
  set(byId("build-as-json"), { "aria-pressed": String(json) });
  set(byId("build-as-form"), { "aria-pressed": String(!json) });
}

/** Encodes the fields and decodes the result. */
async function ask() {
  const mine = ++asked;
  const fields = asJSON() ? parsed(byId("build-json"), byId("build-problem")) : form.fields;
  const given = parsed(byId("build-given"), byId("build-given-problem"));
  if (!fields || !given) return;
  const kind = { format: format().format, record: record().record };
  const known = given.schema ?? schema(kind.format);
  try {
    const { bytes } = await decoder.request({ op: "encode", ...kind, given: known ? { ...given, schema: known } : given, fields });
    const { schema: _own, ...rest } = given;
    const read = await decoder.call("rl_inspect", { ...kind, parts: bytes, given: rest, ...(typeof known === "object" ? { schema: known } : {}) });
    if (mine === asked) show(bytes, read);
  } catch (e) {
    if (mine === asked) refuse(e);
  }
}

/** The parts one by one: each item of a list, and each cell of a row, is a part. */
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

function show(bytes, read) {
  const parts = flat(bytes);
  const shown = read.candidates?.[0] ?? { format: format().format, record: record().record, title: `${format().title} ${record().title}`, tree: plainTree(parts), fields: form.fields };
  const model = new Model(shown.tree);
  built = { bytes, model, shown, parts: Object.entries(parts).map(([name, hex]) => ({ name, bytes: fromHex(hex) })) };
  form.forgive();
  showAlert(byId("build-alert"));
  set(byId("panel-build"), { "data-refused": null });
  marks.clear();
  grid.show(model);
  marks.tell();
  const total = built.parts.reduce((n, p) => n + p.bytes.length, 0);
  byId("build-note").textContent = count(total, "byte");
  allowUse(true);
  if (current.mode === mode) say(`${visible(shown.title)}, ${count(total, "byte")}.`);
}

/** Enables or disables the buttons that use the built bytes. */
function allowUse(is) {
  for (const b of [byId("build-open"), ...byId("build-copy").querySelectorAll("button")]) b.disabled = !is;
}

/** Says why, at the field if possible; the previous bytes stay. */
function refuse(e) {
  const at = e.field && !asJSON() && form.complain(e.field, e.message);
  showAlert(byId("build-alert"), at ? "" : e.message);
  if (e.field && Object.hasOwn(JSON.parse(byId("build-given").value || "{}"), e.field.split(/[.[]/)[0])) byId("build-given-box").open = true;
  set(byId("panel-build"), { "data-refused": true });
  byId("build-note").textContent = built ? "from before the last change" : "";
  allowUse(false);
  say(`These fields cannot be written: ${visible(e.message)}`);
}

function textFor(what) {
  if (!built) return null;
  return copyText(what, { model: built.model, parts: built.parts, shown: built.shown, print: (as) => decoder.print(as, flat(built.bytes)) });
}

/** Passes the bytes on: a lone part as hex, several parts as a line of JSON. */
function openInRow() {
  const list = Object.entries(flat(built.bytes));
  const text = list.length === 1 ? list[0][1] : JSON.stringify(Object.fromEntries(list));
  current.open("row", { text, name: "built bytes", reading: { format: built.shown.format, record: built.shown.record } });
}

function listenToGrid() {
  whenNarrow((narrow) => grid.arrange({ width: narrow ? 8 : 16 }));
  gridKeys.listen(grid, {
    marked: (leaf) => leaf,
    toField() {},
    copy: (text, what) => copy.toClipboard(text, what, say),
    spell: (bytes) => spell(bytes, "hex"),
    singles,
    askOffset() {},
  });
  line.listen(byId("build-line"), marks, () => built?.model ?? null);
}

const mode = {
  get input() {
    return byId("build-form").querySelector("textarea, input, select") ?? byId("build-format");
  },
  regions: () => [byId("build-format"), grid.root, byId("build-copy"), byId("build-form")],
  shown() {
    loading ??= load();
    say("Fields become bytes as you type.");
  },
  open: () => loading.then(takeFromRow),
};

/** @returns the tool, as main.js describes it */
export function start() {
  grid = new Grid(byId("build-bytes"), marks);
  form = new Form(byId("build-form"), ask);
  listenToGrid();
  byId("build-format").addEventListener("change", showRecords);
  byId("build-record").addEventListener("change", () => startFrom(record().example));
  byId("build-sample").addEventListener("click", () => startFrom(record().example));
  byId("build-empty").addEventListener("click", () => startFrom({ fields: emptied(record().example.fields), given: record().example.given }));
  byId("build-take").addEventListener("click", takeFromRow);
  byId("build-as-form").addEventListener("click", () => switchTo(false));
  byId("build-as-json").addEventListener("click", () => switchTo(true));
  byId("build-json").addEventListener("input", ask);
  byId("build-given").addEventListener("input", ask);
  byId("build-open").addEventListener("click", openInRow);
  copy.listen(byId("build-copy"), textFor, say);
  whenSchemaChanges(() => formats.length && ask());
  return mode;
}
