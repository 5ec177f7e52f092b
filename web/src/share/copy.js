// The copy bar: one Tab stop, with arrow keys inside; a button briefly says "Copied".

import { arrowTarget } from "../view/arrows.js";
import { set } from "../view/dom.js";

const SAID_FOR = 1500;

/**
 * Copies text to the clipboard and reports it in the status line.
 * @param {string} what names the text
 * @returns {Promise<boolean>} whether it was copied
 */
export async function toClipboard(text, what, say) {
  const done = await put(text);
  say(done ? `Copied ${what}.` : "The browser refused to copy.");
  return done;
}

/** Writes to the clipboard. Without a secure origin only execCommand is available. */
async function put(text) {
  if (navigator.clipboard?.writeText) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // No permission; execCommand needs none.
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
  root.addEventListener("keydown", (e) => arrowTarget(e, buttons())?.focus());
}

/**
 * Copies the text for a button or menu item.
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
  return toClipboard(text, (button.dataset.name ?? button.getAttribute("aria-label")).replace(/^Copy (as )?/, ""), say);
}

/** Shows "Copied" in a button without changing its width. */
function flash(button) {
  const words = button.querySelector("span") ?? button;
  if (button.dataset.said) return;
  button.dataset.said = words.textContent;
  button.dataset.name = button.getAttribute("aria-label"); // the accessible name must contain the visible text
  set(button, { "aria-label": `Copied: ${button.dataset.name}` });
  button.style.width = `${button.getBoundingClientRect().width}px`;
  words.textContent = "Copied";
  setTimeout(() => {
    words.textContent = button.dataset.said;
    set(button, { "aria-label": button.dataset.name });
    delete button.dataset.name;
    button.style.width = "";
    delete button.dataset.said;
  }, SAID_FOR);
}
