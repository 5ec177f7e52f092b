// What a link carries, in the fragment only: browsers never send that to a server.

import { fromBase64Url, toBase64Url } from "../bytes.js";

/**
 * The address of this page with a state. Text is left out unless asked for.
 * @param {{mode?: string, text?: string, spelling?: string, row?: number, reading?: {format: string, record: string, part?: string}, pin?: string}} state
 *   reading is the one that is shown; pin says what of it is pinned: "format" or "record"
 */
export function address(state, withData) {
  const q = new URLSearchParams();
  const set = (name, value) => value && q.set(name, String(value));
  set("mode", state.mode === "decode" ? "" : state.mode);
  set("as", state.spelling);
  set("format", state.reading?.format);
  set("record", state.reading?.record);
  set("part", state.reading?.part);
  set("pin", state.pin);
  if (withData) {
    set("row", state.row);
    q.set("data", toBase64Url(state.text ?? ""));
  }
  const base = location.href.split("#")[0];
  const fragment = q.toString();
  return fragment ? `${base}#${fragment}` : base;
}

/** The state that the address of the page carries. A damaged one carries nothing. A format alone is pinned. */
export function read(hash) {
  const q = new URLSearchParams(hash.replace(/^#/, ""));
  const row = Number(q.get("row") ?? 0);
  const [format, record, part] = ["format", "record", "part"].map((name) => q.get(name) ?? "");
  const state = {
    mode: q.get("mode") ?? "", spelling: q.get("as") ?? "", row: Number.isInteger(row) && row >= 0 ? row : 0,
    reading: format ? { format, record, part: part || undefined } : null,
    pin: format && !record ? "format" : (q.get("pin") ?? ""),
  };
  if (q.has("data")) {
    try {
      state.text = fromBase64Url(q.get("data"));
    } catch {
      state.damaged = true;
    }
  }
  return state;
}
