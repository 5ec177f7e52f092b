// The Range tool: the known leading fields of a key give its start and stop keys.

import { current, decoder, documents, legends, sayIn, schema, session, whenSchemaChanges } from "../app.js";
import { count } from "../bytes.js";
import { Latest } from "../io/decoder.js";
import * as copy from "../share/copy.js";
import { byId, el, hide, option, set, visible } from "../view/dom.js";
import { all, equals } from "../view/expression.js";
import { asSentence, atLeast } from "../view/words.js";
import { onceAtRest } from "../workbench/at-rest.js";
import { currentRow, mayBeSeveral, partsOf, rowKey } from "../workbench/current-row.js";
import { needRows } from "../workbench/rows.js";
import { fieldRow } from "./fields.js";

const say = sayIn("range");
const FILTERS = { HBase: "family", Accumulo: "family", RocksDB: "cf", LMDB: "" }; // what the family of a range is in a filter

const READY = "Give the fields you know, starting with the first.";

const format = byId("range-format");
const record = byId("range-record");
const out = byId("range-out");

let formats = [];
let rows = []; // the rows of the form, as fields.js makes them
let answer = null;
let form = "";
let known = null; // the formats, later
let taken = ""; // the current row whose fields were taken
let filled = "{}"; // those fields

const latest = new Latest(decoder, (request) => decoder.call("rl_answer", request), {
  answer: showAnswer,
  problem: (text) => say(`The decoder failed on this range: ${text}.`),
});

const scanned = (f) => f?.records.filter((r) => r.scan) ?? [];
const formatOf = (name) => formats.find((f) => f.format === name);
const recordOf = () => scanned(formatOf(format.value)).find((r) => r.record === record.value);

function showRecords(name) {
  const f = formatOf(format.value);
  record.replaceChildren(...scanned(f).map((r) => option(r.record, r.title, r.record === name)));
  showFields();
}

function showFields() {
  const { scan: members = [], fields } = recordOf() ?? {};
  rows = members.map((scan, i, list) => fieldRow(scan, ask, () => {
    for (const row of rows.slice(i + 1)) row.clear();
    ask();
  }, i + 1 < list.length, fields));
  byId("range-fields").replaceChildren(...rows.map((r) => r.root));
  ask();
}

function ask() {
  const fields = Object.assign({}, ...rows.map((r) => r.value()));
  for (const r of rows) r.complain("");
  if (Object.keys(fields).length === 0) {
    latest.forget();
    out.hidden = true;
    return;
  }
  const request = { op: "range", format: format.value, record: record.value, fields };
  const s = schema(format.value);
  if (s) request.schema = s;
  latest.ask(request);
}

