// What the decoder says of a text as a whole, besides the row that it was asked for.

import { documents, say, session } from "../app.js";
import { number } from "../view/figures.js";
import { unreadSentence } from "../view/words.js";
import * as history from "../workbench/history.js";

/** Keeps how the whole text is spelled and how many rows it has, for when its rows are taken alone. */
export function takeForm(doc, a) {
  doc.spelt = a.waiting ? null : { spelling: a.spelling, spellings: a.spellings, alternatives: a.alternatives };
  doc.total = a.rowCount ?? a.rows?.length ?? 1;
  if (doc.row >= doc.total) toLast(doc);
  doc.form = a.spellings?.find((one) => one.id === a.spelling)?.title.replace(/ \(.*\)$/, "");
  documents.tell("total");
}

/** In place of a row that is not there, as a link may name one, the last is shown. */
export function toLast(doc) {
  const unread = session.doc === doc && session.state ? unreadSentence(session.state) : "";
  say.lead(`${unread}There is no row ${number(doc.row + 1)}; the last one is shown.`);
  doc.row = doc.total - 1;
  history.replace();
}
