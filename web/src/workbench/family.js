// The table of a dump that does not say it: the tables of the models by how many of its rows
// decode. One that alone reads all is taken; otherwise the reader chooses.

import { decoder, documents, say, schema, whenSchemaChanges } from "../app.js";
import { count } from "../bytes.js";
import { byId, el, hide, set, visible } from "../view/dom.js";
import { number } from "../view/figures.js";
import * as history from "./history.js";

const LOOKED = 1 << 18; // characters of a text whose rows are tried

let active = 0; // the option with the focus

/** The table that is taken without being asked about, or undefined. */
function sure({ rows, families, named }) {
  const whole = families.filter((f) => f.rows === rows);
  return whole.length > 1 ? whole.find((f) => f.family === named) : whole[0];
}

/** Tries the tables of the models on the rows of a document. */
async function ask() {
  const doc = documents.now;
  if (!doc || doc.kind === "store") return;
  const s = schema();
  if (!s) {
    doc.families = null;
    show();
    return;
  }
  const text = (doc.text ?? await doc.file.slice(0, LOOKED).text()).slice(0, LOOKED);
  const whole = text.slice(0, text.length < LOOKED ? text.length : text.lastIndexOf("\n"));
  const request = { op: "families", text: whole, file: doc.name, schema: s };
  if (doc.wish.spelling) request.spelling = doc.wish.spelling;
  const answer = await decoder.request(request).catch(() => null); // a text that cannot be read has no rows
  if (doc !== documents.now) return;
  doc.families = answer?.families?.some((f) => f.rows > 0) ? answer : null;
  if (doc.families && !doc.family) {
    const one = sure(answer);
    const all = answer.families.filter((f) => f.rows === answer.rows).length;
    if (one) take(one, `${number(answer.rows)} rows, all decode as ${one.title}. ${all > 1 ? `They decode as ${count(all - 1, "other table")} too; the file's name decides.` : "No other table of the models reads them all."}`, history.replace);
    else say("Which table is it from? The dump does not say its column family; “Table” lists those of the models.");
  }
  show();
}

/** Reads the rows as those of a table. */
function take({ family, title }, sentence, write) {
  documents.change({ family, familyTitle: title }, "family");
  write();
  if (sentence) say(visible(sentence));
  show();
}

function show() {
  const doc = documents.now;
  const found = doc?.families;
  hide(byId("family"), !found);
  hide(byId("rows-family"), true);
  if (!found) return;
  const chosen = found.families.find((f) => f.family === doc.family);
  hide(byId("rows-family"), Boolean(chosen));
  byId("family-name").textContent = chosen ? `: ${visible(chosen.title)}` : ": which?";
  byId("family-why").textContent = `The dump does not say the column family; ${count(found.rows, "row")} of it were tried`;
  const some = found.families.filter((f) => f.rows > 0);
  active = Math.max(some.indexOf(chosen), 0);
  byId("family-list").replaceChildren(...some.map((f, i) => {
    const bar = el("span", { class: "bar-full", "aria-hidden": "true" }, el("span", {}));
    bar.firstChild.style.width = `${(100 * f.rows) / found.rows}%`;
    return el("div", { role: "option", id: `family-${i}`, "aria-selected": String(f === chosen), "data-family": f.family },
      el("b", {}, visible(f.title)), el("code", {}, f.family), bar, el("span", { class: "number" }, `${number(f.rows)} of ${number(found.rows)}`));
  }));
  set(byId("family-list"), { "aria-activedescendant": `family-${active}` });
  byId("family-rest").textContent = `${found.families.length - some.length} more decode none`;
}

const open = (is) => {
  byId("family-dialog").hidden = !is;
  set(byId("family-toggle"), { "aria-expanded": String(is) });
  byId(is ? "family-list" : "family-toggle").focus();
};

const choose = (family) => {
  const { families, rows } = documents.now.families;
  const one = families.find((f) => f.family === family);
  open(false);
  take(one, `${number(one.rows)} of the first ${number(rows)} rows decode as ${one.title}.`, history.push);
};

export function start() {
  const list = byId("family-list");
  byId("rows-family-choose").addEventListener("click", (e) => {
    e.stopPropagation(); // a click elsewhere closes the list
    open(true);
  });
  byId("family-toggle").addEventListener("click", () => open(byId("family-dialog").hidden));
  list.addEventListener("click", (e) => {
    const option = e.target.closest("[role=option]");
    if (option) choose(option.dataset.family);
  });
  list.addEventListener("keydown", (e) => {
    const options = [...list.children];
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: options.length - 1 }[e.key];
    if (e.key === "Enter" || e.key === " ") choose(options[active].dataset.family);
    else if (e.key === "Escape") open(false);
    else if (options[to]) {
      active = to;
      set(list, { "aria-activedescendant": `family-${to}` });
      options.forEach((o, i) => o.classList.toggle("active", i === to));
      options[to].scrollIntoView({ block: "nearest" });
    } else return;
    e.preventDefault();
  });
  addEventListener("click", (e) => {
    if (!byId("family-dialog").hidden && !byId("family").contains(e.target)) {
      byId("family-dialog").hidden = true;
      set(byId("family-toggle"), { "aria-expanded": "false" });
    }
  });
  documents.whenOpened(() => {
    show();
    ask();
  });
  documents.whenChanged((_, what) => {
    if (what === "text" || what === "models" || what === "spelling") ask();
    else if (what === "family") show();
  });
  whenSchemaChanges(ask);
}
