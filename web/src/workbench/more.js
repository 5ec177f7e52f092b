// The menu of a narrow window: views and tools that have no tab there, and the way to the
// formats; Open and Share are in the bar.

import * as menu from "../share/menu.js";
import { byId } from "../view/dom.js";
import { whenNarrow } from "../view/narrow.js";

export function start() {
  menu.listenToRest(byId("more-toggle"), byId("more-menu"), () => [...document.querySelectorAll(".bar [role=tab]:not([hidden]), .formats-link")].filter((one) => !one.checkVisibility()));
  whenNarrow((is) => byId(is ? "bar-end" : "document-end")[is ? "prepend" : "append"](byId("open"), byId("share")));
}
