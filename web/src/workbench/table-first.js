// What views of rows offer while no table of a store is chosen.

import { documents, page } from "../app.js";
import { hide } from "../view/dom.js";
import * as history from "./history.js";

export function start() {
  const all = document.querySelectorAll(".table-first");
  const show = () => {
    const needless = documents.now?.kind !== "store" || Boolean(documents.now.table);
    for (const e of all) hide(e, needless);
    page.toggleAttribute("data-no-table", !needless);
  };
  for (const e of all) {
    e.addEventListener("click", ({ target }) => {
      if (target.dataset.tableFirst === "choose") history.go("tables");
      else if (target.dataset.tableFirst) documents.change({ table: {}, row: 0, finding: 0 }, "table");
    });
  }
  documents.whenOpened(show);
  documents.whenChanged(show);
}
