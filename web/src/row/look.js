// The view state of Row that is kept with the document: the selected field, and which fields are open.

import { documents } from "../app.js";
import { placesOf } from "../draft/edit.js";
import * as history from "../workbench/history.js";

/** @param {import("../view/fields.js").Fields} fields @param {import("../view/marks.js").Marks} marks */
export function keepLook(fields, marks) {
  let last = null; // the previous selection
  marks.listen(({ pinned }) => {
    if (pinned === last) return;
    last = pinned;
    if (!documents.now) return;
    documents.now.field = pinned ? placesOf(fields.model.tree)[pinned.index] : "";
    history.replace();
  });
  fields.whenOpened((opened) => {
    if (!documents.now) return;
    documents.now.opened = opened;
    history.replace();
  });
  documents.whenOpened((doc) => {
    if (!doc) return;
    fields.take(doc.opened);
    if (doc.field) doc.linked ??= { field: doc.field, draft: null, ready: true };
  });
}
