// The copy bar: one Tab stop, arrows inside; a button says "Copied" for a moment.

import { set } from "../view/dom.js";

const SAID_FOR = 1500;

/** Puts text on the clipboard. Pages without a secure origin get the older way. */
export async function toClipboard(text) {
  if (navigator.clipboard?.writeText) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // A refused permission is not the last word: the older way asks nobody.
    }
  }
  const box = document.createElement("textarea");
  box.value = text;
  box.className = "off-screen";
  box.setAttribute("aria-hidden", "true");
  const focused = document.activeElement;
  document.body.append(box);
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  focused?.focus({ preventScroll: true });
  return done;
}

/**
 * @param {HTMLElement} root the toolbar
 * @param {(form: string) => string|null|Promise<string>} textFor
 * @param {(sentence: string) => void} say
 */
export function listen(root, textFor, say) {
  const buttons = () => [...root.querySelectorAll("button")].filter((b) => b.offsetParent !== null);
  root.addEventListener("click", async (e) => {
    const button = e.target.closest("button[data-copy]");
    if (button && await copyForm(button, textFor, say)) flash(button);
  });
  root.addEventListener("focusin", (e) => {
    for (const b of root.querySelectorAll("button")) set(b, { tabindex: b === e.target ? 0 : -1 });
  });
  root.addEventListener("keydown", (e) => {
    const list = buttons();
    const at = list.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: list.length - 1 }[e.key];
    if (at < 0 || to === undefined || e.altKey || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    list[(to + list.length) % list.length].focus();
  });
}

/**
 * Copies what a button or a menu item stands for.
 * @returns {Promise<boolean>} whether something was copied
 */
export async function copyForm(button, textFor, say) {
  let text;
  try {
    text = await textFor(button.dataset.copy);
  } catch (e) {
    say(`This cannot be copied: ${e.message}`);
    return false;
  }
  if (text === null || text === undefined) return false;
  const done = await toClipboard(text);
  say(done ? `Copied ${button.getAttribute("aria-label").replace(/^Copy (as )?/, "")}.` : "The browser refused to copy.");
  return done;
}

/** Shows "Copied" in a button without changing its width. */
function flash(button) {
  const words = button.querySelector("span") ?? button;
  if (button.dataset.said) return;
  button.dataset.said = words.textContent;
  button.style.width = `${button.getBoundingClientRect().width}px`;
  words.textContent = "Copied";
  setTimeout(() => {
    words.textContent = button.dataset.said;
    button.style.width = "";
    delete button.dataset.said;
  }, SAID_FOR);
}
