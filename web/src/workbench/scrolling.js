// How far each view is scrolled. A view comes back as it was left, after a reload of the page too: then what it shows
// comes in later, and its places are taken again as soon as there is enough to scroll.

import { keep, recall } from "../io/kept.js";

const NAME = `scrolled ${location.pathname}`;
const MOST = 50; // places
const TICK = 100; // ms
const PATIENCE = 300; // ticks
const STILL = 5; // ticks that a place stays before it is left alone

let here = "";
let inside = []; // [id, pixels] of what scrolls within the view that was shown before the reload
const before = recall(NAME).text;
const scrolled = new Map(placesIn(before)); // pixels by document, view and row

/** What was kept, as far as it is whole. */
function placesIn(text) {
  try {
    const { pages, parts } = JSON.parse(text);
    const whole = (list) => list.filter(([name, y]) => typeof name === "string" && Number.isFinite(y));
    inside = whole(parts);
    return whole(pages);
  } catch {
    return [];
  }
}

/** The elements of the page that scroll by themselves and have an id. */
const scrollers = () => [...document.querySelectorAll("main [id]")].filter((e) => e.scrollTop > 0);

addEventListener("pagehide", () => {
  leave();
  keep(NAME, JSON.stringify({ pages: [...scrolled].slice(-MOST), parts: scrollers().map((e) => [e.id, e.scrollTop]) }), false);
});

/** Remembers how far what is shown is scrolled. */
export function leave() {
  if (!here) return;
  scrolled.delete(here); // the latest is last
  scrolled.set(here, scrollY);
}

/** Scrolls to where a view was left. @param {string} place its document, name and row */
export function enter(place) {
  here = place;
  scrollTo(0, scrolled.get(place) ?? 0);
}

/** Scrolls what is shown after a reload to where it was before, until the reader does something. */
export function resume() {
  const wanted = [[document.scrollingElement, scrolled.get(here) ?? 0], ...inside.map(([id, y]) => [document.getElementById(id), y])].filter(([e, y]) => e && y > 0).map(([e, y]) => ({ e, y, still: 0 }));
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
