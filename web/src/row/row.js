// The Row view: the current row of the document goes to the decoder, its answer to the views.

import { current, decoder, documents, page, sayIn, schema, session, singles, whenSchemaChanges } from "../app.js";
import { fromHex } from "../bytes.js";
import * as history from "../workbench/history.js";
import { close, openText, present, typed } from "../workbench/open.js";
import { ofText, WHOLE } from "../document/documents.js";
import { CLOSED } from "../document/session.js";
import { needRows, noRows } from "../workbench/rows.js";
import { Model, sameNode } from "../model.js";
import { Drafts } from "../draft/draft.js";
import { placesOf } from "../draft/edit.js";
import { Latest } from "../io/decoder.js";
import { save } from "../io/save.js";
import { copyText, spell } from "../share/copy-text.js";
import * as copy from "../share/copy.js";
import * as menu from "../share/menu.js";
import { report } from "../share/report.js";
import { showAlert } from "../view/alert.js";
import { Candidates, preferred, showRefused, stopped } from "../view/candidates.js";
import { failure, failureDetail } from "../view/checks.js";
import { byId, renew, visible, write } from "../view/dom.js";
import { Fields } from "../view/fields.js";
import { Grid } from "../view/grid.js";
import { grow, shorten, showFacts, showSpellings } from "../view/input.js";
import { Marks } from "../view/marks.js";
import { listenToPanes } from "../view/panes.js";
import { number } from "../view/figures.js";
import { stale } from "../view/stale.js";
import { alertOf, asSentence, readingsNote, statusOf } from "../view/words.js";
import { readAhead } from "./ahead.js";
import { showAlike } from "./alike.js";
import { inspected, prepare, recordOf, requestFor } from "./coming.js";
import { listenToNumbers } from "./as-time.js";
import { storedIn, tellFormat } from "./shell.js";
import { showVersions } from "./versions.js";
import { takeForm, toLast } from "./form.js";
import { listenToGoto } from "./goto.js";
import { listenToPlace } from "./place.js";
import { keepLook } from "./look.js";
import { rawParts, rawReading, ready, textParts, unloaded, unreadOf } from "./raw.js";
import { linkTo, sharingOf } from "./sharing.js";

const say = sayIn("row");
const input = byId("input");
const marks = new Marks();
const grid = new Grid(byId("bytes"), marks);
const fields = new Fields(byId("fields"), marks);
const shellButton = byId("copy").querySelector("[data-copy=hbase]");
const draft = new Drafts({
  grid, fields, marks, say, singles,
  codec: { request: (op) => decoder.request(op), inspect: (request) => decoder.call("rl_inspect", request) },
  ended: () => showReading(shown), changed: () => history.replace(),
  get drafts() { return documents.now?.drafts ?? {}; },
});

/** What is shown. */
let answer = null;
let shown = null;
let record = ""; // the row as JSON, of a document whose text is not taken whole
let unread = ""; // the line of a row that cannot be read, of such a document
let told = ["", ""]; // what the status line says of it, and how that begins if a check fails
let late = false; // whether what is shown is not of the document's current row
let fitted = ""; // the offer of another spelling that was last found to fit, or not to
let expected = null; // the choices of a link without data
let misread = []; // what of a link was not understood, until something else is opened or typed

/** What the reader chose: changed by the controls, never by an answer. */
const none = { spelling: "", format: "", record: "", chosen: null };
const wish = () => documents.now?.wish ?? expected ?? none;

const candidates = new Candidates(byId("candidates"), {
  choose(c) {
    wish().chosen = { format: c.format, record: c.record, part: c.part };
    showReading(c);
    history.replace();
  },
  pin(c) {
    if (c.raw) return;
    pin(c);
    say(`${c.title} is pinned.`);
  },
});

