// Why something was refused: in an alert, or below a control.

import { el, hide, set, visible } from "./dom.js";

/** Shows sentences in an alert, the first as its heading; without any, hides it. */
export function showAlert(box, ...sentences) {
  const said = sentences.filter(Boolean);
  hide(box, said.length === 0);
  box.replaceChildren(...said.map((s, i) => el("p", { class: i ? null : "what" }, visible(s))));
}

/**
 * Shows below a control why its content is refused; without a reason, hides the note.
 * @param {HTMLElement} note
 * @param {HTMLElement} [control] is marked as invalid
 */
export function showProblem(note, why, control) {
  note.textContent = visible(why);
  note.hidden = why === "";
  if (control) set(control, { "aria-invalid": why ? "true" : null });
}
