// The Order mode: keys in the order of their store and what decides between
// neighbours; below them the range of a scan.

import { current, decoder, say, schema, whenSchemaChanges } from "../app.js";
import { escaped, fromHex } from "../bytes.js";
import { Latest } from "../io/decoder.js";
import { shorten } from "../io/files.js";
import * as copy from "../share/copy.js";
import { byId, el, visible } from "../view/dom.js";
import { grow, showSpellings } from "../view/input.js";
import { legends } from "./legends.js";
import { rangeForm } from "./range.js";
import { legendOf, show, sentenceOf } from "./view.js";

const input = byId("order-input");
const root = byId("order-keys");
const sortedAs = byId("order-sorted-as");
const family = byId("order-family");

const SLOW = 10_000; // characters from which on sorting takes a moment
const AT_ONCE = 100; // keys that are drawn before one asks for the others
const wish = { spelling: "", format: "", family: "", most: AT_ONCE };
let keys = [];
let range;

const latest = new Latest(decoder, "rl_answer", {
  answer: take,
  problem: (text) => complain(`The decoder failed on these keys: ${text}.`),
});

function ask() {
  grow(input);
  const { text, note } = shorten(input.value);
  if (text.trim() === "") {
    latest.forget();
    draw([]);
    complain("");
    byId("order-note").textContent = "store order; grey is the same as above";
    return;
  }
  if (note) {
    complain("This is more than the page sorts; `rowlens order` sorts any number of keys.");
    return;
  }
  const request = { op: "order", text, readings: wish.most + 1 };
  if (wish.spelling) request.spelling = wish.spelling;
  if (wish.format) request.format = wish.format;
  if (wish.family.trim()) request.cf = wish.family.trim();
  const s = schema(wish.format);
  if (s) request.schema = s;
  if (!decoder.ready) say("Decoder loading…");
  else if (text.length > SLOW) say("Sorting…");
  latest.ask(request);
}

function take(answer) {
  if (answer.spellings?.length) showSpellings(byId("order-read-as"), answer.spellings, answer.spelling, wish.spelling !== "");
  if (answer.waiting) {
    say(`Waiting for ${answer.waiting}.`);
    return;
  }
  if (answer.error) {
    complain(`${answer.error}.`);
    say(answer.error);
    return;
  }
  complain("");
  showOrder(answer.order);
  draw(answer.keys);
  say([sentenceOf(keys), answer.order.note && `${visible(answer.order.note)}.`].filter(Boolean).join(" "));
}

/** Says by what the keys are sorted, and lets another store be chosen. */
async function showOrder(order) {
  byId("order-note").textContent = order.note ? `not the store's order: ${order.note}` : "store order; grey is the same as above";
  byId("order-family-label").hidden = !order.families;
  const option = (value, text) => el("option", { value, selected: value === wish.format }, text);
  const found = order.store ? `${order.store}, ${order.title}` : order.title;
  const formats = await legends();
  sortedAs.replaceChildren(
    option("", wish.format ? "Detect the store" : found),
    ...formats.map((f) => option(f.format, f.format === wish.format ? `${f.title}, ${order.title}` : f.title)),
  );
}

function draw(list) {
  keys = list;
  byId("order-count").textContent = String(keys.length);
  byId("order-copy").hidden = keys.length === 0;
  show(root, keys, wish.most, () => {
    wish.most = keys.length;
    ask();
  });
  byId("order-legend").replaceChildren(...legendOf(keys, AT_ONCE).map(({ role, names }) => el("li", { class: `r-${role}` }, names.join(", "))));
  range.offer(keys);
}

function complain(sentence) {
  const box = byId("order-alert");
  box.hidden = sentence === "";
  box.replaceChildren(...(sentence ? [el("p", { class: "what" }, visible(sentence))] : []));
  if (sentence) draw([]);
}

const eachKey = (spell) => keys.map((k) => Object.entries(k.parts).filter(([name]) => name !== "value").map(([, hex]) => spell(hex)).join("\t")).join("\n");

function textFor(form) {
  switch (form) {
    case "hex": return eachKey((hex) => hex);
    case "escaped": return eachKey((hex) => escaped(fromHex(hex)));
    case "json": return keys.map(({ reading: _, ...key }) => JSON.stringify(key)).join("\n");
    default: return [...root.querySelectorAll(".order-why, .order-row")].map((line) => line.dataset.text).join("\n");
  }
}

/** The numbers are one Tab stop: arrows move, Enter opens the key in Decode. */
function listenToKeys() {
  root.addEventListener("click", (e) => {
    const button = e.target.closest("[data-key]");
    if (button) openInDecode(keys[Number(button.dataset.key)]);
  });
  root.addEventListener("keydown", (e) => {
    const list = [...root.querySelectorAll("[data-key]")];
    const at = list.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 }[e.key];
    if (at < 0 || list[to] === undefined || e.altKey || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    list[at].tabIndex = -1;
    list[to].tabIndex = 0;
    list[to].focus();
  });
}

function openInDecode(key) {
  const parts = Object.values(key.parts);
  const text = parts.length === 1 ? parts[0] : JSON.stringify({ parts: key.parts, timestamp: key.timestamp });
  current.open("decode", { text });
  byId("input").focus();
}

function listen() {
  input.addEventListener("input", (e) => {
    if (input.value === "" || e.inputType === "insertFromPaste") wish.spelling = "";
    wish.most = AT_ONCE;
    ask();
    // After a paste the beginning is what one wants to see, not the end.
    if (e.inputType === "insertFromPaste") input.scrollTo(0, 0);
  });
  byId("order-read-as").addEventListener("change", (e) => {
    wish.spelling = e.target.value;
    ask();
  });
  sortedAs.addEventListener("change", () => {
    wish.format = sortedAs.value;
    ask();
  });
  family.addEventListener("input", () => {
    wish.family = family.value;
    ask();
  });
  byId("order-clear").addEventListener("click", () => {
    input.value = "";
    wish.spelling = "";
    ask();
    input.focus();
  });
  listenToKeys();
  copy.listen(byId("order-copy"), textFor, say);
  whenSchemaChanges(ask);
}

/** @returns what main.js asks of a mode */
export function start() {
  range = rangeForm();
  showSpellings(byId("order-read-as"), [], "", false);
  showOrder({ title: "as their store does" });
  listen();
  return {
    input,
    regions: () => [input, root.querySelector("[data-key][tabindex='0']"), byId("range-format"), byId("range-copy")].filter((e) => e?.offsetParent),
    shown: () => grow(input),
    open(given) {
      input.value = given.text;
      ask();
    },
  };
}
