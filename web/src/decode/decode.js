// The Decode mode: the input goes to the decoder, its answer to the views.

import { current, decoder, page, say, schema, singles, whenSchemaChanges } from "../app.js";
import { fromHex } from "../bytes.js";
import { Model, plainTree } from "../model.js";
import { Drafts } from "../draft/draft.js";
import { Latest } from "../io/decoder.js";
import { listenForDrops, readFile, shorten, shortenLink } from "../io/files.js";
import * as link from "../io/link.js";
import { save } from "../io/save.js";
import { copyText } from "../share/copy-text.js";
import * as copy from "../share/copy.js";
import * as menu from "../share/menu.js";
import { report } from "../share/report.js";
import { showAlert } from "../view/alert.js";
import { Candidates, nearest, showRefused, stopped } from "../view/candidates.js";
import { byId, visible } from "../view/dom.js";
import { Fields } from "../view/fields.js";
import { Grid } from "../view/grid.js";
import { grow, showFacts, showSpellings } from "../view/input.js";
import { Marks } from "../view/marks.js";
import { rowPicker } from "../view/rows.js";
import { alertOf, asSentence, readingsNote, statusOf } from "../view/words.js";
import { listenToPanes } from "./panes.js";
import { rawParts } from "./raw.js";

const input = byId("input");
const marks = new Marks();
const grid = new Grid(byId("bytes"), marks);
const fields = new Fields(byId("fields"), marks);
const draft = new Drafts({
  grid, fields, marks, say, singles,
  codec: { request: (op) => decoder.request(op), inspect: (request) => decoder.call("rl_inspect", request) },
  ended: () => showReading(shown),
});

/** What the reader chose: changed by the controls, never by an answer. */
const wish = { spelling: "", row: 0, format: "", record: "", chosen: null };
/** What is shown. */
let answer = null;
let shown = null;
let fileNote = "";
let whole = null; // the file, if the input holds only its start
let changes = 0; // of the input, to recognise answers that come too late

const candidates = new Candidates(byId("candidates"), {
  choose(c) {
    wish.chosen = { format: c.format, record: c.record, part: c.part };
    showReading(c);
  },
  pin(c) {
    if (c.raw) return;
    pin(c);
    say(`${c.title} is pinned.`);
  },
});

const showRows = rowPicker(
  { strip: byId("row-strip"), place: byId("row-place"), select: byId("row-select"), previous: byId("row-previous"), next: byId("row-next") },
  (row) => {
    wish.row = row;
    ask();
  },
);

const latest = new Latest(decoder, "rl_inspect", {
  answer: showAnswer,
  problem(text) {
    showRaw();
    say(`The decoder failed on this input: ${text}. The bytes are shown as plain hex.`);
  },
});

/** Makes the decoder try one format only or, without a reading, all of them. */
function pin(reading) {
  byId("pin").checked = reading !== null;
  wish.format = reading?.format ?? "";
  wish.record = "";
  if (reading) wish.chosen = { format: reading.format, record: reading.record, part: reading.part };
  ask();
}

/** A text as a file, for Bulk. */
const pasted = (text) => new File([text], "pasted text");

/** Asks the decoder about the input, with the chosen options. */
function ask() {
  const { text, note } = shorten(input.value);
  if (note) {
    fileNote = note;
    whole ??= pasted(input.value);
  }
  byId("to-bulk").hidden = !whole;
  if (text.trim() === "") {
    latest.forget();
    showEmpty();
    return;
  }
  if (page.dataset.state === "empty") page.dataset.state = "loading";
  grow(input);
  if (decoder.failure) {
    showRaw();
    return;
  }
  page.dataset.stale = "true";
  if (!decoder.ready) say("Decoder loading…");
  const request = { text, row: wish.row };
  if (wish.spelling) request.spelling = wish.spelling;
  if (wish.format) request.format = wish.format;
  if (wish.record) request.record = wish.record;
  const s = schema(wish.format);
  if (s) request.schema = s;
  latest.ask(request);
}

function showEmpty() {
  answer = null;
  shown = null;
  fileNote = "";
  marks.clear();
  draft.start(null);
  page.dataset.state = "empty";
  grow(input);
  delete page.dataset.stale;
  say(decoder.ready ? "Ready." : decoder.failure ? `The decoder could not be loaded: ${decoder.failure}.` : "Decoder loading…");
}

function showAnswer(a) {
  delete page.dataset.stale;
  if (a.waiting) {
    say(`Waiting for ${a.waiting}.`);
    if (!shown) page.dataset.state = "loading";
    return;
  }
  if (!a.parts) {
    showRaw(a);
    say(a.error?.message ?? "Nothing could be read.");
    return;
  }
  answer = a;
  showStrip(a);
  showRows(a);
  const near = a.candidates?.length ? [] : nearest(a.refused ?? []).filter((r) => r.covered > 0 && r.tree).slice(0, 3);
  const list = a.candidates?.length ? [...a.candidates] : near.map(stopped);
  if (!list.length) list.push(rawReading(a.parts));
  byId("readings-note").textContent = readingsNote(a.candidates ?? [], near.length > 0, wish.format !== "");
  const rest = (a.refused ?? []).filter((r) => !near.includes(r));
  showRefused({ box: byId("refused"), summary: byId("refused-summary"), list: byId("refused-list") }, rest, near.length > 0);
  const at = preferred(list);
  candidates.show(list, at);
  showReading(list[at]);
}

