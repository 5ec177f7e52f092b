// The page's drafts (web/src/draft): each value that can be edited is edited and set
// back, over vectors of every record kind. The bytes are then the original's, whatever
// the tree and the fields look like.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { gunzipSync } from "node:zlib";

import { Editor, editorText } from "../../web/src/draft/edit.js";
import { membersOf } from "../../web/src/draft/member.js";
import { Decoder } from "./decoder.mjs";

const VECTORS = 3; // of each record kind
const NODES = 12; // of each tree
const folder = new URL("../../golden/vectors/", import.meta.url);

const decoder = new Decoder();
const codec = {
  async request(op) {
    const answer = JSON.parse(decoder.answer(JSON.stringify(op)));
    if (answer.error) throw Object.assign(new Error(answer.error), { field: answer.field });
    return answer;
  },
  async inspect(request) {
    return JSON.parse(decoder.inspect(JSON.stringify(request)));
  },
};

/** Other values that a field may take; one of them mostly fits. */
function others(text) {
  const out = [];
  if (text === "true" || text === "false") return [text === "true" ? "false" : "true"];
  if (/^-?\d+$/.test(text)) out.push(String(BigInt(text) + 1n), String(BigInt(text) - 1n));
  if (/^([0-9a-f]{2})+$/.test(text)) out.push(text.slice(0, -2) + (text.endsWith("00") ? "01" : "00"));
  out.push(`${text}a`, text.slice(0, -1), text.replace(/\d(?=\D*$)/, (d) => (d === "1" ? "2" : "1")), "1");
  return out.filter((o) => o !== text);
}

/** The first of the edits that the codec takes, or null. */
async function edited(editor, reading, index, texts) {
  for (const text of texts) {
    try {
      return await editor.edit(reading, index, text);
    } catch {
      // Refused: the next may fit.
    }
  }
  return null;
}

/** Edits each value of a vector and sets it back; says how many, and what went wrong. */
async function there(vector, schema) {
  const { schema: _name, names, ...given } = vector.given ?? {};
  const editor = new Editor(codec, { format: vector.format, record: vector.record, parts: vector.bytes, given, schema: schema ?? (names && { names }) });
  const reading = await editor.read(vector.bytes).catch(() => null);
  if (!reading?.canonical) return { count: 0, wrong: [] };
  const wrong = [];
  let count = 0;
  for (const [index, member] of [...membersOf(reading)].slice(0, NODES)) {
    const text = editorText(reading.fields, member);
    const next = await edited(editor, reading, index, others(text));
    if (!next) continue;
    count++;
    const back = await editor.edit(next, index, text).catch((e) => ({ parts: e.message }));
    try {
      assert.deepEqual(back.parts, reading.parts);
    } catch {
      wrong.push(`${vector.id} ${reading.tree.nodes[index].name}: ${text}: ${JSON.stringify(back.parts)}`);
    }
  }
  return { count, wrong };
}

for (const file of readdirSync(folder).filter((f) => f.endsWith(".gz"))) {
  test(`values of ${file.split(".")[0]} are edited and set back`, async () => {
    const seen = new Map();
    const schemas = new Map();
    const all = { count: 0, wrong: [] };
    for (const line of gunzipSync(readFileSync(new URL(file, folder))).toString().trim().split("\n")) {
      const vector = JSON.parse(line);
      if (vector.ops.includes("define")) schemas.set(vector.given.name, vector.bytes ? { ...vector.given, bytes: vector.bytes } : vector.given);
      const n = seen.get(vector.record) ?? 0;
      if (n >= VECTORS || vector.error || !["decode", "encode"].every((op) => vector.ops.includes(op))) continue;
      seen.set(vector.record, n + 1);
      const { count, wrong } = await there(vector, schemas.get(vector.given?.schema));
      all.count += count;
      all.wrong.push(...wrong);
    }
    assert.deepEqual(all.wrong, []);
    assert.ok(all.count >= seen.size, `only ${all.count} edits for ${seen.size} record kinds`);
  });
}
