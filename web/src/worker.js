// The worker that runs the decoder, so that the page never blocks on it.
// Messages in: {load, integrity} or {packed} once, then {id, call, request}. Messages
// out: {ready: true} or {failed: reason}, then {id, answer} or {id, problem}. Messages
// with the member bulk are for bulk/engine.js.

import { ABI, Calls } from "../npm/src/calls.js";
import { compile } from "../npm/src/load.js";
import { start } from "../npm/src/wasi.js";
import { withZones } from "../npm/src/zones.js";
import { Engine } from "./bulk/engine.js";

let calls;
let engine;

/** The decoder as a response; fetch itself checks the bytes against the digest. */
async function fetched({ load, integrity }) {
  const response = await fetch(load, { integrity, credentials: "omit" });
  if (!response.ok) throw new Error(`the server answered ${response.status} for the decoder`);
  return response;
}

/** The decoder inside the single-file page: base64 of gzip. */
function unpacked({ packed }) {
  const bytes = Uint8Array.from(atob(packed.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "content-type": "application/wasm" } });
}

async function load(source) {
  const response = source.packed ? unpacked(source) : await fetched(source);
  const module = await compile(response);
  calls = new Calls(await start(module));
  engine = new Engine(module, (message) => postMessage(message));
  const version = calls.exports.rl_abi_version();
  if (version !== ABI) throw new Error(`the decoder speaks version ${version}, the page version ${ABI}; reload the page`);
}

addEventListener("message", async ({ data }) => {
  if (data.load || data.packed) {
    try {
      await load(data);
      postMessage({ ready: true });
    } catch (e) {
      postMessage({ failed: String(e.message ?? e) });
    }
    return;
  }
  if (data.bulk) {
    engine.take(data);
    return;
  }
  try {
    postMessage({ id: data.id, answer: JSON.parse(calls.text(data.call, [withZones(data.request)], (n) => [n])) });
  } catch (e) {
    // After a trap in the decoder, or with a full stack, its memory cannot be trusted.
    postMessage({ id: data.id, problem: String(e.message ?? e), fatal: e instanceof WebAssembly.RuntimeError || e instanceof RangeError });
  }
});
