// A host that fails, lies or changes under the reader gets errors, and the module goes on.

import assert from "node:assert/strict";
import test from "node:test";

import { Calls } from "../../web/npm/src/calls.js";
import { hosted, sample } from "./stores.mjs";
import { compiled, start } from "./wasi.mjs";

const module = compiled();
const NAME = "implexus/data.mdb";

/** A module whose host answers some calls otherwise. @param {(imports: object, memory: () => WebAssembly.Memory) => object} change */
function changed(change, files = hosted(sample("lmdb"))) {
  const exports = start(module, files, (imports, memory) => ({ ...imports, ...change(imports, memory) }));
  return { exports, calls: new Calls(exports) };
}

const open = ({ calls }) => JSON.parse(calls.text("rl_store_open", [], () => []));
const scan = ({ calls }) => {
  calls.run("rl_bulk_open", [JSON.stringify({ store: true })], (n) => [n]);
  let n = 0;
  while (calls.bytes("rl_bulk_next", [], () => []).length) n++;
  return n;
};

/** The calls fail with a sentence, and the module still answers. */
function refused(m, message) {
  for (const call of [open, scan]) assert.throws(() => call(m), { name: "RowlensError", message });
  assert.match(m.calls.said(m.exports.rl_version()), /^\d/);
}

const put = (memory, at, n) => new DataView(memory().buffer).setUint32(at, n, true);

test("the host's failures are errors with the file's name", () => {
  refused(changed(() => ({ fd_readdir: () => 8 })), /^the folder: the host gave no files$/);
  refused(changed(() => ({ fd_readdir: () => 58 })), /^the folder: the host answered error 58$/);
  refused(changed((i) => ({ path_open: (...a) => (a[4] ? i.path_open(...a) : 76) })), new RegExp(`^${NAME}: the host does not permit it$`));
  refused(changed(() => ({ fd_filestat_get: () => 29 })), new RegExp(`^${NAME}: the host could not read it$`));
  refused(changed(() => ({ fd_pread: () => 29 })), new RegExp(`^${NAME}: the host could not read it$`));
  assert.deepEqual(open(changed(() => ({ path_open: () => 44 }))), { stores: [], titles: {}, schemas: {}, files: [] }, "it vanished");
});

test("answers that WASI does not allow are errors", () => {
  const not = /the host's answer is none that WASI allows$/;
  refused(changed((i, memory) => ({ fd_pread: (fd, v, n, at, got) => (put(memory, got, 0xffffffff), 0) })), not);
  refused(changed((i, memory) => ({ fd_readdir: (fd, at, n, cookie, got) => (put(memory, got, n + 1), 0) })), not);
  refused(changed((i, memory) => ({
    fd_filestat_get(fd, at) {
      i.fd_filestat_get(fd, at);
      new DataView(memory().buffer).setBigUint64(at + 32, 0xffffffffffffffffn, true);
      return 0;
    },
  })), not);
  // A listing whose only name is longer than the buffer, and one with a name that leads elsewhere.
  const listing = (name, used) => changed((i, memory) => ({
    fd_readdir(fd, at, n, cookie, got) {
      new Uint8Array(memory().buffer, at, n).fill(0);
      put(memory, at + 16, name.length);
      new Uint8Array(memory().buffer, at + 20, 1)[0] = 4;
      new Uint8Array(memory().buffer, at + 24).set(new TextEncoder().encode(name).subarray(0, n - 24));
      put(memory, got, used ?? n);
      return 0;
    },
  }));
  refused(listing("x".repeat(1 << 17)), not);
  refused(listing("a/b", 27), not);
  refused(listing("a\0b", 27), not);
});

test("a folder without end ends", () => {
  const many = changed((i, memory) => ({
    fd_readdir(fd, at, n, cookie, got) {
      const v = new DataView(memory().buffer);
      for (let p = at; p + 25 <= at + n; p += 25) {
        v.setBigUint64(p, 1n, true);
        v.setUint32(p + 16, 1, true);
        v.setUint8(p + 20, 4);
        v.setUint8(p + 24, 120);
      }
      put(memory, got, n);
      return 0;
    },
  }));
  refused(many, /more than 262144 files/);
  const deep = changed((i, memory) => ({
    path_open: (dir, lookup, at, n, how, rights, more, flags, fd) => (put(memory, fd, 9), 0),
    fd_close: () => 0,
    fd_readdir(fd, at, n, cookie, got) {
      const v = new DataView(memory().buffer);
      v.setBigUint64(at, 1n, true);
      v.setUint32(at + 16, 1, true);
      v.setUint8(at + 20, 3);
      v.setUint8(at + 24, 120);
      put(memory, got, 25);
      return 0;
    },
  }));
  refused(deep, /nested deeper than 32/);
});

test("files that are cut or change while they are read do not stop the module", () => {
  for (const kind of ["lmdb", "rocksdb", "rfile", "hfile"]) {
    const files = sample(kind);
    for (let seed = 1; seed < 40; seed++) {
      let [state, reads] = [seed, 0];
      const random = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 2 ** 32;
      const m = changed((i, memory) => ({
        fd_pread(fd, v, n, at, got) {
          const code = i.fd_pread(fd, v, n, at, got);
          if (++reads < seed % 7 || code) return code;
          const view = new DataView(memory().buffer);
          const [where, had] = [view.getUint32(v, true), view.getUint32(got, true)];
          if (seed % 3 === 0) view.setUint32(got, Math.floor(random() * (had + 1)), true);
          else if (had) new Uint8Array(memory().buffer, where, had)[Math.floor(random() * had)] ^= 1 << (seed % 8);
          return random() < 0.02 ? 29 : 0;
        },
      }), hosted(files));
      for (const call of [open, scan]) {
        try {
          call(m);
        } catch (e) {
          assert.equal(e.name, "RowlensError", `${kind} ${seed}: ${e.stack}`);
        }
      }
      assert.match(m.calls.said(m.exports.rl_version()), /^\d/);
    }
  }
});

test("a host without files has none", () => {
  const m = changed(() => ({}), []);
  assert.deepEqual(open(m), { stores: [], titles: {}, schemas: {}, files: [] });
  assert.throws(() => scan(m), /there is no store in the files/);
});
