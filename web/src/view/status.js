// The status line. It is a live region, so it changes at most twice a second: otherwise
// screen readers would read out fragments while the reader types.

import { el, visible } from "./dom.js";

const PAUSE = 500;

/** @param {HTMLElement} root @returns {(sentence: string, failure?: string) => void} failure is how a sentence begins that says what is wrong */
export function statusLine(root) {
  let last = 0;
  let timer = 0;
  let next = "";
  let wrong = "";
  const write = () => {
    timer = 0;
    last = performance.now();
    if (root.textContent !== wrong + next) root.replaceChildren(wrong && el("b", { class: "bad" }, wrong), next);
  };
  return (sentence, failure = "") => {
    wrong = visible(failure);
    next = visible(sentence);
    if (timer) return;
    const wait = PAUSE - (performance.now() - last);
    if (wait <= 0) write();
    else timer = setTimeout(write, wait);
  };
}
