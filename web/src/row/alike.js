// The rows of the document that are of the same edge as the current one, or else of the same entity.

import { current, documents, session } from "../app.js";
import { title } from "../model.js";
import { byId, hide, visible } from "../view/dom.js";
import { all, equals, writable } from "../view/expression.js";
import { number } from "../view/figures.js";

const AT_ONCE = 50_000; // rows that are looked through without being asked to
const REST = 250; // ms on a row after which they are: who steps through rows does not wait for it

let where = ""; // the filter that takes them
let asked = 0;

/** What the row is of, as the filter calls it: a text without its quotes. */
function nameOf({ text, kind }) {
  return kind === "text" && /^".*"$/.test(text) ? JSON.parse(text) : String(text);
}

/** What the row is of, and the filter of its rows. @returns {{of: string, where: string}|null} null if there is none that can be written */
function subjectOf(model) {
  const find = (is) => model?.nodes.find((n) => n.text !== undefined && is(n));
  const entity = find((n) => n.role === "identity");
  if (!entity || !writable(nameOf(entity))) return null;
  const titled = (name) => find((n) => title(n) === name);
  const target = titled("target");
  if (title(entity) !== "source" || target?.role !== "target" || !writable(nameOf(target))) return { of: title(entity), where: equals("entity", nameOf(entity)) };
  // An edge is stored in both directions; seen from its target, the two change places.
  const ends = [nameOf(entity), nameOf(target)];
  const [source, other] = titled("direction")?.text === "IN" ? ends.reverse() : ends;
  const table = titled("table");
  const pair = (a, b, direction) => all(equals("source", a), equals("target", b), direction);
  return {
    of: "edge",
    where: all(table && (table.text === table.raw ? equals(table.name, table.raw) : equals("table", table.text)), `(${pair(source, other, "direction != IN")} or ${pair(other, source, "direction = IN")})`),
  };
}

/** Offers those rows with their number, if there are others. @param {import("../model.js").Model|null} model of the current row */
export async function showAlike(model) {
  const mine = ++asked;
  const button = byId("row-alike");
  hide(button, true);
  const doc = documents.now;
  const subject = subjectOf(model);
  if (!subject || !session.has(doc) || doc.total < 2 || doc.total > AT_ONCE) return;
  await new Promise((rest) => { setTimeout(rest, REST); });
  if (mine !== asked || doc !== documents.now) return;
  const { count } = await session.ask("locate", { where: subject.where, all: true }).catch(() => ({ count: 0 }));
  if (mine !== asked || count < 2) return;
  where = subject.where;
  button.textContent = `All rows of this ${visible(subject.of)} ${number(count)}`;
  button.hidden = false;
}

/** Shows them in Rows. */
export function toAlike() {
  documents.change({ where, failed: false }, "where");
  current.choose("rows");
}
