// The shared vectors through testee.mjs, driven as an outsider would.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

import { judge, requests } from "./compare.mjs";
import { parse, stringify } from "./json.mjs";

const folder = new URL("../../golden/vectors/", import.meta.url);
const testee = fileURLToPath(new URL("../../web/npm/testee.mjs", import.meta.url));
const SHOWN = 10;

/** The names of the files of vectors. */
export const vectorFiles = readdirSync(folder).filter((name) => name.endsWith(".jsonl.gz"));

/** Fails unless all vectors of a file are answered right. @param {string} name @param {string[]} [module] another than the package's */
export async function answered(name, module = []) {
  const lines = gunzipSync(readFileSync(new URL(name, folder))).toString().split("\n").filter(Boolean);
  const asked = lines.flatMap((line) => {
    const vector = parse(line);
    return requests(vector).map((request) => ({ vector, request }));
  });
  const child = spawn(process.execPath, [testee, ...module], { stdio: ["pipe", "pipe", "inherit"] });
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
