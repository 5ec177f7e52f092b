"""Reads and writes the bytes of storage keys and values exactly.

Importing opens nothing: the first call opens the library, in the process that makes it.
"""

from __future__ import annotations

from . import _abi
from ._batch import Batch, EncodedBatch
from ._call import answer
from ._columns import Columns, Field
from ._errors import RowlensError
from ._kind import KeyRange, Kind
from ._record import DecodedRecord
from ._schema import Schema
from ._store import Hlc, Order, hash32, hlc_join, hlc_split
from ._stores import Scan, Store, Table
from ._stores import open_store as open
from ._unknown import Identified, decode, identify, inspect

__version__ = _abi.VERSION

__all__ = [
    "Batch",
    "Columns",
    "DecodedRecord",
    "EncodedBatch",
    "Field",
    "Hlc",
    "Identified",
    "KeyRange",
    "Kind",
    "Order",
    "RowlensError",
    "Scan",
    "Schema",
    "Store",
    "Table",
    "answer",
    "decode",
    "hash32",
    "hlc_join",
    "hlc_split",
    "identify",
    "inspect",
    "open",
]
