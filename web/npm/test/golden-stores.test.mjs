// Every store in golden: the package reads the same rows that the command prints.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { init, openStore, RowlensError, toHex } from "../dist/node.js";

const at = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "rowlens-"));
after(() => rmSync(folder, { recursive: true }));

/** The store of an archive, in a folder. */
function unpacked(archive) {
  const to = mkdtempSync(join(folder, archive.replace("/", "-")));
  execFileSync("tar", ["-xzf", at(`golden/store-files/${archive}`), "-C", to]);
  return existsSync(join(to, "db")) ? join(to, "db") : to;
}

async function collected(scan) {
  const rows = [];
  for await (const row of scan) rows.push(row);
  return rows;
}

/** What a row and a line of the command's output have in common. */
const common = ({ format, record, source, error, damage }, parts) => ({
  format: format ?? null, record: record ?? null, file: source.file, offset: source.offset ?? null, code: (damage ?? error)?.code ?? null, parts,
});

test("every store in golden reads as with the command", async () => {
  await init();
  let read = 0;
  for (const kind of ["rocksdb", "maryk-rocksdb", "lmdb", "hfile", "rfile"]) {
    for (const name of readdirSync(at(`golden/store-files/${kind}`)).filter((file) => file.endsWith(".tar.gz"))) {
      const path = unpacked(`${kind}/${name}`);
      const ran = spawnSync(at("bin/rowlens"), ["decode", "--json", path], { encoding: "utf8", maxBuffer: 2 ** 28 });
      if (ran.status > 1) {
        await assert.rejects(openStore(path), undefined, name);
        continue;
      }
      const want = ran.stdout.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line)).map((line) => common(line, line.parts ?? {}));
      const store = await openStore(path);
      const got = [];
      for await (const row of store.scan()) {
        got.push(common(row, Object.fromEntries(Object.entries(row.parts ?? {}).map(([part, bytes]) => [part, toHex(bytes)]))));
      }
      store.close();
      assert.deepEqual(got, want, `${kind}/${name}`);
      read++;
    }
  }
  assert.ok(read > 60, `${read} stores`);
});

test("a read that fails once ends in an error with its cause, or in all rows", async () => {
  await init();
  const path = unpacked("rocksdb/small.tar.gz");
  const content = readdirSync(path).map((name) => ({ name, bytes: readFileSync(join(path, name)) }));
  for (const read of [(store) => collected(store.scan()), (store) => store.parts(undefined, { size: 1 })]) {
    let reads = 0;
    const opened = (failing) => openStore(content.map(({ name, bytes }) => ({
      name, size: bytes.length, read(at, n) {
        if (reads++ === failing) throw new Error("the disk is gone");
        return bytes.subarray(at, at + n);
      },
    })));
    const all = await read(await opened(-1));
    let refused = 0;
    for (let failing = 0, most = reads; failing < most; failing++) {
      reads = 0;
      try {
        assert.deepEqual(await read(await opened(failing)), all, `read ${failing}`);
      } catch (e) {
        if (!(e instanceof RowlensError)) throw e;
        assert.equal(e.cause?.message, "the disk is gone", `read ${failing}: ${e.message}`);
        refused++;
      }
    }
    assert.ok(refused > 5, `${refused} refused`);
  }
});
