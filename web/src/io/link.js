// The state in a link. It is all in the fragment, which browsers never send to a server.

import { fromBase64Url, toBase64Url } from "../bytes.js";

/**
 * The address of this page with a state; the text is included only with withData.
 * @param {{mode?: string, text?: string, spelling?: string, row?: number, reading?: {format: string, record: string, part?: string}, pin?: string}} state
 *   reading is the one shown; pin says which of its members is pinned: "format" or "record"
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

/** The state in the page's address. Data that cannot be read is left out and reported as damaged. A format without a record is pinned. */
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
