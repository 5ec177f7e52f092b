// What is asked of all rows about the one that is shown, or about a time, once the reader stays with it.

import { documents, session } from "../app.js";

const AT_ONCE = 50_000; // rows that are looked through without being asked to
const REST = 250; // ms after which they are: who steps through rows, or types, does not wait for it

/**
 * @param {{clear(): void, ask(doc: object): Promise<object|null>, show(answer: object): void}} what clear takes away what was said before
 * @returns {() => void} asks about what is shown now
 */
export function onceAtRest({ clear, ask, show }) {
  let asked = 0;
  let early = false; // it was asked before all rows were read, or while they were opened anew
  const begin = async () => {
    const mine = ++asked;
    clear();
    const doc = documents.now;
    early = !session.has(doc);
    if (early || session.state.rows > AT_ONCE) return;
    await new Promise((rest) => { setTimeout(rest, REST); });
    if (mine !== asked || doc !== documents.now) return;
    const answer = await ask(doc).catch(() => {
      early = !session.has(doc);
      return null;
    });
    if (mine === asked && answer) show(answer);
  };
  session.on("state", () => {
    if (early && session.has(documents.now)) begin();
  });
  return begin;
}
