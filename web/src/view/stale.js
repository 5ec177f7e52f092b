// What is shown while an answer is awaited: it stays, and is marked as stale. It only looks so if the answer
// takes long, as most come within a frame or two, and a change of looks would cost as much as drawing them.

const LONG = 120; // ms

const page = document.documentElement;
let timer = 0;

/** Says whether what is shown is that of before. */
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
