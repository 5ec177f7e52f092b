"""Frequent mistakes, and concurrent use: refused with a plain sentence, or it works."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

import rowlens
from rows import GOLDEN
from rowlens import RowlensError, Schema
from test_stores import unpacked


class Layouts(unittest.TestCase):
    def test_a_wrong_layout_says_what_is_expected_and_where(self):
        for line, said in (
            ("id:u32 name:strng", "column 13: expected a type: u8 to u64, "),
            ("id:u32,,n:u8", "column 7: expected a name, a literal such as"),
            ("id = u32", "a layout as a line such as id:u32 name:str"),
        ):
            for of in line, {"layout": line}:
                with self.subTest(of=of), self.assertRaises(RowlensError) as caught:
                    Schema("layout", of)
                self.assertIn(said if isinstance(of, str) else "column ", str(caught.exception))
        with Schema("layout", "id:u32 name:str") as schema:
            fields = rowlens.Kind("layout", "key", schema=schema).decode({"key": bytes.fromhex("000000026869")}).fields
        self.assertEqual((2, "hi"), (fields["id"], fields["name"]))


class Paths(unittest.TestCase):
    def test_a_path_that_is_not_utf8_is_refused_and_its_files_are_read(self):
        with tempfile.TemporaryDirectory() as folder:
            odd = os.fsencode(folder) + b"/a\xff"
            try:
                os.mkdir(odd)
            except OSError as e:
                self.skipTest(f"this file system takes no such name: {e}")
            path = os.fsdecode(odd)
            unpacked("lmdb/implexus-good", path)
            for call in (
                lambda: rowlens.open(path),
                lambda: rowlens.open(pathlib.Path(path)),
                lambda: rowlens.open([path]),
                lambda: rowlens.stats(path),
                lambda: rowlens.diff(rowlens.StoreRows(path), rowlens.StoreRows(path)),
            ):
                with self.assertRaisesRegex(RowlensError, r"a\\udcff' is not UTF-8, .* give those") as caught:
                    call()
                str(caught.exception).encode()  # a terminal can show it
            found = next(p for p in pathlib.Path(path).rglob("data.mdb"))
            with found.open("rb") as file, rowlens.open(file) as store:
                self.assertGreater(len(list(store.scan())), 5)
        with self.assertRaisesRegex(RowlensError, "zero byte"):
            rowlens.open("a\0b")


class Threads(unittest.TestCase):
    def test_several_threads_ask_for_one_report(self):
        dump = b"".join(b'{"row":"%08x","value":"00"}\n' % i for i in range(200_000))
        for rows in dump, GOLDEN / "store-files" / "samples" / "rocksdb":
            stats = rowlens.stats(rows)
            with ThreadPoolExecutor(8) as pool:
                reports = [one.result() for one in [pool.submit(stats.report) for _ in range(8)]]
            self.assertEqual([reports[0]] * 8, reports)
            self.assertEqual(rowlens.stats(rows).report()["rows"], reports[0]["rows"])

    def test_several_threads_take_differences(self):
        rows = [b"".join(b'{"row":"%08x","value":"%02x"}\n' % (i, 0 if i % 7 else new) for i in range(20_000)) for new in (0, 1)]
        diff = rowlens.diff(*rows)
        with ThreadPoolExecutor(8) as pool:
            found = [one.result() for one in [pool.submit(lambda: sum(1 for _ in diff)) for _ in range(8)]]
        self.assertEqual(diff.totals.changed, sum(found))
        self.assertEqual(2858, diff.totals.changed)


class Version(unittest.TestCase):
    def test_it_is_one_line_whatever_the_terminal(self):
        said = subprocess.run(
            [sys.executable, "-m", "rowlens", "--version"], capture_output=True, text=True, check=True, env={**os.environ, "COLUMNS": "20"}
        ).stdout
        self.assertRegex(said, r"\Arowlens \S+, /.*librowlens\.so\.1\n\Z")


if __name__ == "__main__":
    unittest.main()
