// The document's rows that belong to the same edge as the current one, or else to the same entity.

import { current, documents, session } from "../app.js";
import { byId, hide, visible } from "../view/dom.js";
import { number } from "../view/figures.js";
import { atLeast } from "../view/words.js";
import { onceAtRest } from "../workbench/at-rest.js";

let where = ""; // the filter that selects them

/** Offers those rows and their number, if there are others; without the number where counting them would take long. */
export const showAlike = onceAtRest({
  clear: () => hide(byId("row-alike"), true),
  ask: (doc) => session.ask("alike", { row: doc.row, counted: true }),
  many: (doc) => session.ask("alike", { row: doc.row }),
  show(found) {
    if (!found.where || found.count < 2) return;
    where = found.where;
    byId("row-alike").textContent = `All rows of this ${visible(found.of)}${found.count ? ` ${atLeast(session.state)}${number(found.count)}` : ""}`;
    hide(byId("row-alike"), false);
  },
});

/** Shows them in Rows. */
export function toAlike() {
  documents.change({ where, failed: false }, "where");
  current.choose("rows");
}
