"""Reads the fields of a record from the CBOR (RFC 8949) that the library writes."""

from __future__ import annotations

import importlib
import struct
from typing import Any, Callable

_SIMPLE = {20: False, 21: True, 22: None}
_FLOATS = {25: struct.Struct(">e"), 26: struct.Struct(">f"), 27: struct.Struct(">d")}


_fast: Callable[[bytes], Any] | None = None  # what reads, once it is known


def read(data: bytes) -> Any:
    """The one value that data holds. It is read by cbor2, where that is installed, in a quarter of the time."""
    global _fast
    if _fast is None:
        try:
            _fast = importlib.import_module("cbor2").loads
        except ImportError:
            _fast = own
    return _fast(data)


def own(data: bytes) -> Any:
    """The same without another package."""
    return _item(data, 0)[0]


def _item(data: bytes, at: int) -> tuple[Any, int]:
    head = data[at]
    major, more = head >> 5, head & 31
    at += 1
    if major == 7:
        if more in _FLOATS:
            form = _FLOATS[more]
            return form.unpack_from(data, at)[0], at + form.size
        return _SIMPLE[more], at
    number = more
    if more >= 24:
        end = at + (1 << (more - 24))
        number = int.from_bytes(data[at:end], "big")
        at = end
    return _OF_MAJOR[major](data, at, number)


def _text(data: bytes, at: int, n: int) -> tuple[str, int]:
    return str(data[at : at + n], "utf-8"), at + n


def _list(data: bytes, at: int, n: int) -> tuple[list[Any], int]:
    items = []
    for _ in range(n):
        item, at = _item(data, at)
        items.append(item)
    return items, at


def _map(data: bytes, at: int, n: int) -> tuple[dict[str, Any], int]:
    members = {}
    for _ in range(n):
        name, at = _item(data, at)
        members[name], at = _item(data, at)
    return members, at


_OF_MAJOR: tuple[Callable[[bytes, int, int], tuple[Any, int]], ...] = (
    lambda _data, at, n: (n, at),
    lambda _data, at, n: (-1 - n, at),
    lambda data, at, n: (data[at : at + n], at + n),
    _text,
    _list,
    _map,
)
