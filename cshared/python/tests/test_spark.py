"""Spark on a small cluster of this machine: two executors, one core and 1 GiB each."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections import defaultdict
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from pyspark.sql.functions import col, lit, spark_partition_id

import rowlens
from rowlens import Kind
from rowlens import spark as rl
from cluster import in_the_middle, kill, session
from rows import PARTS, ROWS, STATES, TABLES, of_kind, vectors
from test_stores import unpacked

BINARY = ", ".join(f"{part} binary" for part in PARTS)
FIELDS = {"source": ("source.value", "utf8"), "version": ("version", "int64"), "why": ("", "error")}


class SparkTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.session = session()
        cls.home = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.home, ignore_errors=True)

    def frame(self, rows, partitions=2):
        cells = [tuple(bytearray(bytes.fromhex(row[part])) for part in PARTS) for row in rows]
        return self.session.createDataFrame(cells, BINARY).repartition(partitions)

    def test_every_row_has_its_kind_and_fields(self):
        rows = self.frame(ROWS).select("row", "qualifier", rl.json_udf("actionbase", parts=PARTS, schema=TABLES)(*PARTS).alias("found")).collect()
        expected = {(row["row"], row["qualifier"]): row for row in ROWS}
        self.assertEqual(len(rows), len(ROWS))
        for row in rows:
            want = expected[bytes(row.row).hex(), bytes(row.qualifier).hex()]
            self.assertEqual((row.found.record, json.loads(row.found.fields), row.found.error), (want["record"], want["fields"], None))

    def test_fields_are_a_struct_beside_the_json(self):
        for record in ("edge-state", "edge-index", "edge-count"):
            want = of_kind(record)
            udf = rl.record_udf("actionbase", record, parts=PARTS, schema=TABLES)
            broken = [{**want[0], "row": "ff"}]
            rows = self.frame([*want, *broken]).select(udf(*PARTS).alias("found")).select("found.*").collect()
            typed = f"actionbase_{record.replace('-', '_')}"
            self.assertEqual(sum(row.error is not None and row.fields is None and row[typed] is None for row in rows), 1)
            found = [row for row in rows if row.error is None]
            texts = (sorted(json.dumps(one, sort_keys=True) for one in list_) for list_ in ([json.loads(row.fields) for row in found], [row["fields"] for row in want]))
            self.assertEqual(*texts)
            for row in found:
                self.same(row[typed].asDict(True), json.loads(row.fields))
        with self.assertRaisesRegex(ValueError, "no typed columns of nothing"):
            rl.record_udf("actionbase", "nothing")

    def same(self, typed, fields):
        """A struct has the members of the JSON, each with its type."""
        self.assertEqual([name for name in fields if name not in typed], [])
        for name, value in typed.items():
            want = fields.get(name)
            if isinstance(value, dict):
                self.same(value, want)
            elif isinstance(want, (list, dict)):
                self.assertEqual(json.loads(value), want)
            elif want is None:
                self.assertIsNone(value, name)
            else:
                self.assertEqual(str(value).lower() if isinstance(want, bool) else str(value), str(want).lower() if isinstance(want, bool) else str(want))

    def test_whole_numbers_of_64_bits_without_a_sign_are_decimals(self):
        frame = self.session.createDataFrame([(bytearray(rowlens.Kind("lexicoders", "ulong").encode({"value": n})["value"]),) for n in (0, 2**64 - 1)], "cell binary")
        rows = frame.select(rl.record_udf("lexicoders", "ulong", parts=("value",))("cell").alias("found")).select("found.lexicoders_ulong.value").collect()
        self.assertEqual([int(row.value) for row in rows], [0, 2**64 - 1])

    def test_stores_are_a_source(self):
        rl.register(self.session)
        source = self.session.read.format("rowlens")  # it keeps its options
        with tempfile.TemporaryDirectory() as folder:
            social, damaged = (unpacked(name, folder) for name in ("rfile/social", "rocksdb/damaged-data-block"))
            with rowlens.open(social) as store:
                stores = len({(table.kind, table.path) for table in store.tables})
                want = len(list(store.scan()))
            rows = source.load(f"file://{social}").select(spark_partition_id().alias("share")).collect()
            self.assertEqual((len(rows), len({row["share"] for row in rows})), (want, stores))
            with rowlens.open(damaged) as store:
                want = [(row["key"], row["error"]["lost"]) for row in store.scan(stored=True)]
            narrow = source.option("stored", "true").schema("key binary, error struct<lost: bigint>").load(str(damaged))
            got = [(row.key and bytes(row.key), row.error.lost) for row in narrow.collect()]
            self.assertEqual(got, want)
            with self.assertRaisesRegex(Exception, "there is no table"):
                self.session.read.format("rowlens").option("table", "none").load(str(social)).schema

    def test_the_vectors_of_lone_values(self):
        groups = defaultdict(list)
        for _, list_ in vectors():
            for v in list_:
                if "decode" in v["ops"] and "given" not in v and len(v["bytes"]) == 1 and not v.get("unordered"):
                    ((part, text),) = v["bytes"].items()
                    if isinstance(text, str) and "$any" not in json.dumps(v):
                        groups[v["format"], v["record"], part].append((v["id"], bytearray(bytes.fromhex(text)), v.get("fields")))
        largest = sorted(groups.items(), key=lambda group: -len(group[1]))[:3]
        for (format, record, part), list_ in largest:
            with self.subTest(f"{format} {record}"):
                frame = self.session.createDataFrame([one[:2] for one in list_], "id string, cell binary")
                udf = rl.columns_udf(Kind(format, record), {"all": ("", "json"), "why": ("", "error")}, parts=(part,))
                found = {row.id: row.found for row in frame.select("id", udf("cell").alias("found")).collect()}
                self.assertGreater(len(list_), 100)
                for id, _, fields in list_:
                    self.assertEqual(found[id].all is None, fields is None, id)
                    self.assertEqual(found[id].why is None, fields is not None, id)

    def test_nulls_empty_partitions_and_batches_of_one(self):
        udf = rl.columns_udf(STATES, FIELDS, parts=PARTS)
        want = sorted((str(row["fields"]["source"]["value"]), int(row["fields"]["version"])) for row in of_kind("edge-state"))
        for size in ("1", "10000"):
            self.session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", size)
            rows = self.frame(of_kind("edge-state"), partitions=20).select(udf(*PARTS).alias("found")).select("found.*").collect()
            self.assertEqual(sorted((row.source, row.version) for row in rows), want)
        nothing = self.frame(of_kind("edge-state")[:2]).select(udf(lit(None).cast("binary"), *PARTS[1:]).alias("found")).select("found.*").collect()
        self.assertEqual([tuple(row) for row in nothing], [(None, None, None)] * 2)

    def test_bad_rows_have_an_error_or_fail_the_job(self):
        frame = self.frame(ROWS[:5]).withColumn("row", col("row").substr(1, 7))
        found = frame.select(rl.json_udf("actionbase")("row").alias("found")).select("found.*").collect()
        self.assertEqual({row.record for row in found}, {None})
        self.assertTrue(all("offset" in json.loads(row.error)["error"] for row in found))
        with self.assertRaisesRegex(Exception, "RowlensError.*offset"):
            frame.select(rl.json_udf("actionbase", strict=True)("row")).collect()

    def test_the_example_of_the_readme(self):
        text = (Path(__file__).resolve().parents[1] / "README.md").read_text()
        names = {"rows": self.frame(ROWS)}
        exec(re.search(r"```python spark\n(.*?)```", text, re.S)[1], names)
        found = names["out"].collect()
        self.assertEqual(sorted(row.kind.record for row in found), sorted(row["record"] for row in ROWS))
        self.assertEqual({(row.found.error, row.typed.why, row.kind.salted) for row in found}, {(None, None, True)})

    def test_an_open_schema_stays_here(self):
        # In a process of its own: the one of the tests does not open the library.
        code = "from rowlens import Kind, Schema, spark; spark.columns_udf(Kind('actionbase', schema=Schema('actionbase', {'names': []})), {})"
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertIn("TypeError: an open schema cannot be sent to workers", run.stderr)

    def test_kinds_and_salts(self):
        good = self.frame(ROWS)
        salted = bytearray(bytes.fromhex(ROWS[0]["row"]))
        salted[0] ^= 1
        wrong = self.session.createDataFrame([(salted,), (bytearray(b"x"),), (None,)], "row binary")
        kind = rl.kind_udf("actionbase")
        self.assertEqual({row.found.salted for row in good.select(kind("row").alias("found")).collect()}, {True})
        found = [tuple(row.found) for row in wrong.coalesce(1).select(kind("row").alias("found")).collect()]
        self.assertEqual(found, [(ROWS[0]["record"], False), (None, None), (None, None)])

    def test_a_killed_executor_is_survived(self):
        frame = self.frame(of_kind("edge-state") * 40, partitions=24)
        udf = rl.columns_udf(STATES, FIELDS, parts=PARTS)
        killed = []
        rows = in_the_middle(lambda: frame.select(udf(*PARTS).alias("found")).select("found.*").collect(), lambda: killed.append(kill()))
        self.assertEqual(len(killed), 1)
        self.assertEqual(len(rows), 40 * len(of_kind("edge-state")))
        self.assertEqual({row.why for row in rows}, {None})

    def job(self, *args):
        said = StringIO()
        with redirect_stdout(said):
            self.assertEqual(rl.main(args), 0)
        return json.loads(said.getvalue())

    def test_the_job_reads_parquet_and_hex_and_writes_parquet(self):
        folder = Path(self.home)
        self.frame(ROWS).write.parquet(str(folder / "in.parquet"))
        (folder / "tables.json").write_text(TABLES)
        lines = [json.dumps({"parts": {part: row[part] for part in PARTS}}) for row in ROWS] + [json.dumps({"row": "00"})]
        (folder / "in.jsonl").write_text("\n".join(lines))
        parts = [word for part in PARTS for word in ("--part", part)]
        said = self.job(str(folder / "in.parquet"), str(folder / "out"), "--format", "actionbase", "--schema", str(folder / "tables.json"), *parts)
        self.assertEqual(said, {"rows": len(ROWS), "bad": 0})
        kinds = {row.record for row in self.session.read.parquet(str(folder / "out")).select("record").distinct().collect()}
        self.assertEqual(kinds, {row["record"] for row in ROWS})
        said = self.job(str(folder / "in.jsonl"), str(folder / "out2"), "--input", "jsonl", "--format", "actionbase", "--field", "kind=record:utf8")
        self.assertEqual(said, {"rows": len(lines), "bad": 1})


if __name__ == "__main__":
    unittest.main()
