"""Stores as a source of Spark: in parts, by key, with executors that die."""

import contextlib
import json
import re
import tempfile
import unittest
from pathlib import Path

from pyspark.sql.datasource import (
    DataSource,
    DataSourceReader,
    EqualNullSafe,
    EqualTo,
    GreaterThan,
    GreaterThanOrEqual,
    In,
    InputPartition,
    IsNotNull,
    LessThan,
    LessThanOrEqual,
    Not,
)
from pyspark.sql.functions import col, lit

import rowlens
from cluster import in_the_middle, kill, session
from rowlens import _files
from rowlens import spark as rl
from rowlens._spark_source import SeekingSource, bounds
from rows import PARTS, ROWS
from test_stores import unpacked

STORES = {"rocksdb/small": 10, "rocksdb/damaged-data-block": 5, "lmdb/v1-dup": 5, "hfile/export": 4, "rfile/social": 8}  # fewest partitions


def plain(row):
    """A row of a store as text, whatever read it."""
    parts = {part: None if row[part] is None else bytes(row[part]) for part in (*PARTS, "key", "bytes")}
    source = {name: None if value is None else str(value) for name, value in row["source"].items()}
    return repr((row["format"], row["record"], parts, source, row["fields"], row["error"] and row["error"]["code"], row["timestamp"], row["deleted"]))