const showExpand = listenToPanes({
  grid, fields, marks, original: draft.originalGrid, ids: { panel: "panel-row", expand: "expand", line: "line" },
  copy: (text, what) => copy.toClipboard(text, what, say), spell: (bytes) => spell(bytes, answer?.spelling ?? ""), singles, askOffset: listenToGoto(grid), shown: () => shown !== null,
});

const place = listenToPlace({ reading: () => reading(), marks });

const latest = new Latest(decoder, inspected, {
  answer: showAnswer,
  problem(text) {
    showRaw();
    say(`The decoder failed on this input: ${text}. The bytes are shown as plain hex.`);
  },
});

/** Makes the decoder try one format only or, without a reading, all of them. */
function pin(reading) {
  byId("pin").checked = reading !== null;
  const now = wish();
  Object.assign(now, { format: reading?.format ?? "", record: "" });
  if (reading) now.chosen = { format: reading.format, record: reading.record, part: reading.part };
  ask();
  history.replace();
}

/** The text that the decoder is asked about. */
const given = () => (documents.now?.kind === "text" ? (record || documents.now.text) : record);

/** Asks the decoder about the current row, with the chosen options; later, if it is not shown. */
async function ask() {
  const doc = documents.now;
  late = false;
  if (!doc) {
    showEmpty();
    return;
  }
  page.dataset.kind = doc.kind;
  if (current.name !== "row" && !doc.fresh) {
    late = true;
    page.dataset.state = "open";
    return;
  }
  if (page.dataset.state === "empty") page.dataset.state = "loading";
  unread = "";
  if (doc.kind === "text" && !(doc.spelt && session.has(doc))) record = "";
  else if (!(await takeRow(doc))) return;
  if (!input.classList.contains("short")) grow(input);
  if (decoder.failure) {
    showRaw();
    return;
  }
  stale(true);
  if (!decoder.ready) say("Decoder loading…");
  latest.ask(requestFor(doc, record));
}

/** Takes the current row from those that are read. @returns {Promise<boolean>} whether it is still the current one */
async function takeRow(doc) {
  if (!needRows()) {
    clear(); // else a row of the document before would seem to be this one's
    told = [noRows(doc), ""];
    say(...told);
    return false;
  }
  stale(true);
  const { row } = doc;
  let problem = CLOSED;
  const got = await recordOf(doc, row).catch((e) => { problem = e.message; });
  if (doc !== documents.now || row !== doc.row) return false;
  if (!got && doc.kind === "text") {
    record = ""; // what a text says of a row, all of it says, too
    return true;
  }
  if (got === undefined && problem === CLOSED) return false; // others were opened
  if (got === null && doc.total > 0 && row >= doc.total) {
    toLast(doc);
    return takeRow(doc);
  }
  if (!got) return showUnread("", {}, got === null ? `There is no row ${number(row + 1)} in ${visible(doc.name)}` : `Row ${number(row + 1)} cannot be read: ${problem}`);
  const taken = JSON.parse(got);
  record = Object.keys(taken.parts ?? {}).length ? got : "";
  if (record) return true;
  const { line, source, why } = await unreadOf(doc, taken, WHOLE);
  return doc === documents.now && row === doc.row && showUnread(line, source, why);
}

/** Shows what there is of a row that cannot be read, and why; nothing stays of the row before. @returns {boolean} false: there is nothing to decode */
function showUnread(line, source, why) {
  latest.forget();
  [record, unread] = ["", line];
  showRaw({ ...textParts(line), rows: { [documents.now.row]: source } });
  showReason(why);
  return false;
}

/** Says why a row cannot be read. */
function showReason(why) {
  showAlert(byId("alert"), asSentence(why));
  told = [asSentence(why), ""];
  say(...told);
}

/** Nothing is shown of any row. */
function clear() {
  latest.forget();
  [answer, shown, record] = [null, null, ""];
  marks.clear();
  draft.start(null);
  stale(false);
}

function showEmpty() {
  clear();
  place.show(null);
  page.dataset.state = "empty";
  delete page.dataset.kind;
  input.classList.remove("short");
  grow(input);
  say(ready(expected));
}

