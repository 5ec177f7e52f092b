// The Time mode: versions and timestamps as instants, in every form and back.

import { decoder, say } from "../app.js";
import { toClipboard } from "../share/copy.js";
import { showAlert } from "../view/alert.js";
import { byId, el, option, visible } from "../view/dom.js";
import { grow } from "../view/input.js";

const input = byId("time-input");
const layout = byId("time-layout");
const form = byId("time-form");

const FORMS = [["version", "version"], ["plain", "plain bytes"], ["inverted", "inverted bytes"], ["varint", "var-int bytes"]];

let layouts = [];
let asked = 0;

const call = (request) => decoder.call("rl_answer", { op: "hlc", ...request });

async function ask() {
  grow(input);
  const id = ++asked;
  const text = input.value.trim();
  if (text === "") {
    show(null, []);
    complain("");
    return;
  }
  try {
    const one = await call({ text, layout: layout.value, ...(form.value && { form: form.value }) });
    const others = await Promise.all(layouts.map((l) => call({ text, layout: l.layout, ...(form.value && { form: form.value }) })));
    const instant = one.error ? [] : await Promise.all(layouts.map((l) => call({ text: `${one.utc}/${one.logical}`, layout: l.layout })));
    if (id === asked) take(one, others, instant);
  } catch (e) {
    if (id === asked && !decoder.failure) complain(`The decoder failed: ${e.message}.`);
  }
}

function take(one, others, instant) {
  complain(one.error ? `${one.error}.` : "");
  show(one.error ? null : one, layouts.map((l, i) => ({ ...l, read: others[i], written: instant[i] })));
  say(one.error ? `${visible(one.error)}.` : `${spaced(one.utc)}, counter ${one.logical}.`);
}

const complain = (sentence) => showAlert(byId("time-alert"), sentence);

const spaced = (utc) => utc.replace("T", " ").replace(/Z$/, " UTC");

/** The instant in the reader's locale and time zone. */
function local(ms) {
  const date = new Date(Number(ms));
  if (Number.isNaN(date.getTime())) return "beyond what a browser can show";
  const format = new Intl.DateTimeFormat(undefined, {
    weekday: "short", year: "numeric", month: "long", day: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3, timeZoneName: "longOffset",
  });
  return `${format.format(date)} (${format.resolvedOptions().timeZone})`;
}

function show(one, list) {
  byId("time-out").hidden = !one;
  byId("time-others").hidden = list.length === 0;
  if (one) {
    const line = (name, text, copied = text) => [
      el("dt", {}, name),
      el("dd", {}, el("code", {}, visible(text)), copied && el("button", { type: "button", class: "text-button", "data-copied": copied, "aria-label": `Copy ${name}` }, "Copy")),
    ];
    byId("time-forms").replaceChildren(
      ...line("UTC", one.utc), ...line("local", local(one.physical), ""), ...line("milliseconds", one.physical, `${one.physical}ms`), ...line("logical counter", String(one.logical), ""),
      ...FORMS.filter(([name]) => one[name] !== undefined).flatMap(([name, words]) => line(words, one[name])),
    );
  }
  byId("time-layouts").replaceChildren(...list.map(rowOf));
}

/** One layout: the text read in it, and the instant written in it. */
function rowOf({ layout: name, title, read, written }) {
  const choose = el("button", { type: "button", class: "text-button", "data-layout": name, "aria-pressed": String(name === layout.value) }, visible(title));
  const said = (a, text) => (a && !a.error ? el("code", {}, visible(text(a))) : el("span", { class: "quiet" }, a ? "not in this layout" : "nothing"));
  return el("tr", {},
    el("th", { scope: "row" }, choose),
    el("td", {}, said(read, (a) => a.utc)), el("td", {}, said(read, (a) => String(a.logical))), el("td", {}, said(written, (a) => a.version)));
}

function listen() {
  input.addEventListener("input", ask);
  layout.addEventListener("change", ask);
  form.addEventListener("change", ask);
  byId("time-layouts").addEventListener("click", (e) => {
    const button = e.target.closest("[data-layout]");
    if (!button) return;
    layout.value = button.dataset.layout;
    ask();
  });
  byId("time-forms").addEventListener("click", (e) => {
    const button = e.target.closest("[data-copied]");
    if (button) toClipboard(button.dataset.copied, button.dataset.copied, say);
  });
  byId("time-now").addEventListener("click", () => {
    input.value = new Date().toISOString();
    ask();
  });
  byId("time-clear").addEventListener("click", () => {
    input.value = "";
    ask();
    input.focus();
  });
}

/** @returns the tool, as main.js describes it */
export function start() {
  listen();
  decoder.request({ op: "hlc" }).then((a) => {
    layouts = a.layouts;
    layout.replaceChildren(...layouts.map((l) => option(l.layout, l.title)));
    if (input.value) ask();
  }, () => complain("The decoder could not be loaded; on the command line, rowlens hlc does this."));
  return {
    input,
    regions: () => [input, layout, byId("time-forms").querySelector("button"), byId("time-layouts").querySelector("button")].filter((e) => e?.offsetParent),
    shown() {
      grow(input);
      if (input.value) ask();
      else say("Paste a version, hex of its bytes, a timestamp or a time.");
    },
    open(given) {
      input.value = given.text;
      ask();
    },
  };
}
