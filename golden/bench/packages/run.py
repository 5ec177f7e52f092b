"""Measures the packages of Python and Java over the native library, and over the WebAssembly that takes its place where there is none:

    dist/venv/bin/python golden/bench/packages/run.py --out dist/bench-packages.json

Each library has a process of its own, and both take turns, so that neither has the quiet half of an hour. A time is of the processor,
with all threads of the process: Java's compiler works beside the calls. It is the best of several runs; Python's first call is that with
a compiled module in the cache."""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
NATIVE = ROOT / "dist/c/lib/librowlens.so.1"
MEASURED = """
import json, sys, time
sys.path.insert(0, sys.argv[1])
import rowlens
start = time.process_time()
rowlens.hash32("actionbase", "a")
times = {"first call": time.process_time() - start}
rows = [json.loads(line) for line in open(sys.argv[2])]
rows = [{part: bytes.fromhex(row[part]) for part in ("row", "value")} for row in rows if row["record"] == "edge-index"]
kind = rowlens.Kind("actionbase", "edge-index")

def best(name, work, count, runs=5):
    work()
    taken = []
    for _ in range(runs):
        start = time.process_time()
        work()
        taken.append((time.process_time() - start) / count)
    times[name] = min(taken)

many = (rows * (4096 // len(rows) + 1))[:4096]
cells = {part: [row[part] for row in many] for part in ("row", "value")}
fields = {"source": ("directedSource.value", "utf8"), "ts": ("version", "int64")}
record = kind.decode(rows[0]).fields
best("decode, one row", lambda: [kind.decode(row) for row in many[:256]], 256)
best("decode_batch, 4096 rows", lambda: kind.decode_batch(cells), len(many))
best("decode_columns, 4096 rows", lambda: kind.decode_columns(cells, fields), len(many))
best("encode_part", lambda: [kind.encode_part("row", record) for _ in range(256)], 256)
print(json.dumps(times))
"""


def python(library: "Path | str") -> "dict[str, float]":
    rows = ROOT / "golden/actionbase/actionbase-hbase-shell.expected.jsonl"
    command = [sys.executable, "-c", MEASURED, str(ROOT / "cshared/python/src"), str(rows)]
    environment = {**os.environ, "ROWLENS_LIBRARY": str(library)}
    return json.loads(subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout)


def java(library: "Path | str") -> "dict[str, float]":
    run = [str(ROOT / "cshared/java/run"), "Speed"]
    environment = {**os.environ, "ROWLENS_LIBRARY": str(library), "JAVA_TOOL_OPTIONS": f"-Dtest.root={ROOT}"}
    return json.loads(subprocess.run(run, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout)


def best(one: "dict[str, float]", other: "dict[str, float]") -> "dict[str, float]":
    return {what: min(seconds, other.get(what, seconds)) for what, seconds in one.items()}


def turns(package: str, measured: "Callable[[Path | str], dict[str, float]]", library: "Path | str", rounds: int) -> "list[dict[str, object]]":
    """The best of so many rounds; in each the WebAssembly and the native library are measured one after the other."""
    measured(library)  # compiles Python's module
    hosted: "dict[str, float]" = {}
    native: "dict[str, float]" = {}
    for _ in range(rounds):
        hosted = best(measured(library), hosted)
        native = best(measured(NATIVE), native)
        print(f"{package}, load {os.getloadavg()[0]:.1f}", file=sys.stderr)
    return compared(package, hosted, native)


def compared(package: str, hosted: "dict[str, float]", native: "dict[str, float]") -> "list[dict[str, object]]":
    return [
        {"name": f"{package}/{what}", "unit": "ns/op", "value": round(hosted[what] * 1e9), "peer": "native", "peer_value": round(seconds * 1e9), "ratio": round(hosted[what] / seconds, 2)}
        for what, seconds in native.items()
    ]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--out", required=True)
    arguments.add_argument("--rounds", type=int, default=3)
    given = arguments.parse_args()
    results = turns("python", python, ROOT / "dist/hosted/rowlens.wasm", given.rounds) + turns("java", java, "wasm", given.rounds)
    for one in results:
        print(f"{one['name']:34} {one['value']:12} ns {one['peer_value']:12} ns {one['ratio']:8}")
    Path(given.out).write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
