// Runs in the head of a page, before anything is drawn and before the page's own script is
// there: starts the decoder's worker, and sets the theme, so that the wrong one does not flash.
// A page that will have a document is not drawn before that script runs: it would be drawn as the empty one.

import { get } from "./io/kept.js";
import { begin, draw } from "./io/first.js";

begin(); // first, as the browser takes longer to give what is kept than to start a worker
const kept = get("theme");
if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
if (/[#&]data=/.test(location.hash) || history.state?.doc) {
  Object.assign(document.documentElement.dataset, { state: "loading", undrawn: "" });
  addEventListener("load", draw, { once: true }); // even if that script could not be had
}
