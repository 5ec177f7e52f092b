// A document of a single row: there is none to check it against, but it may check itself.

import { session } from "../app.js";
import { title } from "../model.js";
import { modelOf } from "../sides/sides.js";
import { failure } from "../view/checks.js";
import { byId } from "../view/dom.js";

const WORDS = byId("no-findings").dataset;

/** Whether a document is one row. One of a store, or one that was read before reading was cancelled or failed, has others. */
export const isAlone = (doc, { rows, damaged, cancelled, unread }) => doc.kind !== "store" && !cancelled && !unread && rows - damaged === 1;

/** What the only row says of itself. @returns {Promise<string>} a sentence */
export async function ofItself() {
  const { error, parts, format, record, source } = JSON.parse((await session.ask("record", { row: 0 })).record);
  if (error) return WORDS.unreadable;
  const model = await modelOf({ parts, format, record, cf: source?.cf });
  const wrong = failure(model);
  if (wrong) return `${wrong}.`;
  const right = model.nodes.filter((n) => n.check === "ok").map(title);
  return right.length ? `The ${right.join(" and the ")} ${right.length > 1 ? "match" : "matches"}.` : WORDS.uncheckable;
}
