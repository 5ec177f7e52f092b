"""What DuckDB and Polars read from the command's Parquet files and Arrow streams, compared with its JSON Lines."""

import json
import math
import subprocess
import tempfile
import unittest
from collections import defaultdict
from io import BytesIO
from pathlib import Path

import duckdb
import polars

from rows import GOLDEN, vectors

ROWLENS = GOLDEN.parent / "bin" / "rowlens"
PARTS = ("row", "family", "qualifier", "visibility", "key", "value", "bytes")
DOUBTS = ("lenient", "extra", "tie", "check", "canonical")
DUMPS = {
    "actionbase": ["actionbase/actionbase-hbase-shell.txt", "--model", "actionbase/actionbase-hbase-shell.schema.json"],
    "actionbase, damaged": ["actionbase/actionbase-hbase-shell-damaged.txt", "--format", "actionbase"],
    "accumulograph": ["accumulograph/accumulograph-shell.txt", "--format", "accumulograph"],
    "implexus": ["implexus/good.dump.hex.txt", "--format", "implexus"],
    "implexus, corrupt": ["implexus/corrupt.dump.hex.txt", "--format", "implexus"],
    "maryk-hbase": ["maryk-hbase/latest.scan.txt", "--format", "maryk-hbase", "--model", "maryk-hbase/latest.models.json"],
    "maryk-rocksdb": ["maryk-rocksdb/keepall.rows.jsonl.gz", "--format", "maryk-rocksdb", "--model", "maryk-rocksdb/keepall.models.json"],
    "of one kind": ["actionbase/actionbase-hbase-shell.txt", "--record", "edge-state"],
    "a store": ["store-files/samples"],
}


def rowlens(*args, cwd=GOLDEN):
    ran = subprocess.run([ROWLENS, "decode", "--quiet", *args], cwd=cwd, capture_output=True)
    if ran.returncode not in (0, 1):
        raise AssertionError(f"{args}: {ran.returncode}: {ran.stderr.decode()}")
    return ran


def expected(record, name):
    """The members of a record that a column holds."""
    if name in PARTS:
        return record.get("parts", {}).get(name)
    if name == "doubts":
        return {key: record[key] for key in DOUBTS if key in record} or None
    if name in record or "_" not in name:
        return record.get(name)
    kind = f"{record.get('format')}_{record.get('record')}".replace("-", "_")
    return record.get("fields") if name == kind else None


