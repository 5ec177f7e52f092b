// What depends on the format of the row that is shown: the command that stores it, and what Build starts with.

import { current, documents, legends } from "../app.js";
import { showShell } from "../share/shell.js";

/** Takes the format of the reading that is shown, undefined for bare bytes. @param {HTMLElement} button for the shell of its store @param {string|undefined} format */
export async function tellFormat(button, format) {
  current.format = format ?? current.format;
  showShell(button, (await legends()).find((f) => f.format === format)?.store);
}

/** Where a row is stored, for the tool that would store it again. @param {string} record the row as JSON if it was read alone */
export function storedIn(record) {
  const { cf, table } = record ? JSON.parse(record).source ?? {} : {};
  return { cf: cf ?? (documents.now?.family || undefined), table };
}
