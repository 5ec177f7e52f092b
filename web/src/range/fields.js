// One field of the range form: text, one of several words, a typed value, or a list of
// values with their orders.

import { showProblem } from "../view/alert.js";
import { el, icon, option, set, visible } from "../view/dom.js";
import { fieldWords, memberWords } from "../view/words.js";

let made = 0;

const select = (label, list, words = (w) => w) => el("select", { "aria-label": label, class: "range-select" }, ...list.map((w) => option(w, words(w))));
const box = (label) => el("input", { type: "text", "aria-label": label, class: "order-text", spellcheck: "false", autocomplete: "off" });
const framed = (s) => el("span", { class: "select" }, s, icon("down"));

/** A typed value as JSON: null and booleans as themselves, everything else as text. */
function typed(type, text) {
  if (type === "null") return { type, value: null };
  if (type === "boolean") return { type, value: text === "true" ? true : text === "false" ? false : text };
  return { type, value: text };
}

const plainText = (v) => (v === null || v === undefined ? "" : typeof v === "object" ? JSON.stringify(v) : String(v));

/** A control for plain text or one of several words. */
function plain(scan, changed) {
  const control = scan.choices ? select(scan.title, ["", ...scan.choices]) : box(scan.title);
  let other = ""; // the same as the other member says it
  const member = scan.or ? select(`${scan.title} is given as`, [scan.name, scan.or], fieldWords) : null;
  for (const e of [control, member]) {
    e?.addEventListener("input", () => {
      other = "";
      changed();
    });
  }
  return {
    parts: [member && framed(member), scan.choices ? framed(control) : control],
    focus: control,
    value: () => (control.value === "" ? {} : { [member?.value ?? scan.name]: control.value }),
    clear() { control.value = other = ""; },
    fill(fields) {
      const name = [scan.name, scan.or].find((n) => n && fields[n] !== undefined);
      control.value = plainText(fields[name]);
      if (member && name) member.value = name;
      other = name === scan.name && scan.or ? plainText(fields[scan.or]) : "";
    },
    /** Gives the field as the other member of the reading does, if it has both and nothing was typed. @returns {boolean} whether that is something else */
    turn() {
      if (!other || member.value !== scan.name) return false;
      [member.value, control.value, other] = [scan.or, other, ""];
      return true;
    },
  };
}

/** A control for a typed value. */
function value(label, types, changed) {
  const type = select(`${label} type`, types);
  const text = box(label);
  if (types.includes("string")) type.value = "string";
  type.addEventListener("input", changed);
  text.addEventListener("input", changed);
  return {
    parts: [framed(type), text],
    focus: text,
    given: () => text.value !== "" || type.value === "null",
    get: () => typed(type.value, text.value),
    clear() {
      text.value = "";
      if (type.value === "null") type.value = types.at(-1);
    },
    set(v) {
      type.value = v?.type ?? type.value;
      text.value = plainText(v?.value);
    },
  };
}

function single(scan, changed) {
  const v = value(scan.title, scan.types, changed);
  return {
    ...v,
    value: () => (v.given() ? { [scan.name]: v.get() } : {}),
    fill: (fields) => (fields[scan.name] ? v.set(fields[scan.name]) : v.clear()),
  };
}

/** A list of ordered values, with a button that adds one. */
function list(scan, changed) {
  const root = el("span", { class: "range-list" });
  const add = el("button", { type: "button", class: "text-button" }, "Add a value");
  let items = [];
  const push = () => {
    const at = items.length + 1;
    const v = value(`${scan.title} ${at}`, scan.types, changed);
    const order = scan.orders && select(`${scan.title} ${at} order`, scan.orders);
    order?.addEventListener("input", changed);
    const item = { v, order, root: el("span", { class: "range-item" }, order && framed(order), ...v.parts) };
    items.push(item);
    root.append(item.root);
    return item;
  };
  add.addEventListener("click", () => {
    push().v.focus.focus();
    changed();
  });
  const clear = () => {
    items = [];
    root.replaceChildren();
  };
  const get = ({ v, order }) => (order ? { order: order.value, value: v.get() } : v.get());
  return {
    parts: [root, add],
    focus: add,
    value() {
      const given = items.filter(({ v }) => v.given());
      return given.length ? { [scan.name]: given.map(get) } : {};
    },
    clear,
    fill(fields) {
      clear();
      for (const f of fields[scan.name] ?? []) {
        const item = push();
        item.v.set(item.order ? f.value : f);
        if (item.order && f.order) item.order.value = f.order;
      }
    },
  };
}

/**
 * One row of the form.
 * @param {object} member of "scan" in the answer to op formats
 * @param {() => void} changed
 * @param {() => void} cut empties the fields after this one
 * @param {boolean} more whether any follow
 * @param {object[]} legend of the record kind
 */
export function fieldRow(member, changed, cut, more, legend) {
  const scan = { ...member, title: memberWords(member.name, legend) };
  const id = `range-field-${++made}`;
  const control = scan.list ? list(scan, changed) : scan.types ? single(scan, changed) : plain(scan, changed);
  const problem = el("p", { id: `${id}-problem`, class: "problem", hidden: true });
  const doc = el("p", { id: `${id}-doc`, class: "quiet" }, visible(scan.doc));
  const stop = more && el("button", { type: "button", class: "text-button", "aria-label": `Only up to here, ${scan.title}` }, "Only up to here");
  if (stop) stop.addEventListener("click", cut);
  set(control.focus, { "aria-describedby": `${id}-doc` });
  return {
    ...control,
    names: [scan.name, scan.or].filter(Boolean),
    root: el("div", { class: "range-row" },
      el("span", { class: "range-name" }, visible(scan.title), scan.need ? el("span", { class: "quiet" }, " required") : ""),
      el("span", { class: "range-control" }, ...control.parts), el("span", { class: "range-about" }, doc, problem), stop),
    complain(sentence) {
      showProblem(problem, sentence, control.focus);
      set(control.focus, { "aria-describedby": sentence ? `${id}-problem` : `${id}-doc` });
    },
  };
}
