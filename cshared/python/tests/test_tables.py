"""Statistics and differences of dumps and stores, compared with the command's output."""

import copy
import gc
import gzip
import io
import json
import pickle
import re
import subprocess
import sys
import tempfile
import threading
import typing
import unittest
from pathlib import Path

import rowlens
from rows import GOLDEN, STATES, TABLES, of_kind, parts_of

SHELL = GOLDEN / "actionbase/actionbase-hbase-shell.txt"
STORES = GOLDEN / "store-files/samples"
KEYS = ("splits", "start", "stop")


def cases(folder):
    return json.loads((GOLDEN / folder / "cases.json").read_text())


def options_of(case):
    return {name: [bytes.fromhex(key) for key in value] if name in KEYS else value for name, value in case.get("options", {}).items()}


class Schemas:
    """The schema that a case names, while its rows are read."""

    def __init__(self, case):
        self.schema = rowlens.Schema("actionbase", (GOLDEN / case["schema"]).read_text()) if "schema" in case else None

    def __enter__(self):
        return self.schema

    def __exit__(self, *_):
        if self.schema:
            self.schema.close()


class PackedTest(unittest.TestCase):
    """Dumps in gzip, as files and in pieces."""

    def test_it_has_the_rows_that_it_has_unpacked(self):
        text = SHELL.read_bytes()
        want, packed = rowlens.stats(text, now=0).report(), gzip.compress(text)
        self.assertEqual(want["rows"], 106)
        for rows in packed, io.BytesIO(packed), [packed[:3], packed[3:]], gzip.compress(packed), text.decode().encode("utf-16"):
            self.assertEqual(rowlens.stats(rows, now=0).report(), want)
        for rows in packed, io.BytesIO(packed):
            with rowlens.diff(SHELL.read_bytes(), rows) as changes:
                self.assertEqual(list(changes), [])
                self.assertEqual((changes.totals.same, changes.totals.unread), (106, 0))

    def test_one_that_is_cut_is_an_error(self):
        packed = gzip.compress(SHELL.read_bytes())[:-20]
        for call in lambda: rowlens.stats(packed).report(), lambda: list(rowlens.diff(SHELL.read_bytes(), packed)):
            with self.assertRaisesRegex(rowlens.RowlensError, "^compressed with gzip, but damaged or cut: unexpected EOF$"):
                call()


