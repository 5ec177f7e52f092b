// Cuts what a scan reads into parts for workers.

import { Calls, hexOf } from "./calls.js";

/**
 * The parts: plain objects, which can go through messages and JSON.
 * @param {WebAssembly.Module} module
 * @param {object} request options of rl_bulk_open for a store
 * @param {{size?: number, keys?: {part: string, start?: Uint8Array|null, stop?: Uint8Array|null}}} how to cut them
 * @param {Parameters<typeof Calls.start>[1]} files
 */
export async function partsOf(module, request, { size = 0, keys }, files) {
  const wanted = keys && { part: keys.part, from: hexOf(keys.start, "keys.start"), before: hexOf(keys.stop, "keys.stop") };
  const calls = await Calls.start(module, files);
  const lines = calls.text("rl_store_parts", [JSON.stringify({ ...request, size, keys: wanted })], (n) => [n]);
  return lines.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}
