// A decoder with its own memory. node.js, browser.js and workerd.js differ only in how they
// find the module.

import { ABI, Calls } from "./calls.js";
import { requestCBOR } from "./cbor-writer.js";
import { fieldsJSON } from "./fields.js";
import { tagOf } from "./types.js";
import { start } from "./wasi.js";
import { withZones, zonesFor } from "./zones.js";

export class Rowlens {
  /** @param {WebAssembly.Exports} exports of a started module @param {WebAssembly.Module} module */
  constructor(exports, module) {
    this.module = module;
    this.calls = new Calls(exports);
    const abi = exports.rl_abi_version();
    if (abi !== ABI) throw new Error(`rowlens.wasm speaks version ${abi} of the interface, this package version ${ABI}: use the file that came with the package`);
  }

  /** @param {WebAssembly.Module} module */
  static async start(module) {
    return new Rowlens(await start(module), module);
  }

  /** Bytes of the module's memory. */
  get memory() {
    return this.calls.exports.memory.buffer.byteLength;
  }

  get version() {
    return this.calls.said(this.calls.exports.rl_version());
  }

  /** Name and meaning of an error code: "truncated: the input ends inside a field". */
  meaning(code) {
    return this.calls.said(this.calls.exports.rl_strerror(code));
  }

  /** Determines what pasted text or bytes may be (docs/tree.md): rows, ranked readings with evidence, explained bytes. */
  inspect(request) {
    return JSON.parse(this.calls.text("rl_inspect", [withZones(fieldsJSON(request, "a request as an object"))], (n) => [n]));
  }

  /** Answers one request line of the conformance protocol (docs/testee.md). */
  answer(line) {
    if (typeof line !== "string") throw new TypeError(`expected a line of JSON, found ${tagOf(line)}`);
    return this.calls.text("rl_answer", [withZones(line)], (n) => [n]);
  }

  /** Answers a request with fields, in which bytes are bytes. @returns {object} */
  ask(request) {
    let zones;
    try {
      zones = zonesFor(request);
    } catch {
      // too deep: the module reports it
    }
    return JSON.parse(this.calls.text("rl_answer", [requestCBOR({ ...request, zones })], (n) => [n]));
  }

  /** The 32-bit hash under which a format stores a name. */
  hash32(format, name) {
    return Number(this.calls.run("rl_hash32", [format, name], (...n) => n));
  }
}
