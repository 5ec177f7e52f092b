// The schemas in use, which give names and types. They are opened, dropped or pasted,
// several at a time, are kept for the session, or for longer if the user says so, and go only to the decoder in the worker,
// which detects what a file is: JSON, a layout as a line, a stored model, or a dump that contains models.

import { count } from "../bytes.js";
import { fileContent } from "../io/files.js";
import { canStay, forget, keep as store, recall } from "../io/kept.js";
import { save } from "../io/save.js";
import { showProblem } from "../view/alert.js";
import { el, visible } from "../view/dom.js";
import { listed, mayBeSchema, merged, words } from "./names.js";
import { shareWithTabs } from "./tabs.js";

const LONGEST = 16 << 20; // bytes of a file that may hold a schema
const NAMED = 8; // names listed per kind

/** The stored schemas that can be used, and whether they outlast the session. What cannot is erased: others may have written it. */
function keptList() {
  const { text, stays } = recall("schema");
  if (text === null) return { schemas: [], stays };
  let list = [];
  try {
    const kept = JSON.parse(text);
    if (kept.v === 1 && Array.isArray(kept.list)) list = kept.list;
  } catch {
    // No JSON: erased below.
  }
  const schemas = list.filter(isUsable);
  if (schemas.length === 0 || schemas.length < list.length) store("schema", stored(schemas), stays);
  // Nobody has asked for names to stay by planting what is none.
  return { schemas, stays: stays && schemas.length > 0 };
}

function isUsable(entry) {
  const { name, schema, formats } = entry ?? {};
  if (typeof name !== "string" || schema === null || typeof schema !== "object" || !Array.isArray(formats)) return false;
  try {
    namesOf(schema);
    return true;
  } catch {
    return false;
  }
}

const stored = (schemas) => (schemas.length ? JSON.stringify({ v: 1, list: schemas }) : null);

/** The names by kind: "2 tables: likes, follows; 1 model: user". */
function namesOf(schema) {
  return listed(schema).map(([word, list]) => {
    const more = list.length > NAMED ? ` and ${list.length - NAMED} more` : "";
    return `${count(list.length, word)}: ${list.slice(0, NAMED).join(", ")}${more}`;
  }).join("; ");
}

/** A schema in the list of those in use. What the document has inside stays as long as it is open. */
function line({ name, schema, inside }, index) {
  return el("li", {}, el("b", {}, visible(name)), " ", el("span", { class: "quiet" }, visible(namesOf(schema))),
    !inside && el("button", { type: "button", class: "text-button", "data-remove": index, "aria-label": `Remove ${visible(name)}` }, "Remove"));
}

/**
 * @param {Record<"toggle"|"panel"|"list"|"text"|"problem"|"file"|"number"|"use"|"save"|"erase"|"stay", HTMLElement> & Record<"words"|"openers", NodeList>} parts
 * @param {import("../io/decoder.js").Decoder} decoder
 * @param {(sentence: string, stays: boolean) => void} changed stays if other sentences are to follow it
 * @param {(doc?: object) => Record<string, object>} inside the schemas that a document has inside, by format; that which is open unless another one is named
 * @returns {((format?: string, doc?: object) => object|undefined) & {words(schema: object): string, given(): object|undefined, refresh(): void, show(): void, complain(sentence: string): void, add(name: string, holder: object): Promise<void>, lend(names: object, taken: () => void): Promise<void>, takeFile(file: File): Promise<boolean>}} the schemas in use, merged; with a
 *   format, only those that it accepts. show opens the panel, add uses what is pasted or found, and complain says there why something is none. given has those that no document has inside; refresh shows them when another document is open; lend takes names for as long as the page is open, and calls taken before the change is told; takeFile uses a file if it is a schema as JSON
 */
export function schemaBox(parts, decoder, changed, inside) {
  const { text, problem, number, stay } = parts;
  const kept = keptList();
  let [schemas, lent] = [kept.schemas, null]; // lent is of the link that was opened: in use, but not kept
  mayStay(stay, kept.stays, () => store("schema", stored(schemas), stay.checked));
  const complain = (sentence) => showProblem(problem, sentence);
  const open = (is) => showPanel(parts, is);
  const all = (doc) => withFound(lent ? [...schemas, lent] : schemas, inside(doc));
  const use = (sentence, stays = false) => {
    store("schema", stored(schemas), stay.checked);
    complain("");
    showList(parts, all());
    changed(sentence, stays);
  };
  const tell = shareWithTabs({ list: () => schemas, take(given) {
    const usable = given.filter(isUsable);
    if (stored(usable) === stored(schemas)) return;
    schemas = usable;
    use(schemas.length ? "The schema is now that of another tab." : "The schema was removed in another tab.");
  } });
  const keep = (sentence, stays) => {
    use(sentence, stays);
    tell(schemas);
  };
  const put = (one, sentence, stays) => {
    schemas = [...schemas.filter((s) => s.name !== one.name), one];
    keep(sentence, stays);
  };
  const add = async (name, holder) => {
    try {
      const one = await understood(decoder, name, { ...holder, number: Number(number.value) || 1 });
      put(one, `Schema in use: ${words(one.schema)}.`);
      open(false);
    } catch (e) {
      complain(`${name} cannot be used as a schema: ${e.message}`);
    }
  };
  const take = async (files) => {
    for (const f of files) {
      if (f.size > LONGEST) complain(`${f.name} is larger than 16 MiB. rowlens model --json finds the models in it.`);
      else await add(f.name, await fileContent(f));
    }
  };
  showList(parts, all());
  listenToPanel(parts, {
    add, take, open,
    remove(index) {
      const gone = all()[index];
      if (gone === lent) lent = null;
      else schemas.splice(index, 1);
      keep(`${gone.name} removed.`);
    },
    erase() {
      forget("schema");
      [schemas, lent] = [[], null];
      text.value = "";
      keep("Schema erased.");
    },
    save: () => saveSchema(usedOf(all())),
  });
  return Object.assign((format, doc) => usedOf(all(doc), format), { words, given: () => usedOf(all({})), refresh: () => showList(parts, all()), show: () => open(true), complain, add, async lend(names, taken) {
    lent = await understood(decoder, "from the link", { text: JSON.stringify(names) });
    taken();
    use(`Names from the link: ${words(lent.schema)}.`);
  }, async takeFile(file) {
    const one = file.size <= LONGEST && await schemaOf(decoder, file);
    if (one) put(one, `${file.name} is a schema${listed(one.schema).length ? `: ${words(one.schema)}` : ""}, in use now.`, true);
    return Boolean(one);
  } });
}

