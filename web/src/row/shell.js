// What the store of a format has to write a row with, or to get it.

import { documents, legends } from "../app.js";
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

/** Where a row is stored, for the tool that would store it again. @param {string} record the row as JSON if it was read alone */
export function storedIn(record) {
  const { cf, table } = record ? JSON.parse(record).source ?? {} : {};
  return { cf: cf ?? (documents.now?.family || undefined), table };
}
