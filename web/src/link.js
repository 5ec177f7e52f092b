// What a link carries, in the fragment only: browsers never send that to a server.

import { fromBase64Url, toBase64Url } from "./bytes.js";

/**
 * The address of this page with a state. Text is left out unless asked for.
 * @param {{text?: string, spelling?: string, format?: string, row?: number, mode?: string}} state
 */
export function address(state, withData) {
  const q = new URLSearchParams();
  if (state.mode && state.mode !== "decode") q.set("mode", state.mode);
  if (state.spelling) q.set("as", state.spelling);
  if (state.format) q.set("format", state.format);
  if (withData && state.row) q.set("row", String(state.row));
  if (withData) q.set("data", toBase64Url(state.text ?? ""));
  const base = location.href.split("#")[0];
  const fragment = q.toString();
  return fragment ? `${base}#${fragment}` : base;
}

/** The state that the address of the page carries. A damaged one carries nothing. */
export function read(hash) {
  const q = new URLSearchParams(hash.replace(/^#/, ""));
  const row = Number(q.get("row") ?? 0);
  const state = { mode: q.get("mode") ?? "", spelling: q.get("as") ?? "", format: q.get("format") ?? "", row: Number.isInteger(row) && row >= 0 ? row : 0 };
  if (q.has("data")) {
    try {
      state.text = fromBase64Url(q.get("data"));
    } catch {
      state.damaged = true;
    }
  }
  return state;
}
