// Stores cut into parts for workers, which together yield all rows of one scan exactly once.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

import { connect, init, openStore, RowlensError, toHex } from "../dist/node.js";

const folder = mkdtempSync(join(tmpdir(), "rowlens-"));
after(() => rmSync(folder, { recursive: true }));
before(() => init());

/** One of the golden stores, unpacked to a folder. */
function unpacked(name) {
  const to = join(folder, name.replace("/", "-"));
  if (!existsSync(to)) {
    mkdirSync(to);
    execFileSync("tar", ["-xzf", fileURLToPath(new URL(`../../../golden/store-files/${name}.tar.gz`, import.meta.url)), "-C", to]);
  }
  return existsSync(join(to, "db")) ? join(to, "db") : to;
}

/** Its files in memory. */
const inMemory = (path) => readdirSync(path, { recursive: true }).filter((name) => statSync(join(path, name)).isFile()).map((name) => {
  const content = readFileSync(join(path, name));
  return { name, size: content.length, read: (at, n) => content.subarray(at, at + n) };
});

async function all(scan) {
  const list = [];
  for await (const row of scan) list.push(row);
  return list;
}

const json = (value) => JSON.stringify(value, (_, v) => (typeof v === "bigint" ? String(v) : v));
/** Rows as sorted texts; a report of damage has the keys of its own part. */
const sorted = (rows) => rows.map(({ error, damage, ...row }) => json({ ...row, error: error?.code, damage: damage?.code })).sort();
/** What is read from parts, one after the other. */
async function each(parts, scan) {
  const rows = [];
  for (const part of parts) rows.push(...await all(scan(part)));
  return rows;
}

for (const name of ["rocksdb/indexes-v6", "rocksdb/damaged-data-block", "lmdb/implexus-good", "lmdb/implexus-corrupt", "hfile/maryk", "rfile/social"]) {
  test(`the parts of ${name} have all rows once`, async () => {
    const [store, other] = [await openStore(unpacked(name)), await openStore(inMemory(unpacked(name)))];
    const [{ table }] = store.tables();
    let most = 0;
    for (const [which, options, ...sizes] of [[undefined, {}, 0, 1], [undefined, { stored: true }, 5000], [table, { start: Uint8Array.of(3) }, 0, 5000]]) {
      const want = sorted(await all(store.scan(which, options)));
      for (const size of sizes) {
        const parts = JSON.parse(JSON.stringify(await store.parts(which, { ...options, size })));
        assert.deepEqual(sorted(await each(parts, (part) => other.scan(which, { ...options, part }))), want, `parts of ${size}`);
        most = Math.max(most, parts.length);
      }
    }
    assert.ok(most > 1, "nothing was cut");
  });
}

// A store that cannot be read at all has no table: its damage is reported with any table, in one part and in one share.
test("the damage of a store without tables is shown once", async () => {
  const store = await openStore(unpacked("rfile/all"));
  const [{ table }] = store.tables();
  for (const which of [undefined, table]) {
    const whole = await all(store.scan(which));
    const parts = await each(await store.parts(which, { size: 10_000 }), (part) => store.scan(which, { part }));
    const shares = await each([[0, 3], [1, 3], [2, 3]], (part) => store.scan(which, { part }));
    for (const rows of [whole, parts, shares]) {
      assert.equal(rows.filter((row) => row.source.file === "encrypted.rf").length, 1);
      assert.deepEqual(sorted(rows), sorted(whole));
    }
  }
});

test("shares have all rows once", async () => {
  for (const name of ["maryk-rocksdb/latest", "lmdb/implexus-good", "hfile/maryk", "rfile/social"]) {
    const store = await openStore(unpacked(name));
    const [{ table }] = store.tables();
    for (const which of [undefined, table]) {
      const want = sorted(await all(store.scan(which)));
      for (const of of [1, 2, 50]) {
        const shares = Array.from({ length: of }, (_, number) => [number, of]);
        assert.deepEqual(sorted(await each(shares, (part) => store.scan(which, { part }))), want, `${name}: shares of ${of}`);
      }
    }
  }
});

