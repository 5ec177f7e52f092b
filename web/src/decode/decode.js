// The Decode mode: what was typed goes to the decoder, what comes back goes to
// the views.

import { decoder, page, say, schema, whenSchemaChanges } from "../app.js";
import { fromHex } from "../bytes.js";
import { Candidates, nearest, showRefused, stopped } from "../candidates.js";
import { copyText } from "../copy-text.js";
import * as copy from "../copy.js";
import { Latest } from "../decoder.js";
import { byId, el, visible } from "../dom.js";
import { Fields } from "../fields.js";
import { listenForDrops, readFile, shorten } from "../files.js";
import { Grid } from "../grid.js";
import { grow, showFacts, showSpellings } from "../input.js";
import * as link from "../link.js";
import { Marks } from "../marks.js";
import { Model, plainTree } from "../model.js";
import { rawParts } from "../raw.js";
import { rowPicker } from "../rows.js";
import { alertOf, readingsNote, statusOf } from "../words.js";
import { listenToPanes } from "./panes.js";

const input = byId("input");
const marks = new Marks();
const grid = new Grid(byId("bytes"), marks);
const fields = new Fields(byId("fields"), marks);

/** What is asked for: changed by the controls, never by an answer. */
const wish = { spelling: "", row: 0, format: "", chosen: null };
/** What is shown. */
let answer = null;
let shown = null;
let fileNote = "";

