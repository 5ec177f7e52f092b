// What a scan reads, cut into parts for workers.

import { Calls, hexOf } from "./calls.js";

/**
 * The parts: plain objects, which messages and JSON carry.
 * @param {WebAssembly.Module} module
 * @param {object} request what rl_bulk_open takes of a store
 * @param {{size?: number, keys?: {part: string, start?: Uint8Array|null, stop?: Uint8Array|null}}} how they are cut
 * @param {Parameters<typeof Calls.start>[1]} files
 */
export async function partsOf(module, request, { size = 0, keys }, files) {
  const wanted = keys && { part: keys.part, from: hexOf(keys.start, "keys.start"), before: hexOf(keys.stop, "keys.stop") };
  const calls = await Calls.start(module, files);
  const lines = calls.text("rl_store_parts", [JSON.stringify({ ...request, size, keys: wanted })], (n) => [n]);
  return lines.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}
