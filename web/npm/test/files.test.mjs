// Every file that is given is read, whatever its name, or the call says which one is not.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";

import { init, openStore, RowlensError } from "../dist/node.js";

const samples = fileURLToPath(new URL("../../../golden/store-files/samples/", import.meta.url));
const content = readFileSync(join(samples, "rfile/social_vertex.rf"));
const ROWS = 34; // of this file
const top = mkdtempSync(join(tmpdir(), "rowlens-files-"));
let folders = 0;

before(() => init());
after(() => rmSync(top, { recursive: true }));

/** A new folder with the file one.rf. */
function folder() {
  const path = join(top, String(++folders));
  mkdirSync(path);
  writeFileSync(join(path, "one.rf"), content);
  return path;
}

const file = (name) => ({ name, size: content.length, read: (position, length) => content.subarray(position, position + length) });
const inBytes = (path, ...name) => Buffer.concat([Buffer.from(`${path}/`), Buffer.from(name)]);

/** The names of the files, and how many rows they have. */
async function opened(given) {
  const store = await openStore(given);
  let rows = 0;
  for await (const { error } of store.scan()) {
    assert.equal(error, undefined);
    rows++;
  }
  const names = store.files.map((one) => one.file);
  store.close();
  return { names, rows };
}

const refused = (text) => (e) => e instanceof RowlensError && e.code === "refused" && e.number === -109 && text.test(e.message);

test("a file is read whatever its name", async () => {
  for (const [given, name] of [
    ["a..b.rf"], ["table..1"], ["...", "..."], ["../one.rf", "one.rf"], ["../../a/one.rf", "a/one.rf"], ["a/../one.rf", "one.rf"], ["a/..rf"], ["./a//one.rf", "a/one.rf"],
    ["\ufeffone.rf"], ["\ud800one.rf", "\ufffdone.rf"], ["日本.rf"], ["x".repeat(4096)],
  ]) {
    const { names, rows } = await opened([file(given), file("other.rf")]);
    assert.deepEqual(names.sort(), [name ?? given, "other.rf"].sort());
    assert.equal(rows, 2 * ROWS, given);
  }
});

test("files whose names are taken are read, too", async () => {
  for (const given of [["2/a.rf", "a.rf", "a.rf"], ["a.rf", "../a.rf", "./a.rf"], ["a.rf", "a.rf/a.rf", "2"], ["\ud800", "\udc00", "\ufffd"]]) {
    const { names, rows } = await opened(given.map(file));
    assert.equal(new Set(names).size, 3, names.join());
    assert.equal(rows, 3 * ROWS, names.join());
  }
});

test("a name that no file can have is refused, and the others are not opened without it", async () => {
  for (const [name, expected] of [["", "a text that is more"], ["/", "a text that is more"], ["..", "a text that is more"], ["a/..", "a text that is more"], ["a\0.rf", "a text without a zero byte"], ["x".repeat(4097), "at most 4096 bytes"]]) {
    const found = JSON.stringify(name.slice(0, 100)).replaceAll("\\", "\\\\");
    await assert.rejects(openStore([file("one.rf"), file(name)]), refused(new RegExp(`^the name of a file: expected ${expected}.*, found ${found}$`)));
  }
});

test("names that are not UTF-8 are read from a folder", async () => {
  const path = folder();
  writeFileSync(inBytes(path, 0x61, 0xff), content);
  writeFileSync(inBytes(path, 0x61, 0xfe), content);
  mkdirSync(inBytes(path, 0xe9));
  writeFileSync(inBytes(path, 0xe9, 0x2f, 0xe8), content);
  const { names, rows } = await opened(path);
  assert.deepEqual(names, ["2/a\ufffd", "a\ufffd", "one.rf", "\ufffd/\ufffd"]);
  assert.equal(rows, 4 * ROWS);
});

test("a folder with something that cannot be read is refused", async () => {
  for (const [make, message, cause] of [
    [(path) => symlinkSync(join(top, "nothing"), path), /two\.rf: the link leads to nothing; remove it, or give the files themselves$/, "ENOENT"],
    [(path) => symlinkSync("two.rf", path), /^ELOOP: .*two\.rf/, "ELOOP"],
    [(path) => new Promise((resolve) => createServer().listen(path, resolve).unref()), /two\.rf: it is neither a file nor a folder; give the files themselves$/],
  ]) {
    const path = folder();
    await make(join(path, "two.rf"));
    for (const given of [path, [path]]) await assert.rejects(openStore(given), (e) => refused(message)(e) && e.cause?.code === cause);
    const files = [join(path, "one.rf"), join(path, "two.rf")];
    await assert.rejects(openStore(files), (e) => refused(cause ? new RegExp(`^${cause}: .*two\\.rf`) : message)(e) && e.cause?.code === cause);
    assert.deepEqual(await opened(join(path, "one.rf")), { names: ["one.rf"], rows: ROWS });
  }
});

test("a store says what has become unreadable in its folder", async () => {
  const path = folder();
  const store = await openStore(path);
  symlinkSync(join(top, "nothing"), join(path, "two.rf"));
  await assert.rejects(store.scan().next(), refused(/two\.rf: the link leads to nothing/));
  rmSync(join(path, "two.rf"));
  assert.equal((await store.scan().next()).value.source.file, "one.rf");
});

test("a link to the folder that contains it is not followed again", async () => {
  const path = folder();
  symlinkSync(path, join(path, "again"));
  assert.deepEqual(await opened(path), { names: ["one.rf"], rows: ROWS });
});

test("a given file that is not there is an error", async () => {
  const gone = Object.assign(new Error("it was moved"), { code: "ENOENT" });
  const missing = { ...file("two.rf"), open() { throw gone; } };
  await assert.rejects(openStore([file("one.rf"), missing]), (e) => refused(/^two\.rf: the host could not read it: it was moved$/)(e) && e.cause === gone);
});

test("the files of two folders with one name do not mix", async () => {
  const given = ["a", "b"].map((name) => join(top, name, "db"));
  for (const path of given) cpSync(join(samples, "rocksdb"), path, { recursive: true });
  const one = await opened(given[0]);
  const both = await opened(given);
  assert.equal(both.rows, 2 * one.rows);
  assert.deepEqual(both.names, [...one.names.map((name) => `2/db/${name}`), ...one.names.map((name) => `db/${name}`)]);
});
