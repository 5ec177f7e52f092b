// How far each view is scrolled. A view comes back as it was left, even after a reload: then its content arrives
// later, and the position is restored as soon as there is enough to scroll.

import { documents } from "../app.js";
import { keepPlaces, keptPlaces } from "../document/keep.js";

const MOST = 50; // positions
const TICK = 100; // ms
const PATIENCE = 300; // ticks
const STILL = 5; // ticks for which a position must stay unchanged before it is left alone

let here = "";
const scrolled = new Map(); // pixels by document, view and row

/** The elements of the page that scroll by themselves and have an id. */
const scrollers = () => [...document.querySelectorAll("main [id]")].filter((e) => e.scrollTop > 0);

addEventListener("pagehide", () => {
  if (!documents.now) return;
  leave();
  const pages = [...scrolled].filter(([, y]) => y > 0).slice(-MOST);
  const parts = scrollers().map((e) => [e.id, e.scrollTop]);
  keepPlaces(pages.length + parts.length ? { pages, parts } : null);
});

/** Remembers how far the current view is scrolled. */
export function leave() {
  if (!here) return;
  scrolled.delete(here); // moves it to the end, as the latest
  scrolled.set(here, scrollY);
}

/** Scrolls to where a view was left. @param {string} place its document, name and row */
export function enter(place) {
  const first = !here; // a page begins at its top, and to scroll there would lay it out
  here = place;
  if (!first) scrollTo(0, scrolled.get(place) ?? 0);
}

/** After a reload, scrolls what is shown to where it was before, until the reader does something. */
export function resume() {
  const { pages, parts } = keptPlaces();
  for (const [place, y] of pages) scrolled.set(place, y);
  const wanted = [[document.scrollingElement, scrolled.get(here) ?? 0], ...parts.map(([id, y]) => [document.getElementById(id), y])].filter(([e, y]) => e && y > 0).map(([e, y]) => ({ e, y, still: 0 }));
  let ticks = 0;
  const stop = new AbortController();
  const timer = setInterval(() => {
    for (const one of wanted) {
      const there = Math.abs(one.e.scrollTop - one.y) < 1;
      one.still = there ? one.still + 1 : 0;
      if (!there && one.e.scrollHeight - one.e.clientHeight >= one.y - 1) one.e.scrollTop = one.y;
    }
    if (++ticks > PATIENCE || wanted.every((one) => one.still >= STILL)) stop.abort();
  }, TICK);
  stop.signal.addEventListener("abort", () => clearInterval(timer));
  for (const kind of ["wheel", "keydown", "pointerdown"]) addEventListener(kind, () => stop.abort(), { signal: stop.signal, capture: true, passive: true });
}
