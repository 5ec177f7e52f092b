// Keeps the previous result on screen while an answer is awaited, marked as stale. The mark shows only if the
// answer takes long: most come within a frame or two, and changing the look would cost as much as drawing them.

const LONG = 120; // ms

const page = document.documentElement;
let timer = 0;

/** Says whether the previous result is still shown. */
export function stale(is) {
  if (is) {
    page.dataset.stale = true;
    timer ||= setTimeout(() => { page.dataset.slow = true; }, LONG);
  } else {
    clearTimeout(timer);
    timer = 0;
    delete page.dataset.stale;
    delete page.dataset.slow;
  }
}
