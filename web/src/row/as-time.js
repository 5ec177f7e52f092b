// A number that may be a time is not a row: offers Time for it.

import { current, documents } from "../app.js";
import { byId, hide } from "../view/dom.js";

const NUMBER = /^\d{10,19}$/; // seconds to nanoseconds since 1970, and versions of a hybrid clock

const numberOf = (doc) => (doc?.kind === "text" && NUMBER.test(doc.text.trim()) ? doc.text.trim() : "");

export function listenToNumbers() {
  const button = byId("as-time");
  const show = () => hide(button, !numberOf(documents.now));
  button.addEventListener("click", () => {
    current.open("time", { text: numberOf(documents.now) });
    current.mode.input.focus();
  });
  documents.whenOpened(show);
  documents.whenChanged((_, what) => what === "text" && show());
}
