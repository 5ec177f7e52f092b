// Opening a file: text is read as text; bytes that are no text become hex.

import { count, toHex } from "../bytes.js";

const WHOLE = 1 << 20; // bytes that the single view takes at once
const PART = 1 << 16; // what is shown of more
const CUT = "Only the first 64 KiB are shown; Bulk decodes the whole.";
const CUT_BYTES = "Only the first 64 KiB are shown, as hex.";

/** Takes as much of a long text as the single view shows, whole lines if it can. */
export function shorten(text) {
  if (text.length <= WHOLE) return { text, note: "" };
  return { text: wholeLines(text), note: CUT };
}

/** What is shown of a long text: whole lines, if there are any. */
function wholeLines(text) {
  const end = text.lastIndexOf("\n", PART);
  return text.slice(0, end > 0 ? end : PART);
}

/**
 * @param {File} file
 * @returns {Promise<{text: string, note: string, whole?: File}>} whole is the file when only a part of its text was taken
 */
export async function readFile(file) {
  const long = file.size > WHOLE;
  const bytes = new Uint8Array(await (long ? file.slice(0, PART) : file).arrayBuffer());
  const text = asText(bytes, long);
  if (text === null) return { text: toHex(bytes), note: long ? CUT_BYTES : `${file.name} holds bytes, not text; they are shown as hex, ${count(bytes.length, "byte")}.` };
  return long ? { text: wholeLines(text), note: CUT, whole: file } : { text, note: "" };
}

/**
 * What a file that may hold a schema holds: text, or bytes as hex.
 * @param {File} file
 * @returns {Promise<{text: string}|{stored: string}>}
 */
export async function fileContent(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = asText(bytes, false);
  return text === null ? { stored: toHex(bytes) } : { text };
}

/** The text of bytes, or null when they are none. */
function asText(bytes, cut) {
  let text;
  try {
    // A cut may fall into a character: as a stream, the rest of it may be missing.
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: cut });
  } catch {
    return null;
  }
  return /[\0-\x08\x0e-\x1f\x7f]/.test(text) ? null : text;
}

/**
 * Lets a file be dropped anywhere on the page.
 * @param {HTMLElement} frame shows that it may be dropped
 * @param {(file: File) => void} take
 */
export function listenForDrops(frame, take) {
  const holdsFile = (e) => [...(e.dataTransfer?.types ?? [])].includes("Files");
  addEventListener("dragover", (e) => {
    if (!holdsFile(e)) return;
    e.preventDefault();
    frame.classList.add("dropping");
  });
  addEventListener("dragleave", (e) => {
    if (!e.relatedTarget) frame.classList.remove("dropping");
  });
  addEventListener("drop", (e) => {
    frame.classList.remove("dropping");
    const file = e.dataTransfer?.files[0];
    if (!file) return;
    e.preventDefault();
    take(file);
  });
}
