// What the store of a format has to write a row with, or to get it.

import { legends } from "../app.js";
import { set, write } from "../view/dom.js";

const TOOLS = { RocksDB: ["shell:ldb", "ldb put"], LMDB: ["shell:mdb", "mdb_load"], Accumulo: ["shell:accumulo", "insert"] };

/** Makes the button for a shell that of the store of a format. @param {HTMLElement} button @param {string|undefined} format */
export async function showShell(button, format) {
  const store = (await legends()).find((f) => f.format === format)?.store;
  const [form, words] = TOOLS[store] ?? ["hbase", "hbase get"];
  const label = `Copy as ${words}`;
  set(button, { "data-copy": form });
  if (button.dataset.said) Object.assign(button.dataset, { said: words, name: label }); // it says "Copied" for a moment
  else {
    set(button, { "aria-label": label });
    write(button, words);
  }
}
