// Sentences that need no browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readingsNote, statusOf } from "../src/view/words.js";

const candidate = (title, dots, tie, canonical = true) => ({ title, dots, tie, canonical, total: 8 });
const model = { parts: [{ owner: null }], fieldCount: 1 };

test("only readings with the evidence of the first one are counted as tied with it", () => {
  const tiedBelow = [candidate("A", 3, false), candidate("B", 2, true), candidate("C", 2, true)];
  assert.equal(readingsNote(tiedBelow, false), "3, best first");
  assert.equal(statusOf({ candidates: tiedBelow }, tiedBelow[0], model), "A, 8 bytes, 1 field. 2 other readings.");
  assert.match(statusOf({ candidates: tiedBelow }, tiedBelow[1], model), /^3 readings\. B and C have equal evidence\.$/);
  const twoTies = [candidate("A", 3, true), candidate("B", 3, true), candidate("C", 2, true), candidate("D", 2, true)];
  assert.equal(readingsNote(twoTies, false), "4, two with equal evidence; by name");
  assert.equal(statusOf({ candidates: twoTies }, twoTies[0], model), "4 readings. A and B have equal evidence.");
});
