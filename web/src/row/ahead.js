// Has the rows of a text read once typing stops: what concerns all of them, such as versions and rows of the same edge, is
// looked up while Row is shown; of a long text, stepping to the next row then transfers that row alone.

import { current, documents } from "../app.js";
import { LONG } from "../document/documents.js";
import { needRows } from "../workbench/rows.js";

const REST = 500; // ms

export function readAhead() {
  let timer = 0;
  const begin = (doc) => {
    clearTimeout(timer);
    if (doc?.kind !== "text" || !(doc.total > 1)) return;
    timer = setTimeout(() => doc === documents.now && (current.name === "row" || doc.text.length > LONG) && needRows(), REST);
  };
  documents.whenOpened(begin);
  documents.whenChanged((doc, what) => {
    if (what === "text") clearTimeout(timer); // the total of what is typed is not known yet
    else if (what === "total") begin(doc);
  });
}
