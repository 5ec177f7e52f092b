// The tool that a store has for writing or reading a row.

import { set, write } from "../view/dom.js";

const TOOLS = { RocksDB: ["shell:ldb", "ldb put"], LMDB: ["shell:mdb", "mdb_load"], Accumulo: ["shell:accumulo", "insert"] };

/** Fits the shell button to a store. @param {HTMLElement} button @param {string|undefined} store as in a legend */
export function showShell(button, store) {
  const [form, words] = TOOLS[store] ?? ["hbase", "hbase get"];
  const label = `Copy as ${words}`;
  set(button, { "data-copy": form });
  if (button.dataset.said) Object.assign(button.dataset, { said: words, name: label }); // it says "Copied" for a moment
  else {
    set(button, { "aria-label": label });
    write(button, words);
  }
}
