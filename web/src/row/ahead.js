// Has the rows of a long text read, once nobody types in it: a step to the next row then takes that row alone, where it
// would hand on the whole text.

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
