// The worker that runs the decoder, so that the page never blocks on it.
// Messages in: {load, integrity}, {packed} or {module} once, unless the worker's name is the first of these; then {id, call, request}, {id, look}
// with files, {id, structure} with files and a request, or {id, sample} with the name of one, which may come before the decoder is ready.
// Messages out: {ready: module} or {failed: reason}, then {id, answer}, {id, text} with JSON, or {id, problem}.
// Messages with the member bulk are for rows/engine.js.

import { ABI, Calls } from "../npm/src/calls.js";
import { blobFile } from "../npm/src/files-blob.js";
import { compile } from "../npm/src/load.js";
import { StoreFiles } from "../npm/src/store-files.js";
import { start } from "../npm/src/wasi.js";
import { withZones } from "../npm/src/zones.js";
import { Engine } from "./rows/engine.js";

let calls;
let engine;
let decoder; // the compiled module

/** The decoder as a response, and a promise that fails if its bytes are not those that the page knows. */
async function fetched({ load, integrity }) {
  // fetch would check the digest before it hands over the first byte, and compiling would wait for that. In a
  // page that came without encryption from another machine there are no digests, and only fetch can.
  const response = await fetch(load, { credentials: "omit", integrity: crypto.subtle ? "" : integrity });
  if (!response.ok) throw new Error(`the server answered ${response.status} for the decoder`);
  return { response, genuine: crypto.subtle && isGenuine(response.clone(), integrity) };
}

/** @param {Response} response @param {string} integrity as fetch takes it */
async function isGenuine(response, integrity) {
  const [name, want] = integrity.split(/-(.*)/s);
  const sum = new Uint8Array(await crypto.subtle.digest(name.replace("sha", "SHA-"), await response.arrayBuffer()));
  if (btoa(String.fromCharCode(...sum)) !== want) throw new Error("the decoder received is not this page's; reload the page");
}

/** Unpacks base64 of gzip. @param {string} packed @param {string} type of the content */
function unpacked(packed, type) {
  const bytes = Uint8Array.from(atob(packed.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "content-type": type } });
}

let running; // fulfilled once the decoder can be asked
let ready; // fulfilled once its answers may be given, with whether they may

/** The decoder's bytes. The single-file page has them inside; what one worker has compiled serves all others. */
async function receive(source) {
  if (source.load) return fetched(source);
  return { response: source.module ?? unpacked(source.packed, "application/wasm") };
}

async function started(response) {
  decoder = await compile(response);
  calls = new Calls(await start(decoder));
  engine = new Engine(decoder, (message) => postMessage(message));
  const version = calls.exports.rl_abi_version();
  if (version !== ABI) throw new Error(`the decoder speaks version ${version}, the page version ${ABI}; reload the page`);
}

/** Loads the decoder. It is started, and asked, beside the proof of its bytes; answers wait for that. */
async function begin(source) {
  const received = receive(source);
  running = received.then(({ response }) => started(response));
  try {
    await Promise.all([running, received.then(({ genuine }) => genuine)]);
    postMessage({ ready: decoder });
    return true;
  } catch (e) {
    postMessage({ failed: String(e.message ?? e) });
    return false;
  }
}

/** The stores in some files, and the files that are known: by a decoder of its own, whose memory is then free. */
async function look(files) {
  return (await StoreFiles.open(decoder, files.map(({ file, name }) => blobFile(file, name)))).about;
}

let stored = null; // the files whose structure was last asked for, which stay open

/** The blocks of a file, or one of them as a tree: the decoder reads no more of the file than that. */
async function structure({ id, files, request }) {
  if (stored?.id !== id) stored = { id, opened: StoreFiles.open(decoder, files.map(({ file, name }) => blobFile(file, name))) };
  const store = await stored.opened;
  return request.block === undefined ? store.pieces(request.file) : store.explain(request);
}

/** The files of a sample, which the decoder holds packed. */
async function sample(wanted) {
  const { name, files } = JSON.parse(calls.text("rl_store_samples", [], () => [])).find((s) => s.name === wanted);
  return Promise.all(files.map(async (f) => {
    const blob = await unpacked(f.gzip, "application/octet-stream").blob();
    return { name: files.length > 1 ? `${name}/${f.name}` : f.name, file: new File([blob], f.name.split("/").at(-1)) };
  }));
}

async function answerTo({ id, call, request, look: files, structure: asked, sample: wanted }) {
  try {
    await running;
    if (files) return { id, answer: await look(files) };
    if (asked) return { id, answer: await structure(asked) };
    if (wanted) return { id, answer: await sample(wanted) };
    return { id, text: calls.text(call, [withZones(request)], (n) => [n]) };
  } catch (e) {
    // After a trap in the decoder, or with a full stack, its memory cannot be trusted.
    return { id, problem: String(e.message ?? e), fatal: e instanceof WebAssembly.RuntimeError || e instanceof RangeError };
  }
}

if (name) ready = begin(JSON.parse(name));

addEventListener("message", async ({ data }) => {
  if (data.load || data.packed || data.module) {
    ready = begin(data);
  } else if (data.bulk) {
    if (await ready) engine.take(data);
  } else {
    const answer = await answerTo(data);
    if (await ready) postMessage(answer);
  }
});
