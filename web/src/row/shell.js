// The command that stores the row that is shown.

import { documents, legends } from "../app.js";
import { showShell } from "../share/shell.js";

/** Makes the button for a shell that of the store of a format. @param {HTMLElement} button @param {string|undefined} format */
export const showShellOf = async (button, format) => showShell(button, (await legends()).find((f) => f.format === format)?.store);

/** Where a row is stored, for the tool that would store it again. @param {string} record the row as JSON if it was read alone */
export function storedIn(record) {
  const { cf, table } = record ? JSON.parse(record).source ?? {} : {};
  return { cf: cf ?? (documents.now?.family || undefined), table };
}