/** Goes to the view in which a new document is seen best. @returns {boolean} whether it is another one */
function goToView(doc, a) {
  if (!doc.fresh || a.waiting) return false;
  const name = (a.rowCount ?? 1) > 1 ? doc.fresh : "row";
  doc.fresh = "";
  if (name !== current.name) current.choose(name);
  return name !== "row";
}

function showAnswer(a) {
  const doc = documents.now;
  stale(false);
  if (!record && a.rowCount) takeForm(doc, a);
  else if (doc.spelt) Object.assign(a, doc.spelt);
  if (goToView(doc, a)) {
    late = true;
    page.dataset.state = "open";
    return;
  }
  if (a.waiting) {
    say(`Waiting for ${a.waiting}.`);
    if (!shown) page.dataset.state = "loading";
    documents.now.fresh = "";
    return;
  }
  if (!a.parts) {
    showRaw(a);
    showReason(a.error?.message ?? a.rows?.[doc.row]?.error?.message ?? "Nothing could be read");
    return;
  }
  answer = a;
  showStrip(a);
  place.show(a, record);
  shorten(input, () => place.line);
  const near = a.candidates?.length ? [] : (a.refused ?? []).filter((r) => r.covered > 0 && r.tree);
  const list = a.candidates?.length ? [...a.candidates] : near.map((r) => stopped(r, wish().format !== ""));
  if (!list.length) list.push(rawReading(a.parts));
  write(byId("readings-note"), readingsNote(a.candidates ?? [], near[0], wish().format !== ""));
  const rest = (a.refused ?? []).filter((r) => !near.includes(r));
  showRefused({ box: byId("refused"), summary: byId("refused-summary"), list: byId("refused-list") }, rest, near.length > 0);
  const at = preferred(list, wish().chosen);
  candidates.show(list, at);
  showReading(list[at]);
  prepare();
}

/** Shows bytes without any format. */
function showRaw(a = {}) {
  stale(false);
  const line = a.rows?.[documents.now.row]?.line; // of a row that cannot be read
  const raw = a.parts ? { parts: a.parts, spelling: a.spelling } : rawParts(line ? given().split("\n")[line - 1] : given());
  const titles = { hex: "Hex", text: "Plain text" };
  showAnswer({ spelling: raw.spelling, spellings: a.spellings ?? [{ id: raw.spelling, title: titles[raw.spelling] }], parts: raw.parts, rows: a.rows, candidates: [], refused: [] });
}

function showStrip(a) {
  if (a.spellings?.length) showSpellings(byId("read-as"), a.spellings, a.spelling, wish().spelling !== "");
  const other = a.alternatives?.find((id) => id !== "text");
  const title = a.spellings?.find((s) => s.id === other)?.title;
  showFacts(byId("facts"), a);
  const button = byId("alternative");
  const text = title && wish().spelling === "" ? `Also valid as ${visible(title).replace(/ \(.*\)$/, "")}` : "";
  if (!text) {
    fitted = "";
    button.hidden = true;
  }
  // Whether it fits is looked at once: the browser would lay out the page for each edit.
  if (text === fitted) return;
  fitted = text;
  button.hidden = false;
  button.textContent = text;
  button.dataset.spelling = other;
  // Hidden where it does not fit: the combobox offers the same. In the next frame the page is laid out anyway.
  requestAnimationFrame(() => {
    if (fitted) button.hidden = byId("clear").offsetTop > byId("read-as").offsetTop + 20;
  });
}