test("rows with other keys are left out", async () => {
  const store = await openStore(unpacked("hfile/maryk"));
  const { value: first } = await store.scan().next();
  const start = first.parts.row;
  const keys = { part: "row", start, stop: Uint8Array.of(...start, 0) };
  const rows = await each(await store.parts(undefined, { size: 1, keys }), (part) => store.scan(undefined, { part }));
  assert.deepEqual([...new Set(rows.map(({ parts }) => toHex(parts.row)))], [toHex(start)]);
  const open = await store.parts(undefined, { size: 1, keys: { part: "row", start: null, stop: null } });
  assert.deepEqual(open, await store.parts(undefined, { size: 1 }));
});

test("the format of the first rows is that of all parts", async () => {
  const store = await openStore(unpacked("rfile/social"));
  const parts = await store.parts(undefined, { size: 1 });
  assert.ok(parts.length > 1 && parts.every(({ learnt }) => /^accumulograph( |$)/.test(learnt)), JSON.stringify(parts[0]));
});

test("what is wrong is refused", async () => {
  const [store, other] = [await openStore(unpacked("hfile/maryk")), await openStore(unpacked("rfile/social"))];
  const [part] = await store.parts(undefined, { size: 1 });
  await assert.rejects(all(other.scan(undefined, { part })), (e) => e instanceof RowlensError && /have changed since/.test(e.message));
  for (const wrong of [{ size: -1 }, { keys: { part: "value" } }, { keys: { part: "", start: Uint8Array.of(1) } }]) {
    await assert.rejects(store.parts(undefined, wrong), RowlensError, JSON.stringify(wrong));
  }
  await assert.rejects(store.parts("none", { size: 1 }), /there is no table "none"/);
  await assert.rejects(store.parts(undefined, { where: "record = value" }), /there is no option where/);
  for (const bad of [{}, { store: -1 }, { ...part, store: 999 }, { ...part, number: -7 }, [1, 1], [-1, 1], [0, 0], [0], "part", 3]) {
    await assert.rejects(all(store.scan(undefined, { part: bad })), RowlensError, JSON.stringify(bad));
  }
  store.close();
  await assert.rejects(store.parts(), /closed/);
});

test("a worker cuts, and reads what another one cut", async () => {
  const thread = new Worker(new URL("../dist/worker-node.js", import.meta.url));
  const rl = connect(thread);
  await rl.init();
  const path = unpacked("rfile/social");
  const [there, here] = [await rl.openStore(path), await openStore(path)];
  const want = sorted(await all(here.scan()));
  const parts = await there.parts(undefined, { size: 1 });
  assert.ok(parts.length > 1);
  assert.deepEqual(sorted(await each(parts, (part) => here.scan(undefined, { part }))), want);
  assert.deepEqual(sorted(await each(await here.parts(undefined, { size: 1 }), (part) => there.scan(undefined, { part }))), want);
  await thread.terminate();
});

test("rows say what was assumed for them, in a part too", async () => {
  const path = unpacked("rocksdb/delimiters");
  const notes = (rows) => [...new Set(rows.map(({ note }) => note))];
  assert.deepEqual(notes(await all((await openStore(path)).scan())), [undefined]);
  const store = await openStore(inMemory(path).filter(({ name }) => !name.startsWith("OPTIONS-")));
  const rows = await all(store.scan());
  assert.ok(rows.length > 30);
  assert.deepEqual(notes(rows), ["values with several merge operands are joined by commas, which is assumed: no OPTIONS file has the delimiter"]);
  assert.deepEqual(sorted(await each(await store.parts(), (part) => store.scan(undefined, { part }))), sorted(rows));
  assert.deepEqual(notes(await all(store.scan(undefined, { stored: true }))), [undefined]);
});
