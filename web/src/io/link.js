// What is shown, in a link. It is all in the fragment, which browsers never send to a server.

import { pack, unpack } from "./pack.js";

/** The names that links of before have for views. */
const OLD = { decode: "row", bulk: "rows" };
const KNOWN = new Set(["view", "mode", "as", "format", "record", "part", "pin", "row", "data", "where", "failed", "finding", "family", "field", "draft", "names", "entered", "second", "splits", "diff-where", "diff-change", "diff-match", "diff-at"]);

/** What Diff shows of the differences, and what rows may match by. */
const DIFF = { "diff-change": ["", "removed", "added", "changed"], "diff-match": ["key", "key without salt", "entity"] };

/** What a link may unpack to, in bytes, and how many characters of it are looked at. */
const MOST = { data: 16 << 20, second: 16 << 20, draft: 1 << 20, names: 4 << 20, entered: 1 << 20 };
const LONGEST = 8 << 20;

const NUMBERS = { row: "the row", finding: "the finding", "diff-at": "the difference" };

/**
 * The fragment for a state, without its data.
 * @param {{field?: string, view?: string, spelling?: string, row?: number, where?: string, failed?: boolean, finding?: number, family?: string, splits?: string[], diff?: object, reading?: {format: string, record: string, part?: string}, pin?: string}} state
 *   field is the place of the selected field in its tree; row and finding count from 0; pin says which member of reading is pinned: "format" or "record"
 */
export function fragment(state) {
  const text = parameters(state).toString();
  return text ? `#${text}` : "";
}

function parameters(state) {
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
  set("splits", state.splits?.join("."));
  if (state.view === "diff" && state.diff) {
    const { where, change, match, at } = state.diff;
    for (const [name, value] of Object.entries({ where, change, match: match === "key" ? "" : match, at })) set(`diff-${name}`, value);
  }
  return q;
}

/**
 * The fragment for a state with its data.
 * @param {object} state as that of fragment, and text, second (that of the second document), draft (the fields of the draft), names (a schema) and entered (what is entered in the tool), as far as they are given
 */
export async function fullFragment(state) {
  const q = parameters(state);
  for (const name of ["draft", "names", "entered"]) if (state[name]) q.set(name, await pack(JSON.stringify(state[name])));
  if (state.text !== undefined) q.set("data", await pack(state.text));
  if (state.second !== undefined) q.set("second", await pack(state.second));
  return `#${q}`.replaceAll("%7E", "~").replace(/^#$/, "");
}

/** The address of this page with a state and its data. */
export const address = async (state) => location.href.split("#")[0] + (await fullFragment(state));

/**
 * The state in an address. What is not understood is left out, and problem says what it was. A format without a
 * record is pinned.
 * @param {string} hash
 * @param {string[]} views that there are
 */
export async function read(hash, views) {
  const long = hash.length > LONGEST;
  const q = new URLSearchParams(long ? "" : hash.replace(/^#/, ""));
  const text = (name) => q.get(name) ?? "";
  const problems = long ? ["it has more than 8 million characters"] : [];
  const asked = text("view") || text("mode");
  const view = OLD[asked] ?? asked;
  if (view && !views.includes(view)) problems.push(`there is no view called “${asked}”`);
  for (const name of q.keys()) if (!KNOWN.has(name)) problems.push(`“${name}” means nothing here`);
  const state = {
    view: views.includes(view) ? view : "", spelling: text("as"), where: text("where"), failed: text("failed") === "true", family: text("family"),
    reading: text("format") ? { format: text("format"), record: text("record"), part: text("part") || undefined } : null,
    pin: text("format") && !text("record") ? "format" : text("pin"), field: text("field"),
  };
  for (const [name, words] of Object.entries({ draft: "its draft is", names: "its names are", entered: "what is entered in it is", data: "its data are", second: "its second document is" })) {
    if (!q.has(name)) continue;
    try {
      const is = await unpack(q.get(name), MOST[name]);
      if (name === "data") state.text = is;
      else if (name === "second") state.second = is;
      else state[name] = objectOf(is);
    } catch (e) {
      problems.push(`${words} ${e instanceof RangeError ? "too long" : "damaged"}`);
    }
  }
  for (const [name, words] of Object.entries(NUMBERS)) {
    state[name] = /^\d{1,9}$/.test(text(name)) ? Number(text(name)) : 0;
    if (text(name) && !/^\d{1,9}$/.test(text(name))) problems.push(`${words} “${text(name)}” is not a number`);
  }
  state.splits = text("splits").split(".").filter((key) => /^([0-9a-f]{2})+$/.test(key));
  if (state.splits.join(".") !== text("splits")) problems.push("the keys of its regions are damaged");
  state.diff = { where: text("diff-where"), at: state["diff-at"] };
  for (const [name, known] of Object.entries(DIFF)) {
    const is = text(name) || known[0];
    if (!known.includes(is)) problems.push(`“${is}” means nothing here`);
    state.diff[name.slice(5)] = known.includes(is) ? is : known[0];
  }
  return { ...state, problem: problems.join(", and ") };
}

/** The object that a text is; throws if it is another one. */
function objectOf(text) {
  const v = JSON.parse(text);
  if (v === null || typeof v !== "object" || Array.isArray(v)) throw new TypeError("no object");
  return v;
}
