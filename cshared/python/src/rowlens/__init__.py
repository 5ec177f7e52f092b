"""Reads and writes the bytes of storage keys and values exactly.

Importing this opens nothing: the library is opened by the first call, in the process
that makes it.
"""

from __future__ import annotations

from . import _abi
from ._batch import Batch, Decoded, decode_arrow, decode_batch, encode_batch
from ._errors import RowlensError
from ._schema import Schema
from ._single import Record, answer, decode, decode_json, encode, encode_part, explain, identify, inspect
from ._store import AFTER, BEFORE, EQUAL, compare, hash32, hlc_join, hlc_split, key_range

__version__ = _abi.VERSION

__all__ = [
    "AFTER",
    "BEFORE",
    "EQUAL",
    "Batch",
    "Decoded",
    "Record",
    "RowlensError",
    "Schema",
    "answer",
    "compare",
    "decode",
    "decode_arrow",
    "decode_batch",
    "decode_json",
    "encode",
    "encode_batch",
    "encode_part",
    "explain",
    "hash32",
    "hlc_join",
    "hlc_split",
    "identify",
    "inspect",
    "key_range",
]
