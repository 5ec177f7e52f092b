// Layouts that the row keys of the document suggest (docs/layouts.md), each with its evidence. One press uses it.

import { decoder, documents, schema, session } from "../app.js";
import { byId, el, hide, visible } from "../view/dom.js";
import { rowKeys, several } from "./current-row.js";

const KEYS = 100; // more tell hardly more
const LEAST = 3; // as many as the codec asks for

/** Whether so many rows may suggest a layout. */
export const canLearn = (rows) => rows >= LEAST;

/** Whether the document has so many, or may have while they are still being read. */
const mayLearn = (doc) => canLearn(doc?.total ?? 0) || several(doc) && !session.has(doc);

const list = byId("schema-learnt");

function show(layouts) {
  list.hidden = layouts.length === 0;
  list.replaceChildren(...layouts.map(({ layout, evidence }) => el("li", {}, el("code", {}, visible(layout)),
    el("button", { type: "button", class: "text-button", "data-layout": layout, "aria-label": `Use ${visible(layout)}` }, "Use"),
    el("ul", { class: "learnt-why" }, ...evidence.map((why) => el("li", {}, visible(why)))))));
}

/** Shows what the keys of the rows suggest, in the schema's panel. */
async function learn() {
  const doc = documents.now;
  schema.show();
  schema.complain("");
  show([]);
  const keys = await rowKeys(KEYS);
  const asked = decoder.request({ op: "derive", format: "layout", record: "learn", given: { keys } });
  const [layouts, problem] = await asked.then(({ result }) => [result.layouts, "The row keys show no layout."], (e) => [[], e.message]);
  if (doc !== documents.now) return;
  show(layouts);
  if (layouts.length) list.querySelector("button").focus();
  else schema.complain(problem);
}

export function start() {
  const offer = () => hide(byId("schema-learn"), !mayLearn(documents.now));
  documents.whenOpened(() => {
    show([]);
    offer();
  });
  documents.whenChanged(offer);
  byId("schema-learn").addEventListener("click", learn);
  byId("rows-learn").addEventListener("click", learn);
  list.addEventListener("click", async (e) => {
    const { layout } = e.target.dataset;
    if (!layout) return;
    await schema.add("learnt from the rows", { text: layout });
    show([]);
    byId("schema-toggle").focus();
  });
}
