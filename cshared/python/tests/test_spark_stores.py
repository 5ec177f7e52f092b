"""Stores as a source of Spark: in parts, by key, with executors that die."""

import contextlib
import json
import re
import tempfile
import unittest
from pathlib import Path

import pyarrow.fs
from pyspark.sql.functions import col, lit, spark_partition_id

import rowlens
from cluster import in_the_middle, kill, session
from rowlens import _files
from rowlens import spark as rl
from rows import PARTS, ROWS
from test_stores import unpacked

STORES = ("maryk-rocksdb/keepall", "rocksdb/small", "rocksdb/damaged-data-block", "lmdb/implexus-corrupt", "lmdb/v1-dup", "hfile/export", "hfile/maryk", "rfile/social")


def plain(row):
    """A row of a store as text, whatever read it."""
    parts = {part: None if row[part] is None else bytes(row[part]) for part in (*PARTS, "key", "bytes")}
    source = {name: None if value is None else str(value) for name, value in row["source"].items()}
    return repr((row["format"], row["record"], parts, source, row["fields"], row["error"] and row["error"]["code"], row["timestamp"], row["deleted"]))


def plain_of(frame):
    """The rows of a frame as text, in some order."""
    rows = (row.asDict(True) for row in frame.collect())
    return sorted(plain({**row, "fields": row["fields"] and json.loads(row["fields"])}) for row in rows)


class SparkStoresTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.session = session()
        rl.register(cls.session)
        with contextlib.ExitStack() as stack:
            cls.home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            cls.folders = {name: unpacked(name, cls.home) for name in STORES}
            cls.addClassCleanup(stack.pop_all().close)

    def read(self, name, **options):
        return self.session.read.format("rowlens").options(**options).load(str(self.folders[name]))

    def test_rows_are_in_one_partition_whatever_their_number(self):
        for name in STORES:
            with rowlens.open(self.folders[name]) as store:
                want = sorted(plain(row) for row in store.scan())
                stores = len({(table.kind, table.path) for table in store.tables})
            sizes = {"0": stores, str(1 << 30): None, "4000": None}
            for size, partitions in sizes.items():
                with self.subTest(name, size=size):
                    frame = self.read(name, partitionBytes=size)
                    self.assertEqual(plain_of(frame), want)
                    self.assertIn(partitions, (None, frame.rdd.getNumPartitions()))
        self.assertGreater(self.read("rocksdb/small", partitionBytes="4000").rdd.getNumPartitions(), 10)
        with self.assertRaisesRegex(Exception, "partitionBytes: expected a number"):
            self.read("rocksdb/small", partitionBytes="-1").collect()

    def test_filters_of_keys_are_sought(self):
        for name, key in (("rocksdb/small", "key"), ("maryk-rocksdb/keepall", "key"), ("lmdb/v1-dup", "key"), ("hfile/export", "row"), ("rfile/social", "row")):
            every = self.read(name, partitionBytes="4000")
            keys = sorted(bytes(row[0]) for row in every.select(key).where(col(key).isNotNull()).collect())
            low, high = (lit(keys[len(keys) * at // 8]) for at in (3, 4))
            filters = {
                "equal": col(key) == low, "not": col(key) != low, "between": col(key).between(low, high), "open": (col(key) > low) & (col(key) < high),
                "from": col(key) >= high, "to": col(key) <= low, "safe": col(key).eqNullSafe(low), "in": col(key).isin(low, high),
                "none": (col(key) > high) & (col(key) < low), "others": (col("timestamp") > 0) | (col(key) < low),
            }  # fmt: skip
            plainly = {what: plain_of(every.where(one)) for what, one in filters.items()}
            self.pushing(True)
            try:
                pushed = self.read(name, partitionBytes="4000")
                for what, one in filters.items():
                    with self.subTest(name, filter=what):
                        self.assertEqual(plain_of(pushed.where(one)), plainly[what])
                if name in ("rocksdb/small", "hfile/export"):
                    self.assertLess(pushed.where(filters["equal"]).rdd.getNumPartitions(), every.rdd.getNumPartitions() / 2)
            finally:
                self.pushing(False)
            self.assertTrue(plainly["equal"] and len(plainly["between"]) < len(plainly["from"]) + len(plainly["to"]))

    def pushing(self, on):
        self.session.conf.set(rl.PUSHDOWN, str(on).lower())
        rl.register(self.session)

    def test_what_is_sought_is_less_to_read(self):
        from pyspark.sql.datasource import EqualTo, GreaterThan

        from rowlens._spark_source import PushingSource

        read = _files.Far.read
        self.addCleanup(setattr, _files.Far, "read", read)
        sizes = []
        _files.Far.read = lambda *args: (sizes.append(args[2]), read(*args))[1]
        source = PushingSource({"path": f"file://{self.folders['rocksdb/small']}", "table": "second", "partitionbytes": "4000"})
        rows, bytes_read = {}, {}
        for what in ("all", "one"):
            reader = source.reader(source.schema())
            wanted = [EqualTo(("key",), rows["all"][len(rows["all"]) // 2]), GreaterThan(("timestamp",), 3)] if what == "one" else []
            self.assertEqual(list(reader.pushFilters(wanted)), wanted)
            partitions = reader.partitions()
            sizes.clear()
            rows[what] = [key for part in partitions for batch in reader.read(part) for key in batch["key"].to_pylist()]
            bytes_read[what] = sum(sizes) / len(partitions)
            self.assertEqual(len(partitions) > 5, what == "all")
        self.assertEqual(rows["one"], [rows["all"][len(rows["all"]) // 2]])

    def test_a_killed_executor_costs_no_row(self):
        with rowlens.open(self.folders["rocksdb/small"]) as store:
            want = sorted(plain(row) for row in store.scan())
        killed = []
        frame = self.read("rocksdb/small", partitionBytes="1000")
        self.assertGreater(frame.rdd.getNumPartitions(), 30)
        got = in_the_middle(lambda: plain_of(frame), lambda: killed.append(kill()))
        self.assertEqual((len(killed), got), (1, want))

    def test_fields_are_a_struct_too(self):
        frame = self.read("hfile/export", format="actionbase", record="edge-state").where("record = 'edge-state'")
        rows = frame.select("fields", "actionbase_edge_state.*", col("actionbase_edge_state").alias("struct")).collect()
        self.assertEqual(len(rows), sum(row["record"] == "edge-state" for row in ROWS))
        for row in rows:
            fields = json.loads(row["fields"])
            self.assertEqual((row["version"], row["struct"]["source"]["value"]), (int(fields["version"]), str(fields["source"]["value"])))

    def test_the_example_of_the_readme(self):
        text = (Path(__file__).resolve().parents[1] / "README.md").read_text()
        example = re.search(r"```python snapshot\n(.*?)```", text, re.S)[1]
        out = self.home / "decoded"
        example = example.replace('"hdfs:///export"', repr(f"file://{self.folders['hfile/export']}")).replace('"hdfs:///decoded"', repr(str(out)))
        names = {"spark": self.session, "rl": rl}
        try:
            exec(example, names)
        finally:
            self.pushing(False)
        self.assertEqual(sorted(at.name for at in out.iterdir() if at.is_dir()), ["table=indexes", "table=states"])
        decoded = self.session.read.parquet(str(out))
        got = sorted((bytes(row["row"]).hex(), bytes(row["qualifier"]).hex(), row["table"], row["record"]) for row in decoded.collect())
        want = sorted((row["row"], row["qualifier"], "states" if row["record"] == "edge-state" else "indexes", row["record"]) for row in ROWS)
        self.assertEqual(got, want)
        self.assertEqual(decoded.where("error is not null").count(), 0)
        self.assertEqual(len([at for at in self.folders["hfile/export"].rglob("f/*") if at.is_file()]), 20)
        self.assertEqual(names["states"].count(), sum(row["record"] == "edge-state" for row in ROWS))


if __name__ == "__main__":
    unittest.main()
