import assert from "node:assert/strict";
import test from "node:test";

import { Decoder } from "./decoder.mjs";

/** A Java object stream of lists in lists; all but the first name their class by reference. */
function lists(levels) {
  const first = "aced0005737200136a6176612e7574696c2e41727261794c6973747881d21d99c7619d03000149000473697a657870";
  const full = "00000001770400000001";
  const below = `7371007e0000${full}`.repeat(levels - 2);
  return `78${first}${full}${below}7371007e000000000000770400000000${"78".repeat(levels)}`;
}

const request = (levels) =>
  JSON.stringify({ id: 1, op: "decode", format: "accumulograph", record: "value", bytes: { value: lists(levels) } });

test("objects in objects are read to a depth of 400, and refused below it, without filling the stack", () => {
  const decoder = new Decoder();
  const deepest = decoder.answer(request(400));
  assert.equal(deepest.match(/java\.util\.ArrayList/g).length, 400);
  assert.match(decoder.answer(request(401)), /"code":"limit"/);
  assert.match(decoder.answer(request(20000)), /"code":"limit"/);
  const inspected = decoder.inspect(JSON.stringify({ format: "accumulograph", record: "value", parts: { value: lists(400) } }));
  assert.equal(JSON.parse(inspected).error, undefined, inspected.slice(0, 300));
});