/** Shows one reading in Bytes and Fields. */
function showReading(c) {
  shown = c;
  const model = new Model(c.tree);
  if (!model.error && c.error) model.error = c.error;
  const kept = marks.pinned && sameNode(model, marks.pinned);
  marks.clear();
  draft.start(c.raw || c.refused ? null : subjectOf(c), c.raw || c.refused ? null : { ...c, parts: answer.parts });
  place.tell(model, c);
  fields.show(model);
  grid.show(model);
  if (kept) marks.update({ pinned: kept });
  page.dataset.state = "open";
  page.dataset.reading = c.raw ? "raw" : c.refused ? "error" : (answer.candidates.length > 1 ? "ambiguous" : "decode");
  write(byId("fields-note"), c.refused && model.error?.offset > 0 ? `decoded up to byte ${model.error.offset - 1}` : candidates.list.length > 1 ? `as ${c.title}` : "");
  showExpand();
  showAlert(byId("alert"), ...misread, ...(c.refused && model.error ? alertOf(c, model) : []));
  const notes = (answer.notes ?? []).filter((n) => !/^the text is also/.test(n)).map(asSentence);
  const wrong = failure(model);
  const sentences = decoder.failure ? [unloaded()] : [wrong && failureDetail(model), statusOf(answer, c, model), draft.left, documents.now.note, ...notes];
  told = [sentences.filter(Boolean).join(" "), wrong];
  say(...told);
  marks.tell();
  showAlike();
  showVersions();
  tellFormat(shellButton, c.raw ? undefined : c.format);
  if (documents.now.linked?.ready) showLinked(documents.now);
}

/** Shows what a link carried besides the data: its draft as a draft, and the selected field. */
async function showLinked(doc) {
  const { field, draft: fieldsOfLink } = doc.linked;
  delete doc.linked;
  if (fieldsOfLink) await draft.propose(fieldsOfLink);
  const node = field && fields.model.nodes[placesOf(fields.model.tree).indexOf(field)];
  if (!node) return;
  fields.reveal(node);
  fields.activate(node);
  marks.update({ pinned: node });
}

/** The context that an edit needs (see draft/edit.js). */
const subjectOf = (c) => ({
  format: c.format, record: c.record, part: c.part, parts: answer.parts, schema: schema(c.format),
  // The record of a row that was taken alone has a spelling of its own.
  context: record ? { text: record, row: 0 } : { text: given(), row: answer.row, spelling: answer.spelling },
});

