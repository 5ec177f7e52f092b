// Runs before the first paint, so that the wrong theme does not flash.

import { get } from "./io/kept.js";

const kept = get("theme");
if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
