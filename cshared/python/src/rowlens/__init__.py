"""Reads and writes the bytes of storage keys and values exactly.

Importing opens nothing: the first call opens the library, in the process that makes it.
"""

from __future__ import annotations

from . import _abi
from ._batch import Batch
from ._call import answer
from ._columns import Columns, Field
from ._diff import Diff, Difference, Totals, diff, diff_rows
from ._encode import EncodedBatch
from ._errors import RowlensError
from ._kind import KeyRange, Kind
from ._kinds import Format, Record
from ._record import DecodedRecord
from ._report import Report
from ._schema import Schema
from ._sources import DumpRows, StoreRows
from ._stats import Stats, stats
from ._store import Hlc, Order, hash32, hlc_join, hlc_split
from ._stores import Keys, Part, Scan, Store, Table
from ._stores import open_store as open
from ._unknown import Identified, decode, identify, inspect

__version__ = _abi.VERSION

__all__ = [
    "Batch",
    "Columns",
    "DecodedRecord",
    "Diff",
    "Difference",
    "DumpRows",
    "EncodedBatch",
    "Field",
    "Format",
    "Hlc",
    "Identified",
    "KeyRange",
    "Keys",
    "Kind",
    "Order",
    "Part",
    "Record",
    "Report",
    "RowlensError",
    "Scan",
    "Schema",
    "Stats",
    "Store",
    "StoreRows",
    "Table",
    "Totals",
    "answer",
    "decode",
    "diff",
    "diff_rows",
    "hash32",
    "hlc_join",
    "hlc_split",
    "identify",
    "inspect",
    "open",
    "stats",
]
