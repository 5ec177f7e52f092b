// Every shared vector through testee.mjs, driven as an outsider would.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createInterface } from "node:readline";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

import { judge, requests } from "../../../wasm/test/compare.mjs";
import { parse, stringify } from "../../../wasm/test/json.mjs";

const folder = new URL("../../../golden/vectors/", import.meta.url);
const testee = fileURLToPath(new URL("../testee.mjs", import.meta.url));
const SHOWN = 10;

/** The faults in the answers to a file of vectors. */
async function run(name) {
  const lines = gunzipSync(readFileSync(new URL(name, folder))).toString().split("\n").filter(Boolean);
  const asked = lines.flatMap((line) => {
    const vector = parse(line);
    return requests(vector).map((request) => ({ vector, request }));
  });
  const child = spawn(process.execPath, [testee], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(asked.map(({ request }) => `${stringify(request)}\n`).join(""));
  const wrong = [];
  let at = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const { vector, request } = asked[at++];
    const found = judge(request.op, vector, parse(line));
    if (found) wrong.push(`${request.id}: ${found}`);
  }
  assert.equal(at, asked.length, "answers");
  assert.equal(wrong.length, 0, `${wrong.length} of ${at} are wrong:\n${wrong.slice(0, SHOWN).join("\n")}`);
}

for (const name of readdirSync(folder).filter((n) => n.endsWith(".jsonl.gz"))) {
  test(`every vector of ${name} is answered right`, () => run(name));
}
