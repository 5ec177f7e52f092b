// The imports that the module needs, and nothing more: no arguments or environment, and only the
// files it is given to read. A missing import fails at instantiation instead of being
// faked.

import { hostFiles } from "./host-files.js";

const EINVAL = 28;

/**
 * @param {() => WebAssembly.Memory} memory a function, since the memory exists only after the imports are bound
 * @param {Parameters<typeof hostFiles>[1]} [files] that the module may read
 * @param {(why: unknown) => void} [failed] receives what a file threw
 */
export function wasi(memory, files = [], failed = () => {}) {
  const view = () => new DataView(memory().buffer);
  const none = (a, b) => {
    view().setUint32(a, 0, true);
    view().setUint32(b, 0, true);
    return 0;
  };
  return {
    ...hostFiles(memory, files, failed),
    args_sizes_get: none,
    environ_sizes_get: none,
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
      let text = "";
      let total = 0;
      for (let i = 0; i < count; i++) {
        const [at, n] = [view().getUint32(vectors + 8 * i, true), view().getUint32(vectors + 8 * i + 4, true)];
        text += new TextDecoder().decode(new Uint8Array(memory().buffer, at, n));
        total += n;
      }
      console.error(text);
      view().setUint32(written, total, true);
      return 0;
    },
    // Only timeouts reach this: all of them are reported as expired.
    poll_oneoff(subscriptions, events, count, written) {
      if (count === 0) return EINVAL;
      const v = view();
      for (let i = 0; i < count; i++) {
        v.setBigUint64(events + 32 * i, v.getBigUint64(subscriptions + 48 * i, true), true);
        v.setBigUint64(events + 32 * i + 8, 0n, true);
      }
      v.setUint32(written, count, true);
      return 0;
    },
    proc_exit(code) {
      throw new Error(`the module ended with code ${code}`);
    },
  };
}

/**
 * Starts a compiled module and returns its exports.
 * @param {WebAssembly.Module} module
 * @param {Parameters<typeof hostFiles>[1]} [files] that it may read
 * @param {(why: unknown) => void} [failed] receives what a file threw
 */
export async function start(module, files = [], failed = undefined) {
  let instance = null;
  instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi(() => instance.exports.memory, files, failed) });
  instance.exports._initialize();
  return instance.exports;
}
