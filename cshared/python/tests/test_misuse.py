"""Frequent mistakes, and concurrent use: refused with a plain sentence, or it works."""

import io
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


class Fields(unittest.TestCase):
    def test_what_is_no_map_is_refused_as_such_by_every_call(self):
        kind = rowlens.Kind("actionbase", "edge-count")
        for given, found in (None, "null"), (5, "a number"), (-19, "a number"), ("{}", "a text"), (True, "a truth value"), (b"{}", "bytes"), ([], "a list"):
            for call in kind.encode, lambda of: kind.encode_part("row", of), lambda of: kind.key_range(of), lambda of: kind.encode_batch("row", [of]).raise_first():
                with self.subTest(given=given), self.assertRaises(RowlensError) as caught:
                    call(given)
                self.assertEqual(("refused", f"expected fields as an object, found {found}"), (caught.exception.code, str(caught.exception)))


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


KEY = bytes.fromhex("8a21aff9346974656d002bdafe659d297e2983")
COUNTS = rowlens.Kind("actionbase", "edge-count")


class Types(unittest.TestCase):
    def refused(self, said, *calls):
        for call in calls:
            with self.subTest(said), self.assertRaisesRegex(TypeError, said):
                call()

    def test_what_is_no_list_is_not_taken_for_one(self):
        for given, name in ("12", "str"), (b"\x01\x02", "bytes"), (bytearray(b"\1"), "bytearray"), (memoryview(b"\1"), "memoryview"), ({"count": 1}, "dict"), (5, "int"), (None, "NoneType"):
            self.refused(f"expected a list of values or an Arrow array, found {name}", lambda: COUNTS.encode_columns("value", {"count": given}))
            self.refused(f"expected a list of records, found {name}", lambda: COUNTS.encode_batch("value", given))
            self.refused(f"expected a list of bytes or an Arrow array, found {name}", lambda: COUNTS.decode_batch({"row": given}))
            self.refused(f"expected a list of bytes or an Arrow array, found {name}", lambda: COUNTS.decode_columns({"row": given}, {"n": ("count", "int64")}))
        expected = list(COUNTS.encode_batch("value", [{"count": 1}, {"count": 2}]))
        for given in [1, 2], (1, 2), range(1, 3), iter([1, 2]):
            self.assertEqual(expected, list(COUNTS.encode_columns("value", {"count": given})))

    def test_other_types_are_named(self):
        for wrong in None, 5, b"actionbase":
            said = f"expected a name or path as text, found {type(wrong).__name__}"
            self.refused(said, lambda: rowlens.Kind(wrong, "edge-count").decode({"row": KEY}), lambda: rowlens.Order(wrong).compare({"row": KEY}, {"row": KEY}))
            self.refused(said, lambda: COUNTS.decode({wrong: KEY}), lambda: COUNTS.encode_part(wrong, {}), lambda: rowlens.hash32(wrong, "a"))
            self.refused(said, lambda: COUNTS.decode_columns({"row": [KEY]}, {"n": (wrong, "int64")}), lambda: COUNTS.decode_columns({"row": [KEY]}, {wrong: ("count", "int64")}))
        self.refused("expected a Schema, found dict", lambda: rowlens.Kind("actionbase", "edge-count", schema={}).decode({"row": KEY}))
        self.refused("expected a Schema, found int", lambda: Schema("actionbase", {"given": {"names": []}}, uses=[5]))
        self.refused("expected parts by their names, found str", lambda: rowlens.diff_rows("x", None))
        self.refused("expected a path, or a dump as bytes, a file or pieces of bytes, found", *(lambda w=w: rowlens.stats(w) for w in (None, 5, {})))
        with rowlens.open(io.BytesIO((GOLDEN / "store-files/samples/lmdb/implexus/data.mdb").read_bytes())) as store:
            self.refused("labels: expected a list of texts, found str", lambda: store.scan(labels="ab"), lambda: store.parts(labels="ab"))
            self.refused("columns: expected a list of texts, found str", lambda: store.scan(columns="key"))
        self.refused("labels: expected a list of texts, found str", lambda: rowlens.stats(rowlens.StoreRows("store", labels="ab")))
        self.refused("line: expected bytes, found NoneType", lambda: rowlens.answer(None))
        self.refused("physical: expected a whole number, found float", lambda: rowlens.hlc_join("maryk", 1.0, 1))
        self.refused("version: expected a whole number, found str", lambda: rowlens.hlc_split("maryk", "1"))

    def test_a_dump_may_be_every_second_byte_of_memory(self):
        dump = b'{"row":"61","value":"00"}\n'
        twice = memoryview(bytes(b for one in dump for b in (one, 0)))
        self.assertEqual(rowlens.stats(dump).report(), rowlens.stats(twice[::2]).report())


class Version(unittest.TestCase):
    def test_it_is_one_line_whatever_the_terminal(self):
        said = subprocess.run(
            [sys.executable, "-m", "rowlens", "--version"], capture_output=True, text=True, check=True, env={**os.environ, "COLUMNS": "20"}
        ).stdout
        self.assertRegex(said, r"\Arowlens \S+, /.*librowlens\.so\.1\n\Z")


if __name__ == "__main__":
    unittest.main()
