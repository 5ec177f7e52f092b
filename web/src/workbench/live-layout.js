// Reads the current row with a layout while it is being typed, before it is used.

import { decoder, documents } from "../app.js";
import { byId, el, visible } from "../view/dom.js";
import { dateOf } from "../times.js";
import { readAs, words } from "./current-row.js";

const REST = 150; // ms

/** The items of a reading: names and values; what is wrong in error colour. */
function items({ tree, error }) {
  const list = tree.nodes.filter((n) => n.parent === 0 && n.text !== undefined && n.field !== "literal")
    .map((n) => el("span", { class: n.check === "bad" ? "bad" : null }, `${visible(n.name)} `, el("b", {}, visible(n.time ? dateOf(n.time) : n.text)), n.check === "bad" && " ✗"));
  if (error) list.push(el("span", { class: "bad" }, `byte ${error.offset}: expected ${visible(error.expected)}, found ${visible(error.found)}`));
  return list.flatMap((e) => [", ", e]).slice(1);
}

/** The line below the text: how the row reads, or what is wrong with the layout. */
async function reading(layout) {
  try {
    const { schema, formats } = await decoder.request({ op: "schema", schema: { text: layout } });
    if (!formats.includes("layout")) return [];
    const read = await readAs("layout", "key", schema);
    return read ? [`${words(documents.now)}: `, ...items(read)] : [];
  } catch (e) {
    return [visible(e.message)];
  }
}

export function start() {
  const [text, line] = [byId("schema-text"), byId("schema-live")];
  let timer = 0;
  let turn = 0;
  const read = async () => {
    const now = ++turn;
    const layout = text.value.trim();
    // JSON and the hex of a model are read when they are used.
    const said = documents.now && /^["\w]/.test(layout) && !/^[\da-f\s]*$/i.test(layout) ? await reading(layout) : [];
    if (now === turn) line.replaceChildren(...said);
  };
  text.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(read, REST);
  });
  documents.whenOpened(read);
  documents.whenChanged((_, what) => what === "row" && read());
}
