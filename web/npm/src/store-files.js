// The module's calls about the files of stores, with JavaScript types.

import { Calls } from "./calls.js";

export class StoreFiles {
  #calls;

  /**
   * Looks at the files and opens the stores in them.
   * @param {WebAssembly.Module} module
   * @param {Parameters<typeof Calls.start>[1]} files
   */
  static async open(module, files) {
    const s = new StoreFiles();
    s.#calls = await Calls.start(module, files);
    s.about = JSON.parse(s.#calls.text("rl_store_open", [], () => []));
    return s;
  }

  /** Why no store was opened. */
  refusal(message) {
    return this.#calls.failure({ name: "refused", message });
  }

  /** The pieces of a file, in order of offset. @param {string} file */
  pieces(file) {
    return this.#calls.text("rl_store_pieces", [file], (n) => [n]).split("\n").filter(Boolean).map((line) => JSON.parse(line));
  }

  /** A piece of a file byte by byte, as tree JSON. @param {{file: string, block?: number, offset?: number}} request */
  explain(request) {
    return JSON.parse(this.#calls.text("rl_store_explain", [JSON.stringify(request)], (n) => [n]));
  }

  close() {
    this.#calls.run("rl_store_close", [], () => []);
  }
}
