import assert from "node:assert/strict";
import test from "node:test";

import { Decoder } from "./decoder.mjs";
import { zonePairs, zonesFor } from "../../web/npm/src/zones.js";

const bucket = (timezone, millis) => ({
  op: "derive", format: "actionbase", record: "mutation",
  given: {
    schema: {
      type: "EDGE", direction: "OUT", indexes: [], caches: [],
      groups: [{ group: "g", type: "COUNT", fields: [{ name: "at", bucket: { name: "b", unit: "MILLISECOND", timezone, format: "yyyyMMddHHmmss" } }] }],
    },
    before: null,
    after: {
      tableCode: 1, source: { type: "long", value: "1" }, target: { type: "long", value: "2" }, active: true, version: "1", createdAt: "1", deletedAt: null,
      properties: [{ name: "at", value: { type: "long", value: String(millis) }, version: "1" }],
    },
  },
});

test("the table of a zone has its historic offsets", () => {
  const at = (zone, time) => zonePairs(zone).findLast(([from]) => from <= Date.parse(time) / 1000)[1];
  assert.equal(at("Asia/Seoul", "2024-05-04T00:00:00Z"), 9 * 3600);
  assert.equal(at("Asia/Seoul", "1988-07-01T00:00:00Z"), 10 * 3600);
  assert.equal(at("America/New_York", "2024-03-10T06:59:59Z"), -5 * 3600);
  assert.equal(at("America/New_York", "2024-03-10T07:00:00Z"), -4 * 3600);
  assert.equal(at("Europe/Berlin", "2100-07-01T00:00:00Z"), 2 * 3600);
  assert.equal(zonePairs("Not/AZone"), undefined);
});

test("a request is searched for the zones that it names", () => {
  assert.deepEqual(Object.keys(zonesFor(bucket("Asia/Seoul", 0))), ["Asia/Seoul"]);
  assert.deepEqual(zonesFor(bucket("UTC", 0)), {});
  assert.deepEqual(zonesFor(bucket("Not/AZone", 0)), {});
});

test("a region needs the request's zones", () => {
  const decoder = new Decoder();
  const request = bucket("Asia/Seoul", Date.parse("2024-05-04T23:30:00Z"));
  const refused = JSON.parse(decoder.answer(JSON.stringify(request)));
  assert.match(refused.error, /Asia\/Seoul/);
  const answer = JSON.parse(decoder.answer(JSON.stringify({ ...request, zones: zonesFor(request) })));
  assert.ok(answer.result, JSON.stringify(answer));
  const again = JSON.parse(decoder.answer(JSON.stringify(request)));
  assert.match(again.error, /Asia\/Seoul/, "zones are not kept");
});

test("zones of a wrong shape are refused", () => {
  const decoder = new Decoder();
  for (const zones of [[], 1, { A: [] }, { A: [[1]] }, { A: [[1, 2], [1, 3]] }, { A: [[0, 99999]] }, { A: [["x", 0]] }]) {
    const answer = JSON.parse(decoder.answer(JSON.stringify({ ...bucket("UTC", 0), id: "z", zones })));
    assert.match(answer.error, /^zones: expected/);
    assert.equal(answer.id, "z");
  }
});
