// Completes the word at the caret of a filter: the name of a member or, after a comparison, a value known from the facets.

import { el, hide, set, visible } from "../view/dom.js";

const MOST = 8; // names
const LONG = 2_000; // characters of a filter that is typed by hand: the search below takes quadratic time

/** Whether a text continues what is typed; a quotation mark before either does not matter. */
const begins = (text, typed) => text !== typed && text.replace('"', "").toLowerCase().startsWith(typed.replace('"', "").toLowerCase());

/**
 * What may complete the beginning of a filter.
 * @param {string} before the text before the caret
 * @param {string[]} names of members
 * @param {string[]} terms of the facets, "name = value"
 * @returns {{texts: string[], from?: number}} from is where the part begins that they replace
 */
function offered(before, names, terms) {
  if (before.length > LONG) return { texts: [] };
  const [, name, value] = /([\w.]+)\s*!?[=~]\s*("[^"]*|[^"=!<>~^()]*)$/.exec(before) ?? [];
  const values = terms.filter((t) => name && t.startsWith(`${name} = `)).map((t) => t.slice(name.length + 3)).filter((text) => begins(text, value));
  if (values.length) return { texts: values, from: before.length - value.length };
  const [, left, word] = /^(.*?)([a-z][\w.]*)$/i.exec(before) ?? [];
  const isValue = !word || /[=<>~^]\s*$/.test(left) || left.split('"').length % 2 === 0; // after a comparison, or in quotes
  const found = isValue ? [] : [...new Set(names)].filter((text) => begins(text, word));
  return { texts: found.sort((a, b) => a.length - b.length).slice(0, MOST), from: left?.length };
}

/**
 * Offers completions below a filter. A filter box on the same input must come later: a key that chooses here does not enter the filter.
 * @param {HTMLInputElement} input
 * @param {HTMLElement} list its listbox
 * @param {{names(): string[], terms(): string[]}} known
 */
export function listen(input, list, { names, terms }) {
  let texts = [];
  let [from, to] = [0, 0];
  let active = -1;

  const mark = (at) => {
    active = at;
    [...list.children].forEach((e, i) => set(e, { "aria-selected": String(i === at) }));
    set(input, { "aria-activedescendant": list.children[at]?.id });
  };
  const close = () => {
    hide(list, true);
    mark(-1);
  };
  const offer = () => {
    const { value, selectionStart } = input;
    to = selectionStart;
    ({ texts, from } = offered(value.slice(0, to), names(), terms()));
    if (value[from] === '"' && value[to] === '"') to++; // the quotes belong to the value that is taken
    list.replaceChildren(...texts.map((text, i) => el("div", { role: "option", id: `${list.id}-${i}` }, el("span", {}, visible(text)))));
    hide(list, !texts.length);
    mark(-1);
  };
  const take = (i) => {
    input.setRangeText(texts[i], from, to, "end");
    input.dispatchEvent(new Event("input"));
    close();
  };

  input.addEventListener("input", offer);
  input.addEventListener("blur", close);
  input.addEventListener("click", close);
  input.addEventListener("keydown", (e) => {
    if (list.hidden || e.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    // Past the last one, or up from the first, none is marked.
    if (by) mark(((active + 1 + by + texts.length + 1) % (texts.length + 1)) - 1);
    else if (active >= 0 && (e.key === "Enter" || (e.key === "Tab" && !e.shiftKey))) take(active);
    else {
      close();
      if (e.key !== "Escape") return; // which would empty the input
    }
    e.preventDefault();
    e.stopImmediatePropagation();
  });
  list.addEventListener("mousedown", (e) => e.preventDefault()); // the focus stays in the input
  list.addEventListener("click", (e) => {
    const i = [...list.children].indexOf(e.target.closest("[role=option]"));
    if (i >= 0) take(i); // not if the click was beside them
  });
}
