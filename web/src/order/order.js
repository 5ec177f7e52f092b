// The Order tool: keys in store order, with what decides between neighbours.

import { current, decoder, legends, sayIn, schema, whenSchemaChanges } from "../app.js";
import { escaped, fromHex } from "../bytes.js";
import { WHOLE } from "../document/documents.js";
import { Latest } from "../io/decoder.js";
import * as copy from "../share/copy.js";
import { showAlert } from "../view/alert.js";
import { byId, el, hide, option, visible } from "../view/dom.js";
import { number } from "../view/figures.js";
import { grow, showSpellings } from "../view/input.js";
import { filteredCount, filteredRows, mayBeSeveral, neighbours, rowKey } from "../workbench/current-row.js";
import { legendOf, show, sentenceOf } from "./view.js";

const say = sayIn("order");
const input = byId("order-input");
const root = byId("order-keys");
const sortedAs = byId("order-sorted-as");
const family = byId("order-family");

const SLOW = 10_000; // characters; sorting more takes a moment
const MOST = 1000; // keys; more are refused
const AT_ONCE = 100; // keys drawn before the reader asks for the rest
const wish = { spelling: "", format: "", family: "", most: AT_ONCE };
let keys = [];
let taken = ""; // the current row at the time the rows around it were taken
let around = ""; // those rows

const latest = new Latest(decoder, (request) => decoder.call("rl_answer", request), {
  answer: take,
  problem: (text) => complain(`The decoder failed on these keys: ${text}.`),
});

function ask() {
  grow(input);
  const text = input.value;
  if (text.trim() === "") {
    latest.forget();
    draw([]);
    complain("");
    byId("order-note").textContent = "store order; grey fields match the key above";
    return;
  }
  if (text.length > WHOLE) {
    complain("This is more than the page can sort; `rowlens order` sorts any number of keys.");
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

/** Shows the order in use and offers the other stores. */
async function showOrder(order) {
  byId("order-note").textContent = order.note ? `not the store's order: ${order.note}` : "store order; grey fields match the key above";
  byId("order-family-label").hidden = !order.families;
  const found = order.store ? `${order.store}, ${order.title}` : order.title;
  const formats = await legends();
  sortedAs.replaceChildren(
    option("", wish.format ? "Detect the store" : found, !wish.format),
    ...formats.map((f) => option(f.format, f.format === wish.format ? `${f.title}, ${order.title}` : f.title, f.format === wish.format)),
  );
}

function draw(list) {
  keys = list;
  byId("order-count").textContent = String(keys.length);
  byId("order-section").hidden = byId("order-copy").hidden = keys.length === 0;
  byId("order-example").hidden = input.value !== "";
  show(root, keys, wish.most, () => {
    wish.most = keys.length;
    ask();
  });
  byId("order-legend").replaceChildren(...legendOf(keys, AT_ONCE).map(({ role, names }) => el("li", { class: `r-${role}` }, names.join(", "))));
}

function complain(sentence) {
  showAlert(byId("order-alert"), sentence);
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

/** The key numbers share one Tab stop: arrows move, Enter opens the key in Row. */
function listenToKeys() {
  root.addEventListener("click", (e) => {
    const button = e.target.closest("[data-key]");
    if (button) openInRow(keys[Number(button.dataset.key)]);
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

function openInRow(key) {
  const parts = Object.values(key.parts);
  const text = parts.length === 1 ? parts[0] : JSON.stringify({ parts: key.parts, timestamp: key.timestamp });
  current.open("row", { text, name: "a key of Order" });
}

/** Takes other keys, in any spelling. */
function give(text) {
  input.value = text;
  wish.spelling = "";
  ask();
  input.focus();
}

function listen() {
  input.addEventListener("input", (e) => {
    if (input.value === "" || e.inputType === "insertFromPaste") wish.spelling = "";
    wish.most = AT_ONCE;
    ask();
    // After a paste, readers want to see the start, not the end.
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
  byId("order-example").addEventListener("click", ({ target }) => give(target.dataset.keys.trim()));
  byId("order-clear").addEventListener("click", () => give(""));
  byId("order-filtered").addEventListener("click", async () => {
    const lines = await filteredRows(MOST);
    if (!lines) return say("The rows were opened anew meanwhile.");
    const text = lines.join("\n");
    [taken, around] = [rowKey(), text];
    return give(text);
  });
  listenToKeys();
  copy.listen(byId("order-copy"), textFor, say);
  whenSchemaChanges(ask);
}

/** Offers the rows that pass the document's filter. */
function offerFiltered() {
  const n = filteredCount();
  hide(byId("order-filtered"), n < 2);
  byId("order-filtered").textContent = n > MOST ? `First ${number(MOST)} rows of the filter` : `${number(n)} rows of the filter`;
}

/** Begins with the rows around the current one, unless keys were already given. */
async function begin() {
  const key = rowKey();
  if (!mayBeSeveral() || key === taken || input.value !== around) return;
  const found = await neighbours();
  if (!found?.text.includes("\n") || key !== rowKey() || input.value !== around) return;
  [taken, around] = [key, found.text];
  input.value = found.text;
  ask();
}

/** @returns the mode, as main.js describes it */
export function start() {
  showSpellings(byId("order-read-as"), [], "", false);
  showOrder({ title: "as their store does" });
  listen();
  return {
    input,
    regions: () => [input, root.querySelector("[data-key][tabindex='0']"), byId("order-copy")].filter((e) => e?.offsetParent),
    shown() {
      grow(input);
      offerFiltered();
      say(keys.length ? sentenceOf(keys) : "Paste keys, one per line, or a dump.");
      begin();
    },
    open(given) {
      [taken, around] = [rowKey(), given.note ? given.text : ""];
      input.value = given.text;
      ask();
    },
    entered: () => (input.value.trim() ? { ...wish, text: input.value } : null),
    enter({ text, spelling, format, family: cf }) {
      family.value = cf ?? "";
      Object.assign(wish, { spelling, format, family: family.value });
      input.value = text;
      ask();
    },
  };
}