class ColumnsTest(unittest.TestCase):
    def same(self, cell, member, type, where):
        """Compares a cell with the member of the JSON record it came from."""
        if member is None:
            self.assertIsNone(cell, where)
        elif isinstance(type, polars.Struct):
            self.assertEqual([], sorted(set(member) - {field.name for field in type.fields}), where)
            for field in type.fields:
                self.same(cell[field.name], member.get(field.name), field.dtype, f"{where}.{field.name}")
        elif type == polars.Binary:
            self.assertEqual(cell, bytes.fromhex(member), where)
        elif type == polars.Float64:
            want = float(member)
            self.assertTrue(cell == want and math.copysign(1, cell) == math.copysign(1, want) or cell != cell and want != want, where)
        elif type in (polars.Int64, polars.UInt64):
            self.assertEqual(cell, int(member), where)
        elif type == polars.Boolean:
            self.assertIs(cell, member, where)
        else:
            self.assertEqual(type, polars.String, where)
            self.assertTrue(cell == member or json.loads(cell) == member, f"{where}: {cell!r} {member!r}")

    def check(self, args, cwd=GOLDEN):
        """Compares JSON Lines, Parquet and Arrow; returns the records."""
        lines = rowlens("--json", *args, cwd=cwd)
        records = [json.loads(line) for line in lines.stdout.splitlines()]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rows.parquet"
            self.assertEqual(rowlens("--parquet", file, *args, cwd=cwd).returncode, lines.returncode)
            self.assertEqual([one.name for one in Path(folder).iterdir()], [file.name])
            frame = polars.read_parquet(file)
            stream = rowlens("--arrow", *args, cwd=cwd)
            self.assertTrue(polars.read_ipc_stream(BytesIO(stream.stdout)).equals(frame), "Arrow differs from Parquet")
            relation = duckdb.sql(f"select * from read_parquet('{file}')")
            self.assertEqual(relation.columns, frame.columns)
            ducks = [dict(zip(relation.columns, row)) for row in relation.fetchall()]
        rows = frame.to_dicts()
        self.assertEqual([len(rows), len(ducks)], [len(records)] * 2)
        # repr, since NaN is not equal to itself.
        self.assertEqual([repr(row) for row in ducks], [repr(row) for row in rows], "DuckDB and Polars differ")
        for at, (row, record) in enumerate(zip(rows, records)):
            for name, type in frame.schema.items():
                if name == "rest" or row[name] is not None and isinstance(type, polars.Struct) and "rest" in row[name]:
                    self.assertIsNone(row["rest"] if name == "rest" else row[name].pop("rest"), f"row {at}: {name}")
                if name != "rest":
                    type = polars.Struct([f for f in type.fields if f.name != "rest"]) if isinstance(type, polars.Struct) else type
                    self.same(row[name], expected(record, name), type, f"row {at}: {name}")
        return records

    def test_dumps_of_every_format(self):
        for name, args in DUMPS.items():
            with self.subTest(name):
                self.assertGreater(len(self.check(args)), 10)

    def test_single_values_of_every_kind(self):
        kinds = defaultdict(list)
        for _, list_ in vectors():
            for v in list_:
                if "decode" in v["ops"] and ("given" not in v or v["format"] == "lexicoders") and "schema" not in v and set(v["bytes"]) == {"value"} and isinstance(v["bytes"]["value"], str):
                    kinds[v["format"], v["record"]].append(json.dumps({"parts": v["bytes"]}))
        met = set()
        with tempfile.TemporaryDirectory() as folder:
            for (format, record), lines in kinds.items():
                (Path(folder) / "rows.jsonl").write_text("\n".join(lines[:200]) + "\n")
                if subprocess.run([ROWLENS, "decode", "--quiet", "--count", "--format", format, "--record", record, "rows.jsonl"], cwd=folder, capture_output=True).returncode == 2:
                    continue  # an operation, which is not stored
                with self.subTest(f"{format} {record}"):
                    for one in self.check(["--format", format, "--record", record, "rows.jsonl"], cwd=folder):
                        met.add((one.get("format"), one.get("record"), "fields" in one))
        self.assertGreaterEqual(len([one for one in met if one[2]]), 25)
        formats = {json.loads(line)["format"] for line in subprocess.run([ROWLENS, "formats", "--json"], capture_output=True).stdout.splitlines()}
        self.assertEqual(formats - {one[0] for one in met if one[2]} - set(DUMPS), {"layout"}, "which the next test reads")

    def test_keys_of_a_layout(self):
        """The items have names of the user's own: they are together in the column rest."""
        given = ["--layout", "id:long! user:str(..0x00) at:ms! desc", "keys.txt"]
        keys = [bytes([0x80, *bytes(6), n]) + b"ada\0" + (0x7FFFFFFFFFFFFFFF - 1714658400000 - n).to_bytes(8, "big") for n in range(50)]
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "keys.txt").write_text("\n".join(key.hex() for key in keys))
            records = [json.loads(line) for line in rowlens("--json", *given, cwd=folder).stdout.splitlines()]
            rowlens("--parquet", "keys.parquet", *given, cwd=folder)
            frame = polars.read_parquet(Path(folder) / "keys.parquet")
            stream = rowlens("--arrow", *given, cwd=folder)
            self.assertTrue(polars.read_ipc_stream(BytesIO(stream.stdout)).equals(frame), "Arrow differs from Parquet")
            ducks = duckdb.sql(f"select layout_key.rest from read_parquet('{folder}/keys.parquet')").fetchall()
        self.assertEqual(records[7]["fields"]["id"], "7")
        self.assertEqual([json.loads(row[0]) for row in ducks], [one["fields"] for one in records])
        self.assertEqual([json.loads(one["rest"]) for one in frame["layout_key"]], [one["fields"] for one in records])

    def test_a_row_group_after_another(self):
        line = json.dumps({"parts": {"value": "00" * 15_000}}) + "\n"
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "rows.jsonl").write_text(line * 3000)
            self.assertEqual(len(self.check(["--format", "lexicoders", "--record", "bytes", "rows.jsonl"], cwd=folder)), 3000)
            rowlens("--parquet", "rows.parquet", "--format", "lexicoders", "--record", "bytes", "rows.jsonl", cwd=folder)
            groups = duckdb.sql(f"select count(distinct row_group_id) from parquet_metadata('{folder}/rows.parquet')").fetchall()[0][0]
            self.assertGreater(groups, 1)

    def test_selected_columns(self):
        out = rowlens("actionbase/actionbase-hbase-shell.txt", "--arrow", "--record", "edge-count", "--select", "row,actionbase_edge_count.count,line")
        frame = polars.read_ipc_stream(BytesIO(out.stdout))
        self.assertEqual(frame.columns, ["row", "source", "actionbase_edge_count"])
        self.assertEqual(frame.row(0)[1:], ({"line": 2}, {"count": 3}))


if __name__ == "__main__":
    unittest.main()
