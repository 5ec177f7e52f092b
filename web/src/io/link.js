// What is shown, in a link. It is all in the fragment, which browsers never send to a server.

import { fromBase64Url, toBase64Url } from "../bytes.js";

/** The names that links of before have for views. */
const OLD = { decode: "row", bulk: "rows" };
const KNOWN = new Set(["view", "mode", "as", "format", "record", "part", "pin", "row", "data", "where", "failed", "finding", "family", "field", "draft", "names"]);

const NUMBERS = { row: "the row", finding: "the finding" };

/**
 * The fragment for a state; the text is included only if it is given.
 * @param {{field?: string, draft?: object, names?: object, view?: string, text?: string, spelling?: string, row?: number, where?: string, failed?: boolean, finding?: number, family?: string, reading?: {format: string, record: string, part?: string}, pin?: string}} state
 *   field is the place of the selected field in its tree, draft the fields of the draft, names a schema; row and finding count from 0; pin says which member of reading is pinned: "format" or "record"
 */
export function fragment(state) {
  const q = new URLSearchParams();
  const set = (name, value) => value && q.set(name, String(value));
  set("view", state.view === "row" ? "" : state.view);
  set("as", state.spelling);
  set("format", state.reading?.format);
  set("record", state.reading?.record);
  set("part", state.reading?.part);
  set("pin", state.pin);
  set("family", state.family);
  set("where", state.where);
  set("failed", state.failed && "true");
  set("row", state.row);
  set("finding", state.finding);
  set("field", state.field);
  for (const name of ["draft", "names"]) if (state[name]) q.set(name, toBase64Url(JSON.stringify(state[name])));
  if (state.text !== undefined) q.set("data", toBase64Url(state.text));
  const text = q.toString();
  return text ? `#${text}` : "";
}

/** The address of this page with a state. */
export const address = (state) => location.href.split("#")[0] + fragment(state);

/**
 * The state in an address. What is not understood is left out, and problem says what it was. A format without a
 * record is pinned.
 * @param {string} hash
 * @param {string[]} views that there are
 */
export function read(hash, views) {
  const q = new URLSearchParams(hash.replace(/^#/, ""));
  const text = (name) => q.get(name) ?? "";
  const problems = [];
  const asked = text("view") || text("mode");
  const view = OLD[asked] ?? asked;
  if (view && !views.includes(view)) problems.push(`there is no view called “${asked}”`);
  for (const name of q.keys()) if (!KNOWN.has(name)) problems.push(`“${name}” means nothing here`);
  const state = {
    view: views.includes(view) ? view : "", spelling: text("as"), where: text("where"), failed: text("failed") === "true", family: text("family"),
    reading: text("format") ? { format: text("format"), record: text("record"), part: text("part") || undefined } : null,
    pin: text("format") && !text("record") ? "format" : text("pin"), field: text("field"),
  };
  for (const [name, words] of Object.entries({ draft: "its draft is", names: "its names are" })) {
    try {
      state[name] = q.has(name) ? objectOf(fromBase64Url(q.get(name))) : null;
    } catch {
      state[name] = null;
      problems.push(`${words} damaged`);
    }
  }
  for (const [name, words] of Object.entries(NUMBERS)) {
    state[name] = /^\d{1,9}$/.test(text(name)) ? Number(text(name)) : 0;
    if (text(name) && !/^\d{1,9}$/.test(text(name))) problems.push(`${words} “${text(name)}” is no number`);
  }
  if (q.has("data")) {
    try {
      state.text = fromBase64Url(q.get("data"));
    } catch {
      problems.push("its data are damaged");
    }
  }
  return { ...state, problem: problems.join(", and ") };
}

/** The object that a text is; throws if it is another one. */
function objectOf(text) {
  const v = JSON.parse(text);
  if (v === null || typeof v !== "object" || Array.isArray(v)) throw new TypeError("no object");
  return v;
}
