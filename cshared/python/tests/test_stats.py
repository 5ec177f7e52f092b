"""Compares the figures of the command's statistics with what DuckDB counts in the Parquet of the same rows."""

import json
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

import duckdb

from rows import GOLDEN
from test_columns import DUMPS, ROWLENS, rowlens

KEYS = 'coalesce(octet_length("row"), 0) + coalesce(octet_length(family), 0) + coalesce(octet_length(qualifier), 0)' \
    " + coalesce(octet_length(visibility), 0) + coalesce(octet_length(\"key\"), 0)"
VALUES = 'coalesce(octet_length("value"), 0)'
# The sources of Actionbase edges, for every kind of row.
SOURCES = ("edge_state.source", "edge_index.directedSource", "edge_count.directedSource", "edge_lock.source", "edge_group.directedSource",
           "edge_cache.directedSource")


def made(rows, entities):
    """Counters of more entities than are counted exactly, some with many rows."""
    at = random.Random(1)
    lines = []
    for i in range(rows):
        source = i if i < entities else int(at.paretovariate(0.6)) % entities
        lines.append({"format": "actionbase", "record": "edge-count", "fields": {
            "table": f"table{i % 3}", "direction": "OUT" if i < entities else "IN", "directedSource": {"type": "long", "value": str(source)},
            "count": str(i)}})
    encoded = subprocess.run([ROWLENS, "encode", "--as", "record"], input="\n".join(map(json.dumps, lines)), capture_output=True, text=True, check=True)
    return encoded.stdout


