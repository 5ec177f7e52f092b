// The schema that names and types things: given as JSON, kept in this browser,
// sent to nobody but the decoder in the worker.

import { count } from "./bytes.js";
import { get, put } from "./kept.js";

/** What a schema holds, in a few words; throws a sentence when it is none. */
function describe(schema) {
  if (schema === null || typeof schema !== "object") throw new Error("A schema is a JSON object.");
  for (const [member, word] of [["tables", "table"], ["models", "model"], ["names", "name"]]) {
    const list = schema[member];
    if (Array.isArray(list)) return count(list.length, word);
    if (list && typeof list === "object") return count(Object.keys(list).length, word);
  }
  return "given";
}

/**
 * @param {{toggle: HTMLElement, panel: HTMLElement, text: HTMLTextAreaElement, problem: HTMLElement, file: HTMLInputElement, use: HTMLElement, erase: HTMLElement}} parts
 * @param {(sentence: string) => void} changed
 * @returns {() => object|undefined} the schema in use
 */
export function schemaBox({ toggle, panel, text, problem, file, use, erase }, changed) {
  let schema;
  const complain = (sentence) => {
    problem.textContent = sentence;
    problem.hidden = sentence === "";
  };
  const open = (is) => {
    panel.hidden = !is;
    toggle.setAttribute("aria-expanded", String(is));
  };
  const set = (json) => {
    const parsed = JSON.parse(json);
    const words = describe(parsed);
    schema = parsed;
    text.value = json;
    toggle.textContent = `Schema: ${words}`;
    complain("");
    return words;
  };
  const take = (json) => {
    try {
      const words = set(json);
      put("schema", json);
      open(false);
      changed(`Schema in use: ${words}.`);
    } catch (e) {
      complain(`This schema cannot be used: ${e.message}`);
    }
  };
  const kept = get("schema");
  if (kept) {
    try {
      set(kept);
    } catch {
      put("schema", null);
    }
  }
  toggle.addEventListener("click", () => open(panel.hidden));
  use.addEventListener("click", () => take(text.value));
  file.addEventListener("change", async () => {
    if (file.files[0]) take(await file.files[0].text());
    file.value = "";
  });
  erase.addEventListener("click", () => {
    schema = undefined;
    text.value = "";
    put("schema", null);
    toggle.textContent = "Schema";
    complain("");
    changed("Schema erased.");
  });
  panel.addEventListener("keydown", (e) => {
    if (e.key !== "Escape") return;
    open(false);
    toggle.focus();
  });
  return () => schema;
}
