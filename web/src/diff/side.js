// A row of one of the two documents, read with that document's models.

import { documents } from "../app.js";
import { modelOf } from "../sides/sides.js";

/** The best reading of a side's row. @param {object|null} row @param {number} side 0 for the document, 1 for the second one */
export const modelOfSide = (row, side) => modelOf(row, side ? documents.now?.second : documents.now);
