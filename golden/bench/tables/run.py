"""Measures what the command does with a whole table beside sort, DuckDB and Spark on the same rows:

    dist/venv/bin/python golden/bench/tables/run.py --rowlens bin/rowlens --data dist/bench-tables

The rows are a generated table of Actionbase as the HBase shell prints it. Peers do what each can: sort puts the lines in
order, which is what finding duplicates or differences begins with; DuckDB and Spark count and compare the JSON Lines
that the command wrote of the rows. What counts is time, processor time of user and system, and the most resident
memory, each of the process and all that it started."""

import argparse
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TICK = os.sysconf("SC_CLK_TCK")
COUNT = "select record, fields.direction, count(*), min(cast(timestamp as bigint)), max(cast(timestamp as bigint)) from rows group by all"
# Rows that only one side has, or with another value or timestamp.
CHANGED = "select count(*) from a anti join b on a.parts.row = b.parts.row and a.parts.qualifier = b.parts.qualifier" \
    " and a.parts.value = b.parts.value and a.timestamp = b.timestamp"
SIZES = ", ".join(f"{one}(length(parts.{part}))" for part in ("row", "value") for one in ("sum", "min", "max"))
DUCKDB = """
import duckdb, sys
db = duckdb.connect()
db.execute("set threads = 2"); db.execute("set memory_limit = '2GB'"); db.execute("set enable_progress_bar = false")
columns = "{'record': 'varchar', 'timestamp': 'varchar', 'parts': 'struct(row varchar, qualifier varchar, value varchar)', 'fields': 'struct(direction varchar)'}"
for name, file in zip(sys.argv[2].split(","), sys.argv[3:]):
    db.execute(f"create view {name} as select * from read_json('{file}', format = 'newline_delimited', columns = {columns})")
for query in sys.argv[1].split(";"):
    print(db.sql(query).fetchall()[:20])
"""
SPARK = """
import sys
from pyspark.sql import SparkSession
spark = SparkSession.builder.master("local[2]").config("spark.driver.memory", "2g").config("spark.ui.enabled", "false").getOrCreate()
schema = "record string, timestamp string, parts struct<row: string, qualifier: string, value: string>, fields struct<direction: string>"
for name, file in zip(sys.argv[2].split(","), sys.argv[3:]):
    spark.read.schema(schema).json(file).createOrReplaceTempView(name)
for query in sys.argv[1].split(";"):
    print(spark.sql(query).collect()[:20])
"""


def tree(pid):
    """The ids of a process and of all that descend from it."""
    yield pid
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            yield from tree(int(child))


class Watch(threading.Thread):
    """Samples processor time and memory of a process with its descendants: a JVM ends before its parent could ask."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.cpu, self.memory, self.over = pid, {}, 0, False
        self.start()

    def run(self):
        while not self.over:
            memory = 0
            try:
                for pid in tree(self.pid):
                    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                    self.cpu[pid] = (int(stat[11]) + int(stat[12])) / TICK
                    memory += int(stat[21]) * os.sysconf("SC_PAGE_SIZE")
            except OSError:
                pass  # one of them just ended
            self.memory = max(self.memory, memory)
            time.sleep(0.05)


def measure(command, out, codes=(0,)):
    begin = time.monotonic()
    with open(out, "wb") as file:
        process = subprocess.Popen([str(one) for one in command], stdout=file, stderr=subprocess.PIPE, env={**os.environ, "LC_ALL": "C"})
        watch = Watch(process.pid)
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        watch.over = True
    if process.returncode not in codes:
        raise SystemExit(f"{command}: exit code {process.returncode}: {said.decode()[-2000:]}")
    cpu = max(usage.ru_utime + usage.ru_stime, sum(watch.cpu.values()))
    return {"seconds": time.monotonic() - begin, "cpu": cpu, "mib": max(usage.ru_maxrss / 1024, watch.memory / 2**20)}


def change(old, new):
    """Copies a scan with changes: every 20,000th cell is gone, and the one after it has another timestamp."""
    with open(old) as lines, open(new, "w") as out:
        for at, line in enumerate(lines):
            if at % 20_000 == 19_998:
                continue
            if at % 20_000 == 19_999:
                line = line.replace("timestamp=17", "timestamp=18")
            out.write(line)


def tasks(options, data):
    """What is measured: a name and a command, with the exit codes that it has."""
    ours = [options.rowlens]
    known = ["--quiet", "--format", "actionbase", "--model", data / "model.json"]
    old, new = data / "table.txt", data / "later.txt"
    lines = data / "table.jsonl", data / "later.jsonl"
    python = [sys.executable, "-c"]
    yield "decode to JSON Lines", ours + ["decode", *known, old], lines[0]
    yield "decode --parquet", ours + ["decode", *known, "--parquet", data / "rows.parquet", old], os.devnull
    yield "stats", ours + ["stats", *known, "--json", old], data / "stats.json"
    yield "verify --memory 200MiB", ours + ["verify", *known, "--memory", "200MiB", "--tmp", data, old], data / "verify.txt"
    yield "sort", ["sort", "-S", "180M", "-T", data, old], data / "sorted.txt"
    yield "diff --memory 200MiB", ours + ["diff", *known, "--memory", "200MiB", "--tmp", data, "--summary", old, new], data / "diff.txt"
    yield "later: decode to JSON Lines", ours + ["decode", *known, new], lines[1]
    for peer, script in ("duckdb", DUCKDB), ("spark", SPARK):
        yield f"{peer}, count", python + [script, COUNT, "rows", lines[0]], data / f"{peer}-count.txt"
        yield f"{peer}, sizes", python + [script, f"select record, {SIZES} from rows group by record", "rows", lines[0]], data / f"{peer}-sizes.txt"
        both = CHANGED + ";" + CHANGED.replace("from a anti join b", "from b anti join a")
        yield f"{peer}, differences", python + [script, both, "a,b", *lines], data / f"{peer}-differences.txt"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rowlens", type=Path, default=ROOT / "bin" / "rowlens")
    parser.add_argument("--data", type=Path, default=ROOT / "dist" / "bench-tables", help="folder for the files; the table is used again if it is there")
    parser.add_argument("--cells", type=int, default=1_000_000)
    parser.add_argument("--only", default="", help="measure only what has one of these words in its name, with commas between")
    parser.add_argument("--out", help="write the rows as JSON to this file")
    options = parser.parse_args()
    data = options.data / str(options.cells)
    data.mkdir(parents=True, exist_ok=True)
    if not (data / "table.txt").exists():
        subprocess.run(["go", "run", "./cmd/internal/generate/table", "-cells", str(options.cells), "-out", data], cwd=ROOT, check=True)
    rows = []
    print(f"{options.cells} cells, {(data / 'table.txt').stat().st_size >> 20} MiB; load {os.getloadavg()[0]:.1f}\n")
    print(f"| {'what':<28} |  time s |   CPU s |    MiB |\n|{'-' * 30}|--------:|--------:|-------:|")
    for name, command, out in tasks(options, data):
        if not any(one in name for one in options.only.split(",")):
            continue
        if (data / "later.txt") in command and not (data / "later.txt").exists():
            change(data / "table.txt", data / "later.txt")
        cost = measure(command, out, (0, 4) if name.startswith("diff") else (0,))
        rows.append({"name": name, "cells": options.cells, **cost})
        print(f"| {name:<28} | {cost['seconds']:7.1f} | {cost['cpu']:7.1f} | {cost['mib']:6.0f} |", flush=True)
    print(f"\nload {os.getloadavg()[0]:.1f}")
    if options.out:
        Path(options.out).write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