const candidates = new Candidates(byId("candidates"), {
  choose(c) {
    wish.chosen = { format: c.format, record: c.record, part: c.part };
    if (byId("pin").checked) wish.format = c.format;
    showReading(c);
  },
  pin(c) {
    byId("pin").checked = true;
    wish.format = c.format;
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

/** Asks the decoder about what the controls say now. */
function ask() {
  const { text, note } = shorten(input.value);
  fileNote = note || fileNote;
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
  const s = schema();
  if (s) request.schema = s;
  latest.ask(request);
}

function showEmpty() {
  answer = null;
  shown = null;
  fileNote = "";
  marks.clear();
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
  byId("readings-note").textContent = readingsNote(a.candidates ?? [], near.length > 0);
  const rest = (a.refused ?? []).filter((r) => !near.includes(r));
  showRefused({ box: byId("refused"), summary: byId("refused-summary"), list: byId("refused-list") }, rest, near.length > 0);
  const at = preferred(list);
  candidates.show(list, at);
  showReading(list[at]);
}

/** A pinned format stays, then the reading that was chosen, then the best one. */
function preferred(list) {
  const { format, chosen } = wish;
  if (format) {
    const same = list.findIndex((c) => c.format === format && c.record === chosen?.record);
    const pinned = same >= 0 ? same : list.findIndex((c) => c.format === format);
    if (pinned >= 0) return pinned;
  }
  if (!chosen) return 0;
  const kept = list.findIndex((c) => c.format === chosen.format && c.record === chosen.record && c.part === chosen.part);
  return Math.max(kept, 0);
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
  // Where it has no room it is dropped whole: the combobox holds it too.
  button.hidden = byId("clear").offsetTop > byId("read-as").offsetTop + 20;
}

/** Shows one reading in Bytes and Fields. */
function showReading(c) {
  shown = c;
  const model = new Model(c.tree);
  if (!model.error && c.error) model.error = c.error;
  const kept = marks.pinned && sameNode(model, marks.pinned);
  marks.clear();
  fields.show(model);
  grid.show(model);
  if (kept) marks.update({ pinned: kept });
  page.dataset.state = c.raw ? "raw" : c.refused ? "error" : (answer.candidates.length > 1 ? "ambiguous" : "decode");
  byId("fields-note").textContent = c.refused && model.error?.offset > 0 ? `decoded up to byte ${model.error.offset - 1}` : candidates.list.length > 1 ? `as ${c.title}` : "";
  showExpand();
  showAlert(c, model);
  const notes = (answer.notes ?? []).filter((n) => !/^the text is also/.test(n)).map((n) => `${n[0].toUpperCase()}${visible(n.slice(1))}.`);
  say([statusOf(answer, c, model), fileNote, ...notes].filter(Boolean).join(" "));
  marks.tell();
}

/** The node of another tree at the same place with the same name. */
const sameNode = (model, old) => model.nodes.find((n) => n.part === old.part && n.start === old.start && n.end === old.end && n.name === old.name) ?? null;

function showAlert(c, model) {
  const box = byId("alert");
  box.hidden = !(c.refused && model.error);
  if (box.hidden) {
    box.replaceChildren();
    return;
  }
  const [what, rest] = alertOf(c, model);
  box.replaceChildren(el("p", { class: "what" }, visible(what)), el("p", {}, visible(rest)));
}

function showExpand() {
  byId("expand").hidden = !fields.model.nodes.some((n) => fields.model.below(n).length);
  byId("expand").textContent = fields.allOpen ? "Collapse all" : "Expand all";
}

/** What a button of the copy bar copies; null where there is nothing. */
function textFor(form) {
  const state = { text: input.value, spelling: wish.spelling, format: wish.format, row: wish.row, mode: "decode" };
  if (form === "link") return link.address(state, false);
  if (form === "link-data") return link.address(state, true);
  if (!shown) {
    say("There is nothing to copy yet.");
    return null;
  }
  const parts = Object.entries(answer.parts).map(([name, hex]) => ({ name, bytes: fromHex(hex) }));
  return copyText(form, { model: fields.model, parts, shown, timestamp: answer.timestamp });
}

/** Replaces the whole input, which voids what was chosen for the old one. */
function replaceInput(text, note = "") {
  input.value = text;
  fileNote = note;
  forgetChoices();
  ask();
  input.scrollTop = 0;
}

function forgetChoices() {
  wish.spelling = "";
  wish.row = 0;
  wish.chosen = null;
}

function listenToInput() {
  input.addEventListener("input", (e) => {
    fileNote = "";
    wish.row = 0;
    if (input.value === "" || e.inputType === "insertFromPaste") forgetChoices();
    ask();
    // After a paste the beginning is what one wants to see, not the end.
    if (e.inputType === "insertFromPaste") input.scrollTop = 0;
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
  byId("pin").addEventListener("change", (e) => {
    wish.format = e.target.checked ? (shown?.format ?? "") : "";
  });
  byId("clear").addEventListener("click", () => {
    replaceInput("");
    input.focus();
  });
  byId("paste").addEventListener("click", async () => {
    input.focus();
    try {
      replaceInput(await navigator.clipboard.readText());
    } catch {
      say("The browser did not give the clipboard; paste with Ctrl+V.");
    }
  });
  const open = async (file) => {
    try {
      const { text, note } = await readFile(file);
      replaceInput(text, note);
    } catch (e) {
      say(`${file.name} could not be read: ${e.message}.`);
    }
  };
  byId("open-file").addEventListener("change", (e) => {
    if (e.target.files[0]) open(e.target.files[0]);
    e.target.value = "";
  });
  listenForDrops(byId("frame"), open);
  for (const b of document.querySelectorAll("[data-sample]")) b.addEventListener("click", () => replaceInput(b.dataset.sample));
}

/** Takes over what the address carries. */
export function readAddress(state) {
  wish.spelling = state.spelling;
  wish.row = state.row;
  if (state.format) {
    wish.format = state.format;
    byId("pin").checked = true;
  }
  if (state.damaged) say("The link is damaged: its data cannot be read.");
  if (state.text !== undefined) input.value = state.text;
  // The box may hold text that was typed before this script was there.
  if (input.value) ask();
}

/** @returns what main.js asks of a mode */
export function start() {
  listenToInput();
  listenToPanes({
    grid, fields, marks, showExpand,
    shown: () => shown !== null,
    spelling: () => answer?.spelling ?? "",
  });
  copy.listen(byId("copy"), textFor, say);
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
    regions: () => [input, byId("candidates"), grid.root, fields.root, byId("copy")],
    open(given) {
      replaceInput(given.text, given.note);
    },
  };
}
