// The worker that holds the decoder, so that the page itself never waits for it.
// Messages in: {load, integrity} once, then {id, call, request}. Messages out:
// {ready: true} or {failed: reason}, then {id, answer} or {id, problem}.

import { start } from "./wasi.js";

const ABI = 1;
let decoder;

/** Loads the decoder; fetch itself checks the bytes against the digest. */
async function load(url, integrity) {
  const response = await fetch(url, { integrity, credentials: "omit" });
  if (!response.ok) throw new Error(`the server answered ${response.status} for the decoder`);
  decoder = await start(await WebAssembly.compileStreaming(response));
  const version = decoder.rl_abi_version();
  if (version !== ABI) throw new Error(`the decoder speaks version ${version}, the page version ${ABI}; reload the page`);
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
  if (data.load) {
    try {
      await load(data.load, data.integrity);
      postMessage({ ready: true });
    } catch (e) {
      postMessage({ failed: String(e.message ?? e) });
    }
    return;
  }
  try {
    postMessage({ id: data.id, answer: JSON.parse(call(data.call, data.request)) });
  } catch (e) {
    // After a fault inside the decoder its memory is not to be trusted.
    postMessage({ id: data.id, problem: String(e.message ?? e), fatal: e instanceof WebAssembly.RuntimeError });
  }
});
