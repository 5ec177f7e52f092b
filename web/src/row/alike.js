// The rows of the document that are of the same entity as the current one.

import { current, documents, session } from "../app.js";
import { title } from "../model.js";
import { byId, hide, visible } from "../view/dom.js";
import { equals, writable } from "../view/expression.js";
import { number } from "../view/figures.js";

const AT_ONCE = 50_000; // rows that are looked through without being asked to
const REST = 250; // ms on a row after which they are: who steps through rows does not wait for it

let where = ""; // the filter that takes them
let asked = 0;

/** What the row is of, as the filter calls it: a text without its quotes. */
function nameOf({ text, kind }) {
  return kind === "text" && /^".*"$/.test(text) ? JSON.parse(text) : String(text);
}

/** Offers those rows with their number, if there are others. @param {import("../model.js").Model|null} model of the current row */
export async function showAlike(model) {
  const mine = ++asked;
  const button = byId("row-alike");
  hide(button, true);
  const doc = documents.now;
  const node = model?.nodes.find((n) => n.role === "identity" && n.text !== undefined);
  if (!node || !session.has(doc) || doc.total < 2 || doc.total > AT_ONCE) return;
  const name = nameOf(node);
  if (!writable(name)) return;
  const filter = equals("entity", name);
  await new Promise((rest) => { setTimeout(rest, REST); });
  if (mine !== asked || doc !== documents.now) return;
  const { count } = await session.ask("locate", { where: filter, all: true }).catch(() => ({ count: 0 }));
  if (mine !== asked || count < 2) return;
  where = filter;
  button.textContent = `All rows of this ${visible(title(node))} ${number(count)}`;
  button.hidden = false;
}

/** Shows them in Rows. */
export function toAlike() {
  documents.change({ where, failed: false }, "where");
  current.choose("rows");
}