/** The text for a copy button, or null if there is none. */
function textFor(form) {
  if (form === "link" || form === "link-data") return linkTo(sharing(), form === "link-data", record || unread);
  if (!shown) {
    say("There is nothing to copy yet.");
    return null;
  }
  const { timestamp } = answer;
  const bytes = draft.parts ?? answer.parts;
  const parts = Object.entries(bytes).map(([name, hex]) => ({ name, bytes: fromHex(hex) }));
  return copyText(form, { model: fields.model, parts, shown: draft.active ? { ...shown, fields: draft.fields } : shown, timestamp, print: (as) => decoder.print(as, bytes, { timestamp, source: storedIn(record) }) });
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

/** Takes what was typed; what was pasted into nothing is another document. */
function takeTyped(pasted) {
  misread = [];
  typed();
  const text = input.value;
  if (!documents.now || documents.now.kind !== "text" || pasted) {
    if (pasted) openText(text);
    else if (text.trim()) {
      documents.open(ofText(text, "typed text"));
      if (current.name !== "row") current.choose("row");
      else history.replace();
    }
  } else if (text === "") {
    close();
  } else {
    documents.edit(text);
    history.replace();
  }
}

function listenToInput() {
  let all = true; // whether what is typed or pasted replaces all there is
  input.addEventListener("beforeinput", () => { all = input.selectionEnd - input.selectionStart === input.value.length; });
  input.addEventListener("input", (e) => {
    takeTyped(all && e.inputType === "insertFromPaste");
    // After a paste, readers want to see the start, not the end.
    if (e.inputType === "insertFromPaste") input.scrollTop = 0;
  });
  input.addEventListener("focus", () => {
    input.classList.remove("short");
    grow(input);
  });
  // Long text stays out of the box: laying it out would freeze the tab.
  input.addEventListener("paste", (e) => {
    const text = e.clipboardData.getData("text/plain");
    if (text.length <= WHOLE) return;
    e.preventDefault();
    openText(text);
  });
  addEventListener("resize", () => {
    fitted = "";
    if (!input.classList.contains("short")) grow(input);
  });
  byId("read-as").addEventListener("change", (e) => {
    wish().spelling = e.target.value;
    documents.tell("spelling");
  });
  byId("alternative").addEventListener("click", (e) => {
    wish().spelling = e.target.dataset.spelling;
    documents.tell("spelling");
  });
  byId("pin").addEventListener("change", (e) => pin(e.target.checked && shown && !shown.raw ? shown : null));
}

/** Shows the text of another document. */
function showDocument(doc) {
  input.value = doc?.kind === "text" ? doc.text : "";
  byId("pin").checked = wish().format !== "";
  showLinkProblem();
  if (doc?.kind !== "text") delete page.dataset.reading;
  ask();
}

/** The choices of a link without data, for what will be opened. */
export function expect(state) {
  expected = { spelling: state.spelling, format: state.pin ? state.reading?.format ?? "" : "", record: state.pin === "record" ? state.reading?.record ?? "" : "", chosen: state.reading };
  byId("pin").checked = expected.format !== "";
  // The box may hold text that was typed before this script ran.
  if (input.value) takeTyped(false);
}

/** Says what of a link was not understood, or what the browser has not kept. */
export function showLinkProblem(...sentences) {
  misread = sentences;
  showAlert(byId("alert"), ...sentences);
}

/** The reading shown, with the fields of its draft if it has one; null if there is none, or none of the current row yet. */
export const reading = () => (!late && shown && !shown.raw && !shown.refused ? { ...shown, fields: draft.fields ?? shown.fields } : null);

/** The number of the node that is selected, -1 for none. */
export const selected = () => marks.pinned?.index ?? -1;

/** What a link may carry of this row; null if there is none. */
export const sharing = () => (answer?.parts && documents.now ? sharingOf({ answer, shown, marks, model: fields.model, draft, wish: wish(), unread }) : null);

/** @returns the view, as main.js describes it */
export function start() {
  listenToInput();
  listenToNumbers();
  keepLook(fields, marks);
  readAhead();
  copy.listen(byId("copy"), textFor, say);
  menu.listen(byId("copy-as"), byId("copy-menu"), giveOut);
  whenSchemaChanges(ask);
  documents.whenOpened((doc) => {
    if (doc && expected && !doc.wish.format) doc.wish = { ...doc.wish, ...expected, chosen: doc.wish.chosen ?? expected.chosen };
    if (doc) expected = null;
    showDocument(doc);
  });
  documents.whenChanged((doc, what) => {
    if (what === "total") place.count();
    byId("pin").checked = doc.wish.format !== "";
    if (what === "text" && input.value !== doc.text) input.value = doc.text;
    if (["text", "row", "family", "models", "table", "spelling"].includes(what)) ask();
  });
  decoder.listen({
    ready() {
      if (!documents.now) say(ready(expected));
    },
    failed() {
      if (documents.now) showRaw();
      say(unloaded());
    },
  });
  return {
    input,
    regions: () => [byId("place"), input, byId("candidates"), draft.originalGrid.root, grid.root, fields.root, byId("line"), byId("copy")],
    shown() {
      if (!documents.now) say(ready(expected));
      else if (late) ask();
      else if (draft.active) say(draft.sentence);
      else if (told[0]) say(...told);
      if (!input.classList.contains("short")) grow(input);
      if (documents.now) shorten(input, () => place.line);
      else input.focus();
    },
    step: (by) => place.step(by),
    open({ text, note, reading: chosen, pin, name }) {
      const doc = Object.assign(ofText(text, name), { note: note ?? "" });
      Object.assign(doc.wish, { chosen: chosen ?? null }, pin);
      present(doc);
    },
  };
}