/** The index of the chosen reading, else of one of the same kind, else of the best one. */
function preferred(list) {
  const { chosen } = wish;
  if (!chosen) return 0;
  const same = (c) => c.format === chosen.format && c.record === chosen.record;
  const kept = list.findIndex((c) => same(c) && c.part === chosen.part);
  return Math.max(kept >= 0 ? kept : list.findIndex(same), 0);
}

function rawReading(parts) {
  const total = Object.values(parts).reduce((n, hex) => n + hex.length / 2, 0);
  return { format: "", record: "", title: "Plain bytes", dots: 0, covered: 0, total, evidence: [], raw: true, tree: plainTree(parts) };
}

/** Shows bytes without any format. */
function showRaw(a = {}) {
  delete page.dataset.stale;
  const raw = a.parts ? { parts: a.parts, spelling: a.spelling } : rawParts(shorten(input.value).text);
  const titles = { hex: "Hex", text: "Plain text" };
  showAnswer({ spelling: raw.spelling, spellings: a.spellings ?? [{ id: raw.spelling, title: titles[raw.spelling] }], parts: raw.parts, candidates: [], refused: [] });
}

function showStrip(a) {
  if (a.spellings?.length) showSpellings(byId("read-as"), a.spellings, a.spelling, wish.spelling !== "");
  const other = a.alternatives?.find((id) => id !== "text");
  const title = a.spellings?.find((s) => s.id === other)?.title;
  showFacts(byId("facts"), a);
  const button = byId("alternative");
  button.hidden = !title || wish.spelling !== "";
  if (button.hidden) return;
  button.textContent = `Also valid as ${visible(title).replace(/ \(.*\)$/, "")}`;
  button.dataset.spelling = other;
  // Hidden where it does not fit: the combobox offers the same.
  button.hidden = byId("clear").offsetTop > byId("read-as").offsetTop + 20;
}

/** Shows one reading in Bytes and Fields. */
function showReading(c) {
  shown = c;
  const model = new Model(c.tree);
  if (!model.error && c.error) model.error = c.error;
  const kept = marks.pinned && sameNode(model, marks.pinned);
  marks.clear();
  draft.start(c.raw || c.refused ? null : subjectOf(c), c.raw || c.refused ? null : { ...c, parts: answer.parts });
  fields.show(model);
  grid.show(model);
  if (kept) marks.update({ pinned: kept });
  page.dataset.state = c.raw ? "raw" : c.refused ? "error" : (answer.candidates.length > 1 ? "ambiguous" : "decode");
  byId("fields-note").textContent = c.refused && model.error?.offset > 0 ? `decoded up to byte ${model.error.offset - 1}` : candidates.list.length > 1 ? `as ${c.title}` : "";
  showExpand();
  showAlert(byId("alert"), ...(c.refused && model.error ? alertOf(c, model) : []));
  const notes = (answer.notes ?? []).filter((n) => !/^the text is also/.test(n)).map(asSentence);
  say([statusOf(answer, c, model), fileNote, ...notes].filter(Boolean).join(" "));
  marks.tell();
}

/** The context that an edit needs (see draft/edit.js). */
const subjectOf = (c) => ({
  format: c.format, record: c.record, part: c.part, parts: answer.parts, schema: schema(c.format),
  context: { text: shorten(input.value).text, row: answer.row, spelling: answer.spelling },
});

/** The node of another tree at the same place with the same name. */
const sameNode = (model, old) => model.nodes.find((n) => n.part === old.part && n.start === old.start && n.end === old.end && n.name === old.name) ?? null;

function showExpand() {
  byId("expand").hidden = !fields.model.nodes.some((n) => fields.model.below(n).length);
  byId("expand").textContent = fields.allOpen ? "Collapse all" : "Expand all";
}

/** The text for a copy button, or null if there is none. */
function textFor(form) {
  const state = {
    mode: "decode", text: input.value, spelling: wish.spelling, row: wish.row,
    reading: shown && !shown.raw ? shown : null, pin: wish.record ? "record" : wish.format && "format",
  };
  if (form === "link") return link.address(state, false);
  if (form === "link-data") return link.address(state, true);
  if (!shown) {
    say("There is nothing to copy yet.");
    return null;
  }
  const { timestamp } = answer;
  const bytes = draft.parts ?? answer.parts;
  const parts = Object.entries(bytes).map(([name, hex]) => ({ name, bytes: fromHex(hex) }));
  return copyText(form, { model: fields.model, parts, shown: draft.active ? { ...shown, fields: draft.fields } : shown, timestamp, print: (as) => decoder.print(as, bytes) });
}

