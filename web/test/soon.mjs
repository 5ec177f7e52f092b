// Assertions about what the page will show. A step is answered by the decoder's worker, so what it
// shows follows a moment later: each assertion is tried until it holds, or fails for good.

import assert from "node:assert/strict";

/** How long a test waits, in ms: a machine that others use, too, may stand still for more than ten seconds. */
export const PATIENCE = 30_000;
const PAUSE = 50; // ms

async function tried(check) {
  for (const until = Date.now() + PATIENCE; ;) {
    try {
      return await check();
    } catch (e) {
      if (Date.now() >= until) throw e;
    }
    await new Promise((then) => setTimeout(then, PAUSE));
  }
}

/** The assertions of node:assert, with a function that reads in place of the value that it reads; it may run several times. */
export const soon = Object.fromEntries(["equal", "notEqual", "deepEqual", "notDeepEqual", "match", "doesNotMatch", "ok"].map((name) => [
  name, (read, ...wanted) => tried(async () => assert[name](await read(), ...wanted)),
]));
