// Has the rows of a long text read once typing stops: stepping to the next row then transfers that row alone
// instead of the whole text.

import { documents } from "../app.js";
import { LONG } from "../document/documents.js";
import { needRows } from "../workbench/rows.js";

const REST = 500; // ms

export function readAhead() {
  let timer = 0;
  documents.whenChanged((doc, what) => {
    clearTimeout(timer);
    if (what !== "total" || doc.kind !== "text" || doc.text.length <= LONG || !(doc.total > 1)) return;
    timer = setTimeout(() => doc === documents.now && needRows(), REST);
  });
}