/** Shows the panel, or closes it: if it has the focus, that returns to its button. */
function showPanel({ panel, toggle }, is) {
  const leaves = !is && panel.contains(document.activeElement);
  panel.hidden = !is;
  toggle.setAttribute("aria-expanded", String(is));
  if (is) panel.scrollIntoView({ block: "nearest" });
  else if (leaves) toggle.focus();
}

const saveSchema = (schema) => save("schema.json", new Blob([JSON.stringify(schema, null, 2)], { type: "application/json" }));

/** The schema that a file of JSON is, as the list has it; null if it is none, or has rows. @param {File} file */
async function schemaOf(decoder, file) {
  if (!/^[\s\0\uFEFF\uFFFD]*[{[]/.test(await file.slice(0, 64).text())) return null;
  const { text = "" } = await fileContent(file);
  const schema = mayBeSchema(text);
  if (!schema) return null;
  try {
    await decoder.request({ op: "schema", schema }); // a text may also be rows that have a schema among them
    return await understood(decoder, file.name, { text });
  } catch {
    return null;
  }
}

/** The schema that a text or file is, as the list has it. */
async function understood(decoder, name, given) {
  const { schema, formats } = await decoder.request({ op: "schema", schema: given });
  return { name, schema, formats };
}

/** Schemas that are given, and those that the document has inside for other formats: who gives one knows better than the store. */
function withFound(given, inside) {
  const found = Object.entries(inside).filter(([format]) => !given.some((s) => s.formats.includes(format)));
  return [...given, ...found.map(([format, schema]) => ({ name: "found inside", schema, formats: [format], inside: true }))];
}

/** The schemas that a format accepts, merged; of all without a format. */
function usedOf(schemas, format) {
  const used = schemas.filter((s) => !format || s.formats.includes(format));
  return used.length ? merged(used.map((s) => s.schema)) : undefined;
}

/** Lists the schemas in use, and says of what they are. */
function showList({ list, save, erase, words: places }, schemas) {
  const all = words(merged(schemas.map((s) => s.schema)));
  for (const one of places) one.textContent = schemas.length ? `: ${all}${schemas.every((s) => s.inside) ? ", found inside" : ""}` : "";
  list.replaceChildren(...schemas.map(line));
  list.hidden = save.hidden = schemas.length === 0;
  erase.hidden = schemas.every((s) => s.inside);
}

/** Connects the controls of the panel with what they do. */
function listenToPanel({ panel, toggle, openers, use, text, file, list, save, erase }, act) {
  for (const opener of openers) opener.addEventListener("click", () => act.open(panel.hidden));
  use.addEventListener("click", () => act.add("pasted", { text: text.value }));
  file.addEventListener("change", async () => {
    await act.take([...file.files]);
    file.value = "";
  });
  list.addEventListener("click", (e) => {
    const button = e.target.closest("[data-remove]");
    if (!button) return;
    act.remove(Number(button.dataset.remove));
    toggle.focus();
  });
  save.addEventListener("click", act.save);
  erase.addEventListener("click", () => {
    act.erase();
    toggle.focus(); // there is nothing left to erase, and no button
  });
  leavePanel(panel, () => act.open(false));
  takeDrops(panel, act.take);
}

/** The tick that has schemas outlast the session. */
function mayStay(stay, stays, storeAgain) {
  stay.checked = stays;
  stay.disabled = !canStay();
  stay.addEventListener("change", () => {
    if (!stay.checked) forget("schema");
    storeAgain();
  });
}

/** Escape closes the panel. */
function leavePanel(panel, close) {
  panel.addEventListener("keydown", (e) => e.key === "Escape" && close());
}

/** Files dropped on the panel are schemas, not input. */
function takeDrops(panel, take) {
  panel.addEventListener("drop", (e) => {
    if (!e.dataTransfer.files.length) return;
    e.preventDefault();
    e.stopPropagation();
    take([...e.dataTransfer.files]);
  });
}