function showAnswer(a) {
  out.hidden = Boolean(a.error);
  if (a.error) {
    // "indexValues[0].value" is shown at indexValues; a member outside the form, at the first field.
    const name = /^[^.[]*/.exec(a.field ?? "")[0];
    const row = rows.find((r) => r.names.includes(name)) ?? rows[0];
    // A name may need what the fields do not say, such as the model; the same as it is stored does not.
    const untouched = typed() === filled;
    if (row?.turn?.()) {
      if (untouched) filled = typed();
      ask();
    } else row?.complain(a.error);
    return;
  }
  answer = a;
  const own = formatOf(format.value).store in FILTERS;
  if (own) answer.forms = a.forms.filter((f, i) => !f.shell || i === 0); // that of the format's store is the first
  if (!a.forms.some((f) => f.name === form)) form = a.forms[0].name;
  showRange();
}

function showRange() {
  const term = (name, hex, note) => [el("dt", {}, name), el("dd", {}, hex ? el("code", {}, hex) : note)];
  byId("range-keys").replaceChildren(
    ...term("prefix", answer.prefix, "none"), ...term("start", answer.start, "the first key"),
    ...term("stop", answer.stop, "none: no key follows this prefix"),
    ...[...(answer.notes ?? []), ...(answer.meets ?? [])].flatMap((note) => [el("dt", {}, "note"), el("dd", { class: "warn" }, asSentence(note))]),
    ...(answer.where ? term("filter that leaves out the rest", visible(answer.where)) : []),
  );
  countRows();
  const chosen = answer.forms.find((f) => f.name === form);
  byId("range-text").textContent = visibleLines(chosen.text);
  set(byId("range-text"), { "aria-label": `Range, ${chosen.title}` });
  const bar = byId("range-copy");
  const names = [...bar.querySelectorAll("button")].map((b) => b.dataset.copy).join();
  if (names !== answer.forms.map((f) => f.name).join()) {
    bar.replaceChildren(bar.firstElementChild, ...answer.forms.map((f, i) => el("button", {
      type: "button", class: "text-button", "data-copy": f.name, "aria-label": `Copy as ${f.title}`, tabindex: i ? -1 : 0,
    }, f.title)));
  }
}

const visibleLines = (text) => text.trimEnd().split("\n").map(visible).join("\n");

/** Fills the form with the fields of a reading, up to one of them. */
function fill({ format: f, record: r, fields }, upTo = "") {
  format.value = f;
  showRecords(r);
  const last = rows.findIndex((row) => row.names.includes(upTo));
  for (const [i, row] of rows.entries()) if (last < 0 || i <= last) row.fill(fields);
  ask();
}

/** The rows of the document in the range, as a filter; "" where a filter does not say it. */
function whereOf() {
  const { store } = formatOf(format.value) ?? {};
  if (!answer?.prefix || answer.start !== answer.prefix || !documents.now) return "";
  return all(`${answer.part} ^= ${answer.prefix}`, answer.family && FILTERS[store] && equals(FILTERS[store], answer.family));
}

/** Says how many rows of the document are in the range. */
const countRows = onceAtRest({
  clear: () => hide(byId("range-rows"), true),
  async ask() {
    const where = whereOf();
    return where && !out.hidden ? { ...(await session.ask("locate", { where, all: true })), where } : null;
  },
  show({ count: n, where }) {
    const button = byId("range-rows");
    button.textContent = `${atLeast(session.state) && "At least "}${count(n, "row")} of this document ${n === 1 ? "is" : "are"} in the range`;
    button.dataset.where = where;
    hide(button, false);
  },
});

const usable = (r) => r?.fields && scanned(formatOf(r.format)).some((kind) => kind.record === r.record);

/** A reading of which ranges are made: where none are of its rows, that of the key alone. */
async function rangeable(reading) {
  if (!reading?.fields || usable(reading)) return reading;
  const { format: f, title } = reading;
  const parts = partsOf(reading);
  const kind = scanned(formatOf(f)).find((r) => r.parts.every((part) => parts[part]));
  if (!kind) return reading;
  const known = schema(f);
  const { candidates = [] } = await decoder.call("rl_inspect", { format: f, record: kind.record, parts: Object.fromEntries(kind.parts.map((part) => [part, parts[part]])), ...(known && { schema: known }) });
  return usable(candidates[0]) ? { ...candidates[0], title } : reading;
}

/** What the form has. */
const typed = () => JSON.stringify(Object.assign({}, ...rows.map((r) => r.value())));

/** Takes the fields of a reading. @returns {boolean} whether ranges are made of such rows */
function take(reading, upTo) {
  if (usable(reading)) {
    fill(reading, upTo);
    filled = typed();
    return true;
  }
  if (reading && formatOf(reading.format)) {
    format.value = reading.format;
    showRecords("");
    filled = typed();
  }
  say(reading ? `No range can be made from the fields of ${visible(reading.title)}. ${READY}` : "No format reads the current row, so there is nothing to start from.");
  return false;
}

/** Takes the fields of the current row. */
async function takeRow() {
  const key = rowKey();
  const [row] = await Promise.all([currentRow(), known]);
  const reading = await rangeable(row?.reading);
  if (key !== rowKey() || current.name !== "range") return;
  taken = key;
  if (take(reading)) say(`The fields of ${row.words}; “Only up to here” widens the range.`);
}

/** Begins with the current row, unless the form has something that was typed. */
function begin() {
  say(READY);
  if (mayBeSeveral()) needRows();
  if (rowKey() && rowKey() !== taken && ["{}", filled].includes(typed())) takeRow();
  else if (answer) countRows();
}

/** @returns the tool, as main.js describes it */
export function start() {
  known = legends().then((list) => {
    formats = list.filter((f) => scanned(f).length);
    format.replaceChildren(...formats.map((f) => option(f.format, f.title)));
    showRecords("");
  });
  format.addEventListener("change", () => showRecords(""));
  record.addEventListener("change", showFields);
  byId("range-take").addEventListener("click", takeRow);
  byId("range-rows").addEventListener("click", (e) => {
    documents.change({ where: e.target.dataset.where, failed: false }, "where");
    current.choose("rows");
  });
  copy.listen(byId("range-copy"), (name) => {
    form = name;
    showRange();
    return answer.forms.find((f) => f.name === name).text.trimEnd();
  }, say);
  whenSchemaChanges(ask);
  return {
    input: format,
    regions: () => [format, byId("range-fields"), byId("range-copy")].filter((e) => e.offsetParent),
    shown: begin,
    entered: () => (typed() === "{}" ? null : { format: format.value, record: record.value, fields: JSON.parse(typed()) }),
    enter(given) {
      taken = rowKey();
      known.then(() => formatOf(given.format) && fill(given)).catch(showFields); // of another version, or of nobody
    },
    open: ({ reading, upTo }) => known.then(() => rangeable(reading)).then((own) => (taken = rowKey()) && take(own, upTo) && say(`The fields of ${visible(reading.title)}${upTo ? ` up to ${visible(upTo)}` : ""}.`)),
  };
}
