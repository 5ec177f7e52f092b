// The worker that runs the decoder, so that the page never blocks on it.
// Messages in: {load, integrity}, {packed} or {module} once, then {id, call, request}, {id, look}
// with files, {id, structure} with files and a request, or {id, sample} with the name of one. Messages out: {ready: module} or {failed: reason}, then {id, answer} or {id, problem}.
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

async function started(source) {
  decoder = await compile(source);
  return new Calls(await start(decoder));
}

async function load(source) {
  // The single-file page has the decoder inside; what one worker has compiled serves all others.
  const { response, genuine } = source.load ? await fetched(source) : { response: source.module ?? unpacked(source.packed, "application/wasm") };
  // It starts beside the proof of its bytes, and answers nothing before that is there.
  [calls] = await Promise.all([started(response), genuine]);
  engine = new Engine(decoder, (message) => postMessage(message));
  const version = calls.exports.rl_abi_version();
  if (version !== ABI) throw new Error(`the decoder speaks version ${version}, the page version ${ABI}; reload the page`);
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

addEventListener("message", async ({ data }) => {
  if (data.load || data.packed || data.module) {
    try {
      await load(data);
      postMessage({ ready: decoder });
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
    if (data.look) postMessage({ id: data.id, answer: await look(data.look) });
    else if (data.structure) postMessage({ id: data.id, answer: await structure(data.structure) });
    else if (data.sample) postMessage({ id: data.id, answer: await sample(data.sample) });
    else postMessage({ id: data.id, answer: JSON.parse(calls.text(data.call, [withZones(data.request)], (n) => [n])) });
  } catch (e) {
    // After a trap in the decoder, or with a full stack, its memory cannot be trusted.
    postMessage({ id: data.id, problem: String(e.message ?? e), fatal: e instanceof WebAssembly.RuntimeError || e instanceof RangeError });
  }
});
