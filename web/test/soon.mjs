// Assertions about what the page is going to show. The decoder's worker answers each step, so the
// result follows a moment later: each assertion is retried until it holds, or fails for good.

import assert from "node:assert/strict";

/** How long a test waits, in ms: a shared machine may stall for more than ten seconds. */
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

/** The assertions of node:assert, but with a function that reads the value in place of the value; it may run several times. */
export const soon = Object.fromEntries(["equal", "notEqual", "deepEqual", "notDeepEqual", "match", "doesNotMatch", "ok"].map((name) => [
  name, (read, ...wanted) => tried(async () => assert[name](await read(), ...wanted)),
]));
