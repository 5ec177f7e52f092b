// Opening files: text is read as text, anything else as hex.

import { count, toHex } from "../bytes.js";

const WHOLE = 1 << 20; // bytes that Decode takes at once
const PART = 1 << 16; // bytes shown of anything larger
const CUT = "Only the first 64 KiB are shown; Bulk decodes all of it.";
const CUT_BYTES = "Only the first 64 KiB are shown, as hex.";

/** The text of a link as Decode shows it: a link is opened without being asked what is in it, and must not stall the tab. */
export const shortenLink = (text) => shorten(text, PART);

/** The text as Decode shows it: of a long one, the first lines only. */
export function shorten(text, most = WHOLE) {
  if (text.length <= most) return { text, note: "" };
  return { text: wholeLines(text), note: CUT };
}

/** The start of a long text, cut at the end of a line if possible. */
function wholeLines(text) {
  const end = text.lastIndexOf("\n", PART);
  return text.slice(0, end > 0 ? end : PART);
}

/**
 * @param {File} file
 * @returns {Promise<{text: string, note: string, whole?: File}>} whole is the file if only part of its text was taken
 */
export async function readFile(file) {
  const long = file.size > WHOLE;
  const bytes = new Uint8Array(await (long ? file.slice(0, PART) : file).arrayBuffer());
  const text = asText(bytes, long);
  if (text === null) return { text: toHex(bytes), note: long ? CUT_BYTES : `${file.name} is not text; its bytes are shown as hex, ${count(bytes.length, "byte")}.` };
  return long ? { text: wholeLines(text), note: CUT, whole: file } : { text, note: "" };
}

/**
 * The content of a schema file: text, or bytes as hex.
 * @param {File} file
 * @returns {Promise<{text: string}|{stored: string}>}
 */
export async function fileContent(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = asText(bytes, false);
  return text === null ? { stored: toHex(bytes) } : { text };
}

/** Bytes as text, or null if they are not text. */
function asText(bytes, cut) {
  let text;
  try {
    // A cut may split a character: streaming tolerates an incomplete last one.
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: cut });
  } catch {
    return null;
  }
  return /[\0-\x08\x0e-\x1f\x7f]/.test(text) ? null : text;
}

/**
 * Accepts files dropped anywhere on the page.
 * @param {HTMLElement} frame is highlighted while a file is dragged
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
