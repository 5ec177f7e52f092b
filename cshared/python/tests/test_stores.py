"""Stores of each kind, whole and damaged: the package reads the same rows that the command prints."""

import contextlib
import copy
import gc
import io
import json
import os
import multiprocessing
import pickle
import re
import subprocess
import sys
import tarfile
import tempfile
import threading
import unittest
from pathlib import Path

import duckdb
import polars
import pyarrow
import pyarrow.fs

import rowlens
from rowlens import _files
from rows import GOLDEN
from test_columns import ROWLENS

STORES = ("maryk-rocksdb/latest", "rocksdb/damaged-data-block", "lmdb/implexus-good", "lmdb/implexus-corrupt", "hfile/maryk", "rfile/social")
PARTS = ("row", "family", "qualifier", "visibility", "key", "value", "bytes")

NESTED = """
import io, pathlib, sys
import rowlens

home, opened = pathlib.Path(sys.argv[1]), []
paths = {str(at.relative_to(home)): at for at in home.rglob("*") if at.is_file()}

class File(io.FileIO):
    def read(self, size=-1):
        if len(opened) < 30:
            again()
        return super().read(size)

def again():
    opened.append(1)
    rowlens.open({name: File(at) for name, at in paths.items()})

again()
print("opened")
"""


def unpacked(name, to):
    folder = Path(to) / name.replace("/", "-")
    with tarfile.open(GOLDEN / "store-files" / f"{name}.tar.gz") as archive:
        archive.extractall(folder, filter="data") if hasattr(tarfile, "data_filter") else archive.extractall(folder)
    return folder / "db" if (folder / "db").exists() else folder


def printed(what, *args):
    """The lines of the command, also for a damaged store."""
    ran = subprocess.run([ROWLENS, what, "--json", *map(str, args)], capture_output=True, text=True)
    if ran.returncode not in (0, 1):
        raise AssertionError(ran.stderr)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def as_printed(row):
    """A row as the command prints it."""
    out = {name: row[name] for name in ("format", "record", "deleted", "increment", "note", "fields") if row[name] is not None}
    parts = {name: row[name].hex() for name in PARTS if row[name] is not None}
    out.update({"parts": parts} if parts or row["error"] is None else {})
    if row["timestamp"] is not None:
        out["timestamp"] = str(row["timestamp"])
    source = {name: value for name, value in row["source"].items() if value is not None}
    if "sequence" in source:
        source["sequence"] = str(source["sequence"])
    out["source"] = source
    if row["error"] is not None:
        out["error"] = {name: value.hex() if isinstance(value, bytes) else value for name, value in row["error"].items() if value is not None}
    out.update(row["doubts"] or {})
    for name, value in (row["rest"] or {}).items():
        out.setdefault(name, {}).update(value) if isinstance(value, dict) else out.update({name: value})
    return out


def comparable(line):
    """A line of the command without what a column spells differently."""
    line = {name: value for name, value in line.items() if value is not None}
    if "sequence" in line.get("source", {}):
        line["source"]["sequence"] = str(line["source"]["sequence"])
    if isinstance(line.get("error"), dict):
        line["error"] = {name: value for name, value in line["error"].items() if value is not None}
    return line


def remembered(folder):
    """An Arrow file system with the files of a folder in memory."""
    filesystem = pyarrow.fs._MockFileSystem()
    for path in folder.rglob("*"):
        if path.is_file():
            at = Path("bucket") / path.relative_to(folder)
            filesystem.create_dir(str(at.parent), recursive=True)
            with filesystem.open_output_stream(str(at)) as out:
                out.write(path.read_bytes())
    return filesystem


class StoresTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with contextlib.ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            cls.folders = {name: unpacked(name, folder) for name in STORES}
            cls.addClassCleanup(stack.pop_all().close)

    def opened(self, name):
        """The store, opened in each possible way."""
        folder = self.folders[name]
        yield "path", rowlens.open(folder)
        yield "paths", rowlens.open([str(folder)])
        yield "filesystem", rowlens.open(str(folder), filesystem=pyarrow.fs.LocalFileSystem())
        sub = pyarrow.fs.SubTreeFileSystem(str(folder.parent), pyarrow.fs.LocalFileSystem())
        yield "sub tree", rowlens.open(folder.name, filesystem=sub)
        yield "in memory", rowlens.open("bucket", filesystem=remembered(folder))
        files = {str(path.relative_to(folder)): io.BytesIO(path.read_bytes()) for path in folder.rglob("*") if path.is_file()}
        yield "files", rowlens.open(files)

    def test_rows_are_those_of_the_command(self):
        for name in STORES:
            want = [comparable(line) for line in printed("decode", self.folders[name])]
            for how, store in self.opened(name):
                with self.subTest(name, how=how), store:
                    got = [as_printed(row) for row in store.scan()]
                    for one, other in zip(got, want):
                        self.assertEqual(comparable(one), other)
                    self.assertEqual(len(got), len(want))

    def test_every_store_of_golden(self):
        read = 0
        for archive in sorted((GOLDEN / "store-files").glob("*/*.tar.gz")):
            name = f"{archive.parent.name}/{archive.name.removesuffix('.tar.gz')}"
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                at = unpacked(name, folder)
                ran = subprocess.run([ROWLENS, "decode", "--json", at], capture_output=True, text=True)
                if ran.returncode not in (0, 1):
                    with self.assertRaises(rowlens.RowlensError):
                        rowlens.open(at)
                    continue
                with rowlens.open(at) as store:
                    got = [comparable(as_printed(row)) for row in store.scan()]
                for one, line in zip(got, ran.stdout.splitlines(), strict=True):
                    self.assertEqual(one, comparable(json.loads(line)))
                read += 1
        self.assertGreater(read, 60)

    def test_tables_are_those_of_the_command(self):
        for name in STORES:
            want = printed("tables", self.folders[name])
            for how, store in self.opened(name):
                with self.subTest(name, how=how), store:
                    got = store.tables
                    self.assertEqual([t.name for t in got], [line["table"] for line in want])
                    self.assertEqual([(t.entries, t.bytes, t.damage, None if t.first is None else t.first.hex()) for t in got],
                                     [(line["entries"], line["bytes"], line["damage"], line["first"]) for line in want])
                    if how == "path":
                        self.assertEqual([t.path for t in got], [line["path"] for line in want])

    def test_arrow_libraries_read_them(self):
        for name in STORES:
            with self.subTest(name), rowlens.open(self.folders[name]) as store:
                scan = store.scan()
                want = list(scan)
                table = pyarrow.table(scan)
                table.validate(full=True)
                self.assertEqual(table.num_rows, len(want))
                self.assertEqual(table["key"].to_pylist(), [row["key"] for row in want])
                self.assertEqual(table["source"].to_pylist(), [row["source"] for row in want])
                self.assertEqual(pyarrow.schema(scan), table.schema)
                frame = polars.DataFrame(scan)
                self.assertEqual(frame["record"].to_list(), [row["record"] for row in want])
                reader = pyarrow.RecordBatchReader.from_stream(scan)
                counts = duckdb.sql("select record, count(*) from reader group by 1").fetchall()
                self.assertEqual(sum(n for _, n in counts), len(want))
                self.assertEqual(dict(counts).get(None, 0), sum(row["record"] is None for row in want))

    def test_options_leave_rows_and_columns(self):
        folder = self.folders["hfile/maryk"]
        with rowlens.open(folder) as store:
            rows = list(store.scan())
            table = next(t for t in store.tables if t.entries)
            some = list(store.scan(table.name, columns=["row", "source.table"], limit=3))
            want = printed("decode", "--table", table.name, folder)[:3]
            self.assertEqual(some, [{"row": bytes.fromhex(line["parts"]["row"]), "source": {"table": line["source"]["table"]}} for line in want])
            record = rows[0]["record"]
            kept = list(store.scan(where=f"record = {record}"))
            self.assertEqual(kept, [row for row in rows if row["record"] == record])
            typed = pyarrow.table(store.scan(format="maryk-hbase", record=record))
            self.assertEqual(typed.num_rows, len(kept))
            self.assertIn(f"maryk_hbase_{record.replace('-', '_')}", typed.schema.names)
            first = list(store.scan(table.name, start=table.first[:1], stop=table.first + b"\0", columns=["row"]))
            self.assertTrue(first and all(row["row"] <= table.first for row in first))
            stored = printed("decode", "--stored", folder)
            self.assertEqual(len(list(store.scan(stored=True, columns=["row"]))), len(stored))

    def test_shares_have_all_rows_once(self):
        for name in STORES:
            with self.subTest(name), rowlens.open(self.folders[name]) as store:
                table = store.tables[0].name
                for options in {}, {"table": table}:
                    want = [repr(row) for row in store.scan(**options)]
                    for n in 1, 2, 50:
                        got = [repr(row) for i in range(n) for row in store.scan(**options, part=(i, n))]
                        self.assertEqual(sorted(got), sorted(want))
        for wrong in ((1, 1), (-1, 1), (0,), (0, 0)):
            with self.subTest(wrong), self.assertRaises(rowlens.RowlensError), rowlens.open(self.folders["rfile/social"]) as store:
                store.scan(part=wrong)

    def test_the_damage_of_a_store_without_tables_is_shown_once(self):
        """With any table, in one part and in one share: what cannot be read at all has no table."""
        with tempfile.TemporaryDirectory() as folder, rowlens.open(unpacked("rfile/all", folder)) as store:
            for options in {}, {"table": store.tables[0].name}:
                whole = list(store.scan(**options))
                parts = [row for part in store.parts(**options, size=1000) for row in store.scan(**options, part=part)]
                shares = [row for i in range(3) for row in store.scan(**options, part=(i, 3))]
                for rows in whole, parts, shares:
                    self.assertEqual(1, sum(row["source"]["file"] == "encrypted.rf" for row in rows))
                    self.assertEqual(*(sorted(repr({**row, "error": None}) for row in some) for some in (whole, rows)))

    def test_parts_have_all_rows_once(self):
        for name in STORES:
            with rowlens.open(self.folders[name]) as store, rowlens.open("bucket", filesystem=remembered(self.folders[name])) as other:
                for options in {}, {"stored": True}, {"table": store.tables[0].name, "start": b"\x03"}:
                    want = sorted(repr({**row, "error": None}) for row in store.scan(**options))
                    for size in 0, 1, 5000:
                        with self.subTest(name, **options, size=size):
                            parts = pickle.loads(pickle.dumps(store.parts(**options, size=size)))
                            rows = [row for part in parts for row in other.scan(**options, part=part)]
                            self.assertEqual(sorted(repr({**row, "error": None}) for row in rows), want)
        with rowlens.open(self.folders["hfile/maryk"]) as store, rowlens.open(self.folders["rfile/social"]) as other:
            part = store.parts(size=1)[0]
            with self.assertRaisesRegex(rowlens.RowlensError, "have changed since"):
                other.scan(part=part)
            for wrong in {"size": -1}, {"keys": rowlens.Keys("value")}, {"table": "none"}, {"start": "x"}:
                with self.subTest(wrong), self.assertRaises(rowlens.RowlensError):
                    store.parts(**wrong)
            key = next(iter(store.scan()))["row"]
            keys = rowlens.Keys("row", key, key + b"\0")
            rows = [row["row"] for part in store.parts(size=1, keys=keys) for row in store.scan(part=part)]
            self.assertTrue(rows and set(rows) == {key})

    def test_damage_is_rows(self):
        with rowlens.open(self.folders["rocksdb/damaged-data-block"]) as store:
            lost = [row["error"] for row in store.scan(where="record = edge-state") if row["error"]["lost"]]
            self.assertTrue(lost)
            self.assertTrue(all(error["code"] and error["message"] for error in lost))

    def test_a_member_that_no_row_has_is_an_error(self):
        with rowlens.open(GOLDEN / "store-files" / "samples" / "rfile") as store:
            for where in "nope = 3", "record = entry and nope.value = 3":
                with self.assertRaisesRegex(rowlens.RowlensError, 'where: no row has a member "nope'):
                    list(store.scan(where=where))
                with self.assertRaisesRegex(OSError, 'no row has a member "nope'):
                    pyarrow.table(store.scan(where=where))
                self.assertEqual([], list(store.scan(where=where, part=(0, 1))))
            self.assertEqual([], list(store.scan(where="label = 77")))
        with rowlens.open(GOLDEN / "store-files" / "samples" / "rocksdb") as store:
            with self.assertRaisesRegex(rowlens.RowlensError, 'no row has a member "nope"'):
                list(store.scan(where="nope = 3"))
            self.assertEqual([], list(store.scan(where="Vault = 3")), "Vault is in a model")
            with self.assertRaisesRegex(rowlens.RowlensError, 'no row has a member "nope"'):
                rowlens.stats(rowlens.StoreRows(GOLDEN / "store-files" / "samples" / "rfile"), where="nope = 3").report()

    def test_rows_say_what_was_assumed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = unpacked("rocksdb/delimiters", folder)
            with rowlens.open(path) as store:
                self.assertEqual({None}, {row["note"] for row in store.scan()})
            for options in path.glob("OPTIONS-*"):
                options.unlink()
            with rowlens.open(path) as store:
                notes = [row["note"] for row in store.scan(columns=["note"])]
                self.assertGreater(len(notes), 30)
                self.assertEqual({"values with several merge operands are joined by commas, which is assumed: no OPTIONS file has the delimiter"}, set(notes))
                self.assertEqual(len(notes), len(list(store.scan(where="note ~ commas"))))
                self.assertEqual({None}, {row["note"] for row in store.scan(stored=True)})

    def test_the_example_of_the_readme_runs(self):
        text = (Path(__file__).parents[1] / "README.md").read_text()
        example = re.search(r"```python stores\n(.*?)```", text, re.S)[1].replace('"store"', json.dumps(str(self.folders["lmdb/implexus-good"])))
        names = {}
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(example, names)
        self.assertIn("116", out.getvalue())
        self.assertEqual(names["table"].schema.names, ["record", "row", "actionbase_edge_state", "error"])

    def test_what_is_wrong_is_refused(self):
        with self.assertRaises(rowlens.RowlensError) as none:
            rowlens.open("/no/such/folder")
        self.assertEqual(none.exception.code, "refused")
        with self.assertRaises(rowlens.RowlensError):
            rowlens.open(io.BytesIO(b"no store"))
        for given in (3, None, [], [3], {"a": "text"}, b"/path"):
            with self.subTest(given=given), self.assertRaises((TypeError, rowlens.RowlensError)):
                rowlens.open(given)
        with self.assertRaises(FileNotFoundError):
            rowlens.open("/no/such/folder", filesystem=pyarrow.fs.LocalFileSystem())
        with rowlens.open(self.folders["lmdb/implexus-good"]) as store:
            for name, wrong in {"table": "none", "where": "(", "columns": ["none"], "format": "none", "record": "none", "start": "x", "limit": -1}.items():
                with self.subTest(name), self.assertRaises(rowlens.RowlensError):
                    store.scan(**{name: wrong})
            with self.assertRaises(ValueError):
                store.scan(limit=0)
            scan = store.scan()
        for call in (lambda: store.tables, store.scan, lambda: next(iter(scan)), scan.__arrow_c_stream__):
            with self.assertRaisesRegex(ValueError, "is closed"):
                call()

    def test_what_a_file_raises_is_the_cause(self):
        class Broken(io.BytesIO):
            def read(self, size=-1):
                raise OSError("the disk is gone")

        with self.assertRaises(rowlens.RowlensError) as failed:
            rowlens.open(Broken(bytes(10000)))
        self.assertIsInstance(failed.exception.__cause__, OSError)
        self.assertFalse(_files._open_files)

    def failing(self, name, failure):
        """Scans of a store opened as files, whose files raise after a number of successful reads; each with what it must read before."""

        class Failing(io.FileIO):
            left = None

            def read(self, size=-1):
                if Failing.left is not None:
                    Failing.left -= 1
                    if Failing.left < 0:
                        raise failure
                return super().read(size)

        with contextlib.ExitStack() as stack:
            paths = [at for at in self.folders[name].rglob("*") if at.is_file()]
            store = stack.enter_context(rowlens.open({at.name: stack.enter_context(Failing(at)) for at in paths}))
            scan = store.scan()
            for left in range(4):
                Failing.left = left
                yield store, scan

    def test_what_a_file_raises_reaches_who_reads_rows(self):
        found = 0
        for _, scan in self.failing("hfile/maryk", OSError("the disk is gone")):
            with self.assertRaises(rowlens.RowlensError) as failed:
                list(scan)
            self.assertEqual(repr(failed.exception.__cause__), "OSError('the disk is gone')")
            found += 1
        self.assertEqual(found, 4)
        shown = 0
        for _, scan in self.failing("hfile/maryk", OSError("the disk is gone")):
            with self.assertRaisesRegex((OSError, rowlens.RowlensError), "the caller's function") as failed:
                pyarrow.table(scan)
            shown += isinstance(failed.exception, OSError) and "OSError: the disk is gone" in str(failed.exception)
            self.assertTrue(isinstance(failed.exception, OSError) or failed.exception.__cause__)
        self.assertGreater(shown, 0)

    def test_an_interruption_is_not_lost(self):
        for name in ("hfile/maryk", "rfile/social"):
            for _, scan in self.failing(name, KeyboardInterrupt()):
                with self.subTest(name), self.assertRaises(KeyboardInterrupt):
                    list(scan)

        class Interrupted(io.BytesIO):
            def read(self, size=-1):
                raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            rowlens.open(Interrupted(bytes(10000)))
        gc.collect()
        self.assertFalse(_files._open_files)

    def test_a_store_is_opened_anew_in_another_process(self):
        own, other = self.folders["lmdb/implexus-good"], self.folders["rfile/social"]
        with rowlens.open(own) as store:
            want = [row["key"] for row in store.scan(limit=5)]
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                self.assertEqual(pool.apply(first_keys, (other, store)), want)
            for again in copy.copy(store), copy.deepcopy(store), pickle.loads(pickle.dumps(store)):
                again.close()
            self.assertEqual([row["key"] for row in store.scan(limit=5)], want)
            scan = store.scan(limit=5, where="record = element")
            self.assertEqual(repr(scan), f"<rowlens.Scan of {str(own)!r}, where='record = element', limit=5>")
            for call in copy.copy, copy.deepcopy, pickle.dumps:
                with self.assertRaisesRegex(TypeError, "a Scan is neither pickled nor copied"):
                    call(scan)
        with self.assertRaisesRegex(ValueError, "is closed"):
            pickle.dumps(store)
        for how, store in self.opened("rfile/social"):
            with store:
                if how == "path":
                    continue
                rows = len(list(store.scan()))
                try:
                    again = copy.copy(store)
                except TypeError as refused:
                    self.assertIn("opened before", str(refused))
                    self.assertNotIn("filesystem", how)
                else:
                    again.close()
                self.assertEqual(len(list(store.scan())), rows, how)

    def test_files_are_read_while_a_stack_grows(self):
        """In a process of its own, which would crash: a file being read opens the store again, deeper in Go's stack."""
        run = subprocess.run([sys.executable, "-c", NESTED, str(self.folders["hfile/maryk"])], capture_output=True, text=True, timeout=120)
        if os.environ.get("ROWLENS_LIBRARY", "").endswith(".wasm"):  # the other call would take its memory for calls
            self.assertIn("a file must not call rowlens while it is read for it", run.stderr)
            return
        self.assertEqual((run.returncode, run.stdout), (0, "opened\n"), run.stderr[:1000])

    def test_streams_go_on_when_the_store_is_closed(self):
        folder = self.folders["rfile/social"]
        store = rowlens.open(str(folder), filesystem=pyarrow.fs.LocalFileSystem())
        want = list(store.scan())
        rows = iter(store.scan())
        first = next(rows)
        reader = pyarrow.RecordBatchReader.from_stream(store.scan())
        store.close()
        store.close()
        self.assertEqual([first, *rows], want)
        self.assertEqual(reader.read_all().num_rows, len(want))
        del reader, rows
        gc.collect()
        self.assertFalse(_files._open_files)

    def test_threads_read_at_once(self):
        for how, store in self.opened("hfile/maryk"):
            with self.subTest(how), store:
                want, got = pyarrow.table(store.scan()), []
                threads = [threading.Thread(target=lambda: got.append(pyarrow.table(store.scan()))) for _ in range(4)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                self.assertEqual(len(got), 4)
                self.assertTrue(all(table.equals(want) for table in got))

    def test_a_fork_is_refused(self):
        with rowlens.open(self.folders["lmdb/implexus-good"]) as store:
            context = multiprocessing.get_context("fork")
            answers = context.Queue()
            child = context.Process(target=asked, args=(store, answers))
            child.start()
            self.assertEqual(answers.get(timeout=20), "forked")
            child.join()
            self.assertEqual(len(list(store.scan())), 116)


def first_keys(other, store):
    """The first keys of a store that was sent here, where another one was opened first."""
    with rowlens.open(other):
        return [row["key"] for row in store.scan(limit=5)]


def asked(store, answers):
    try:
        answers.put(len(list(store.scan())))
    except rowlens.RowlensError as error:
        answers.put(error.code)


if __name__ == "__main__":
    unittest.main()
