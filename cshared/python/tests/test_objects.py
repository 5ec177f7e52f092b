"""The objects of the package: how they print, that they can be pickled, and that they are released."""

import gc
import json
import multiprocessing
import pickle
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import get_args

import rowlens
from rows import GOLDEN, STATES, TABLES, cells_of, of_kind, parts_of

ROWS = of_kind("edge-state")
README = Path(__file__).resolve().parent.parent / "README.md"


def decoded(kind, cells):
    """In another process."""
    return kind.decode_batch(cells)


class NamesTest(unittest.TestCase):
    def test_formats_and_kinds_are_those_of_the_command(self):
        lines = subprocess.run([GOLDEN.parent / "bin/rowlens", "formats", "--json"], check=True, capture_output=True, text=True).stdout.splitlines()
        formats = [json.loads(line) for line in lines]
        self.assertEqual(get_args(rowlens.Format), tuple(one["format"] for one in formats))
        self.assertEqual(set(get_args(rowlens.Record)), {record["record"] for one in formats for record in one["records"]})

    def test_the_examples_of_the_readme_are_well_typed(self):
        examples = re.findall(r"```python(?: \w+)?\n(.*?)```", README.read_text(), re.S)
        self.assertGreaterEqual(len(examples), 4)
        # Names that stand for what the reader has.
        given = "from typing import Any\n\nimport pyarrow\nimport rowlens\n\nrows: Any\nspark: Any\nrl: Any\n"
        with tempfile.TemporaryDirectory() as cache:
            for at, example in enumerate(examples):
                Path(cache, f"example_{at}.py").write_text(given.replace("rl: Any\n", "") + example if "as rl" in example else given + example)
            run = subprocess.run(
                [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--cache-dir", cache, *(f"example_{at}.py" for at in range(len(examples)))],
                capture_output=True, text=True, cwd=cache,
            )  # fmt: skip
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)


class ReprTest(unittest.TestCase):
    def test_objects_say_what_they_are(self):
        with rowlens.Schema("actionbase", TABLES) as schema:
            kind = rowlens.Kind("actionbase", "edge-state", schema=schema, lenient=True)
            self.assertEqual(repr(kind), "Kind('actionbase', 'edge-state', schema=<rowlens.Schema of actionbase>, lenient=True)")
        self.assertEqual(repr(schema), "<rowlens.Schema of actionbase, closed>")
        self.assertEqual(repr(rowlens.Kind("layout")), "Kind('layout')")
        self.assertEqual(repr(rowlens.Order("maryk-hbase", family=b"a")), "Order('maryk-hbase', family=b'a')")
        cells = {**cells_of(ROWS[:3]), "row": [parts_of(ROWS[0])["row"], b"\0", None]}
        batch = STATES.decode_batch(cells)
        self.assertEqual(repr(batch), "<rowlens.Batch of actionbase edge-state: 3 rows, 1 with an error>")
        self.assertRegex(repr(batch[1]), r"^RowlensError\('truncated', '.*', part='row', offset=\d, path='.*', row=1\)$")
        self.assertEqual(repr(STATES.encode_batch("row", [batch[0].fields])), "<rowlens.EncodedBatch: 1 rows>")
        columns = STATES.decode_columns(cells, {"version": ("version", "int64"), "why": ("", "error")})
        self.assertEqual(repr(columns), "<rowlens.Columns version, why: 3 rows>")


class PickleTest(unittest.TestCase):
    def same(self, one):
        again = pickle.loads(pickle.dumps(one))
        self.assertEqual(again, one)
        return again

    def test_kinds_fields_and_records(self):
        for one in STATES, rowlens.Kind("actionbase", strict=True), rowlens.Field("a.b", "int64"), STATES.decode(parts_of(ROWS[0])):
            self.same(one)

    def test_schemas_are_opened_anew(self):
        with rowlens.Schema("actionbase", TABLES) as schema:
            other = rowlens.Schema("actionbase", {"given": {"names": ["demo.follow"]}}, uses=[schema])
            kind = pickle.loads(pickle.dumps(rowlens.Kind("actionbase", "edge-state", schema=schema)))
            self.assertNotEqual(kind.schema.handle, schema.handle)
            want = rowlens.Kind("actionbase", "edge-state", schema=schema).decode(parts_of(ROWS[0]))
            self.assertGreater(pickle.loads(pickle.dumps(other)).handle, 0)
        self.assertEqual(kind.decode(parts_of(ROWS[0])), want)
        with self.assertRaisesRegex(ValueError, "closed"):
            pickle.dumps(schema)

    def test_batches_come_from_other_processes(self):
        cells = {**cells_of(ROWS[:4]), "row": [parts_of(ROWS[0])["row"], b"\0", None, parts_of(ROWS[3])["row"]]}
        want = STATES.decode_batch(cells)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            batch = pool.apply(decoded, (STATES, cells))
        self.assertEqual([batch[0], batch[2], batch[3]], [want[0], want[2], want[3]])
        self.assertEqual(repr(batch[1]), repr(want[1]))
        written = STATES.encode_batch("row", [want[0].fields, {}])
        again = pickle.loads(pickle.dumps(written))
        self.assertEqual([again[0], again[1].code], [written[0], "refused"])


class FinalizerTest(unittest.TestCase):
    def test_a_schema_that_nobody_holds_is_closed(self):
        schema = rowlens.Schema("actionbase", TABLES)
        handle = schema.handle
        del schema
        gc.collect()
        other = rowlens.Schema("actionbase", TABLES)
        given, other.handle = other.handle, handle
        with self.assertRaises(rowlens.RowlensError) as caught:
            rowlens.Kind("actionbase", "edge-state", schema=other).decode(parts_of(ROWS[0]))
        self.assertEqual(caught.exception.code, "bad-handle")
        other.handle = given

    def test_one_that_was_never_opened_goes_quietly(self):
        run = subprocess.run(
            [sys.executable, "-c", "import rowlens\ntry: rowlens.Schema('nothing', '{}')\nexcept rowlens.RowlensError as e: print(e.code)\ntry: rowlens.Schema('x', object())\nexcept TypeError: print('no')"],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        self.assertEqual((run.stdout.split(), run.stderr), (["unknown-format", "no"], ""))


if __name__ == "__main__":
    unittest.main()
