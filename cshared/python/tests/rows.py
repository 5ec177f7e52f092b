"""Rows of a real scan, for the tests."""

import gzip
import json
from pathlib import Path

import rowlens

GOLDEN = Path(__file__).resolve().parents[3] / "golden"
PARTS = ("row", "family", "qualifier", "value")
ROWS = [json.loads(line) for line in (GOLDEN / "actionbase/actionbase-hbase-shell.expected.jsonl").read_text().splitlines()]
TABLES = (GOLDEN / "actionbase/actionbase-hbase-shell.schema.json").read_text()
STATES = rowlens.Kind("actionbase", "edge-state")


def parts_of(row):
    return {name: bytes.fromhex(row[name]) for name in PARTS}


def cells_of(rows):
    return {name: [bytes.fromhex(row[name]) for row in rows] for name in PARTS}


def of_kind(record):
    return [row for row in ROWS if row["record"] == record]


def vectors():
    """The shared vectors, one list per file."""
    for at in sorted((GOLDEN / "vectors").glob("*.jsonl.gz")):
        with gzip.open(at, "rt", encoding="utf-8") as lines:
            yield at.name, [json.loads(line) for line in lines if line.strip()]
