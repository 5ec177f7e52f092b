// The status line. It is a live region, so it changes at most twice a second: otherwise
// screen readers would read out fragments while the reader types.

import { el, visible } from "./dom.js";

const PAUSE = 500;
const LED = 10_000; // ms for which a sentence precedes what follows

/**
 * @param {HTMLElement} root
 * @returns {((sentence: string, failure?: string) => void) & {lead(sentence: string): void}} failure is the start of a sentence that reports what is wrong; lead shows
 *   a sentence that stays for a while in front of later ones
 */
export function statusLine(root) {
  let lead = "";
  let until = 0; // when it is no longer shown
  let last = 0;
  let timer = 0;
  let next = "";
  let wrong = "";
  const write = () => {
    timer = 0;
    last = performance.now();
    const first = last < until && next !== lead ? `${lead} ` : "";
    if (root.textContent !== first + wrong + next) root.replaceChildren(first, wrong && el("b", { class: "bad" }, wrong), next);
  };
  const say = (sentence, failure = "") => {
    wrong = visible(failure);
    next = visible(sentence);
    if (timer) return;
    const wait = PAUSE - (performance.now() - last);
    if (wait <= 0) write();
    else timer = setTimeout(write, wait);
  };
  return Object.assign(say, { lead(sentence) {
    lead = visible(sentence);
    until = performance.now() + LED;
    say(sentence);
  } });
}
