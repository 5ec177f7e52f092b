// Runs in the head of a page, before anything is drawn and before the page's own script is
// there: sets the theme, so that the wrong one does not flash, and starts the decoder's worker.

import { get } from "./io/kept.js";
import { begin } from "./io/first.js";

const kept = get("theme");
if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
begin();
