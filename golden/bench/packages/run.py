"""Measures the packages of Python and Java over the native library, and over the WebAssembly that takes its place where there is none:

    dist/venv/bin/python golden/bench/packages/run.py --out dist/bench-packages.json

Each library has a process of its own. A time is the best of several runs; Python's first call is that with a compiled module in the cache.
Java's are of processor time, as its compiler works beside the calls."""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
NATIVE = ROOT / "dist/c/lib/librowlens.so.1"
MEASURED = """
import json, sys, time
sys.path.insert(0, sys.argv[1])
import rowlens
start = time.perf_counter()
rowlens.hash32("actionbase", "a")
times = {"first call": time.perf_counter() - start}
rows = [json.loads(line) for line in open(sys.argv[2])]
rows = [{part: bytes.fromhex(row[part]) for part in ("row", "value")} for row in rows if row["record"] == "edge-index"]
kind = rowlens.Kind("actionbase", "edge-index")

def best(name, work, count, runs=5):
    work()
    taken = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        taken.append((time.perf_counter() - start) / count)
    times[name] = min(taken)

many = (rows * (4096 // len(rows) + 1))[:4096]
cells = {part: [row[part] for row in many] for part in ("row", "value")}
fields = {"source": ("source.value", "utf8"), "ts": ("version", "int64")}
record = kind.decode(rows[0]).fields
best("decode, one row", lambda: [kind.decode(row) for row in many[:256]], 256)
best("decode_batch, 4096 rows", lambda: kind.decode_batch(cells), len(many))
best("decode_columns, 4096 rows", lambda: kind.decode_columns(cells, fields), len(many))
best("encode_part", lambda: [kind.encode_part("row", record) for _ in range(256)], 256)
print(json.dumps(times))
"""


def python(library: Path) -> "dict[str, float]":
    rows = ROOT / "golden/actionbase/actionbase-hbase-shell.expected.jsonl"
    command = [sys.executable, "-c", MEASURED, str(ROOT / "cshared/python/src"), str(rows)]
    environment = {**os.environ, "ROWLENS_LIBRARY": str(library)}
    subprocess.run(command, env=environment, check=True, capture_output=True)  # compiles the module
    return json.loads(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def java(library: "Path | str") -> "dict[str, float]":
    run = [str(ROOT / "cshared/java/run"), "Speed"]
    environment = {**os.environ, "ROWLENS_LIBRARY": str(library), "JAVA_TOOL_OPTIONS": f"-Dtest.root={ROOT}"}
    return json.loads(subprocess.run(run, env=environment, check=True, capture_output=True, text=True).stdout)


def compared(package: str, hosted: "dict[str, float]", native: "dict[str, float]") -> "list[dict[str, object]]":
    return [
        {"name": f"{package}/{what}", "unit": "ns/op", "value": round(hosted[what] * 1e9), "peer": "native", "peer_value": round(seconds * 1e9), "ratio": round(hosted[what] / seconds, 2)}
        for what, seconds in native.items()
    ]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--out", required=True)
    out = arguments.parse_args().out
    results = compared("python", python(ROOT / "dist/hosted/rowlens.wasm"), python(NATIVE)) + compared("java", java("wasm"), java(NATIVE))
    for one in results:
        print(f"{one['name']:34} {one['value']:12} ns {one['peer_value']:12} ns {one['ratio']:8}")
    Path(out).write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
