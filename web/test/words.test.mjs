// Sentences that need no browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cut } from "../src/bytes.js";
import { cutBoth } from "../src/diff/words.js";
import { namesIn, near, unordered } from "../src/rows/near.js";
import { alertOf, asSentence, readingsNote, statusOf } from "../src/view/words.js";

const candidate = (title, dots, tie, canonical = true) => ({ title, dots, tie, canonical, total: 8 });
const model = { parts: [{ owner: null }], fieldCount: 1 };

test("only readings with the same evidence as the first count as tied with it", () => {
  const tiedBelow = [candidate("A", 3, false), candidate("B", 2, true), candidate("C", 2, true)];
  assert.equal(readingsNote(tiedBelow, false), "3, best first");
  assert.equal(statusOf({ candidates: tiedBelow }, tiedBelow[0], model), "A, 8 bytes, 1 field. 2 other readings.");
  assert.match(statusOf({ candidates: tiedBelow }, tiedBelow[1], model), /^3 readings\. B and C have equal evidence\.$/);
  const twoTies = [candidate("A", 3, true), candidate("B", 3, true), candidate("C", 2, true), candidate("D", 2, true)];
  assert.equal(readingsNote(twoTies, false), "4, two with equal evidence; by name");
  assert.equal(statusOf({ candidates: twoTies }, twoTies[0], model), "4 readings. A and B have equal evidence.");
});

test("a sentence begins with a capital unless it begins with a name, and ends in one full stop", () => {
  for (const [text, want] of [
    ["expected hex digits, found z", "Expected hex digits, found z."],
    ["the last write was not finished.", "The last write was not finished."],
    ["is it cut off?", "Is it cut off?"],
    ["damaged-log-cut/db/000008.log: the log ends here", "damaged-log-cut/db/000008.log: the log ends here."],
    ["data.mdb is cut", "data.mdb is cut."],
    ["edgeIndex has no value", "edgeIndex has no value."],
    ["social_likes is no table", "social_likes is no table."],
    ["no. 4 is missing", "No. 4 is missing."],
    ["\"a.b\" is no number", "\"a.b\" is no number."],
    ["", "."],
  ]) assert.equal(asSentence(text), want);
});

test("a guess that ends early comes after the statement that no format reads the bytes", () => {
  const guess = { title: "Actionbase row key", refused: true, covered: 4, total: 34 };
  const stopped = { ...model, parts: [{ name: "row", owner: null, bytes: { length: 34 } }], error: { offset: 4, part: "row", expected: "a value header", found: "0x0d" } };
  assert.equal(statusOf({}, guess, stopped), "No format reads it. Nothing is near. What gets farthest, Actionbase row key, stops at byte 4 of 34: expected a value header.");
  const why = "is Actionbase row key: expected a value header, found 0x0d at offset 4 (0x4).";
  assert.deepEqual(alertOf(guess, stopped).slice(0, 2), ["No format reads it.", `Nothing is near. What gets farthest ${why}`]);
  assert.equal(readingsNote([], guess, false), "none complete; none is near");
  const near = { ...guess, near: true };
  assert.equal(statusOf({}, near, stopped), "No format reads it. The nearest, Actionbase row key, stops at byte 4 of 34: expected a value header.");
  assert.deepEqual(alertOf(near, stopped).slice(0, 2), ["No format reads it.", `The nearest ${why}`]);
  assert.equal(readingsNote([], near, false), "none complete; nearest shown");
  assert.equal(statusOf({}, { ...guess, likely: true }, stopped), "Actionbase row key stops at byte 4 of 34: expected a value header.");
  assert.match(alertOf({ ...guess, likely: true }, stopped)[0], /^Actionbase row key: expected/);
});

test("names in a filter are told apart from values, and misspelt ones get suggestions", () => {
  assert.deepEqual(namesIn(`sorce = 1001 and not (version>now or "a = b" ) text~foo day in 2024 word`), ["sorce", "version", "text", "day"]);
  const names = ["source", "sourceType", "target", "table", "version"];
  for (const [word, want] of [["sorce", ["source"]], ["soruce", ["source"]], ["Targt", ["target"]], ["source", ["source"]], ["vers", ["version"]], ["zzzzzz", []]]) assert.deepEqual(near(word, names), want, word);
  assert.equal(unordered("version > yesterday"), "yesterday");
  for (const term of ["version > now", "version > 5", "name = yesterday", "version > 2 h ago"]) assert.equal(unordered(term), "");
});

test("a text is cut between characters", () => {
  for (const [text, longest, want] of [["abc", 3, "abc"], ["abcd", 3, "abc…"], ["a𝄞", 3, "a𝄞"], ["a𝄞b", 2, "a…"], ["a𝄞b", 3, "a𝄞…"], ["", 0, ""]]) assert.equal(cut(text, longest), want);
  const long = `${"a".repeat(79)}𝄞`;
  assert.deepEqual(cutBoth(`${long}x`, `${"a".repeat(78)}bc`), [`…${"a".repeat(13)}𝄞x`, `…${"a".repeat(12)}bc`]);
  assert.deepEqual(cutBoth(`b${long}`, long), [`b${"a".repeat(79)}…`, `${"a".repeat(79)}…`]);
});
