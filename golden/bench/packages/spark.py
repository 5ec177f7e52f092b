"""Measures what a row costs in a Spark job beside the library alone (S5 of docs/packaging-checks.md), by processor time of all of its processes:

    dist/venv/bin/python golden/bench/packages/spark.py [ROWS]

One executor with one core reads a Parquet file with two columns of bytes and counts what a UDF makes of them. Jobs over the whole and over a third
of the rows take turns; what the larger one takes more is of its rows, not of Spark's start. The same is measured with a UDF that gives back a
constant, which is what Spark itself takes to hand rows to Python and back."""

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet

ROOT = Path(__file__).resolve().parents[3]
PATHS = [str(ROOT / "cshared/python/src"), str(ROOT / "cshared/python/tests")]
os.environ.setdefault("ROWLENS_LIBRARY", str(ROOT / "dist/c/lib/librowlens.so.1"))
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["PYTHONPATH"] = os.pathsep.join(PATHS)
sys.path[:0] = PATHS

import rowlens  # noqa: E402
from pyspark.sql import SparkSession, functions  # noqa: E402
from rowlens import spark as rl  # noqa: E402
from rows import of_kind  # noqa: E402

FIELDS = {"source": ("directedSource.value", "utf8"), "ts": ("version", "int64")}
KIND = rowlens.Kind("actionbase", "edge-index")
ROUNDS, BATCH = 4, 16384
TICK = os.sysconf("SC_CLK_TCK")


def spent(root: int) -> float:
    """Processor time of a process and of all below it, with those that have ended."""
    above, times = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        pid = int(stat.parent.name)
        above[pid], times[pid] = int(fields[1]), sum(map(int, fields[11:15])) / TICK
    total = 0.0
    for pid in times:
        at = pid
        while at != root and at in above:
            at = above[at]
        total += times[pid] if at == root else 0.0
    return total


def alone(cells: "dict[str, Any]") -> float:
    """ns a row of the library's call itself, for the same columns."""
    best = float("inf")
    for _ in range(20):
        begun = time.thread_time()
        KIND.decode_columns(cells, FIELDS)
        best = min(best, time.thread_time() - begun)
    return best / BATCH * 1e9


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 3_000_000
    rows = of_kind("edge-index")
    cells = {part: [bytes.fromhex(rows[i % len(rows)][part]) for i in range(BATCH)] for part in ("row", "value")}
    arrays = {part: pyarrow.array(list_, pyarrow.binary()) for part, list_ in cells.items()}
    library = alone(arrays)
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for share in 1, 3:
            paths[share] = f"{folder}/{share}.parquet"
            some = pyarrow.table(arrays)
            pyarrow.parquet.write_table(pyarrow.concat_tables([some] * (count * share // 3 // BATCH)), paths[share])
        builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").config("spark.driver.memory", "2g")
        spark = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "50000").getOrCreate()
        spark.sparkContext.setLogLevel("ERROR")
        udfs = {
            "rowlens": rl.columns_udf(KIND, FIELDS, parts=("row", "value")),
            "a constant": functions.arrow_udf(lambda row, value: pyarrow.nulls(len(row), pyarrow.int64()), "long"),
        }

        def job(udf: Any, share: int) -> "tuple[float, int]":
            before = spent(os.getpid())
            frame = spark.read.parquet(paths[share]).select(udf("row", "value").alias("made"))
            found = frame.agg(functions.count("made"), functions.count("*")).collect()[0][1]
            return spent(os.getpid()) - before, found

        best = {name: {1: float("inf"), 3: float("inf")} for name in udfs}
        total = {}
        for _ in range(ROUNDS):
            for name, udf in udfs.items():
                for share in 1, 3:
                    taken, total[share] = job(udf, share)
                    best[name][share] = min(best[name][share], taken)
        spark.stop()
    costs = {name: (times[3] - times[1]) / (total[3] - total[1]) * 1e9 for name, times in best.items()}
    print(f"{total[3]} rows; the library alone takes {library:.0f} ns a row")
    for name, cost in costs.items():
        print(f"a job with a UDF of {name}: {cost:.0f} ns a row")
    print(f"rows a second of a core: {library / costs['rowlens']:.0%} of the library's; what the UDF adds to Spark: {costs['rowlens'] - costs['a constant']:.0f} ns")


if __name__ == "__main__":
    main()
