// The imports that a Go wasip1 reactor asks for, and nothing more: no files, no
// arguments, no environment. What it writes to its standard streams (only the
// Go runtime does, when it fails) goes to the console.

const badFile = () => 8;
const notSupported = () => 52;

/**
 * @param {() => WebAssembly.Memory} memory given as a function, as the memory exists only once the imports are bound
 */
function calls(memory) {
  const view = () => new DataView(memory().buffer);
  const twoZeros = (a, b) => {
    view().setUint32(a, 0, true);
    view().setUint32(b, 0, true);
    return 0;
  };
  return {
    args_sizes_get: twoZeros,
    environ_sizes_get: twoZeros,
    args_get: () => 0,
    environ_get: () => 0,
    sched_yield: () => 0,
    clock_time_get(id, _precision, at) {
      const ms = id === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
      return 0;
    },
    random_get(at, n) {
      crypto.getRandomValues(new Uint8Array(memory().buffer, at, n));
      return 0;
    },
    fd_write(_fd, vectors, count, written) {
      const v = view();
      let text = "";
      let total = 0;
      for (let i = 0; i < count; i++) {
        const at = v.getUint32(vectors + 8 * i, true);
        const n = v.getUint32(vectors + 8 * i + 4, true);
        text += new TextDecoder().decode(new Uint8Array(memory().buffer, at, n));
        total += n;
      }
      console.error(text);
      v.setUint32(written, total, true);
      return 0;
    },
    // Only waits for a time reach this: all of them are reported as due.
    poll_oneoff(subscriptions, events, count, written) {
      const v = view();
      v.setUint32(written, count, true);
      for (let i = 0; i < count; i++) {
        v.setBigUint64(events + 32 * i, v.getBigUint64(subscriptions + 48 * i, true), true);
        v.setUint16(events + 32 * i + 8, 0, true);
        v.setUint8(events + 32 * i + 10, 0);
      }
      return 0;
    },
    proc_exit(code) {
      throw new Error(`the decoder ended with code ${code}`);
    },
    fd_fdstat_get: badFile,
    fd_fdstat_set_flags: badFile,
    fd_prestat_get: badFile,
    fd_prestat_dir_name: badFile,
    fd_close: badFile,
    fd_read: badFile,
    fd_seek: badFile,
  };
}

/**
 * Starts a module and returns its exports.
 * @param {WebAssembly.Module} module
 */
export async function start(module) {
  let instance;
  const known = calls(() => instance.exports.memory);
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = known[name] ?? notSupported;
  }
  instance = await WebAssembly.instantiate(module, imports);
  instance.exports._initialize();
  return instance.exports;
}
