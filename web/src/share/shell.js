// What a store has to write a row with, or to get it.

import { set, write } from "../view/dom.js";

const TOOLS = { RocksDB: ["shell:ldb", "ldb put"], LMDB: ["shell:mdb", "mdb_load"], Accumulo: ["shell:accumulo", "insert"] };

/** Makes the button for a shell that of a store. @param {HTMLElement} button @param {string|undefined} store as a legend has it */
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
