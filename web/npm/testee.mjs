// A testee of the conformance protocol (docs/testee.md) over this package: request
// lines in, answer lines out. The op define opens a schema, one per format, to which
// later lines refer by handle.
//
//	node testee.mjs [WASM]

import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

import { answer, init, Schema } from "./src/node.js";

const places = ["./dist/rowlens.wasm", "../../dist/wasm/rowlens.wasm"].map((name) => new URL(name, import.meta.url));
const wasm = process.argv[2] ? pathToFileURL(process.argv[2]) : places.find((url) => existsSync(url));
if (!wasm) throw new Error("rowlens.wasm is not there yet: run make wasm");
await init(wasm);

const schemas = new Map();

function define({ id, format }, line) {
  const old = schemas.get(format);
  schemas.set(format, new Schema(format, line, { uses: old ? [old] : [] }));
  old?.close();
  return JSON.stringify({ id, ok: true });
}

function answerTo(line) {
  let request = null;
  try {
    request = JSON.parse(line);
  } catch {
    return answer(line); // the decoder reports what is wrong with it
  }
  try {
    if (request?.op === "define") return define(request, line);
  } catch (e) {
    return JSON.stringify({ id: request.id ?? null, error: e.message, code: e.code ?? "bad-request" });
  }
  const schema = schemas.get(request?.format);
  return answer(schema && !("schema" in request) ? `${line.slice(0, line.lastIndexOf("}"))},"schema":${schema.handle}}` : line);
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  if (line && !process.stdout.write(`${answerTo(line)}\n`)) await new Promise((drained) => process.stdout.once("drain", drained));
}