class StatsTest(unittest.TestCase):
    def one(self, what):
        return self.db.sql(f"select {what} from rows").fetchall()[0]

    def all(self, query):
        return self.db.sql(query).fetchall()

    def sizes(self, got, expression, where):
        """Sizes; quantiles are never too small and at most 1/128 too large."""
        least, most, mean = self.all(f"select min({expression}), max({expression}), avg({expression}) from rows where {where}")[0]
        self.assertEqual((got["min"], got["max"]), (least, most))
        self.assertAlmostEqual(got["mean"], mean, delta=max(mean / 1000, 0.01))
        for name, share in ("p50", 0.5), ("p95", 0.95):
            exact = self.all(f"select quantile_disc({expression}, {share}) from rows where {where}")[0][0]
            self.assertGreaterEqual(got[name], exact, name)
            self.assertLessEqual(got[name], exact if exact <= 255 else exact * 129 / 128, name)
        self.assertLessEqual(got["histogram"][0]["from"], least)
        self.assertGreaterEqual(got["histogram"][-1]["to"], most)
        for bar in got["histogram"]:
            count = self.all(f"select count(*) from rows where {where} and {expression} between {bar['from']} and {bar['to']}")[0][0]
            self.assertEqual(bar["rows"], count, bar)

    def distinct(self, got, exact):
        """A count of distinct things: within four standard errors."""
        self.assertIn(got["error"], (0, 0.0081))
        self.assertLessEqual(abs(got["distinct"] - exact), 4 * got["error"] * exact)

    def kinds(self, got):
        kinds = {(one["format"], one["record"]): one for one in got["records"]}
        want = self.all(f"select format, record, count(*), sum({KEYS}), sum({VALUES}) from rows where error is null group by all")
        self.assertEqual(sorted(kinds), sorted((one[0], one[1]) for one in want))
        for format, record, rows, keys, values in want:
            one = kinds[format, record]
            self.assertEqual((one["rows"], one["keyBytes"], one["valueBytes"]), (rows, keys, values))
            where = f"format = '{format}' and record = '{record}' and error is null"
            self.sizes(one["keys"], KEYS, where)
            self.sizes(one["values"], VALUES, where)

    def check(self, args, cwd=GOLDEN):
        """Compares the figures about rows; returns all of them."""
        ran = subprocess.run([ROWLENS, "stats", "--quiet", "--json", *args], cwd=cwd, capture_output=True, text=True)
        self.assertIn(ran.returncode, (0, 1), ran.stderr)
        got = json.loads(ran.stdout)
        self.db = duckdb.connect()
        with tempfile.TemporaryDirectory() as folder:
            rowlens("--parquet", Path(folder) / "rows.parquet", *args, cwd=cwd)
            self.db.execute(f"create table rows as select * from read_parquet('{folder}/rows.parquet')")
        rows, keys, values = self.one(f"count(*), sum({KEYS}), sum({VALUES})")
        self.assertEqual((got["rows"], got["keyBytes"], got["valueBytes"], got["bytes"]), (rows, keys, values, keys + values))
        self.distinct(got["keys"], self.one('count(distinct (source."table", source.cf, coalesce("row", "key")))')[0])
        self.kinds(got)
        bad = dict(self.all("select error.code, count(*) from rows where error is not null group by all"))
        self.assertEqual(got["undecodable"], bad)
        for doubt in "lenient", "extra", "tie", "check", "canonical":
            self.assertEqual(got["doubts"].get(doubt, 0), self.one(f"count(json_extract(doubts, '$.{doubt}'))")[0], doubt)
        self.assertEqual(got["doubtful"], self.one("count(doubts)")[0])
        stored = {one["deleted"]: one["rows"] for one in got["deletions"] if "format" not in one}
        self.assertEqual(stored, dict(self.all("select deleted, count(*) from rows where deleted is not null group by all")))
        for one in got["times"]["series"]:
            if "field" not in one and "format" not in one:
                count, oldest, newest = self.one("count(timestamp), min(timestamp), max(timestamp)")
                self.assertEqual((one["count"], one["oldest"], one["newest"]), (count, oldest, newest))
        return got

    def edges(self, got):
        """Tables and entities of Actionbase."""
        name = "coalesce(" + ", ".join(f'actionbase_{one.split(".")[0]}."table"' for one in SOURCES) + ")"
        tables = self.all(f"select {name}, count(*), sum({KEYS}), sum({VALUES}) from rows where error is null and {name} is not null group by all")
        self.assertEqual(sorted((t["table"], t["rows"], t["keyBytes"], t["valueBytes"]) for t in got["tables"] if t["table"]), sorted(tables))
        value = "coalesce(" + ", ".join(f"actionbase_{one}.value" for one in SOURCES) + ")"
        exact = {(table, entity): rest for table, entity, *rest in self.all(
            f"select {name}, {value}, count(*), sum({KEYS} + {VALUES}) from rows where error is null and {value} is not null group by all")}
        entities = got["entities"]
        self.distinct(entities, len(exact))
        for list_ in "byRows", "byBytes":
            self.assertTrue(entities[list_])
            for one in entities[list_]:
                rows, size = exact[one["table"], one["entity"]]
                self.assertTrue(0 <= one["rows"] - rows <= entities["rowsError"], one)
                self.assertTrue(0 <= one["keyBytes"] + one["valueBytes"] - size <= entities["bytesError"], one)
        most = max(rows for rows, _ in exact.values())
        self.assertGreaterEqual(entities["byRows"][0]["rows"], most)

    def test_dumps_of_every_format(self):
        for name, args in DUMPS.items():
            with self.subTest(name):
                if name == "actionbase":
                    self.edges(self.check([*args, "--format", "actionbase"]))
                else:
                    self.assertGreater(self.check(args)["rows"], 10)

    def test_more_than_is_counted_exactly(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "rows.jsonl").write_text(made(100_000, 80_000))
            (Path(folder) / "model.json").write_text(json.dumps({"names": ["table0", "table1", "table2"]}))
            got = self.check(["--format", "actionbase", "--model", "model.json", "rows.jsonl"], cwd=folder)
            self.assertGreater(got["keys"]["error"], 0)
            self.assertGreater(got["entities"]["error"], 0)
            self.edges(got)


if __name__ == "__main__":
    unittest.main()