def plain_of(frame):
    """The rows of a frame as text, sorted."""
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
        for name, least in STORES.items():
            with self.subTest(name), rowlens.open(self.folders[name]) as store:
                frame = self.read(name, partitionBytes="1500")
                self.assertEqual(plain_of(frame), sorted(plain(row) for row in store.scan()))
                self.assertGreaterEqual(frame.rdd.getNumPartitions(), least)
        stores = {(table.kind, table.path) for table in rowlens.open(self.folders["hfile/export"]).tables}
        self.assertEqual(self.read("hfile/export", partitionBytes="0").rdd.getNumPartitions(), len(stores))
        with self.assertRaisesRegex(Exception, "partitionBytes: expected a number"):
            self.read("rocksdb/small", partitionBytes="-1").collect()

    def test_filters_of_keys_are_sought(self):
        with self.assertRaisesRegex(ValueError, rl.PUSHDOWN):
            rl.stores(self.session, str(self.folders["rocksdb/small"]))
        self.session.conf.set(rl.PUSHDOWN, "true")
        self.addCleanup(self.session.conf.set, rl.PUSHDOWN, "false")
        for name, key in (("rocksdb/small", "key"), ("hfile/export", "row")):
            frame = rl.stores(self.session, str(self.folders[name]), columns=key, partitionBytes="1500")
            self.assertEqual(frame.columns, [key])
            with rowlens.open(self.folders[name]) as store:
                keys = sorted(row[key] for row in store.scan() if row[key] is not None)
            self.assertEqual(sorted(bytes(row[0]) for row in frame.collect()), keys)
            low, high = keys[len(keys) * 3 // 8], keys[len(keys) // 2]
            column = col(key)
            for what, (one, wanted) in {
                "equal": (column == lit(low), lambda k: k == low),
                "between": (column.between(lit(low), lit(high)), lambda k: low <= k <= high),
                "open": ((column > lit(low)) & (column < lit(high)), lambda k: low < k < high),
                "in": (column.isin(lit(low), lit(high)), lambda k: k in (low, high)),
                "none": ((column > lit(high)) & (column < lit(low)), lambda k: False),
                "others": ((column < lit(low)) | (column == lit(high)), lambda k: k < low or k == high),
            }.items():
                with self.subTest(name, filter=what):
                    self.assertEqual(sorted(bytes(row[0]) for row in frame.where(one).collect()), [k for k in keys if wanted(k)])
            self.assertEqual(frame.count(), len(keys))  # after a query with a filter
            self.assertLess(frame.where(column == lit(low)).rdd.getNumPartitions(), frame.rdd.getNumPartitions())

    def test_spark_itself_loses_rows_of_sources_with_filters(self):
        """Why stores() adds a filter, and format("rowlens") accepts none: once this fails, neither is needed any more."""

        class Reader(DataSourceReader):
            wanted = range(3)

            def pushFilters(self, filters):
                self.wanted = [one.value for one in filters if isinstance(one, EqualTo)] or self.wanted
                return filters

            def partitions(self):
                return [InputPartition(0)]

            def read(self, partition):
                return ((number,) for number in self.wanted)

        class Source(DataSource):
            @classmethod
            def name(cls):
                return "three"

            def schema(self):
                return "number int"

            def reader(self, schema):
                return Reader()

        self.session.conf.set(rl.PUSHDOWN, "true")
        self.addCleanup(self.session.conf.set, rl.PUSHDOWN, "false")
        self.session.dataSource.register(Source)
        frame = self.session.read.format("three").load()
        self.assertEqual(frame.count(), 3)
        self.assertEqual(frame.where("number = 1").count(), 1)
        self.assertEqual(frame.count(), 1)  # 3 would be correct

    def test_what_is_sought_is_less_to_read(self):
        read = _files.Far.read
        self.addCleanup(setattr, _files.Far, "read", read)
        sizes = []
        _files.Far.read = lambda *args: (sizes.append(args[2]), read(*args))[1]
        source = SeekingSource({"path": f"file://{self.folders['rocksdb/small']}", "table": "second", "partitionbytes": "1"})
        rows, read_bytes, partitions = {}, {}, {}
        for what in ("all", "one"):
            reader = source.reader(source.schema())
            wanted = [EqualTo(("key",), rows["all"][len(rows["all"]) // 2]), GreaterThan(("timestamp",), 3)] if what == "one" else []
            self.assertEqual(list(reader.pushFilters(wanted)), wanted)
            partitions[what] = reader.partitions()
            sizes.clear()
            rows[what] = [key for part in partitions[what] for batch in reader.read(part) for key in batch["key"].to_pylist()]
            read_bytes[what] = sum(sizes)
        self.assertEqual(rows["one"], [rows["all"][len(rows["all"]) // 2]])
        self.assertLess(len(partitions["one"]), len(partitions["all"]) / 3)
        self.assertLess(read_bytes["one"], read_bytes["all"] / 3)

    def test_bounds(self):
        for filters, want in (
            ([], (None, None)),
            ([EqualTo(("k",), b"a")], (b"a", b"a\0")),
            ([EqualNullSafe(("k",), None)], (None, None)),
            ([GreaterThan(("k",), b"a"), LessThan(("k",), bytearray(b"c"))], (b"a\0", b"c")),
            ([GreaterThanOrEqual(("k",), b"a"), GreaterThanOrEqual(("k",), b"b"), LessThanOrEqual(("k",), b"b")], (b"b", b"b\0")),
            ([In(("k",), (b"x", b"d"))], (b"d", b"x\0")),
            ([In(("k",), (b"x", None))], (None, None)),
            ([EqualTo(("k",), "text")], (None, None)),
            ([IsNotNull(("k",)), Not(EqualTo(("k",), b"a"))], (None, None)),
        ):
            self.assertEqual(bounds(filters), want)

    def test_a_killed_executor_costs_no_row(self):
        with rowlens.open(self.folders["rocksdb/small"]) as store:
            want = sorted(plain(row) for row in store.scan())
        killed = []
        frame = self.read("rocksdb/small", partitionBytes="1")
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

    def test_a_schema_has_columns_and_members_in_any_order(self):
        folder = str(self.folders["rocksdb/small"])
        want = [(row["source"]["at"], row["source"]["offset"], row["source"]["file"], row["key"]) for row in rowlens.open(folder).scan()]
        read = self.session.read.format("rowlens").schema("source struct<at: bigint, offset: bigint, file: string>, key binary").load(folder)
        self.assertEqual(sorted((*row["source"], bytes(row["key"])) for row in read.collect()), sorted(want))
        for schema, why in (("line bigint", "there is no column 'line'"), ("key string", "key: binary")):
            with self.assertRaisesRegex(Exception, why):
                self.session.read.format("rowlens").schema(schema).load(folder).collect()

    def test_the_example_of_the_readme(self):
        text = (Path(__file__).resolve().parents[1] / "README.md").read_text()
        example = re.search(r"```python snapshot\n(.*?)```", text, re.S)[1]
        out = self.home / "decoded"
        example = example.replace('"hdfs:///export"', repr(f"file://{self.folders['hfile/export']}")).replace('"hdfs:///decoded"', repr(str(out)))
        names = {"spark": self.session, "rl": rl}
        self.addCleanup(self.session.conf.set, rl.PUSHDOWN, "false")
        exec(example, names)
        self.assertEqual(sorted(at.name for at in out.iterdir() if at.is_dir()), ["table=indexes", "table=states"])
        decoded = self.session.read.parquet(str(out))
        got = sorted((bytes(row["row"]).hex(), bytes(row["qualifier"]).hex(), row["table"], row["record"]) for row in decoded.collect())
        want = sorted((row["row"], row["qualifier"], "states" if row["record"] == "edge-state" else "indexes", row["record"]) for row in ROWS)
        self.assertEqual(got, want)
        self.assertEqual(decoded.where("error is not null").count(), 0)
        self.assertEqual(len([at for at in self.folders["hfile/export"].rglob("f/*") if at.is_file()]), 20)
        self.assertEqual(names["states"].count(), sum(row["record"] == "edge-state" and "19" <= row["row"] < "60" for row in ROWS))


if __name__ == "__main__":
    unittest.main()
