// Questions to all rows about the current row, or about a time, asked once the reader stays with it.

import { documents, session } from "../app.js";

const AT_ONCE = 50_000; // rows that are searched without being asked to
const REST = 250; // ms to wait first, so that stepping through rows or typing is not slowed down

/**
 * @param {{clear(): void, ask(doc: object): Promise<object|null>, show(answer: object): void, many?(doc: object): Promise<object|null>}} what clear removes
 *   the previous answer; many stands for ask where there are too many rows to search them all
 * @returns {() => void} asks about what is shown now
 */
export function onceAtRest({ clear, ask, show, many = async () => null }) {
  let asked = 0;
  let early = false; // asked before all rows were read, or while they were being reopened
  const begin = async () => {
    const mine = ++asked;
    clear();
    const doc = documents.now;
    early = !session.has(doc);
    if (early) return;
    const put = session.state.rows > AT_ONCE ? many : ask; // the rows may be closed meanwhile
    await new Promise((rest) => { setTimeout(rest, REST); });
    if (mine !== asked || doc !== documents.now) return;
    const answer = await put(doc).catch(() => {
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
