// The Tables view: the tables of the stores that are open.

import { current, documents, say, session } from "../app.js";
import * as history from "../workbench/history.js";
import { byId, set } from "../view/dom.js";
import * as radios from "../view/radios.js";
import { distinct } from "./damage.js";
import { Tables } from "./tables.js";

const tables = new Tables({ table: byId("tables"), list: byId("tables-list") }, openTable);

const found = new WeakMap(); // damage by document

/** Shows the rows of a table, or of all. */
export function openTable(table) {
  const { stored, salvage } = documents.now;
  documents.change({ table, row: 0, finding: 0, scroll: { top: 0, active: 0 }, stored, salvage }, "table");
  history.go("rows");
}

/** Whether all that is stored was read as rows, decodable or not. */
function allRead(doc) {
  const { state } = session;
  return Boolean(session.has(doc) && state && !state.reading && !state.cancelled && !state.unread && doc.table && !doc.table.place && doc.stored);
}

/** What was damaged when rows were read, also of a table that was shown before. */
function takeDamage() {
  const { doc, state } = session;
  if (doc?.kind !== "store" || doc !== documents.now || !state || state.reading) return;
  const known = found.get(doc) ?? [];
  const all = distinct([...known, ...state.damage]);
  if (all.length === known.length) return;
  found.set(doc, all);
  tables.show(doc, all);
}

/** @returns the view, as main.js describes it */
export function start() {
  const showMode = radios.listen(byId("tables-visible").parentElement, (value) => read({ stored: value === "stored" }));
  byId("tables-salvage").addEventListener("click", () => read({ salvage: !documents.now.salvage }));
  byId("tables-list").addEventListener("click", (e) => {
    const place = e.target.closest("[data-file]")?.dataset;
    if (place) current.open("structure", { file: place.file, offset: Number(place.offset) });
  });
  byId("tables-filter").addEventListener("input", (e) => tables.filter(e.target.value));
  byId("tables-all").addEventListener("click", () => openTable({}));
  /** Reads the rows in another way: those that other views have now would belie what is chosen here. */
  const read = (how) => {
    if (documents.now.table) documents.change({ ...how, row: 0, finding: 0, scroll: { top: 0, active: 0 } }, "table");
    else Object.assign(documents.now, how);
    history.replace();
    show();
  };
  const show = () => {
    const { stored, salvage } = documents.now;
    showMode(stored ? "stored" : "visible");
    set(byId("tables-salvage"), { "aria-pressed": String(salvage) });
  };
  documents.whenOpened((doc) => {
    if (doc?.kind !== "store") return;
    byId("tables-filter").value = "";
    tables.filter("");
    tables.show(doc, found.get(doc));
    show();
  });
  session.on("state", takeDamage);
  return {
    get input() {
      return byId("tables").querySelector("[tabindex='0']") ?? byId("tables");
    },
    regions: () => [byId("tables-filter"), byId("tables-visible").parentElement, byId("tables")],
    open({ table }) {
      history.replace();
      tables.focus(table);
    },
    shown() {
      if (documents.now?.kind === "store") say(tables.sentence(documents.now.name, allRead(documents.now)));
      else current.choose("row");
    },
  };
}
