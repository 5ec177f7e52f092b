import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { gunzipSync } from "node:zlib";

import { judge, requests } from "./compare.mjs";
import { Decoder } from "./decoder.mjs";
import { parse, stringify } from "./json.mjs";
import { zonesFor } from "../../web/npm/src/zones.js";

const SHOWN = 10;

for (const format of ["actionbase"]) {
  test(`every shared vector of ${format} is answered right`, () => {
    const file = readFileSync(new URL(`../../golden/vectors/${format}.jsonl.gz`, import.meta.url));
    const decoder = new Decoder();
    const wrong = [];
    let count = 0;
    for (const line of gunzipSync(file).toString().split("\n")) {
      if (!line) continue;
      const vector = parse(line);
      for (const request of requests(vector)) {
        count++;
        const zones = zonesFor(request);
        const sent = Object.keys(zones).length ? { ...request, zones } : request;
        const found = judge(request.op, vector, parse(decoder.answer(stringify(sent))));
        if (found) wrong.push(`${request.id}: ${found}`);
      }
    }
    assert.ok(count > 2000, `only ${count} checks`);
    assert.equal(wrong.length, 0, `${wrong.length} of ${count} are wrong:\n${wrong.slice(0, SHOWN).join("\n")}`);
  });
}