/** Runs an item of the copy menu. */
function giveOut(item) {
  if (item.dataset.copy) copy.copyForm(item, textFor, say);
  else if (item.dataset.do === "print") print();
  else if (shown) {
    save("rowlens-report.html", new Blob([report({ model: fields.model, shown, timestamp: answer.timestamp })], { type: "text/html" }));
    say("The report is in your downloads.");
  }
}

/** Replaces the input and forgets the choices made for the old one. */
function replaceInput(text, { note = "", chosen = null, file = null } = {}) {
  changes++;
  input.value = text;
  fileNote = note;
  whole = file;
  forgetChoices();
  wish.chosen = chosen;
  ask();
  input.scrollTop = 0;
}

/**
 * Replaces the input once a file or the clipboard has been read, unless the reader
 * cleared, typed or opened something else meanwhile.
 */
async function replaceLater(given, problem) {
  const asked = ++changes;
  let now;
  try {
    now = await given;
  } catch (e) {
    say(problem(e));
    return;
  }
  if (asked === changes) replaceInput(now.text, { note: now.note, file: now.whole });
}

function forgetChoices() {
  wish.spelling = "";
  wish.row = 0;
  wish.chosen = null;
}

function listenToInput() {
  input.addEventListener("input", (e) => {
    changes++;
    fileNote = "";
    whole = null;
    wish.row = 0;
    if (input.value === "" || e.inputType === "insertFromPaste") forgetChoices();
    ask();
    // After a paste, readers want to see the start, not the end.
    if (e.inputType === "insertFromPaste") input.scrollTop = 0;
  });
  // Long text stays out of the box: laying it out would freeze the tab.
  input.addEventListener("paste", (e) => {
    const given = e.clipboardData.getData("text/plain");
    const { text, note } = shorten(given);
    if (!note) return;
    e.preventDefault();
    replaceInput(text, { note, file: pasted(given) });
  });
  addEventListener("resize", () => grow(input));
  byId("read-as").addEventListener("change", (e) => {
    wish.spelling = e.target.value;
    ask();
  });
  byId("alternative").addEventListener("click", (e) => {
    wish.spelling = e.target.dataset.spelling;
    ask();
  });
  byId("pin").addEventListener("change", (e) => pin(e.target.checked && shown && !shown.raw ? shown : null));
  byId("clear").addEventListener("click", () => {
    replaceInput("");
    input.focus();
  });
  byId("paste").addEventListener("click", () => {
    input.focus();
    const clipboard = async () => {
      const given = await navigator.clipboard.readText();
      const short = shorten(given);
      return { ...short, whole: short.note ? pasted(given) : null };
    };
    replaceLater(clipboard(), () => "The browser did not allow reading the clipboard; paste with Ctrl+V.");
  });
  byId("to-bulk").addEventListener("click", () => current.open("bulk", whole));
  const open = (file) => replaceLater(readFile(file), (e) => `${file.name} could not be read: ${e.message}.`);
  byId("open-file").addEventListener("change", (e) => {
    if (e.target.files[0]) open(e.target.files[0]);
    e.target.value = "";
  });
  listenForDrops(byId("frame"), open);
  for (const b of document.querySelectorAll("[data-sample]")) b.addEventListener("click", () => replaceInput(b.dataset.sample));
}

/** Applies the state in the address. */
export function readAddress(state) {
  wish.spelling = state.spelling;
  wish.row = state.row;
  if (state.reading) wish.chosen = state.reading;
  wish.format = state.pin ? state.reading.format : "";
  wish.record = state.pin === "record" ? state.reading.record : "";
  byId("pin").checked = wish.format !== "";
  if (state.damaged) say("The link is damaged: its data cannot be read.");
  if (state.text !== undefined) {
    const { text, note } = shortenLink(state.text);
    input.value = text;
    fileNote = note;
    whole = note ? pasted(state.text) : null;
  }
  // The box may hold text that was typed before this script ran.
  if (input.value) ask();
}

/** The reading shown, with the fields of its draft if it has one; null if there is none. */
export const reading = () => (shown && !shown.raw && !shown.refused ? { ...shown, fields: draft.fields ?? shown.fields } : null);

/** @returns the mode, as main.js describes it */
export function start() {
  listenToInput();
  listenToPanes({
    grid, fields, marks, showExpand, original: draft.originalGrid,
    shown: () => shown !== null,
    spelling: () => answer?.spelling ?? "",
  });
  copy.listen(byId("copy"), textFor, say);
  menu.listen(byId("copy-as"), byId("copy-menu"), giveOut);
  whenSchemaChanges(ask);
  decoder.listen({
    ready() {
      if (!input.value) say("Ready.");
    },
    failed(reason) {
      if (input.value) showRaw();
      say(`The decoder could not be loaded: ${reason}. Bytes are shown as plain hex; on the command line, rowlens inspect explains them.`);
    },
  });
  if (page.dataset.state === "empty") input.focus();
  return {
    input,
    regions: () => [input, byId("candidates"), draft.originalGrid.root, grid.root, fields.root, byId("copy")],
    open(given) {
      replaceInput(given.text, { note: given.note, chosen: given.reading });
    },
  };
}