class StatsTest(unittest.TestCase):
    def typed(self, value, type, where):
        """Checks that a value has its declared type, and no other members."""
        if typing.is_typeddict(type):
            hints = typing.get_type_hints(type)
            self.assertEqual(set(value) - set(hints), set(), where)
            self.assertEqual(type.__required_keys__ - set(value), set(), where)
            for name, member in value.items():
                self.typed(member, hints[name], f"{where}.{name}")
        elif typing.get_origin(type) is list:
            for at, item in enumerate(value):
                self.typed(item, typing.get_args(type)[0], f"{where}[{at}]")
        elif typing.get_origin(type) is dict:
            for name, member in value.items():
                self.typed(member, typing.get_args(type)[1], f"{where}.{name}")
        elif typing.get_origin(type) is typing.Union:
            self.assertIsInstance(value, typing.get_args(type), where)
        else:
            self.assertIsInstance(value, (int, float) if type is float else type, where)

    def test_reports_are_those_of_the_command(self):
        for case in cases("stats"):
            want, path, options = json.loads((GOLDEN / "stats" / f"{case['name']}.json").read_text()), GOLDEN / case["input"], options_of(case)
            with self.subTest(case["name"]), Schemas(case) as schema:
                if case.get("store"):
                    names = ("stored", "start", "stop", "limit")
                    rows = rowlens.StoreRows(path, **{name: options.pop(name) for name in names if name in options})
                else:
                    rows = path.read_bytes()
                with rowlens.stats(rows, schema=schema, **options) as counted:
                    report = counted.report()
                self.assertEqual(report, want)
                self.typed(report, rowlens.Report, "report")

    def test_what_was_counted_so_far(self):
        text = b"".join(b"2c%016x\n" % (1 << 63 | value) for value in range(10_000))
        pieces = (text[at : at + 9999] for at in range(0, len(text), 9999))
        rows = [report["rows"] for report in rowlens.stats(pieces, format="actionbase")]
        self.assertEqual(rows, sorted(rows))
        self.assertGreater(len(set(rows)), 5)
        whole = rowlens.stats(text, format="actionbase").report()
        self.assertEqual([rows[-1], whole["rows"]], [10_000] * 2)
        counted = rowlens.stats(STORES / "rocksdb")
        self.assertEqual([report["rows"] for report in counted][-1], counted.report()["rows"])
        self.assertEqual([report["rows"] for report in counted], [counted.report()["rows"]], "the whole, again")

    def test_dumps_come_as_files_and_pieces(self):
        text = SHELL.read_bytes()
        want = rowlens.stats(text).report()
        with SHELL.open("rb") as file:
            self.assertEqual(rowlens.stats(file).report(), want)
        for same in bytearray(text), memoryview(text), io.BytesIO(text), [text[:99], b"", text[99:]], rowlens.DumpRows(text, spelling="hbase2-scan"):
            self.assertEqual(rowlens.stats(same).report(), want)
        with SHELL.open() as file, self.assertRaisesRegex(TypeError, "expected bytes, found str"):
            rowlens.stats(file).report()
        self.assertEqual(rowlens.stats(b"").report()["rows"], 0)

    def test_rows_of_a_store_are_chosen(self):
        everything = rowlens.stats(STORES / "lmdb").report()
        some = rowlens.stats(rowlens.StoreRows(STORES / "lmdb", start=b"catl:", stop=b"catl:~")).report()
        self.assertTrue(0 < some["rows"] < everything["rows"])
        self.assertEqual(rowlens.stats(rowlens.StoreRows(str(STORES / "lmdb"), limit=3)).report()["rows"], 3)
        early, late = (rowlens.stats(rowlens.StoreRows(STORES / "rocksdb", at=at)).report()["rows"] for at in (50, 1 << 62))
        self.assertLess(early, late)

    def test_what_is_refused(self):
        for code, call in (
            ("unknown-format", lambda: rowlens.stats(b"", format="no-such")),
            ("refused", lambda: rowlens.stats(b"", top=-1)),
            ("refused", lambda: rowlens.stats("no/such/folder")),
            ("refused", lambda: rowlens.stats(SHELL)),
            ("refused", lambda: rowlens.stats(b"", where="(")),
        ):
            with self.assertRaises(rowlens.RowlensError) as caught:
                call()
            self.assertEqual(caught.exception.code, code, caught.exception)
        with rowlens.stats(SHELL.read_bytes()) as counted:
            pass
        for call in counted.report, counted.so_far:
            with self.assertRaisesRegex(ValueError, "closed"):
                call()
        with rowlens.Schema("actionbase", TABLES) as schema:
            pass
        with self.assertRaisesRegex(ValueError, "closed"):
            rowlens.stats(b"", schema=schema)

    def test_what_nobody_holds_is_closed(self):
        counted = rowlens.stats(STORES / "lmdb")
        handle = counted._reading.handle
        del counted
        gc.collect()
        with self.assertRaises(rowlens.RowlensError) as caught:
            again = rowlens.stats(b"")
            again._reading.handle = handle
            again.so_far()
        self.assertEqual(caught.exception.code, "bad-handle")

    def test_a_dump_that_broke_off_is_never_the_whole(self):
        dump = SHELL.read_bytes()

        def pieces():
            yield dump[: len(dump) // 2]
            raise failure

        for failure, later in (OSError("the network is gone"), OSError), (KeyboardInterrupt(), ValueError):
            stats = rowlens.stats(pieces(), format="actionbase")
            changes = rowlens.diff(dump, pieces(), format="actionbase")
            for call in stats.report, lambda: list(stats), lambda: changes.totals, lambda: next(changes):
                with self.subTest(repr(failure)), self.assertRaises((type(failure), later)):
                    call()
            for call in stats.report, lambda: next(iter(stats)), lambda: changes.totals, lambda: next(changes):
                with self.assertRaises(later):
                    call()

    def test_they_say_what_they_are_and_are_not_copied(self):
        dump = SHELL.read_bytes()
        with rowlens.stats(dump, format="actionbase") as stats, rowlens.diff(rowlens.DumpRows(dump, file="old.txt"), dump, format="actionbase") as changes:
            self.assertEqual(repr(stats), "<rowlens.Stats of a dump: not read to the end>")
            self.assertEqual(repr(changes), "<rowlens.Diff of 'old.txt' and a dump: not read to the end>")
            for one in stats, changes:
                for call in copy.copy, copy.deepcopy, pickle.dumps:
                    with self.assertRaisesRegex(TypeError, "is neither pickled nor copied"):
                        call(one)
            rows = stats.report()["rows"]
            self.assertEqual(changes.totals.same, rows)
        self.assertEqual(repr(stats), f"<rowlens.Stats of a dump: {rows} rows>")
        self.assertEqual(repr(changes), "<rowlens.Diff of 'old.txt' and a dump: 0 added, 0 removed, 0 changed>")
        with rowlens.stats(STORES / "lmdb") as stats:
            pass
        self.assertEqual(repr(stats), f"<rowlens.Stats of {str(STORES / 'lmdb')!r}: closed>")

    def test_threads_count_beside_each_other(self):
        text, found = SHELL.read_bytes(), []
        threads = [threading.Thread(target=lambda: found.append(rowlens.stats(text).report()["rows"])) for _ in range(8)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        self.assertEqual(len(found), 8)
        self.assertEqual(len(set(found)), 1)


class ExampleTest(unittest.TestCase):
    def test_the_example_runs(self):
        text = (Path(__file__).parent.parent / "README.md").read_text()
        example = re.search(r"```python tables\n(.*?)```", text, re.S)[1]
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "scan.txt").symlink_to(SHELL)
            (Path(folder) / "backup").mkdir()
            (Path(folder) / "backup/db").symlink_to(STORES / "rocksdb/maryk")
            run = subprocess.run([sys.executable, "-c", example], cwd=folder, check=True, capture_output=True, text=True)
        lines = run.stdout.splitlines()
        self.assertRegex(lines[0], r"^\d+ edge-")
        self.assertEqual((lines[-1], len([line for line in lines if line.startswith(("added ", "removed ", "changed "))])), ("185", 217))


class DiffTest(unittest.TestCase):
    def json_of(self, found):
        """A difference as the line of the command it came from."""
        hexes = lambda parts: {name: data.hex() for name, data in parts.items()}
        was = found.was and {**found.was, **({"parts": hexes(found.was["parts"])} if "parts" in found.was else {})}
        line = {**vars(found), "parts": hexes(found.parts), "was": was, "fields": {path: list(both) for path, both in found.fields.items()} or None}
        return {name: value for name, value in line.items() if value is not None}

    def test_differences_are_those_of_the_command(self):
        for case in cases("differences"):
            lines = [json.loads(line) for line in (GOLDEN / "differences" / f"{case['name']}.jsonl").read_text().splitlines()]
            with self.subTest(case["name"]), Schemas(case) as schema, (GOLDEN / case["new"]).open("rb") as new:
                found = rowlens.diff((GOLDEN / case["old"]).read_bytes(), new, schema=schema, **options_of(case))
                self.assertEqual([self.json_of(one) for one in found], [{k: v for k, v in one.items() if v is not None} for one in lines[:-1]])
                self.assertEqual(found.totals._asdict(), lines[-1]["totals"])
                self.assertEqual(found.totals.differ, len(lines) > 1)

    def test_states_of_a_store(self):
        before = rowlens.StoreRows(STORES / "rocksdb", at=50)
        with rowlens.diff(before, STORES / "rocksdb") as found:
            changes = [one.change for one in found]
        self.assertEqual([changes.count(what) for what in ("added", "removed", "changed")], [185, 27, 5])
        self.assertEqual(found.totals[:5], (185, 27, 5, 18, 0))
        self.assertEqual(rowlens.diff(before, STORES / "rocksdb").totals, found.totals, "without the differences")
        same = rowlens.diff(STORES / "rocksdb", STORES / "rocksdb", stored=True)
        self.assertFalse(same.totals.differ)
        self.assertEqual(list(same), [])

    def test_two_rows(self):
        row = parts_of(of_kind("edge-count")[0])
        self.assertIsNone(rowlens.diff_rows(row, row))
        more = int.from_bytes(row["value"], "big") + 1
        found = rowlens.diff_rows(row, {**row, "value": more.to_bytes(8, "big")}, format="actionbase")
        self.assertEqual((found.change, found.record, found.fields), ("changed", "edge-count", {"count": (str(more - 1), str(more))}))
        self.assertEqual((found.parts["value"], found.was["parts"]["value"]), (more.to_bytes(8, "big"), row["value"]))
        state = parts_of(of_kind("edge-state")[0])
        with rowlens.Schema("actionbase", TABLES) as schema:
            gone = rowlens.diff_rows(state, None, schema=schema)
        self.assertEqual((gone.change, gone.parts), ("removed", state))
        self.assertEqual(gone.fields["active"], (STATES.decode(state).fields["active"], None))
        bad = rowlens.diff_rows(row, {**row, "value": b"\0"}, format="actionbase")
        self.assertEqual((bad.error["code"], bad.fields["value"]), ("truncated", (row["value"].hex(), "00")))

    def test_what_is_refused(self):
        text = SHELL.read_bytes()
        for code, call in (
            ("unknown-format", lambda: rowlens.diff(b"", b"", format="no-such")),
            ("refused", lambda: rowlens.diff(b"", "no/such/folder")),
            ("refused", lambda: rowlens.diff(b"", b"", stored=True, visible=True)),
            ("refused", lambda: list(rowlens.diff(text, text, memory=20_000))),
        ):
            with self.assertRaises(rowlens.RowlensError) as caught:
                call()
            self.assertEqual(caught.exception.code, code, caught.exception)
        with rowlens.diff(text, text) as found:
            pass
        with self.assertRaisesRegex(ValueError, "closed"):
            next(found)


if __name__ == "__main__":
    unittest.main()
