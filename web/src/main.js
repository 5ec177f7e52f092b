// Assembles the page. Each view and tool has a function start(), which returns:
//
//   input      the element that "/" focuses
//   regions()  the Tab stops that F6 cycles through, in order
//   shown()    called each time it is shown; optional
//   hidden()   called before another one is shown; optional
//   open(x)    takes what another view or tool hands it; optional
//   entered()  what is entered, as an object for a link, or null; optional
//   enter(x)   takes what entered() returned; called before it is shown; optional

import { current, documents, legends, page } from "./app.js";
import * as family from "./workbench/family.js";
import * as history from "./workbench/history.js";
import * as learn from "./workbench/learn.js";
import * as line from "./workbench/line.js";
import * as live from "./workbench/live-layout.js";
import * as more from "./workbench/more.js";
import * as open from "./workbench/open.js";
import * as palette from "./workbench/palette.js";
import { arrangeSamples } from "./workbench/samples.js";
import * as scrolling from "./workbench/scrolling.js";
import * as share from "./workbench/share.js";
import * as tableFirst from "./workbench/table-first.js";
import * as diff from "./diff/view.js";
import * as encode from "./encode/encode.js";
import * as findings from "./findings/view.js";
import * as formats from "./formats/view.js";
import { keepOffline } from "./io/offline.js";
import * as overview from "./overview/view.js";
import * as order from "./order/order.js";
import * as range from "./range/range.js";
import * as row from "./row/row.js";
import * as rows from "./rows/view.js";
import * as structure from "./structure/view.js";
import * as tables from "./tables/view.js";
import * as time from "./time/time.js";
import { byId, set } from "./view/dom.js";
import * as tabs from "./view/tabs.js";
import * as theme from "./view/theme.js";

theme.listen(byId("theme"));
const views = {
  row: row.start(), rows: rows.start(), findings: findings.start(), overview: overview.start(), tables: tables.start(), structure: structure.start(), diff: diff.start(),
  build: encode.start(), order: order.start(), range: range.start(), time: time.start(),
  formats: formats.start(),
};
const OF_DOCUMENT = ["row", "rows", "findings", "overview", "tables", "structure", "diff"];

/** Without a document, all its views show the same empty panel. */
const panelOf = (name) => (!documents.now && OF_DOCUMENT.includes(name) ? "row" : name);

const lists = [...document.querySelectorAll(".bar [role=tablist]")];
const select = tabs.listen(lists, history.go);
const link = byId("formats-link");
link.addEventListener("click", (e) => {
  if (e.ctrlKey || e.metaKey || e.shiftKey) return; // opens in a tab of its own
  e.preventDefault();
  history.go("formats");
});
more.start();
learn.start();
live.start();

let fresh = true; // nothing was shown yet: who opens the page can type or paste at once

/** Keys go on at an element when what had the focus went away, with its panel, its row or the empty page: else Tab would start anywhere. */
function keepFocus(next) {
  // A view that measures what it shows has had the browser notice, which gives the focus to the body.
  const { activeElement: focused } = document;
  if (focused === document.body || focused.closest(`.panel[hidden]${documents.now ? ", .samples, .start" : ""}`)) next.focus({ preventScroll: true });
}

function show(name) {
  scrolling.leave();
  current.mode?.hidden?.();
  current.name = name;
  const at = panelOf(name);
  current.mode = views[at];
  page.dataset.view = name;
  select(name);
  for (const other of Object.keys(views)) byId(`panel-${other}`).hidden = other !== at;
  const panel = byId(`panel-${at}`);
  const tab = byId(`tab-${name}`);
  if (tab) set(panel, { "aria-labelledby": tab.id });
  if (tab && !documents.now) arrangeSamples(tab.firstChild.textContent.trim());
  set(link, { "aria-current": name === "formats" ? "page" : null });
  current.mode.shown?.();
  const next = fresh && at === "row" ? current.mode.input : panel;
  // The focus makes the browser lay out the page, which it does for the first frame anyway, and a first key should not wait.
  if (fresh && documents.now) requestAnimationFrame(() => keepFocus(next));
  else keepFocus(next);
  fresh = false;
  scrolling.enter([documents.now?.id, name, name === "row" && documents.now?.row].join(" "));
}

current.leave = (name) => {
  current.mode?.hidden?.();
  current.mode = null;
  current.name = name;
};
current.choose = (name) => history.go(name);
current.open = (name, given) => {
  history.go(name);
  views[name].open?.(given);
};
current.reading = row.reading;
current.sharing = row.sharing;
current.selected = row.selected;

line.start();
share.start();
family.start();
tableFirst.start();
open.start();
palette.start({ fill: line.fillMenu, openTable: tables.openTable });
history.start({ names: Object.keys(views), show, enter: (name, entered) => views[name]?.enter?.(entered), row });
documents.whenOpened(() => show(current.name));
// The first row is shown before that: keeping the page's files takes the time of whoever waits for it.
legends().then(() => keepOffline({ notice: byId("update"), reload: byId("update-reload") }));
