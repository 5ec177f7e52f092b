// The ten WASI functions that the module asks for, and not one more: a new import
// fails here instead of being answered with a guess.

import { readFileSync } from "node:fs";

/** @param {() => WebAssembly.Memory} memory as a function, since the memory exists only after the imports are bound */
export function wasi(memory) {
  const view = () => new DataView(memory().buffer);
  const nothing = (a, b) => {
    view().setUint32(a, 0, true);
    view().setUint32(b, 0, true);
    return 0;
  };
  return {
    args_sizes_get: nothing,
    environ_sizes_get: nothing,
    args_get: () => 0,
    environ_get: () => 0,
    sched_yield: () => 0,
    clock_time_get(clock, _precision, at) {
      const ms = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
      return 0;
    },
    random_get(at, n) {
      crypto.getRandomValues(new Uint8Array(memory().buffer, at, n));
      return 0;
    },
    // Only the Go runtime writes, and only when it dies.
    fd_write(_fd, vectors, count, written) {
      let total = 0;
      for (let i = 0; i < count; i++) {
        const at = view().getUint32(vectors + 8 * i, true);
        const n = view().getUint32(vectors + 8 * i + 4, true);
        process.stderr.write(Buffer.from(memory().buffer, at, n));
        total += n;
      }
      view().setUint32(written, total, true);
      return 0;
    },
    // Waits for a time are all there is: every one is reported as over.
    poll_oneoff(subscriptions, events, count, written) {
      for (let i = 0; i < count; i++) {
        view().setBigUint64(events + 32 * i, view().getBigUint64(subscriptions + 48 * i, true), true);
        view().setBigUint64(events + 32 * i + 8, 0n, true);
      }
      view().setUint32(written, count, true);
      return 0;
    },
    proc_exit(code) {
      throw new Error(`the module ended with code ${code}`);
    },
  };
}

/** The compiled module that `make wasm` writes. */
export function compiled() {
  return new WebAssembly.Module(readFileSync(new URL("../../dist/wasm/rowlens.wasm", import.meta.url)));
}

/** Starts a module and returns its exports. */
export function start(module = compiled()) {
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi(() => instance.exports.memory) });
  instance.exports._initialize();
  return instance.exports;
}
