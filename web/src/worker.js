// The worker that holds the decoder, so that the page itself never waits for it.
// Messages in: {load, integrity} or {packed} once, then {id, call, request}. Messages
// out: {ready: true} or {failed: reason}, then {id, answer} or {id, problem}. Messages
// with the member bulk are for bulk/engine.js.

import { zonesFor } from "../npm/src/zones.js";
import { Engine } from "./bulk/engine.js";
import { start } from "../npm/src/wasi.js";

const ABI = 1;
let decoder;
let engine;

/** The decoder as a response; fetch itself checks the bytes against the digest. */
async function fetched({ load, integrity }) {
  const response = await fetch(load, { integrity, credentials: "omit" });
  if (!response.ok) throw new Error(`the server answered ${response.status} for the decoder`);
  return response;
}

/** The decoder that a page of one file has inside: base64 of gzip. */
function unpacked({ packed }) {
  const bytes = Uint8Array.from(atob(packed.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "content-type": "application/wasm" } });
}

async function load(source) {
  const response = source.packed ? unpacked(source) : await fetched(source);
  const module = await compile(response);
  decoder = await start(module);
  engine = new Engine(module, (message) => postMessage(message));
  const version = decoder.rl_abi_version();
  if (version !== ABI) throw new Error(`the decoder speaks version ${version}, the page version ${ABI}; reload the page`);
}

/** Compiles while bytes arrive, unless the server calls them something else. */
async function compile(response) {
  if (/^application\/wasm\b/.test(response.headers.get("content-type") ?? "")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** A request with the time zones that it names: the decoder has no table of them. */
function withZones(text) {
  if (!text.includes('"timezone"')) return text;
  const request = JSON.parse(text);
  return JSON.stringify({ ...request, zones: zonesFor(request) });
}

/** Hands a request to an export of the decoder and returns its answer as text. */
function call(name, request) {
  const bytes = new TextEncoder().encode(request);
  const at = decoder.rl_input(bytes.length);
  // A view is made after every call: a call may grow, and so replace, the memory.
  new Uint8Array(decoder.memory.buffer, at, bytes.length).set(bytes);
  const size = decoder[name](bytes.length);
  if (size < 0) throw new Error(`the decoder refused the request with code ${-size}`);
  const answer = new Uint8Array(decoder.memory.buffer, decoder.rl_output(), size);
  return new TextDecoder().decode(answer);
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
    postMessage({ id: data.id, answer: JSON.parse(call(data.call, withZones(data.request))) });
  } catch (e) {
    // After a fault inside the decoder its memory is not to be trusted.
    postMessage({ id: data.id, problem: String(e.message ?? e), fatal: e instanceof WebAssembly.RuntimeError });
  }
});
