#!/usr/bin/env python3
"""Measures calls of Python's package when its standard input says so, for cshared/bench: a line names an operation, the answer is ns of
processor time a row.

    go run ./cshared/bench -calls golden/bench/packages/calls.py -name python -record edge-index -ops single,batch,… -vectors golden/vectors

An operation is a batch of all rows (batch), the same with every record read (records), typed columns of them (columns), a call for each row
(single), all parts of all rows out of their fields (encode), or a call for one part of each row (part)."""

import os
import struct
import sys
import time
from pathlib import Path
from typing import Callable

ROOT = Path(__file__).resolve().parents[3]
os.environ.setdefault("ROWLENS_LIBRARY", str(ROOT / "dist/c/lib/librowlens.so.1"))
sys.path.insert(0, str(ROOT / "cshared/python/src"))

import rowlens  # noqa: E402

NAME = 16
COLUMNS = {
    "value": {"type": ("value.type", "utf8"), "value": ("value.value", "int64")},
    "edge-index": {
        "table": ("tableCode", "int64"),
        "direction": ("direction", "utf8"),
        "source": ("directedSource.value", "utf8"),
        "target": ("directedTarget.value", "utf8"),
        "version": ("version", "int64"),
    },
}


def cells_of(data: bytes, count: int) -> "dict[str, list[bytes]]":
    """The rows of each part: 16 bytes of its name, count + 1 offsets, the bytes."""
    cells, at = {}, 0
    while at < len(data):
        name = data[at : at + NAME].rstrip(b"\0").decode()
        at += NAME
        offsets = struct.unpack_from(f"={count + 1}i", data, at)
        at += 4 * (count + 1)
        cells[name] = [data[at + offsets[i] : at + offsets[i + 1]] for i in range(count)]
        at += offsets[count]
    return cells


def operations(format: str, record: str, cells: "dict[str, list[bytes]]") -> "dict[str, Callable[[], object]]":
    kind = rowlens.Kind(format, record)
    rows = [dict(zip(cells, row)) for row in zip(*cells.values())]
    fields = [one.fields for one in kind.decode_batch(cells)]
    parts, first = list(cells), next(iter(cells))
    found = {
        "empty": lambda: None,
        "single": lambda: [kind.decode(row) for row in rows],
        "batch": lambda: kind.decode_batch(cells),
        "records": lambda: list(kind.decode_batch(cells)),
        "encode": lambda: kind.encode_batch(parts, fields),
        "part": lambda: [kind.encode_part(first, one) for one in fields],
    }
    if record in COLUMNS:
        found["columns"] = lambda: kind.decode_columns(cells, COLUMNS[record])
    return found


def main() -> None:
    format, record, file, count = sys.argv[1:]
    known = operations(format, record, cells_of(Path(file).read_bytes(), int(count)))
    for line in sys.stdin:
        work = known[line.strip()]
        start = time.process_time_ns()
        work()
        print((time.process_time_ns() - start) / int(count), flush=True)


if __name__ == "__main__":
    main()
