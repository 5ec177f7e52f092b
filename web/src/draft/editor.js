// The inline editor: a text box in place of a value, or a list of all possible values. Enter saves, Esc cancels.

import { el, option, set, visible } from "../view/dom.js";

/**
 * @param {HTMLElement} row the field's row
 * @param {{name: string, text: string, choices: string[]|null, keep(text: string): Promise<string>, drop(): void}} field
 *   keep returns why the text was refused, or ""
 */
export function openEditor(row, { name, text, choices, keep, drop }) {
  const value = row.querySelector(".value");
  const label = { class: "field-editor", "aria-label": `Edit ${name}` };
  const box = choices ? el("select", label, ...choices.map((c) => option(c, c))) : el("textarea", { ...label, rows: 1, spellcheck: "false", autocomplete: "off" });
  box.value = text;
  const problem = el("span", { class: "field-problem", role: "alert", id: "field-problem" });
  row.classList.add("editing");
  value.replaceChildren(box);
  row.append(problem);
  let busy = false;
  const submit = async () => {
    if (busy) return;
    busy = true;
    const why = await keep(box.value);
    busy = false;
    if (!why || !box.isConnected) return;
    problem.textContent = visible(why);
    set(box, { "aria-invalid": "true", "aria-describedby": "field-problem" });
  };
  box.addEventListener("keydown", (e) => {
    e.stopPropagation();
    if (e.key === "Enter" && !e.shiftKey && !e.isComposing) {
      e.preventDefault();
      submit();
    } else if (e.key === "Escape") {
      e.preventDefault();
      drop();
    }
  });
  if (choices) box.addEventListener("change", submit);
  for (const kind of ["click", "dblclick"]) box.addEventListener(kind, (e) => e.stopPropagation());
  box.focus();
  if (!choices) box.select();
}
