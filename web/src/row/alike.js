// The rows of the document that are of the same edge as the current one, or else of the same entity.

import { current, documents, session } from "../app.js";
import { byId, hide, visible } from "../view/dom.js";
import { number } from "../view/figures.js";

const AT_ONCE = 50_000; // rows that are looked through without being asked to
const REST = 250; // ms on a row after which they are: who steps through rows does not wait for it

let where = ""; // the filter that takes them
let asked = 0;
let early = false; // it was asked before all rows were read, or while they were opened anew

/** Offers them once all rows are read, too. */
export function listenToAlike() {
  session.on("state", () => {
    if (early && session.has(documents.now)) showAlike();
  });
}

/** Offers those rows with their number, if there are others. */
export async function showAlike() {
  const mine = ++asked;
  const button = byId("row-alike");
  hide(button, true);
  const doc = documents.now;
  early = !session.has(doc);
  if (early || session.state.rows < 2 || session.state.rows > AT_ONCE) return;
  await new Promise((rest) => { setTimeout(rest, REST); });
  if (mine !== asked || doc !== documents.now) return;
  const found = await session.ask("alike", { row: doc.row }).catch(() => {
    early = !session.has(doc);
    return { count: 0 };
  });
  if (mine !== asked || found.count < 2) return;
  where = found.where;
  button.textContent = `All rows of this ${visible(found.of)} ${number(found.count)}`;
  button.hidden = false;
}

/** Shows them in Rows. */
export function toAlike() {
  documents.change({ where, failed: false }, "where");
  current.choose("rows");
}
